/* Lists and ranges of option values. */
#include "tests/testing.h"

#include "sweep/list.h"

#include <stdlib.h>
#include <string.h>

static struct list list;
static struct error error;

static int clean(void **state)
{
    (void)state;
    list_free(&list);
    error_clear(&error);
    return 0;
}

static bool parse(const char *text, enum list_kind kind)
{
    return list_parse(&list, "--option", text, kind, NULL, &error);
}

static double number(size_t i)
{
    assert_true(i < list.n);
    return strtod(list.items[i], NULL);
}

static void durations_become_exact_numbers_of_seconds(void **state)
{
    (void)state;
    assert_true(parse("0.05ms, 200us,1e-3,2min", LIST_DURATIONS));
    assert_int_equal(list.n, 4);
    assert_true(number(0) == 5e-5 && number(1) == 2e-4 && number(2) == 1e-3 && number(3) == 120);
}

static void a_range_has_equal_distances_and_its_ends(void **state)
{
    (void)state;
    assert_true(parse("1ms:3ms:5", LIST_DURATIONS));
    assert_int_equal(list.n, 5);
    for (size_t i = 0; i < 5; i++)
        assert_near(number(i), 1e-3 + 0.5e-3 * (double)i, 1e-15);
    assert_true(number(0) == 1e-3 && number(4) == 3e-3);
}

static void a_logarithmic_range_has_equal_ratios_and_its_ends(void **state)
{
    (void)state;
    assert_true(parse("0.1ms:50ms:20log", LIST_DURATIONS));
    assert_int_equal(list.n, 20);
    assert_true(number(0) == 1e-4 && number(19) == 0.05);
    for (size_t i = 1; i < 20; i++)
        assert_near(number(i) / number(i - 1), exp(log(500) / 19), 1e-9);
}

static void ranges_and_values_mix_and_may_go_down(void **state)
{
    (void)state;
    assert_true(parse("5,3:1:3,-7", LIST_WORDS));
    assert_int_equal(list.n, 5);
    assert_true(number(0) == 5 && number(1) == 3 && number(2) == 2 && number(3) == 1 && number(4) == -7);
}

static void words_stay_as_they_are(void **state)
{
    (void)state;
    assert_true(parse("multibody/hydraulics,a:b:c,0x10,1ms", LIST_WORDS));
    assert_int_equal(list.n, 4);
    assert_string_equal(list.items[0], "multibody/hydraulics");
    assert_string_equal(list.items[1], "a:b:c");
    assert_string_equal(list.items[2], "0x10");
    assert_string_equal(list.items[3], "1ms");
}

/* Without a count: for steps that the error chooses, in seconds. */
static void a_span_of_macro_steps_is_one_value(void **state)
{
    (void)state;
    assert_true(parse("1ms,10us:1s,1ms:2ms:2", LIST_DURATIONS));
    assert_int_equal(list.n, 4);
    assert_string_equal(list.items[0], "0.001");
    assert_string_equal(list.items[1], "1e-05:1");
    assert_string_equal(list.items[3], "0.002");
}

static void what_is_no_list_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",        ",",         "1ms,,2ms",  "1ms,",      "0",        "-1ms",        "fast",
        "2ms:1ms", "1ms:2ms:1", "1ms:2ms:x", "1ms:1ms:3", "1ms:2ms:", "1ms:2ms:3ln", "1ms:2ms:3log:4x",
        "nan",     "1ms:inf:3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (parse(wrong[i], LIST_DURATIONS))
            fail_msg("taken: \"%s\"", wrong[i]);
        assert_true(error_exit_status(&error) == 2 && strstr(error.text, "option"));
        clean(NULL);
    }
    assert_false(parse("0:1:3log", LIST_WORDS));
}

static void numbers_are_printed_so_that_they_are_read_again(void **state)
{
    (void)state;
    static const double numbers[] = {0.1, 1.0 / 3, 5e-5, 0.30000000000000004, 1e300, 0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[32];
        number_print(numbers[i], text);
        assert_true(strtod(text, NULL) == numbers[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(durations_become_exact_numbers_of_seconds, clean),
        cmocka_unit_test_teardown(a_range_has_equal_distances_and_its_ends, clean),
        cmocka_unit_test_teardown(a_logarithmic_range_has_equal_ratios_and_its_ends, clean),
        cmocka_unit_test_teardown(ranges_and_values_mix_and_may_go_down, clean),
        cmocka_unit_test_teardown(words_stay_as_they_are, clean),
        cmocka_unit_test_teardown(a_span_of_macro_steps_is_one_value, clean),
        cmocka_unit_test_teardown(what_is_no_list_is_refused, clean),
        cmocka_unit_test_teardown(numbers_are_printed_so_that_they_are_read_again, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
