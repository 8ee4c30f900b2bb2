/* Where people write decimal commas, files and messages still have points: what is written in one country is read in another. */
#include "tests/program/paso_process.h"

#include "tests/locales.h"

static int make_comma_folder(void **state)
{
    setenv("LC_ALL", COMMA_LOCALE, 1);
    return make_folder(state);
}

/* The FMU switches the whole process to commas, and says with y = 1.5 that it could. Three points in time of 0.25 s. */
static void an_fmu_that_changes_the_locale_does_not_change_the_results(void **state)
{
    (void)state;
    speak_with_commas();
    setlocale(LC_ALL, "C");
    PASO_OK("run", FMU("comma"), "--macro-step", "0.25", "--stop-time", "5e-1", "--output", in_folder("r.csv"),
            "--summary", in_folder("s.json"), "--quiet");
    char *rows = read_file(in_folder("r.csv")), *summary = read_file(in_folder("s.json"));
    assert_string_equal(rows, "time,y\n0,1.5\n0.25,1.5\n0.5,1.5\n");
    assert_non_null(strstr(summary, "\"time\": 0.5"));
    free(rows);
    free(summary);
}

static void times_in_messages_have_points(void **state)
{
    (void)state;
    assert_int_equal(PASO("run", FMU("comma"), "--macro-step", "0,25"), 2);
    assert_said("0,25");
    PASO_OK("run", FMU("comma"), "--macro-step", "0.25", "--stop-time", "0.5");
    assert_non_null(strstr(last.out, "at t = 0.5 s"));
}

/* exp(-t): tables that are read, and numbers that are printed by another command. */
static void inputs_and_spectra_have_points(void **state)
{
    (void)state;
    FILE *input = fopen(in_folder("u.csv"), "w");
    assert_non_null(input);
    fputs("time,u\n0,0.5\n1,0.5\n", input);
    fclose(input);
    PASO_OK("run", FMU("decay"), "--input", in_folder("u.csv"), "--record", "u", "--macro-step", "0.5", "--stop-time",
            "1", "--output", in_folder("r.csv"), "--quiet");
    char *rows = read_file(in_folder("r.csv"));
    assert_string_equal(rows, "time,u\n0,0.5\n0.5,0.5\n1,0.5\n");
    free(rows);
    PASO_OK("linearize", FMU("decay"), "--set", "k=1.5", "--output", in_folder("l.json"));
    char *json = read_file(in_folder("l.json"));
    assert_non_null(strstr(json, "-1.5"));
    assert_null(strstr(json, "1,5"));
    free(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_fmu_that_changes_the_locale_does_not_change_the_results),
        cmocka_unit_test(times_in_messages_have_points),
        cmocka_unit_test(inputs_and_spectra_have_points),
    };
    return cmocka_run_group_tests(tests, make_comma_folder, remove_folder);
}
