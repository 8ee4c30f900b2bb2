/* `--reference finest`: which run it takes, how far that one may be trusted, and what is said about it. The truth is the analytic
 * solution of the two-mass oscillator; its orders of convergence are those of the extrapolation, plus one. */
#include "tests/sweep/sweep_testing.h"

#include "sweep/finest.h"

#include <math.h>

/* As in docs/sweeps.md: all that is varied is what the coupling does. The masses' own Runge-Kutta steps of 0.1 ms err by 1e-9. */
#define OSCILLATOR                                                                                                     \
    "sweep", BUILD_DIR "/systems/oscillator-fs.ssp", "--stop-time", "1s", "--extrapolation", "0,1,2", "--set",         \
        "mass1.solver=2", "--set", "mass2.solver=2", "--set", "mass1.step_size=1e-4", "--set", "mass2.step_size=1e-4"
/* Warnings are expected: of the oscillator's open inputs, of errors that say little. */
#define SWEEP_OK(...) assert_int_equal(PASO(__VA_ARGS__), 0)
#define STEPS         "0.2ms,0.4ms,0.8ms,1.6ms,3.2ms"

/* Runs stand in the order of the lists: extrapolation first, then the macro steps. */
enum { N_STEPS = 5, N_RUNS = 15, REFERENCE = 2 * N_STEPS /* quadratic inputs, the smallest step */ };

/* Only errors that are ten times that of the reference, or more, give an order: two of them are each off by a tenth at most, in the
 * same direction, and the step doubles: 0.14. */
static void the_orders_of_the_oscillator_come_out(void **state)
{
    (void)state;
    SWEEP_OK(OSCILLATOR, "--macro-step", STEPS, "--reference", "finest", "--record", "mass?.x", "--output",
             in_folder("t.csv"));
    struct sheet s = read_sheet(in_folder("t.csv"));
    assert_int_equal(s.n_rows, 1 + N_RUNS);
    size_t n_orders = 0;
    for (size_t run = 0; run < N_RUNS; run++)
        for (int mass = 1; mass <= 2; mass++) {
            const double order = number_at(&s, run, mass == 1 ? "order:mass1.x" : "order:mass2.x");
            if (isnan(order))
                continue;
            assert_near(order, number_at(&s, run, "extrapolation") + 1, 0.14);
            n_orders++;
        }
    assert_int_equal(n_orders, 2 * (4 + 4 + 2));
    free_sheet(&s);
}

/* The list begins with held inputs, which are the worst; the smallest step of quadratic ones is the best run there is. */
static void the_most_accurate_combination_is_taken_and_named(void **state)
{
    (void)state;
    SWEEP_OK(OSCILLATOR, "--macro-step", STEPS, "--reference", "finest", "--record", "mass1.x", "--output",
             in_folder("t.csv"));
    assert_non_null(strstr(last.out, "reference: extrapolation 2, macro-step 0.0002; estimated error"));
    struct sheet s = read_sheet(in_folder("t.csv"));
    for (size_t run = 0; run < N_RUNS; run++) {
        assert_string_equal(text_at(&s, run, "reference"), "extrapolation 2, macro-step 0.0002");
        assert_true((number_at(&s, run, "max_error:mass1.x") == 0) == (run == REFERENCE));
    }
    free_sheet(&s);
}

/* x(t) of mass 1 without damping: two masses of 1 kg between springs of 10, 100 (between them) and 1000 N/m, at rest length with 100
 * and -100 m/s: the sum over both modes of phi (phi . v) sin(w t)/w. */
static double analytic(double t)
{
    const double k11 = 110, k12 = -100, k22 = 1100, half = hypot((k22 - k11) / 2, k12);
    double x = 0;
    for (int mode = -1; mode <= 1; mode += 2) {
        const double w2 = (k11 + k22) / 2 + mode * half, length = hypot(k12, w2 - k11), w = sqrt(w2);
        const double phi[2] = {k12 / length, (w2 - k11) / length};
        x += phi[0] * (100 * phi[0] - 100 * phi[1]) * sin(w * t) / w;
    }
    return x;
}

/* At the points of the coarsest run, which all runs have. */
static const char *write_truth(void)
{
    FILE *file = fopen(in_folder("truth.csv"), "w");
    assert_non_null(file);
    fputs("time,mass1.x\n", file);
    for (int i = 0; i <= 312; i++)
        fprintf(file, "%.17g,%.17g\n", 3.2e-3 * i, analytic(3.2e-3 * i));
    fclose(file);
    return in_folder("truth.csv");
}

/* The estimate is Richardson's, exact to first order in H: a third is more than H w = 1e-2 asks for. And every error is that against
 * the truth up to the reference's own. */
static void the_estimated_error_is_the_true_one(void **state)
{
    (void)state;
#define UNDAMPED OSCILLATOR, "--set", "mass1.c=0", "--set", "mass2.c=0", "--set", "mass1.c_c=0", "--set", "mass2.c_c=0"
    SWEEP_OK(UNDAMPED, "--macro-step", STEPS, "--reference", write_truth(), "--output", in_folder("true.csv"));
    SWEEP_OK(UNDAMPED, "--macro-step", STEPS, "--reference", "finest", "--record", "mass1.x", "--output",
             in_folder("t.csv"));
    struct sheet against_truth = read_sheet(in_folder("true.csv")), s = read_sheet(in_folder("t.csv"));
    const double error = number_at(&against_truth, REFERENCE, "max_error:mass1.x");
    assert_near(number_at(&s, 0, "reference_error:mass1.x"), error, error / 3);
    for (size_t run = 0; run < N_RUNS; run++) {
        const double expected = number_at(&against_truth, run, "max_error:mass1.x");
        const double found = number_at(&s, run, "max_error:mass1.x");
        /* finer runs are compared at more points: their largest error may be between those of the coarsest one */
        assert_true(found >= expected - 1.01 * error);
        assert_true(found <= 1.05 * expected + 1.01 * error);
    }
    free_sheet(&against_truth);
    free_sheet(&s);
}

