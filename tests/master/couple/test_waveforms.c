/* Repeated passes over whole waveforms: a force f' = -2 f + v that follows the speed of a mass on a spring, x'' = f - 4 x - 1.5 v. */
#include "tests/master/couple/toys.h"

#include "master/couple/couple_messages.h"

#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

struct ends {
    double x, f;
    long passes;
    double error; /* the largest of both against the exact solution */
};

/* x, f at time 2, from 1, 0, 1: Runge-Kutta steps of 0.1 ms, exact to 1e-12 for this linear system. */
static void solve(double *x, double *f)
{
    double s[3] = {1, 0, 1};
    for (int step = 0; step < 20000; step++) {
        double k[4][3], at[3];
        for (int i = 0; i < 4; i++) {
            const double by = i == 0 ? 0 : i == 3 ? 1e-4 : 0.5e-4;
            for (int j = 0; j < 3; j++)
                at[j] = s[j] + (i ? by * k[i - 1][j] : 0);
            k[i][0] = at[1];
            k[i][1] = at[2] - 4 * at[0] - 1.5 * at[1];
            k[i][2] = -2 * at[2] + at[1];
        }
        for (int j = 0; j < 3; j++)
            s[j] += 1e-4 / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
    *x = s[0];
    *f = s[2];
}

static struct coupled open_pair(const char *force, const char *mass, const char *scheme)
{
    char text[4096];
    snprintf(text, sizeof text,
             TOYS(TOY("force", "%s") TOY("mass", "%s"),
                  CONNECTION("force", "y", "mass", "u") CONNECTION("mass", "y_v", "force", "u")),
             force, mass);
    struct coupled c = toy_open(text);
    coupled_set(&c, "mass.c=1.5");
    coupled_record(&c, "mass.x");
    coupled_record(&c, "force.x");
    c.options.scheme = scheme;
    c.options.macro_step = 0.2;
    c.options.micro_step = 0.01;
    c.options.has_stop_time = true;
    c.options.stop_time = 2;
    return c;
}

static struct ends run_pair(struct coupled *c)
{
    struct ends e;
    double x, f;
    coupled_must_run(c);
    solve(&x, &f);
    e.x = coupled_last(c, 0);
    e.f = coupled_last(c, 1);
    e.passes = c->summary.iterations;
    e.error = fmax(fabs(e.x - x), fabs(e.f - f));
    coupled_close(c);
    return e;
}

static struct ends pair_with(const char *scheme, int extrapolation, int iterations, double tolerance, double micro_step,
                             const char *set)
{
    struct coupled c = open_pair("decay", "swing", scheme);
    c.options.extrapolation = extrapolation;
    c.options.iterations = iterations;
    c.options.iteration_tolerance = tolerance;
    c.options.micro_step = micro_step;
    if (set)
        coupled_set(&c, set);
    return run_pair(&c);
}

static void assert_same(struct ends a, struct ends b, double tolerance)
{
    if (!(fabs(a.x - b.x) <= tolerance && fabs(a.f - b.f) <= tolerance))
        fail_msg("%.15g, %.15g against %.15g, %.15g", a.x, a.f, b.x, b.f);
}

static const char *const schemes[] = {"gauss-seidel", "jacobi"};

/* What values do within a micro step is straight: of second order, whatever the macro step. */
static void waveforms_converge_to_the_solution_of_all(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const struct ends coarse = pair_with(schemes[k], EXTRAPOLATION_WAVEFORM, 50, 1e-12, 0.01, NULL);
        const struct ends fine = pair_with(schemes[k], EXTRAPOLATION_WAVEFORM, 50, 1e-12, 0.005, NULL);
        assert_true(fine.error < 2e-6);
        assert_true(coarse.error / fine.error > 3.9 && coarse.error / fine.error < 4.1);
        assert_true(coarse.passes < 10 * 15); /* ten macro steps */
    }
}

