/* paso monolithic --method penalty shows what the other methods show, by the same names. Both options of the papers' methods
 * that change numbers, --penalty and --tangent, have an effect. */
#include "tests/program/paso_process.h"
#include "benchmarks/reference/recomputed.h"

#include <math.h>

#define SYSTEM(name) SOURCE_DIR "/benchmarks/systems/" name ".json"

/* ---- a body that is thrown: all is known ---- */

#define G 9.81
#define V 3.0 /* its velocity at the start, along x */

/* It does not turn: the marker keeps its place in the body. */
static const char thrown[] = "{\"type\": \"mechanism\", \"name\": \"Thrown\", \"gravity\": [0, -9.81, 0],"
                             " \"bodies\": {\"stone\": {\"mass\": 2, \"inertia\": [1, 1, 1, 0, 0, 0]}},"
                             " \"joints\": {\"trunk\": {\"type\": \"free\", \"parent\": \"ground\","
                             "   \"child\": \"stone\", \"start_rate\": [3, 0, 0, 0, 0, 0]}},"
                             " \"markers\": {\"tip\": {\"body\": \"stone\", \"at\": [0.5, 0.25, 0]}}}";
static const char thrown_system[] = "{\"type\": \"system\", \"name\": \"thrown\","
                                    " \"components\": {\"multibody\": {\"file\": \"thrown.json\"}},"
                                    " \"experiment\": {\"stop_time\": 0.5}}";

static const char *const methods[] = {"double-step", "penalty", "cvode"};

static int throw_it(const char *method, const char *option, const char *value)
{
    char system[300], csv[300];
    write_file("thrown.json", thrown);
    snprintf(system, sizeof system, "%s", write_file("thrown-system.json", thrown_system));
    snprintf(csv, sizeof csv, "%s", in_folder("thrown.csv"));
    remove(csv);
    return option ? PASO("monolithic", system, "--step", "0.1", "--quiet", "--output", csv, "--method", method, option,
                         value)
                  : PASO("monolithic", system, "--step", "0.1", "--quiet", "--output", csv, "--method", method);
}

/* Free fall, exactly: the trapezoidal rule integrates parabolas without error, CVODE within its tolerance. */
static void rates_and_markers_have_the_names_of_the_file(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (throw_it(methods[i], NULL, NULL) != 0)
            fail_msg("%s: %s", methods[i], last.err);
        struct table t = read_table(in_folder("thrown.csv"));
        for (size_t row = 0; row < t.n_rows; row++) {
            const double time = cell(&t, row, "time"), y = -G / 2 * time * time, near = i < 2 ? 1e-12 : 1e-8;
            assert_near(cell(&t, row, "multibody.trunk.x"), V * time, near);
            assert_near(cell(&t, row, "multibody.trunk.dx"), V, near);
            assert_near(cell(&t, row, "multibody.trunk.dy"), -G * time, near);
            assert_near(cell(&t, row, "multibody.tip.x"), V * time + 0.5, near);
            assert_near(cell(&t, row, "multibody.tip.y"), y + 0.25, near);
            assert_near(cell(&t, row, "multibody.tip.vy"), -G * time, near);
        }
        assert_int_equal(t.n_rows, 6);
        free_table(&t);
    }
}

/* As in paso run: blanks do not belong to a pattern, and each pattern has to match. */
static void every_pattern_is_recorded_or_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (throw_it(methods[i], "--record", "multibody.trunk.d[xy], multibody.tip.y") != 0)
            fail_msg("%s: %s", methods[i], last.err);
        char *text = read_file(in_folder("thrown.csv"));
        *strchr(text, '\n') = 0;
        assert_string_equal(text, "time,iterations,energy,work,drift,multibody.trunk.dx,multibody.trunk.dy,"
                                  "multibody.tip.y");
        free(text);
        assert_int_equal(throw_it(methods[i], "--record", "multibody.trunk.x,multibody.tap.y"), 2);
        assert_said("--record: no variable matches \"multibody.tap.y\"");
        assert_int_equal(throw_it(methods[i], "--record", "multibody.trunk.x,,multibody.tip.y"), 2);
        assert_said("--record: an empty pattern");
        assert_int_not_equal(access(in_folder("thrown.csv"), F_OK), 0);
    }
}

