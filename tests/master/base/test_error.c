/* Errors: filled from the list, first failure kept, nearest names. */
#include "tests/testing.h"

#include "master/base/error.h"

#include <string.h>

static void the_first_failure_is_kept_with_its_words(void **state)
{
    (void)state;
    struct error error = {0};
    assert_false(error_raise(&error, ERROR_NO_MEMORY, "reading the archive"));
    assert_false(error_raise(&error, ERROR_INTERNAL, "later"));
    assert_string_equal(error.text, "out of memory while reading the archive");
    assert_int_equal(error_exit_status(&error), 1);
    error_prefix(&error, "a.fmu: ");
    assert_string_equal(error.text, "a.fmu: out of memory while reading the archive");
}

static void a_long_word_is_cut_and_stays_a_string(void **state)
{
    (void)state;
    char word[3 * ERROR_TEXT_SIZE];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    struct error error = {0};
    error_raise(&error, ERROR_INTERNAL, word);
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
    error_prefix(&error, "in front: ");
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
    assert_memory_equal(error.text, "in front: internal", 18);
}

static void a_slip_of_the_pen_finds_the_nearest_name(void **state)
{
    (void)state;
    const char *known[] = {"theta1", "theta2", "ds", "s", "f_h"};
    assert_string_equal(error_nearest("sd", known, 5), "ds");
    assert_string_equal(error_nearest("thetta2", known, 5), "theta2");
    assert_null(error_nearest("pressure", known, 5));
    const char *others[] = {"", "abcd"};
    assert_null(error_nearest("", others, 2));
    assert_null(error_nearest("x", others, 2));
    assert_string_equal(error_nearest("abxx", others, 2), "abcd"); /* half of it */
    assert_null(error_nearest("axxx", others, 2));
}

static void count_warning(const char *text, void *context)
{
    (void)text;
    ++*(int *)context;
}

/* ERROR_INTERNAL has an exit status: told too late to be returned, it waits for whoever ends the work. Each route has its own. */
static void a_late_failure_waits_in_its_route(void **state)
{
    (void)state;
    struct warning_route routes[2], silence;
    int heard[2] = {0};
    for (int i = 0; i < 2; i++)
        warning_route_open(&routes[i], count_warning, &heard[i]);
    warning_route_open(&silence, NULL, NULL);
    struct warning_route *before = error_route_warnings(&routes[0]);
    error_warn(ERROR_INTERNAL, "the first");
    error_warn(ERROR_INTERNAL, "the second");
    assert_int_equal(heard[0], 1); /* one waits */

    struct error error = {0};
    error_route_warnings(&routes[1]);
    assert_false(error_take_late_failure(&error));
    error_route_warnings(&routes[0]);
    assert_true(error_take_late_failure(&error));
    assert_ptr_equal(error.code, ERROR_INTERNAL);
    assert_non_null(strstr(error.text, "the first"));
    assert_false(error_take_late_failure(&error)); /* once */

    error_warn(ERROR_INTERNAL, "the third");
    assert_true(error_take_late_failure(NULL)); /* who wants no error hears a warning */
    assert_int_equal(heard[0], 2);
    assert_int_equal(heard[1], 0);

    error_route_warnings(&silence); /* of trials: nobody is told, neither now nor later */
    error_warn(ERROR_INTERNAL, "in a trial");
    assert_false(error_take_late_failure(&error));
    error_route_warnings(before);
    for (int i = 0; i < 2; i++)
        warning_route_close(&routes[i]);
    warning_route_close(&silence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_failure_is_kept_with_its_words),
        cmocka_unit_test(a_long_word_is_cut_and_stays_a_string),
        cmocka_unit_test(a_slip_of_the_pen_finds_the_nearest_name),
        cmocka_unit_test(a_late_failure_waits_in_its_route),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
