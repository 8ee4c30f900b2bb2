/* The reduced Jacobian of Agundez et al. 2023, its torque pulse and its conventional counterpart, against
 * benchmarks/reference, which the target `regenerate` computes anew. */
#include "tests/testing.h"

#include "benchmarks/agundez/agundez.h"
#include "benchmarks/reference/agundez_pulse.h"
#include "benchmarks/reference/recomputed.h"
#include "linearize/spectrum.h"

static const double exact[3] = {AGUNDEZ_1_LAMBDA_3, AGUNDEZ_1_LAMBDA_4, AGUNDEZ_1_LAMBDA_5}; /* friction as published */

/* Relative error of the eigenvalue nearest to each exact one. */
static void relative_errors(size_t n, double *J, double errors[3])
{
    struct error error = {0};
    struct eigen_solver *e = eigen_solver_open(n, false, &error);
    struct spectrum spectrum;
    assert_non_null(e);
    assert_true(eigen_solver_run(e, (struct matrix){.rows = n, .columns = n, .a = J}, &spectrum, &error));
    assert_int_equal(spectrum.n, n);
    for (int k = 0; k < 3; k++) {
        errors[k] = INFINITY;
        for (size_t i = 0; i < n; i++)
            errors[k] = fmin(errors[k], cabs(spectrum.values[i] - exact[k]) / -exact[k]);
    }
    eigen_solver_close(e);
}

static void the_reduced_jacobian_is_exact(void **state)
{
    (void)state;
    struct error error = {0};
    double J[36], errors[3];
    struct agundez *a = agundez_open(BUILD_DIR, 1, &error);
    if (!a || !agundez_jacobian(a, J, &error))
        fail_msg("%s", error.text);
    assert_near(J[0 * 6 + 1], 6.660477806855926, 1e-10 * 7);      /* nu_1 */
    assert_near(J[1 * 6 + 1], -1605.1957564247455, 1e-10 * 1606); /* nu_2 */
    relative_errors(6, J, errors);
    for (int k = 0; k < 3; k++)
        assert_true(errors[k] < 1e-11);
    agundez_close(a);
}

/* Fig. 14: truncation above, cancellation below. The recomputed errors of lambda_3 with scaled steps. */
static void the_counterpart_errs_with_its_step(void **state)
{
    (void)state;
    static const struct {
        double h, error; /* of lambda_3 */
    } truncation[] = {{1e-3, 0.023199884399308764}, {1e-4, 0.0002337662434681769}, {1e-5, 2.337853544085608e-06}};
    struct error error = {0};
    double J[24 * 24], errors[3];
    struct agundez *a = agundez_open(BUILD_DIR, 1, &error);
    assert_non_null(a);
    for (int i = 0; i < 3; i++) {
        if (!agundez_counterpart(a, truncation[i].h, true, J, &error))
            fail_msg("%s", error.text);
        relative_errors(24, J, errors);
        assert_near(errors[0], truncation[i].error, 1e-4 * truncation[i].error);
    }
    assert_true(agundez_counterpart(a, 1e-11, true, J, &error));
    relative_errors(24, J, errors);
    assert_true(errors[0] > 1e-9); /* cancellation */
    agundez_close(a);
}

static void the_torque_pulse_moves_the_systems_as_recomputed(void **state)
{
    (void)state;
    static struct agundez_pulse found;
    static const double scales[5] = {2.6e-5, 0.017, 6e4, 6e4, 3e4}; /* what the deviations reach after the pulse */
    const double degrees = 180 / acos(-1);
    for (size_t i = 0; i < sizeof recomputed_pulses / sizeof *recomputed_pulses; i++) {
        const struct recomputed_pulse *p = &recomputed_pulses[i];
        struct error error = {0};
        if (!agundez_pulse(BUILD_DIR, p->friction, &found, &error))
            fail_msg("%s", error.text);
        assert_near(found.at_1[0] * degrees, p->at_1, 1e-6 * p->at_1);
        assert_near(found.at_1_5[0] * degrees, p->at_1_5, 1e-6 * p->at_1_5);
        for (int k = 0; k < 5; k++) {
            const double *at = found.nonlinear[lround((p->samples[k].t - 1.5) / 0.05e-3)];
            for (int j = 0; j < 5; j++)
                assert_near(at[j], p->samples[k].x[j], 1e-5 * scales[j]);
        }
        double most = 0;
        for (int k = 0; k <= AGUNDEZ_POINTS; k++)
            most = fmax(most, fabs(found.nonlinear[k][0] - found.linear[k][0]));
        assert_near(most * degrees, p->most, 1e-10 * degrees); /* CVODE, 1e-12 rad in each of some 10^4 steps */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reduced_jacobian_is_exact),
        cmocka_unit_test(the_counterpart_errs_with_its_step),
        cmocka_unit_test(the_torque_pulse_moves_the_systems_as_recomputed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
