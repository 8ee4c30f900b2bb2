/* Sweeps without a reference: minimum, maximum, final value, overshoot and settling time, against closed solutions. */
#include "tests/sweep/sweep_testing.h"

#include "sweep/variable_outcome.h"

#include <math.h>
#include <sqlite3.h>
#include <stdint.h>

#define SPRING_MASS BUILD_DIR "/fmus/SpringMass.fmu"

static struct variable_outcome outcome_of_rows(const double *times, const double *values, size_t n, double band)
{
    char *names[] = {"y"};
    const struct trajectory t = {.names = names,
                                 .n_names = 1,
                                 .times = (double *)(uintptr_t)times,
                                 .values = (double *)(uintptr_t)values,
                                 .n_times = n};
    return outcome_of(&t, 0, band);
}

/* By hand: from 0 to 10 over a peak of 13; the farthest from 10 is the start, so the band of 0.1 is 9 to 11. The line from (2, 13) to (4, 9.5)
 * comes down to 11 after 2/3.5 of its way. */
static void numbers_of_a_polygon(void **state)
{
    (void)state;
    const double times[] = {1, 2, 4, 5}, values[] = {0, 13, 9.5, 10};
    const struct variable_outcome o = outcome_of_rows(times, values, 4, 0.1);
    assert_true(o.values[OUTCOME_MINIMUM] == 0 && o.values[OUTCOME_MAXIMUM] == 13 && o.values[OUTCOME_FINAL] == 10);
    assert_near(o.values[OUTCOME_OVERSHOOT], 0.3, 1e-15);
    assert_near(o.values[OUTCOME_SETTLING_TIME], 1 + 2 * 2 / 3.5, 1e-15);
}

static void downwards_is_the_same(void **state)
{
    (void)state;
    const double times[] = {1, 2, 4, 5}, values[] = {0, -13, -9.5, -10};
    const struct variable_outcome o = outcome_of_rows(times, values, 4, 0.1);
    assert_near(o.values[OUTCOME_OVERSHOOT], 0.3, 1e-15);
    assert_near(o.values[OUTCOME_SETTLING_TIME], 1 + 2 * 2 / 3.5, 1e-15);
}

/* Nothing can be said of a step that is none; a pulse settles all the same. */
static void a_constant_and_a_pulse_have_no_overshoot(void **state)
{
    (void)state;
    const double times[] = {0, 1, 2, 3}, constant[] = {7, 7, 7, 7}, pulse[] = {7, 8, 7, 7};
    struct variable_outcome o = outcome_of_rows(times, constant, 4, 0.02);
    assert_true(isnan(o.values[OUTCOME_OVERSHOOT]) && o.values[OUTCOME_SETTLING_TIME] == 0);
    o = outcome_of_rows(times, pulse, 4, 0.02);
    assert_true(isnan(o.values[OUTCOME_OVERSHOOT]));
    assert_near(o.values[OUTCOME_SETTLING_TIME], 1.98, 1e-15);
    o = outcome_of_rows(times, pulse, 1, 0.02); /* a run that ended at its start */
    assert_true(isnan(o.values[OUTCOME_OVERSHOOT]) && o.values[OUTCOME_SETTLING_TIME] == 0);
}

/* A pressure of 2 MPa whose last digits change, as sums in another order make them: a unit in the last place of 2e6 is 2^-32. It does not
 * move, so that there is no step to overshoot and nothing to settle; a change of a hundredth of a pascal is one. */
static void rounding_is_no_step(void **state)
{
    (void)state;
    const double ulp = 0x1p-32, times[] = {0, 1, 2, 3}, noise[] = {2e6, 2e6 + 3 * ulp, 2e6 - 2 * ulp, 2e6 + ulp};
    struct variable_outcome o = outcome_of_rows(times, noise, 4, 0.02);
    assert_true(isnan(o.values[OUTCOME_OVERSHOOT]) && o.values[OUTCOME_SETTLING_TIME] == 0);
    const double step[] = {2e6, 2e6 + 0.015, 2e6 + 0.01, 2e6 + 0.01};
    o = outcome_of_rows(times, step, 4, 0.02);
    assert_near(o.values[OUTCOME_OVERSHOOT], 0.5, 1e-6);
    assert_true(o.values[OUTCOME_SETTLING_TIME] > 1);
}

