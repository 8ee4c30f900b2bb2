/* Solver 4 over many communication points: its error follows the tolerance, whatever their distance, and a step is a function
 * of what is saved. A pendulum that is released at rest at 2.5 rad has a closed solution. */
#include "tests/testing.h"

#include "numerics/solver.h"

#include <string.h>
#include <tgmath.h>

static const double gravity = 9.81, released_at = 2.5;

#define KERNEL_FILE "tests/numerics/test_pendulum_kernel.h"
#include "numerics/kernel.h"

static const struct model_variable variables[] = {
    SOLVER_PARAMETER_ROWS(1e-3),
    [SOLVER_PARAMETERS] = {MODEL_STATE, MODEL_REAL, "q", "angle", "rad"},
    {MODEL_STATE, MODEL_REAL, "v", "velocity", "rad/s"},
    {MODEL_QUADRATURE, MODEL_REAL, "work", "of the weight, per mass", ""},
};

static const struct model_type pendulum = {
    .name = "Pendulum",
    .variables = variables,
    .n_variables = sizeof variables / sizeof *variables,
    .n_positions = 1,
    .over_real = {.rates = rates_real},
    .over_complex = {.rates = rates_complex},
};

/* sn(u, k) by the arithmetic-geometric mean (Abramowitz and Stegun, 16.4), in long double. */
static long double jacobi_sn(long double u, long double k)
{
    enum { MOST = 20 };
    long double a[MOST], c[MOST], b = sqrtl(1 - k * k);
    int n = 0;
    a[0] = 1;
    c[0] = k;
    for (; fabsl(c[n]) > 1e-20L && n + 1 < MOST; n++) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = sqrtl(a[n] * b);
    }
    long double phi = ldexpl(a[n] * u, n);
    for (; n > 0; n--)
        phi = (phi + asinl(c[n] / a[n] * sinl(phi))) / 2;
    return sinl(phi);
}

static long double quarter_period(long double k) /* K(k) = pi / (2 agm(1, k')) */
{
    long double a = 1, b = sqrtl(1 - k * k);
    while (fabsl(a - b) > 1e-19L) {
        const long double mean = (a + b) / 2;
        b = sqrtl(a * b);
        a = mean;
    }
    return acosl(-1) / (2 * a);
}

/* sin(q/2) = k sn(K + omega t, k) with k = sin(q_0/2), omega^2 = g/l. */
static double exact_angle(double t)
{
    const long double k = sinl((long double)released_at / 2);
    return (double)(2 * asinl(k * jacobi_sn(quarter_period(k) + sqrtl(gravity) * (long double)t, k)));
}

struct swing {
    struct solver *solver;
    struct model_layout layout;
    struct solver_settings settings;
    double x[2], work, next_size;
};

static struct swing release(double tolerance)
{
    struct model_report report = {""};
    struct swing s = {.solver = solver_open(&pendulum, &report),
                      .layout = model_layout(&pendulum),
                      .settings = {SOLVER_ARKODE, 1, tolerance, tolerance},
                      .x = {released_at, 0}};
    if (!s.solver || !solver_prepare(s.solver, &s.settings, &report))
        fail_msg("%s", report.text);
    return s;
}

static void step(struct swing *s, double t, double H)
{
    struct model_report report = {""};
    const struct solver_problem problem = {.type = &pendulum, .layout = &s->layout, .next_size = &s->next_size};
    double reached;
    if (!solver_step(s->solver, &s->settings, &problem, t, H, s->x, &s->work, &reached, &report))
        fail_msg("%s", report.text);
}

static struct swing swing_for(double end, double H, double tolerance)
{
    struct swing s = release(tolerance);
    const long n = lround(end / H);
    for (long i = 0; i < n; i++)
        step(&s, (double)i * H, H);
    solver_close(s.solver);
    return s;
}

static double error_after_100_s(double H, double tolerance)
{
    return fabs(swing_for(100, H, tolerance).x[0] - exact_angle(100));
}

/* 25 swings against the closed solution. The bound is a yardstick, not a proof: a tolerance for each 10 ms, as if the errors
 * of so many steps added up. It is proportional to the tolerance, and shorter communication steps may not make the error
 * larger (a tenth is left for chance). */
static void the_error_follows_the_tolerance_and_not_the_communication_step(void **state)
{
    (void)state;
    for (double tolerance = 1e-6; tolerance > 1e-10; tolerance /= 1000) {
        const double longest = error_after_100_s(0.1, tolerance), middle = error_after_100_s(0.01, tolerance),
                     shortest = error_after_100_s(0.001, tolerance);
        const double bound = 100 / 0.01 * tolerance;
        assert_near(longest, 0, bound);
        assert_near(middle, 0, fmin(bound, 1.1 * longest));
        assert_near(shortest, 0, fmin(bound, 1.1 * longest));
    }
}

/* The weight's work is the gain of kinetic energy, within what the steps themselves are allowed. */
static void the_quadrature_is_as_exact_as_the_states(void **state)
{
    (void)state;
    for (double tolerance = 1e-6; tolerance > 1e-10; tolerance /= 1000) {
        const struct swing s = swing_for(10, 0.1, tolerance);
        assert_near(s.work, s.x[1] * s.x[1] / 2, 10 / 0.01 * tolerance);
    }
}

/* Uneven communication steps, some longer and some far shorter than the solver's own. */
static double uneven(int i)
{
    static const double lengths[] = {0.1, 1e-3, 0.037, 0.5, 1e-6};
    return lengths[i % 5];
}

static void what_is_saved_decides_every_bit_that_follows(void **state)
{
    (void)state;
    struct swing a = release(1e-8), b = release(1e-8);
    double t = 0;
    for (int i = 0; i < 103; t += uneven(i++))
        step(&a, t, uneven(i));
    for (int repeat = 0; repeat < 2;
         repeat++) { /* in a solver that has not stepped yet, and in one that is elsewhere */
        memcpy(b.x, a.x, sizeof a.x);
        b.work = a.work;
        b.next_size = a.next_size;
        double t_b = t;
        for (int i = 103; i < 130; t_b += uneven(i++))
            step(&b, t_b, uneven(i));
        for (int i = 103; i < 130; t += uneven(i++))
            step(&a, t, uneven(i));
        assert_memory_equal(a.x, b.x, sizeof a.x);
        assert_memory_equal(&a.work, &b.work, sizeof a.work);
        assert_memory_equal(&a.next_size, &b.next_size, sizeof a.next_size);
    }
    solver_close(a.solver);
    solver_close(b.solver);
}

static void a_step_that_is_cut_short_leaves_the_next_size(void **state)
{
    (void)state;
    struct swing s = release(1e-8);
    step(&s, 0, 1);
    const double natural = s.next_size;
    assert_in_range((long)(natural * 1e6), 1000, 500000); /* between 1 ms and half a second */
    double t = 1;
    for (int i = 0; i < 100; i++, t += 1e-6)
        step(&s, t, 1e-6);
    assert_true(s.next_size >= natural);
    solver_close(s.solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_follows_the_tolerance_and_not_the_communication_step),
        cmocka_unit_test(the_quadrature_is_as_exact_as_the_states),
        cmocka_unit_test(what_is_saved_decides_every_bit_that_follows),
        cmocka_unit_test(a_step_that_is_cut_short_leaves_the_next_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
