/* Numbers and durations: what they are read as, to the last bit. */
#include "tests/testing.h"

#include "master/options/quantity.h"

#include <string.h>

static void a_duration_with_a_unit_is_the_same_double_as_without(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double seconds;
    } good[] = {
        {"0.001", 0.001},   {"1e-3", 0.001}, {"1ms", 0.001},     {"0.2ms", 0.0002},     {"0.7ms", 0.0007},
        {"13.3ms", 0.0133}, {"1us", 1e-6},   {"3.3 us", 3.3e-6}, {"1\xc2\xb5s", 1e-6},  {"5ns", 5e-9},
        {"2s", 2},          {"-2", -2},      {"1e3ms", 1},       {"2.5e-1ms", 0.00025}, {"1.5min", 90},
        {"2h", 7200},       {".5", 0.5},     {"5.", 5},          {"+1E+1", 10},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double seconds = NAN;
        if (!duration_parse(good[i].text, &seconds) || seconds != good[i].seconds)
            fail_msg("%s is read as %.17g", good[i].text, seconds);
    }
}

static void what_is_no_duration_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",    " ",   "ms",  "1 ms s", "1mss",  "1m",  "nan", "inf",  "0x10", "1e",
                                      "1e+", "1,5", "--1", "1..2",   "1e400", "one", " 1",  "1ms ", "1  ms"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double seconds;
        if (duration_parse(bad[i], &seconds))
            fail_msg("\"%s\" is read as %.17g", bad[i], seconds);
    }
}

static void a_number_is_decimal_and_finite(void **state)
{
    (void)state;
    double number = 0;
    assert_true(number_parse("-1.5e-3", &number));
    assert_near(number, -0.0015, 0);
    static const char *const bad[] = {"", "1ms", "nan", "inf", "0x1p3", "1e999", "1 2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (number_parse(bad[i], &number))
            fail_msg("\"%s\" is read as %.17g", bad[i], number);
}

static void a_range_ends_where_something_else_follows(void **state)
{
    (void)state;
    double low = 0, high = 0;
    assert_string_equal(range_parse("-1e-3:2.5,0:1", &low, &high), ",0:1");
    assert_true(low == -0.001 && high == 2.5);
    static const char *const bad[] = {"", ":", "1:", ":1", "1", "2:1", "1:1", "nan:1", "0:inf", "1;2", "0:1e999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (range_parse(bad[i], &low, &high))
            fail_msg("\"%s\" is read as %.17g to %.17g", bad[i], low, high);
}

static void durations_are_printed_for_people(void **state)
{
    (void)state;
    char text[32];
    duration_print(3.14159, text);
    assert_string_equal(text, "3.1 s");
    duration_print(59, text);
    assert_string_equal(text, "59 s");
    duration_print(200, text);
    assert_string_equal(text, "3 min 20 s");
    duration_print(3725, text);
    assert_string_equal(text, "1 h 02 min");
    duration_print(-1e300, text);
    assert_string_equal(text, "0.0 s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_duration_with_a_unit_is_the_same_double_as_without),
        cmocka_unit_test(what_is_no_duration_is_refused),
        cmocka_unit_test(a_number_is_decimal_and_finite),
        cmocka_unit_test(a_range_ends_where_something_else_follows),
        cmocka_unit_test(durations_are_printed_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
