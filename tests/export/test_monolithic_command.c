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

/* ---- --input ---- */

/* 2 kg on a rail, pushed by an input of the system; `idle` is one of the mechanism alone. */
#define MASS 2.0
#define RAIL                                                                                                           \
    "{\"type\": \"mechanism\", \"name\": \"Rail\", \"gravity\": [0, 0, -9.81], \"bodies\": {\"cart\": {\"mass\": 2, "  \
    "\"inertia\": [1, 1, 1, 0, 0, 0]}}, \"joints\": {\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", "        \
    "\"child\": \"cart\", \"axis\": [1, 0, 0]}}, \"drives\": {\"push\": {\"coordinate\": \"x\"}, "                     \
    "\"idle\": {\"coordinate\": \"x\"}}}"
#define CART                                                                                                           \
    "{\"type\": \"system\", \"name\": \"cart\", \"components\": {\"multibody\": {\"file\": \"rail.json\"}}, "          \
    "\"inputs\": {\"thrust\": {\"to\": \"multibody.push.drive\"}}, \"experiment\": {\"stop_time\": 1.2, "              \
    "\"step_size\": 0.1}}"

/* Jumps at 0.3 s, where a step ends but for rounding, and at 0.55 s, in the middle of one; a kink at 0.42 s; held after the last row. */
static const struct {
    double t, force;
} thrust[] = {{0, 1}, {0.3, 4}, {0.3, -2}, {0.42, 3}, {0.55, 3}, {0.55, -5}, {0.93, 6}, {1e3, 6}};
enum { THRUST_ROWS = sizeof thrust / sizeof *thrust - 1 };

/* m x'' = F(t) from rest, F in straight lines: piece by piece, v is a parabola and x a cubic. */
static void cart_at(double t, double *x, double *v, double *force)
{
    *x = *v = 0;
    *force = thrust[0].force;
    for (size_t i = 0; i < THRUST_ROWS && thrust[i].t <= t + 1e-12; i++) {
        const double begin = thrust[i].t, length = thrust[i + 1].t - begin, d = fmin(t, thrust[i + 1].t) - begin;
        const double f = thrust[i].force;
        *force = length > 0 ? f + (thrust[i + 1].force - f) * d / length : thrust[i + 1].force;
        *x += *v * d + (2 * f + *force) * d * d / (6 * MASS);
        *v += (f + *force) * d / (2 * MASS);
    }
}

static const char *write_cart(void)
{
    write_file("rail.json", RAIL);
    return write_file("cart.json", CART);
}

static void an_input_that_ramps_and_jumps_is_followed_exactly(void **state)
{
    (void)state;
    char table[400] = "time,thrust\n", system[300], input[300], csv[300];
    for (size_t i = 0; i < THRUST_ROWS; i++)
        sprintf(table + strlen(table), "%.17g,%.17g\n", thrust[i].t, thrust[i].force);
    snprintf(system, sizeof system, "%s", write_cart());
    snprintf(input, sizeof input, "%s", write_file("thrust.csv", table));
    snprintf(csv, sizeof csv, "%s", in_folder("cart.csv"));
    const char *const words[] = {system,     "--method", "cvode",
                                 "--step",   "0.1s",     "--input",
                                 input,      "--record", "multibody.x,multibody.dx,multibody.push.drive",
                                 "--output", csv,        NULL};
    monolithic(words);
    if (last.status != 0)
        fail_msg("%s", last.err);
    char *text = read_file(csv), *row = text;
    assert_non_null(strstr(text, ",drift,multibody.push.drive,multibody.x,"));
    int n = 0;
    while ((row = strchr(row, '\n') + 1) && *row) {
        double t, x, v, force, right[3];
        assert_int_equal(sscanf(row, "%lf,%*d,%*f,%*f,%*f,%lf,%lf,%lf", &t, &force, &x, &v), 4);
        cart_at(t, &right[0], &right[1], &right[2]);
        assert_near(x, right[0], 1e-12);
        assert_near(v, right[1], 1e-12);
        assert_near(force, right[2], 1e-12); /* at a jump the value after it, as in paso run */
        n++;
    }
    assert_int_equal(n, 13);
    free(text);
}

static void wrong_input_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *method, *text, *words;
    } wrong[] = {
        {"cvode", "time,thrst\n0,1\n", "in.csv:1: the system has no input \"thrst\"; did you mean \"thrust\"?"},
        {"cvode", "time,multibody.idel.drive\n0,1\n", "did you mean \"multibody.idle.drive\"?"},
        {"cvode", "time,multibody.push.drive\n0,1\n", "thrust drives it already"},
        {"cvode", "time,multibody.x\n0,1\n", "no input \"multibody.x\""},
        {"cvode", "time,thrust,thrust\n0,1,1\n", "stands in two columns"},
        {"cvode", "time,thrust\n0,fast\n", "in.csv:2: \"fast\" is not a number"},
        {"double-step", "time,thrust\n0,1\n", "--method double-step keeps inputs as they start; --method cvode"},
        {"penalty", "time,thrust\n0,1\n", "--method penalty keeps inputs as they start; --method cvode"},
    };
    char system[300], input[300], csv[300];
    snprintf(system, sizeof system, "%s", write_cart());
    snprintf(csv, sizeof csv, "%s", in_folder("wrong.csv"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(input, sizeof input, "%s", write_file("in.csv", wrong[i].text));
        const char *const words[] = {system, "--method", wrong[i].method, "--input", input, "--output", csv, NULL};
        monolithic(words);
        assert_int_equal(last.status, 2);
        if (!strstr(last.err, wrong[i].words))
            fail_msg("%zu: %s", i, last.err);
        assert_int_not_equal(access(csv, F_OK), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_leaves_rows_and_a_summary),
        cmocka_unit_test(what_is_wrong_is_said_and_nothing_is_written),
        cmocka_unit_test(a_run_that_fails_says_when_and_why),
        cmocka_unit_test(an_input_that_ramps_and_jumps_is_followed_exactly),
        cmocka_unit_test(wrong_input_files_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
