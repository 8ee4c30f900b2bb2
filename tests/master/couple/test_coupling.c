/* What a run takes where nobody asks for a coupling, and that its results are right. */
#include "tests/master/couple/coupled_run.h"
#include "tests/master/couple/lim_reference.h"

#include "master/couple/coupling.h"

#include <math.h>

static struct arena texts; /* of what was chosen */

static int forget_texts(void **state)
{
    (void)state;
    arena_free(&texts);
    return 0;
}

/* s is some 0.5 m: 1e-4 of it is 5e-5 m. Rows every millisecond, as the FMUs' default experiment says. */
static void the_manipulator_is_right_by_default(void **state)
{
    (void)state;
    for (enum lim_coupling coupling = F_S; coupling <= P_S; coupling++)
        for (int manoeuvre = 1; manoeuvre <= 2; manoeuvre++) {
            struct coupled c = lim_open(coupling, manoeuvre);
            coupling_choose(c.system, &c.options, &texts);
            coupled_must_run(&c);
            assert_int_equal(c.n_rows, 10001);
            for (size_t row = 0; row < c.n_rows; row++)
                assert_near(c.rows[2 * row + 1], lim_reference_at(manoeuvre, 1e-3 * (double)row), 5e-5);
            coupled_close(&c);
        }
}

/* The other coupling, at the first of these tolerances with at most that error, or at which it is dearer already: a tighter one costs more. */
static void expect_dearer(enum lim_coupling coupling, int manoeuvre, const struct run_options *taken, double error,
                          long calls)
{
    for (double tolerance = 1e-2; tolerance > 1e-8; tolerance /= 10) {
        struct coupled c = lim_open(coupling, manoeuvre);
        const struct run_experiment e = run_experiment(c.system, &c.options);
        c.options.output_step = taken->output_step;
        c.options.error_tolerance = tolerance;
        const int other = taken->coupling == COUPLING_STANDINS ? 2 : EXTRAPOLATION_MODEL;
        c.options = coupling_by_error(&c.options, &e, other);
        coupled_must_run(&c);
        const bool is_as_good = lim_error(&c, manoeuvre) <= error, is_dearer = c.summary.calls > calls;
        if (is_as_good && !is_dearer)
            fail_msg("M%d: %ld calls, but %ld with the other coupling at %g", manoeuvre, calls, c.summary.calls,
                     tolerance);
        coupled_close(&c);
        if (is_dearer)
            return;
    }
    fail_msg("M%d: the other coupling is never as good", manoeuvre);
}

/* What is taken asks less of the components than the other coupling does for the same error, with rows every millisecond and every ten. Both are
 * measured here against the exact solution. M1 begins at rest, in M2 the valve moves from the start. */
static void the_cheaper_coupling_is_taken(void **state)
{
    (void)state;
    for (enum lim_coupling coupling = F_S; coupling <= P_S; coupling++)
        for (int manoeuvre = 1; manoeuvre <= 2; manoeuvre++)
            for (double rows = 1e-3; rows < 2e-2; rows *= 10) {
                struct coupled c = lim_open(coupling, manoeuvre);
                c.options.output_step = rows;
                coupling_choose(c.system, &c.options, &texts);
                assert_true(c.options.trial_calls > 0 && c.options.trial_calls_of_standins > 0);
                coupled_must_run(&c);
                expect_dearer(coupling, manoeuvre, &c.options, lim_error(&c, manoeuvre), c.summary.calls);
                coupled_close(&c);
            }
}

/* With a tighter tolerance both couplings need far more calls than equal steps do: that alone is no reason against one of them. */
static void the_cheaper_coupling_is_taken_with_a_tight_tolerance(void **state)
{
    (void)state;
    struct coupled c = lim_open(P_S, 2);
    c.options.output_step = 1e-2;
    c.options.error_tolerance = 1e-8;
    coupling_choose(c.system, &c.options, &texts);
    coupled_must_run(&c);
    expect_dearer(P_S, 2, &c.options, lim_error(&c, 2), c.summary.calls);
    coupled_close(&c);
}

/* The smallest error of all schemes with that many equal macro steps or a few more: a multiple of 0.1 ms, as the exact solution is known. */
static double best_of_equal_steps(double steps)
{
    double best = INFINITY;
    for (int way = 0; way < 6; way++) {
        struct coupled c = lim_open(P_S, 1);
        c.options.scheme = way < 3 ? "jacobi" : "gauss-seidel";
        c.options.extrapolation = way % 3;
        c.options.macro_step = 1e-4 * floor(10 / steps / 1e-4);
        if (coupled_run(&c))
            best = fmin(best, lim_error(&c, 1));
        coupled_close(&c);
    }
    return best;
}

