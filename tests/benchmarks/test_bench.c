/* paso bench: verdicts, exit status, selection, JSON. */
#include "tests/program/paso_process.h"

static void the_cases_are_listed(void **state)
{
    (void)state;
    PASO_OK("bench", "--list");
    static const char *const cases[] = {"lim ", "lim-reference", "oscillator", "overhead"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_non_null(strstr(last.out, cases[i]));
}

static void errors_are_reproduced(void **state)
{
    (void)state;
    PASO_OK("bench", "lim", "--only", "fsJ_0[345]*,psJ_0[345]*");
    assert_non_null(strstr(last.out, "fsJ_03 M1"));
    assert_non_null(strstr(last.out, "psJ_05 M2"));
    assert_null(strstr(last.out, "FAILED"));
    assert_null(strstr(last.out, "fsJ_01"));
    assert_non_null(strstr(last.out, "all 12 comparisons passed"));
}

/* The multibody's own c and a_p act with p-s coupling alone: those rows must fail, and no others. */
static void a_wrong_parameter_fails_the_rows_that_it_touches(void **state)
{
    (void)state;
    assert_int_equal(PASO("bench", "lim", "--only", "fsJ_04 M1,psJ_04 M1", "--set", "multibody.c=1.01e5", "--output",
                          in_folder("wrong.json")),
                     1);
    assert_string_equal(last.err, "");
    const char *list = strstr(last.out, "FAILED: 1 of 2 comparisons:");
    assert_non_null(list);
    assert_non_null(strstr(list, "lim/psJ_04 M1"));
    assert_null(strstr(list, "fsJ_04"));

    char *json = read_file(in_folder("wrong.json"));
    assert_non_null(json);
    assert_non_null(strstr(json, "\"failed\": 1"));
    assert_non_null(strstr(json, "\"passed\": 1"));
    const char *row = strstr(json, "\"name\": \"psJ_04 M1\"");
    assert_non_null(row);
    const char *verdict = strstr(row, "\"verdict\": ");
    assert_non_null(verdict);
    assert_int_equal(strncmp(verdict, "\"verdict\": \"FAILED\"", 19), 0);
    free(json);
}

/* Another mass moves everything. */
static void a_wrong_mass_fails_both_couplings(void **state)
{
    (void)state;
    assert_int_equal(PASO("bench", "--only", "lim/fsJ_05 M1,lim/psJ_05 M1", "--set", "multibody.m=210"), 1);
    assert_non_null(strstr(last.out, "FAILED: 2 of 2 comparisons:"));
}

static void a_breakdown_is_a_failed_row_with_its_reason(void **state)
{
    (void)state;
    assert_int_equal(PASO("bench", "lim", "--only", "fsJ_05 M1", "--set", "hydraulics.step_size=0.01"), 1);
    assert_non_null(strstr(last.out, "FAILED: 1 of 1 comparisons:"));
    assert_non_null(strstr(last.out, "hydraulics"));
}

/* They share the systems: the oscillator's is left with another solver, and the overhead case compares results of its own. */
static void a_case_does_not_disturb_the_next_one(void **state)
{
    (void)state;
    PASO_OK("bench", "--quick", "oscillator", "overhead", "--only",
            "oscillator/fs jacobi held*,oscillator/ss jacobi held*,overhead/cost");
    assert_non_null(strstr(last.out, "among 1000 / in a pair"));
    assert_non_null(strstr(last.out, "all 2 comparisons passed"));
}

static void wrong_words_are_refused(void **state)
{
    (void)state;
    assert_int_equal(PASO("bench", "oscilator"), 2);
    assert_said("did you mean \"oscillator\"?");
    assert_int_equal(PASO("bench", "nonsense"), 2);
    assert_said("paso bench --list names them");
    assert_int_equal(PASO("bench", "lim", "--only", "nothing*"), 2);
    assert_said("no row matches");
    assert_int_equal(PASO("bench", "lim", "--only", "fsJ_05 M1", "--set", "multibody.no_such=1"), 2);
    assert_said("no_such");
}

static void a_report_that_cannot_be_written_is_said(void **state)
{
    (void)state;
    assert_int_equal(PASO("bench", "oscillator", "--only", "fs jacobi held*", "--report", in_folder("not/there")), 2);
    assert_said("not/there");
}

static void orders_of_convergence_pass(void **state)
{
    (void)state;
    PASO_OK("bench", "oscillator", "--only", "*jacobi*");
    assert_non_null(strstr(last.out, "all 9 comparisons passed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cases_are_listed),
        cmocka_unit_test(errors_are_reproduced),
        cmocka_unit_test(a_wrong_parameter_fails_the_rows_that_it_touches),
        cmocka_unit_test(a_wrong_mass_fails_both_couplings),
        cmocka_unit_test(a_breakdown_is_a_failed_row_with_its_reason),
        cmocka_unit_test(a_case_does_not_disturb_the_next_one),
        cmocka_unit_test(wrong_words_are_refused),
        cmocka_unit_test(a_report_that_cannot_be_written_is_said),
        cmocka_unit_test(orders_of_convergence_pass),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