/* Held inputs alone, steps of 1 and 2 ms: the error of the reference is as large as its distance from the other run. */
static void a_reference_that_has_not_converged_is_said_to_be_one(void **state)
{
    (void)state;
    SWEEP_OK("sweep", BUILD_DIR "/systems/oscillator-fs.ssp", "--stop-time", "1s", "--macro-step", "1ms,2ms",
             "--reference", "finest", "--record", "mass1.x", "--output", in_folder("t.csv"));
    assert_non_null(strstr(last.err, "1 of 1 errors are less than ten times the estimated error of their reference"));
    struct sheet s = read_sheet(in_folder("t.csv"));
    const double distance = number_at(&s, 1, "max_error:mass1.x");
    assert_near(number_at(&s, 0, "reference_error:mass1.x"), distance, 1e-12 * distance);
    assert_true(isnan(number_at(&s, 1, "order:mass1.x")));
    free_sheet(&s);
    assert_non_null(strstr(last.out, "~"));
}

static void macro_steps_without_common_points_are_refused(void **state)
{
    (void)state;
    assert_int_equal(PASO("sweep", FMU("decay"), "--macro-step", "10ms:100ms:8log", "--reference", "finest"), 2);
    assert_said("have hardly one");
    assert_int_equal(PASO("sweep", FMU("decay"), "--macro-step", "0.1", "--reference", "finest"), 2);
    assert_said("needs a list of macro steps");
    assert_int_equal(PASO("sweep", FMU("decay"), "--zip", "--macro-step", "0.1,0.2", "--tolerance", "1e-3,1e-4",
                          "--reference", "finest"),
                     2);
    assert_said("needs a list of macro steps");
    PASO_OK("sweep", FMU("decay"), "--macro-step", "20ms,50ms,100ms", "--reference", "finest");
}

/* Nothing is run twice, and what was taken for the reference is said again. */
static void the_choice_is_kept_in_the_store(void **state)
{
    (void)state;
    SWEEP_OK(OSCILLATOR, "--macro-step", STEPS, "--reference", "finest", "--record", "mass?.x", "--output",
             in_folder("t.csv"));
    char *first = timeless(in_folder("t.csv"));
    SWEEP_OK(OSCILLATOR, "--macro-step", STEPS, "--reference", "finest", "--record", "mass?.x", "--output",
             in_folder("t.csv"));
    assert_non_null(strstr(last.out, "15 of them were in the store"));
    assert_non_null(strstr(last.out, "reference: extrapolation 2, macro-step 0.0002; estimated error"));
    char *again = timeless(in_folder("t.csv"));
    assert_string_equal(first, again);
    free(again);
    /* A coarser step changes nothing for the others; a finer one makes another reference. */
    SWEEP_OK(OSCILLATOR, "--macro-step", STEPS ",6.4ms", "--reference", "finest", "--record", "mass?.x", "--output",
             in_folder("t.csv"));
    assert_non_null(strstr(last.out, "18 runs: 18 done, 0 unstable, 0 failed; 15 of them were in the store"));
    SWEEP_OK(OSCILLATOR, "--macro-step", "0.1ms," STEPS, "--reference", "finest", "--record", "mass?.x", "--output",
             in_folder("t.csv"));
    assert_null(strstr(last.out, "in the store"));
    assert_non_null(strstr(last.out, "macro-step 0.0001; estimated error"));
    free(first);
}

/* Where no two runs are done that differ in the macro step alone, there is no reference. */
static void a_failed_run_is_no_reference(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("fails"), "--set", "x=0,1", "--macro-step", "0.1,0.2,0.5", "--reference", "finest", "--output",
            in_folder("t.csv"));
    assert_int_equal(PASO("sweep", FMU("fails"), "--set", "how=0", "--set", "fail_in=fmi2DoStep", "--set",
                          "fail_time=0.35", "--macro-step", "0.1,0.2,0.5", "--reference", "finest"),
                     1);
    assert_said("two of the finest three macro steps are done");
}

/* C H^p, for uneven steps: p and the error come out exactly. */
static void the_order_is_found_from_three_steps(void **state)
{
    (void)state;
    const double H[] = {0.1, 0.25, 0.4};
    for (int p = 1; p <= 3; p++) {
        const double e[] = {pow(H[0], p), pow(H[1], p), pow(H[2], p)}, distances[] = {e[1] - e[0], e[2] - e[1]};
        assert_near(finest_estimate(H, distances, 3), e[0], 1e-12 * e[0]);
    }
    const double first = H[1] - H[0]; /* of two steps the first order is assumed */
    assert_near(finest_estimate(H, &first, 2), H[0], 1e-15);
    const double grows[] = {2, 1}; /* no convergence: not less than the distance */
    assert_true(finest_estimate(H, grows, 3) > 1);
}

static int open_folder(void **state)
{
    return make_folder(state);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_orders_of_the_oscillator_come_out),
        IN_FOLDER(the_most_accurate_combination_is_taken_and_named),
        IN_FOLDER(the_estimated_error_is_the_true_one),
        IN_FOLDER(a_reference_that_has_not_converged_is_said_to_be_one),
        IN_FOLDER(macro_steps_without_common_points_are_refused),
        IN_FOLDER(the_choice_is_kept_in_the_store),
        IN_FOLDER(a_failed_run_is_no_reference),
        cmocka_unit_test(the_order_is_found_from_three_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