/* Stand-ins: with ten times as many macro steps of equal length no extrapolation is as accurate, at each of three tolerances. */
static void few_macro_steps_are_enough_in_m1(void **state)
{
    (void)state;
    static const double tolerances[] = {1e-4, 1e-6, 1e-8};
    for (int i = 0; i < 3; i++) {
        struct coupled c = lim_open(P_S, 1);
        const struct run_experiment e = run_experiment(c.system, &c.options);
        c.options.error_tolerance = tolerances[i];
        c.options = coupling_by_error(&c.options, &e, EXTRAPOLATION_MODEL);
        coupled_must_run(&c);
        assert_true(lim_error(&c, 1) < best_of_equal_steps(10 * (double)c.summary.steps));
        coupled_close(&c);
    }
}

/* Two masses on springs, without a damper: x1 = sum of two modes, by hand. Masses of 1 kg, springs to the ground of 10 and 1000 N/m, between
 * them 100 N/m, speeds of 100 and -100 m/s at rest lengths. */
static double mass1_at(double t)
{
    const double a = 110, b = 1100, k = 100; /* stiffness matrix [a -k; -k b] */
    const double root = sqrt((a - b) * (a - b) / 4 + k * k);
    double x = 0;
    for (int mode = 0; mode < 2; mode++) {
        const double square = (a + b) / 2 + (mode ? root : -root), omega = sqrt(square);
        const double u = k, v = a - square, part = (100 * u - 100 * v) / (u * u + v * v); /* of the speeds */
        x += part * u * sin(omega * t) / omega;
    }
    return x;
}

/* The exchanged values of each macro step are right to 1e-4, over some 50 swings of the faster mode nothing takes the errors away: their
 * sum is allowed, a hundredth of the amplitude (9.5 m) at most. */
static void the_oscillator_is_right_by_default(void **state)
{
    (void)state;
    static const char *const systems[] = {BUILD_DIR "/systems/oscillator-fs.ssp",
                                          BUILD_DIR "/systems/oscillator-ss.ssp"};
    for (size_t i = 0; i < 2; i++) {
        struct coupled c = coupled_open(systems[i]);
        coupled_set(&c, "mass1.solver=2");
        coupled_set(&c, "mass2.solver=2");
        coupled_record(&c, "mass1.x");
        coupling_choose(c.system, &c.options, &texts);
        assert_near(c.options.error_tolerance, c.options.coupling == COUPLING_STANDINS ? 1e-4 : 1e-6, 1e-12);
        coupled_must_run(&c);
        for (size_t row = 0; row < c.n_rows; row++)
            assert_near(c.rows[2 * row + 1], mass1_at(coupled_time(&c, row)), 0.095);
        const long calls = c.summary.calls;
        const struct run_experiment e = run_experiment(c.system, &c.options);
        c.options.error_tolerance = 1e-4;
        c.options = coupling_by_error(&c.options, &e, EXTRAPOLATION_MODEL);
        coupled_must_run(&c);
        assert_true(calls <= c.summary.calls); /* of stand-ins: what is taken asks no more */
        coupled_close(&c);
    }
}

/* One FMU, and more than a hundred, are left as they were. */
static void nothing_else_is_chosen(void **state)
{
    (void)state;
    static const char *const systems[] = {BUILD_DIR "/fmus/Manipulator.fmu", BUILD_DIR "/systems/oscillator-chain.ssp"};
    for (size_t i = 0; i < 2; i++) {
        struct coupled c = coupled_open(systems[i]);
        coupling_choose(c.system, &c.options, &texts);
        assert_int_equal(c.options.coupling, COUPLING_PLAIN);
        assert_string_equal(c.options.scheme, "jacobi");
        assert_true(c.options.macro_step == 0 && c.options.error_tolerance == 0);
        coupled_close(&c);
    }
}

/* Extrapolation has a hundredth of the tolerance. */
static void tolerance_and_output_step_are_kept(void **state)
{
    (void)state;
    struct coupled c = lim_open(P_S, 1);
    c.options.error_tolerance = 1e-3;
    c.options.output_step = 0.5;
    coupling_choose(c.system, &c.options, &texts);
    assert_near(c.options.error_tolerance, c.options.coupling == COUPLING_STANDINS ? 1e-3 : 1e-5, 1e-12);
    assert_true(c.options.output_step == 0.5);
    coupled_must_run(&c);
    assert_int_equal(c.n_rows, 21);
    coupled_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manipulator_is_right_by_default),
        cmocka_unit_test(the_cheaper_coupling_is_taken),
        cmocka_unit_test(the_cheaper_coupling_is_taken_with_a_tight_tolerance),
        cmocka_unit_test(few_macro_steps_are_enough_in_m1),
        cmocka_unit_test(the_oscillator_is_right_by_default),
        cmocka_unit_test(nothing_else_is_chosen),
        cmocka_unit_test(tolerance_and_output_step_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, forget_texts);
}