/* ---- LIM's manipulator, whose ports have names of their own ---- */

/* Error of the cylinder's length at 6 s, against the converged solution, recomputed.h. */
static double lim_error(const char *method, const char *step)
{
    PASO_OK("monolithic", SYSTEM("lim-manipulator"), "--method", method, "--step", step, "--stop-time", "6", "--every",
            "1000000", "--record", "multibody.s", "--quiet", "--output", in_folder("lim.csv"));
    struct table t = read_table(in_folder("lim.csv"));
    const double s = last_cell(&t, "multibody.s");
    free_table(&t);
    return s - LIM_S1_M1_AT_6;
}

/* The trapezoidal rule is of second order, in both formulations: half the step leaves a quarter of the error, and without that
 * part (Richardson's extrapolation) next to nothing is left. */
static void a_mechanism_without_loops_can_be_solved_by_penalty(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const double coarse = lim_error(methods[i], "1ms"), fine = lim_error(methods[i], "0.5ms");
        assert_near(coarse / fine, 4, 0.1);
        assert_true(fabs(4 * fine - coarse) / 3 < fabs(fine) / 20);
    }
}

/* ---- --penalty and --tangent ---- */

/* The four-bar's largest violation of its loop, m. */
static double violation(const char *alpha)
{
    char json[300];
    snprintf(json, sizeof json, "%s", in_folder("penalty.json"));
    PASO_OK("monolithic", SYSTEM("lut2-four-bar"), "--method", "penalty", "--penalty", alpha, "--stop-time", "2",
            "--summary", json, "--quiet");
    char *text = read_file(json), *at = strstr(text, "\"constraint_violation_m\":");
    assert_non_null(at);
    const double value = strtod(strchr(at, ':') + 1, NULL);
    free(text);
    return value;
}

/* alpha phi is what the multipliers do not hold yet (eq. 19 of Publication I): with the same steps and forces phi goes as
 * 1/alpha. */
static void loops_open_as_the_penalty_gets_smaller(void **state)
{
    (void)state;
    const double small = violation("1e9"), large = violation("1e11");
    assert_near(small / large, 100, 20);
}

/* Both tangents lead to the same solution, within the tolerances of the last increments, but over other iterates: all bits
 * alike would mean that the option is not heard. */
static void tangents_differ_but_not_the_solution(void **state)
{
    (void)state;
    PASO_OK("monolithic", SYSTEM("lut2-four-bar"), "--tangent", "exact", "--stop-time", "1.5", "--output",
            in_folder("exact.csv"), "--quiet");
    PASO_OK("monolithic", SYSTEM("lut2-four-bar"), "--stop-time", "1.5", "--output", in_folder("usual.csv"), "--quiet");
    PASO_OK("monolithic", SYSTEM("lut2-four-bar"), "--tangent", "differences", "--stop-time", "1.5", "--output",
            in_folder("differences.csv"), "--quiet");
    struct table exact = read_table(in_folder("exact.csv")), usual = read_table(in_folder("usual.csv")),
                 differences = read_table(in_folder("differences.csv"));
    const size_t n = exact.n_rows * exact.n_columns;
    assert_int_equal(differences.n_rows, exact.n_rows);
    assert_memory_equal(usual.values, exact.values, n * sizeof *exact.values); /* exact is the default */
    assert_memory_not_equal(differences.values, exact.values, n * sizeof *exact.values);
    for (size_t row = 0; row < exact.n_rows; row++) {
        assert_near(cell(&differences, row, "multibody.z1"), cell(&exact, row, "multibody.z1"), 1e-7);
        assert_near(cell(&differences, row, "hydraulics.V1.p"), cell(&exact, row, "hydraulics.V1.p"), 1e-2);
    }
    free_table(&exact);
    free_table(&usual);
    free_table(&differences);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_and_markers_have_the_names_of_the_file),
        cmocka_unit_test(every_pattern_is_recorded_or_refused),
        cmocka_unit_test(a_mechanism_without_loops_can_be_solved_by_penalty),
        cmocka_unit_test(loops_open_as_the_penalty_gets_smaller),
        cmocka_unit_test(tangents_differ_but_not_the_solution),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