/* The matrices are those of the system. What is left is that a listener's own outputs are only foreseen within a micro step. */
static void one_correction_is_enough_for_a_linear_system(void **state)
{
    (void)state;
    const struct ends limit = pair_with("gauss-seidel", EXTRAPOLATION_WAVEFORM, 50, 1e-13, 0.01, NULL);
    const struct ends once = pair_with("gauss-seidel", EXTRAPOLATION_MODEL, 1, 0, 0.01, NULL);
    assert_true(fabs(once.f - limit.f) > 1e-8);
    assert_same(pair_with("gauss-seidel", EXTRAPOLATION_MODEL, 2, 0, 0.01, NULL), limit, 1e-11);
    assert_same(pair_with("jacobi", EXTRAPOLATION_MODEL, 3, 0, 0.01, NULL), limit, 1e-11);
}

/* Friction that the stand-in does not know: the limit is the same all the same, and corrections with the matrices get there sooner. */
static void corrections_and_waveforms_have_one_limit(void **state)
{
    (void)state;
    static const char friction[] = "mass.coulomb=0.5";
    const struct ends limit = pair_with("gauss-seidel", EXTRAPOLATION_WAVEFORM, 50, 1e-13, 0.01, friction);
    for (size_t k = 0; k < 2; k++) {
        const struct ends found = pair_with(schemes[k], EXTRAPOLATION_MODEL, 20, 1e-11, 0.01, friction);
        const struct ends waves = pair_with(schemes[k], EXTRAPOLATION_WAVEFORM, 20, 1e-11, 0.01, friction);
        assert_same(found, limit, 1e-9);
        assert_same(waves, limit, 1e-9);
        assert_true(found.passes < waves.passes);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    struct ends found[2];
    for (int threads = 1; threads <= 2; threads++) {
        struct coupled c = open_pair("decay", "swing", "jacobi");
        c.options.extrapolation = EXTRAPOLATION_WAVEFORM;
        c.options.iterations = 5;
        c.options.threads = threads;
        found[threads - 1] = run_pair(&c);
    }
    assert_true(found[0].x == found[1].x && found[0].f == found[1].f);
}

/* Answers of a component that can go back serve corrections, too. */
static void corrections_work_with_answers(void **state)
{
    (void)state;
    const struct ends limit = pair_with("gauss-seidel", EXTRAPOLATION_WAVEFORM, 50, 1e-13, 0.01, NULL);
    struct coupled c = open_pair("decay", "swing_returns", "gauss-seidel");
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.order = "force/mass";
    c.options.iterations = 2;
    c.options.iteration_tolerance = 0;
    assert_same(run_pair(&c), limit, 1e-11);
}

static void passes_need_a_way_back(void **state)
{
    (void)state;
    static const int ways[] = {EXTRAPOLATION_MODEL, EXTRAPOLATION_WAVEFORM};
    for (size_t i = 0; i < 2; i++) {
        struct coupled c = open_pair("decay_forward", "swing", "jacobi");
        c.options.extrapolation = ways[i];
        c.options.iterations = 3;
        assert_null(run_open(c.system, &c.options, &c.error));
        assert_ptr_equal(c.error.code, ERROR_RUN_NO_ROLLBACK);
        coupled_close(&c);
    }
}

/* Steps that miss are taken back here, too: the step is too long for so few passes. */
static void the_error_chooses_the_length_of_waveforms(void **state)
{
    (void)state;
    struct coupled c = open_pair("decay", "swing", "jacobi");
    c.options.extrapolation = EXTRAPOLATION_WAVEFORM;
    c.options.iterations = 3;
    c.options.iteration_tolerance = 1e-9;
    c.options.macro_step = 1e-3;
    c.options.macro_step_most = 1;
    c.options.error_tolerance = 1e-6;
    c.options.output_step = 2;
    c.options.micro_step = 1e-3;
    coupled_must_run(&c);
    assert_true(c.summary.macro_step_largest > 0.005 && c.summary.macro_step_largest < 0.5);
    double x, f;
    solve(&x, &f);
    assert_near(coupled_last(&c, 0), x, 1e-5);
    assert_near(coupled_last(&c, 1), f, 1e-5);
    coupled_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(waveforms_converge_to_the_solution_of_all),
        TEST(one_correction_is_enough_for_a_linear_system),
        TEST(corrections_and_waveforms_have_one_limit),
        TEST(threads_change_nothing),
        TEST(corrections_work_with_answers),
        TEST(passes_need_a_way_back),
        TEST(the_error_chooses_the_length_of_waveforms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