/* ---- a damped oscillator: m x'' + d x' + k x = 0, x(0) = x_0 at rest ---- */

enum { MASS = 2, STIFFNESS = 50 };

static double position(double damping, double t) /* over x_0 */
{
    const double delta = damping / (2.0 * MASS), omega = sqrt((double)STIFFNESS / MASS - delta * delta);
    return exp(-delta * t) * (cos(omega * t) + delta / omega * sin(omega * t));
}

/* The last time at which it is farther away than the band. */
static double settled(double damping, double band)
{
    double t = 25;
    while (fabs(position(damping, t)) <= band)
        t -= 1e-4;
    double outside = t, inside = t + 1e-4;
    for (int i = 0; i < 60; i++) {
        const double middle = (outside + inside) / 2;
        *(fabs(position(damping, middle)) > band ? &outside : &inside) = middle;
    }
    return inside;
}

static void sweep_oscillator(const char *band)
{
    PASO_OK("sweep", SPRING_MASS, "--set", "d=4,6,8", "--set", "solver=4", "--set", "rel_tol=1e-11", "--set",
            "abs_tol=1e-13", "--macro-step", "1ms", "--stop-time", "25", "--record", "x", "--settling-band", band,
            "--output", in_folder("o.csv"), "--quiet");
}

static void a_damped_oscillator_has_its_overshoot_and_settling_time(void **state)
{
    (void)state;
    static const double H = 1e-3, x_0 = 0.1, dampings[] = {4, 6, 8}, bands[] = {0.02, 0.05};
    for (int b = 0; b < 2; b++) {
        sweep_oscillator(b ? "0.05" : "0.02");
        struct sheet s = read_sheet(in_folder("o.csv"));
        for (size_t i = 0; i < 3; i++) {
            const double delta = dampings[i] / (2.0 * MASS), omega = sqrt((double)STIFFNESS / MASS - delta * delta);
            const double overshoot = exp(-M_PI * delta / omega);
            /* The peak lies at most H/2 beside a row: x'' H^2/8, with x'' <= omega_0^2 x_0. */
            const double peak = (double)STIFFNESS / MASS * H * H / 8;
            assert_near(number_at(&s, i, "overshoot:x"), overshoot, peak + 1e-9);
            assert_near(number_at(&s, i, "minimum:x"), -overshoot * x_0, (peak + 1e-9) * x_0);
            assert_near(number_at(&s, i, "maximum:x"), x_0, 1e-15);
            assert_near(number_at(&s, i, "final:x"), 0, 1e-9);
            /* A chord is off by x'' H^2/8, and that over the slope in time. */
            const double t = settled(dampings[i], bands[b]);
            const double slope = (position(dampings[i], t + 1e-6) - position(dampings[i], t - 1e-6)) / 2e-6;
            const double curvature = dampings[i] / MASS * fabs(slope) + (double)STIFFNESS / MASS * bands[b];
            assert_near(number_at(&s, i, "settling_time:x"), t, 1.1 * curvature * H * H / 8 / fabs(slope) + 1e-7);
        }
        free_sheet(&s);
    }
}

/* ---- the table ---- */

#define VARIED_DECAY "sweep", FMU("decay"), "--set", "k=1,2,4", "--macro-step", "0.1,0.05"
#define DECAY        VARIED_DECAY, "--record", "*"

/* y = exp(-k t): the contracted columns first, no errors, no orders. */
static void columns_stand_behind_the_options(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("decay"), "--set", "k=1,2", "--record", "y", "--output", in_folder("o.csv"), "--quiet");
    char *text = read_file(in_folder("o.csv"));
    static const char header[] =
        "k,status,steps,minimum:y,maximum:y,final:y,overshoot:y,settling_time:y,cpu_s,wall_s,time,";
    assert_memory_equal(text, header, sizeof header - 1);
    assert_null(strstr(text, "error"));
    assert_null(strstr(text, "order:"));
    free(text);
    struct sheet s = read_sheet(in_folder("o.csv"));
    for (size_t i = 0; i < 2; i++) {
        assert_near(number_at(&s, i, "final:y"), exp(-1.0 - (double)i), 1e-12);
        assert_true(number_at(&s, i, "overshoot:y") == 0);
    }
    free_sheet(&s);
}

