/* Repeated passes over whole waveforms. */
#include "tests/master/couple/force_and_mass.h"

#include "master/couple/couple_messages.h"

#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

struct ends {
    double x, f;
    long passes;
    double error; /* the largest of both against the exact solution */
};

static struct ends run_pair(struct coupled *c)
{
    struct ends e;
    double s[3];
    coupled_must_run(c);
    pair_solve(&simple_mass, 2, s);
    e.x = coupled_last(c, 0);
    e.f = coupled_last(c, 1);
    e.passes = c->summary.iterations;
    e.error = fmax(fabs(e.x - s[0]), fabs(e.f - s[2]));
    coupled_close(c);
    return e;
}

static struct ends pair_with(const char *scheme, int extrapolation, int iterations, double tolerance, double micro_step,
                             const char *set)
{
    struct coupled c = pair_open("decay", "swing", scheme, 0.2, 0.01);
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
        struct coupled c = pair_open("decay", "swing", "jacobi", 0.2, 0.01);
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
    struct coupled c = pair_open("decay", "swing_returns", "gauss-seidel", 0.2, 0.01);
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
        struct coupled c = pair_open("decay_forward", "swing", "jacobi", 0.2, 0.01);
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
    struct coupled c = pair_open("decay", "swing", "jacobi", 0.2, 0.01);
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
    double s[3];
    pair_solve(&simple_mass, 2, s);
    assert_near(coupled_last(&c, 0), s[0], 1e-5);
    assert_near(coupled_last(&c, 1), s[2], 1e-5);
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
