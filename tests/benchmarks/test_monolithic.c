/* The monolithic solvers of the benchmark against the converged solution, which shares no line with them. */
#include "tests/testing.h"

#include "benchmarks/lim/lim_monolithic.h"
#include "benchmarks/reference/recomputed.h"

#include <stdlib.h>

static struct lim_state *states;

static int make_states(void **state)
{
    (void)state;
    states = calloc(LIM_MILLISECONDS + 1, sizeof *states);
    return states && lim_converged(1) && lim_converged(2) ? 0 : -1;
}

static int free_states(void **state)
{
    (void)state;
    free(states);
    return 0;
}

static double largest_error(int manoeuvre)
{
    const struct lim_state *converged = lim_converged(manoeuvre);
    double worst = 0;
    for (int k = 0; k <= LIM_MILLISECONDS; k++)
        worst = fmax(worst, fabs(states[k].s - converged[k].s));
    return worst;
}

static double index3_error(int manoeuvre, double h)
{
    double iterations = 0;
    assert_true(lim_solve_index3(manoeuvre, h, states, &iterations));
    assert_true(iterations >= 1 && iterations < 20);
    return largest_error(manoeuvre);
}

static void the_index_3_method_is_of_second_order(void **state)
{
    (void)state;
    for (int manoeuvre = 1; manoeuvre <= 2; manoeuvre++)
        assert_near(log2(index3_error(manoeuvre, 1e-3) / index3_error(manoeuvre, 0.5e-3)), 2, 0.05);
}

/* The projections keep velocities on the constraints: the angles' rates and the actuator's are consistent. */
static void the_index_3_method_gives_every_state(void **state)
{
    (void)state;
    const struct lim_state *converged = lim_converged(1);
    index3_error(1, 0.5e-3);
    for (int k = 0; k <= LIM_MILLISECONDS; k += 50) {
        assert_near(states[k].theta1, converged[k].theta1, 1e-6);
        assert_near(states[k].theta2, converged[k].theta2, 1e-5);
        assert_near(states[k].ds, converged[k].ds, 1e-5);
        assert_near(states[k].p1, converged[k].p1, 500);
        assert_near(states[k].f_h, converged[k].f_h, 5);
        assert_near(states[k].kappa, converged[k].kappa, 1e-12);
    }
}

static void the_index_3_method_reaches_a_nanometre_at_50_microseconds(void **state)
{
    (void)state;
    assert_true(index3_error(1, 0.05e-3) < 1e-9);
}

/* Converged, recomputed.h. */
static void cvode_finds_the_extremes(void **state)
{
    (void)state;
    struct lim_extremes extremes;
    assert_true(lim_solve_cvode(1, 1e-12, states, &extremes));
    assert_true(largest_error(1) < 1e-11);
    assert_near(extremes.p1_largest.value, LIM_P1_LARGEST_M1, 0.005);
    assert_near(extremes.p1_largest.t, LIM_P1_LARGEST_M1_TIME, 0.5e-6);
    assert_near(extremes.f_h_smallest.value, LIM_F_H_SMALLEST_M1, 0.5e-4);
    assert_near(extremes.f_h_smallest.t, LIM_F_H_SMALLEST_M1_TIME, 0.5e-6);
}

static void cvode_follows_its_tolerance(void **state)
{
    (void)state;
    double before = INFINITY;
    for (double tolerance = 1e-6; tolerance > 1e-11; tolerance *= 1e-2) {
        assert_true(lim_solve_cvode(2, tolerance, states, NULL));
        const double error = largest_error(2);
        assert_true(error < before / 5);
        before = error;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_3_method_is_of_second_order),
        cmocka_unit_test(the_index_3_method_gives_every_state),
        cmocka_unit_test(the_index_3_method_reaches_a_nanometre_at_50_microseconds),
        cmocka_unit_test(cvode_finds_the_extremes),
        cmocka_unit_test(cvode_follows_its_tolerance),
    };
    return cmocka_run_group_tests(tests, make_states, free_states);
}