/* What comes from the store, or half of it, is what comes from runs; so is what other processes have run. */
static void the_store_and_restarts_give_the_same_table(void **state)
{
    (void)state;
    PASO_OK(DECAY, "--output", in_folder("a.csv"), "--keep", in_folder("a"), "--jobs", "1", "--quiet");
    PASO_OK(DECAY, "--output", in_folder("b.csv"), "--keep", in_folder("b"), "--jobs", "4", "--quiet");
    char *once = timeless(in_folder("a.csv")), *other = timeless(in_folder("b.csv"));
    assert_string_equal(once, other);
    free(other);
    char command[1024];
    sqlite3 *database;
    assert_int_equal(sqlite3_open(in_folder("a.db"), &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database,
                                  "DELETE FROM run WHERE options LIKE 'k 2%'; DELETE FROM series WHERE key IN "
                                  "(SELECT key FROM run WHERE options LIKE 'k 4%')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
    snprintf(command, sizeof command, "rm -r '%s'", in_folder("a"));
    assert_int_equal(system(command), 0);
    PASO_OK(DECAY, "--output", in_folder("a.csv"), "--keep", in_folder("a"));
    assert_non_null(strstr(last.out, "2 of them were in the store"));
    other = timeless(in_folder("a.csv"));
    assert_string_equal(once, other);
    free(other);
    free(once);
    snprintf(command, sizeof command, "diff -r '%s' '%s'", in_folder("a"), in_folder("b"));
    assert_int_equal(system(command), 0);
}

/* A series is what `paso run` writes with the run's own options, and its notes say which. */
static void series_are_results(void **state)
{
    (void)state;
    PASO_OK(DECAY, "--output", in_folder("o.csv"), "--keep", in_folder("kept"), "--quiet");
    struct sheet s = read_sheet(in_folder("o.csv"));
    assert_string_equal(text_at(&s, 3, "series"), "run-0004.csv"); /* k = 2, 0.05 s */
    free_sheet(&s);
    PASO_OK("run", FMU("decay"), "--set", "k=2", "--macro-step", "0.05", "--record", "*", "--output",
            in_folder("r.csv"), "--quiet");
    char *kept = read_file(in_folder("kept/run-0004.csv")), *run = read_file(in_folder("r.csv"));
    assert_string_equal(kept, run);
    free(kept);
    free(run);
    kept = read_file(in_folder("kept/run-0004.csv.json"));
    assert_non_null(strstr(kept, "k=2"));
    assert_non_null(strstr(kept, "0.05"));
    free(kept);
}

/* A run that leaves its bounds has no outcomes, but a series up to there: x' = -k x is below 0.5 for the first time at 0.7 s and k = 1. */
static void an_unstable_run_has_a_series_and_no_outcome(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("decay"), "--set", "k=0.5,1", "--macro-step", "0.1", "--record", "y", "--bound", "y=0.5:2",
            "--output", in_folder("o.csv"), "--keep", in_folder("kept"), "--plot", in_folder("o.html"), "--quiet");
    struct sheet s = read_sheet(in_folder("o.csv"));
    assert_string_equal(text_at(&s, 1, "status"), "unstable");
    assert_string_equal(text_at(&s, 1, "maximum:y"), "");
    assert_true(number_at(&s, 0, "maximum:y") == 1);
    free_sheet(&s);
    struct table t = read_table(in_folder("kept/run-0002.csv"));
    assert_int_equal(t.n_rows, 7); /* 0 to 0.6 s */
    free_table(&t);
    char *page = read_file(in_folder("o.html"));
    assert_non_null(strstr(page, "above: unstable or failed"));
    free(page);
}

/* ---- plots ---- */

static void outcomes_are_drawn_over_a_parameter(void **state)
{
    (void)state;
    PASO_OK(DECAY, "--plot", in_folder("k.html"), "--outcomes", "final,settling_time", "--quiet");
    char *page = read_file(in_folder("k.html"));
    assert_non_null(strstr(page, "\"final value of y"));
    assert_non_null(strstr(page, "\"settling time of y, s\""));
    assert_null(strstr(page, "minimum of"));
    assert_non_null(strstr(page, "\"x\":[1,2,4]"));
    assert_non_null(strstr(page, "\"label\":\"macro-step = 0.05\""));
    free(page);
    PASO_OK(VARIED_DECAY, "--plot", in_folder("p.html"), "--outcomes", "final", "--x", "macro-step", "--panels", "k",
            "--record", "y", "--quiet"); /* three values of k: three panels with the same two points */
    page = read_file(in_folder("p.html"));
    size_t panels = 0;
    for (const char *at = page; (at = strstr(at, "\"final value of y")); at++)
        panels++;
    assert_int_equal(panels, 3);
    for (const char *at = page; (at = strstr(at, "\"style\":")); at++)
        assert_memory_equal(at, "\"style\":0,", 10); /* alike in all of them */
    free(page);
    PASO_OK(DECAY, "--plot", in_folder("h.svg"), "--x", "macro-step", "--size", "88mm", "--quiet");
    page = read_file(in_folder("h.svg"));
    assert_non_null(strstr(page, "macro step, ms"));
    assert_non_null(strstr(page, "k = 4"));
    free(page);
}

static void wrong_words_are_named(void **state)
{
    (void)state;
    const char *folder_file = write_file("file", "");
    const struct {
        const char *words[8];
        const char *said;
    } cases[] = {
        {{"--plot", "x.svg"}, "--plot means nothing without --record or --reference"},
        {{"--keep", "kept"}, "--keep means nothing without --record or --reference"},
        {{"--record", "y", "--keep", folder_file}, "cannot be made"},
        {{"--record", "y", "--keep", "/nowhere/kept"}, "/nowhere/kept"},
        {{"--record", "z"}, "\"z\""},
        {{"--record", "y", "--settling-band", "1"}, "between 0 and 1"},
        {{"--record", "y", "--settling-band", "0"}, "--settling-band"},
        {{"--record", "y", "--x", "k"}, "--x means nothing without --plot"},
        {{"--record", "y", "--plot", "x.svg", "--x", "q"}, "--x cannot be \"q\": k is needed"},
        {{"--record", "y", "--plot", "x.svg", "--panels", "q"}, "--panels cannot be \"q\": k is needed"},
        {{"--record", "y", "--plot", "x.svg", "--outcomes", "final,end"}, "--outcomes cannot be \"end\""},
        {{"--record", "y", "--plot", "x.bmp"}, ".svg, .png, .pdf or .html"},
        {{"--record", "y", "--output", "x.html", "--plot", "x.html"},
         "--plot would overwrite x.html, which is also --output"},
        {{"--record", "y", "--macro-step", "1ms:1s", "--find-limit"}, "--record means nothing without --reference"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *words[14] = {"sweep", FMU("decay"), "--set", "k=1,2"};
        memcpy(words + 4, cases[i].words, sizeof cases[i].words);
        if (run_paso_in(folder, words) != 2 || !strstr(last.err, cases[i].said))
            fail_msg("%s %s: status %d, said: %s", words[4], words[5], last.status, last.err);
    }
}

static int open_folder(void **state)
{
    return make_folder(state);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_a_polygon),
        cmocka_unit_test(downwards_is_the_same),
        cmocka_unit_test(rounding_is_no_step),
        cmocka_unit_test(a_constant_and_a_pulse_have_no_overshoot),
        IN_FOLDER(a_damped_oscillator_has_its_overshoot_and_settling_time),
        IN_FOLDER(columns_stand_behind_the_options),
        IN_FOLDER(the_store_and_restarts_give_the_same_table),
        IN_FOLDER(series_are_results),
        IN_FOLDER(an_unstable_run_has_a_series_and_no_outcome),
        IN_FOLDER(outcomes_are_drawn_over_a_parameter),
        IN_FOLDER(wrong_words_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
