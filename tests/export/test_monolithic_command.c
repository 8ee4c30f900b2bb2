/* paso monolithic, as a user calls it. */
#include "tests/program/paso_process.h"

#include <math.h>

#define SYSTEM(name) SOURCE_DIR "/benchmarks/systems/" name ".json"

static void monolithic(const char *const *more)
{
    const char *words[24] = {"monolithic"};
    for (int i = 0; more[i]; i++)
        words[i + 1] = more[i];
    finish_paso(start_paso(words, NULL));
}

/* Publication II with LuGre friction, which the option puts in the place of the file's Brown-McPhee. */
static void a_run_leaves_rows_and_a_summary(void **state)
{
    (void)state;
    char csv[300], json[300];
    snprintf(csv, sizeof csv, "%s", in_folder("run.csv"));
    snprintf(json, sizeof json, "%s", in_folder("run.json"));
    const char *const words[] = {SYSTEM("lut2-four-bar"),
                                 "--set",
                                 "hydraulics.cylinders.cylinder.friction.type=LuGre",
                                 "--stop-time",
                                 "3",
                                 "--every",
                                 "1000",
                                 "--record",
                                 "multibody.z?,hydraulics.V3.p",
                                 "--output",
                                 csv,
                                 "--summary",
                                 json,
                                 NULL};
    monolithic(words);
    if (last.status != 0)
        fail_msg("%s", last.err);
    assert_non_null(strstr(last.out, "iterations: 1."));
    char *text = read_file(csv), *row = text;
    double t, z[3], p3, work, energy;
    assert_int_equal(strncmp(text, "time,iterations,energy,work,drift,", 34), 0);
    for (int i = 0; i < 4; i++)
        row = strchr(row, '\n') + 1;
    /* columns: states and outputs come in the order of the table; z2 and z3 are dependent, local values */
    assert_int_equal(sscanf(row, "%lf,%*d,%lf,%lf,%*f,%lf,%lf,%lf,%lf", &t, &energy, &work, &z[0], &p3, &z[1], &z[2]),
                     7);
    assert_near(t, 3, 0);
    assert_near(z[0], 0.717229235717, 3e-6); /* converged: LUT2_LUGRE_Z1_AT_3 of benchmarks/reference */
    assert_near(energy, work, 1e-3);
    assert_int_equal(*(strchr(row, '\n') + 1), 0); /* the last row */
    free(text);
    text = read_file(json);
    assert_non_null(strstr(text, "\"steps\": 3000"));
    assert_non_null(strstr(text, "\"constraint_violation_m\""));
    free(text);
}

static void what_is_wrong_is_said_and_nothing_is_written(void **state)
{
    (void)state;
    static const struct {
        const char *words[5];
        int status;
        const char *text;
    } wrong[] = {
        {{SYSTEM("no-such"), NULL}, 2, "no-such.json"},
        {{SOURCE_DIR "/benchmarks/mechanisms/bicycle.json", NULL}, 2, "bicycle.json"},
        {{SYSTEM("lut2-four-bar"), "--set", "hydraulics.fluid.densty=850", NULL}, 2, "densty"},
        {{SYSTEM("lut2-four-bar"), "--method", "euler", NULL}, 2, "double-step"},
        {{SYSTEM("lut2-four-bar"), "--step", "0", NULL}, 2, "step"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *words[10];
        size_t n = 0;
        for (; wrong[i].words[n]; n++)
            words[n] = wrong[i].words[n];
        words[n++] = "--output";
        words[n++] = in_folder("wrong.csv");
        words[n] = NULL;
        monolithic(words);
        assert_int_equal(last.status, wrong[i].status);
        if (!strstr(last.err, wrong[i].text))
            fail_msg("%zu: %s", i, last.err);
        assert_int_not_equal(access(in_folder("wrong.csv"), F_OK), 0);
    }
}

/* A cylinder that is too short reaches its end. Cause and time are said, the rows so far stay. */
static void a_run_that_fails_says_when_and_why(void **state)
{
    (void)state;
    char csv[300];
    snprintf(csv, sizeof csv, "%s", in_folder("failed.csv"));
    const char *const words[] = {
        SYSTEM("lut2-four-bar"), "--set", "hydraulics.cylinders.cylinder.stroke=0.31", "--output", csv, NULL};
    monolithic(words);
    assert_int_equal(last.status, 1);
    assert_non_null(strstr(last.err, "at t = 1."));
    strcat(csv, ".partial");
    assert_int_equal(access(csv, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_leaves_rows_and_a_summary),
        cmocka_unit_test(what_is_wrong_is_said_and_nothing_is_written),
        cmocka_unit_test(a_run_that_fails_says_when_and_why),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
