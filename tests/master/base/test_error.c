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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_failure_is_kept_with_its_words),
        cmocka_unit_test(a_long_word_is_cut_and_stays_a_string),
        cmocka_unit_test(a_slip_of_the_pen_finds_the_nearest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
