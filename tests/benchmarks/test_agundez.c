/* The reduced Jacobian of Agundez et al. 2023, its torque pulse and its conventional counterpart, against the recomputed
 * reference. */
#include "tests/testing.h"

#include "benchmarks/agundez/agundez.h"
#include "linearize/spectrum.h"

static const double exact[3] = {-214.391064651238, -1391.80607440571, -23151.7903854269}; /* friction as published */

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

/* Deviations from the equilibrium, the nonlinear system: recomputed. In degrees where the paper has degrees. */
static const struct pulse {
    double friction, at_1, at_1_5; /* phi2 at 1 s and 1.5 s, degrees */
    double most;                   /* largest difference of phi2 between the linear and the nonlinear system, degrees */
    struct {
        double t, x[5]; /* phi2 dphi2 p1 p2 p3 */
    } samples[5];
} pulses[] = {
    {1,
     0.0019688170132741685,
     0.001979470980252927,
     6.80945531394851e-05,
     {{1.502,
       {2.577927322788831e-05, -0.005638936575275581, 52398.50090371119, 51855.945240768604, -27598.632461329456}},
      {1.505,
       {1.2791078735308048e-05, -0.0029509724122194865, 26014.100727789104, 25727.72956910357, -13693.792155329604}},
      {1.510, {4.236201504692616e-06, -0.0009154358931062117, 8609.796049717814, 8521.10717787547, -4535.163509822451}},
      {1.520,
       {4.945712670512137e-07, -0.00010604250826145965, 1005.1019957088865, 994.8308976115659, -529.4745885217562}},
      {1.550,
       {7.965847981239449e-10, -1.706658069956439e-07, 1.6173259671777487, 1.6007956331595778, -0.852797569707036}}}},
    {0.1,
     0.0019784000175067534,
     0.0019794709801765936,
     0.00024408146453383604,
     {{1.502,
       {1.7374420695270842e-05, -0.014939079395749498, 36267.96183534246, 34850.305144836195, -18600.6024455633}},
      {1.505,
       {-2.3040165432641757e-05, -0.0059959178432531235, -45838.771603401285, -46445.963517065626, 24666.142274486367}},
      {1.510,
       {1.1246839616285698e-05, 0.008124218518747336, 21922.40916585829, 22720.01896252716, -12040.569310452323}},
      {1.520,
       {-2.638140339961126e-06, 0.005318081390268403, -5773.941093939822, -5263.9503831970505, 2824.3210242087953}},
      {1.550,
       {-2.078357606016823e-07, -0.0004634117943915622, -377.6914081382565, -422.70646987343207, 222.50332504184917}}}},
    {0.01,
     0.0019793586557965187,
     0.0019794836725362725,
     0.00022489036468874364,
     {{1.502,
       {1.6063264637100616e-05, -0.016552005341650175, 33764.50613604905, 32196.124019683804, -17196.911568751093}},
      {1.505,
       {-3.069794230392553e-05, -0.007341797633708897, -61133.7830315209, -61876.26567238243, 32864.324328586925}},
      {1.510,
       {2.2039347348457028e-05, 0.013101728558127284, 43212.16112176655, 44496.66969946958, -23594.757972661406}},
      {1.520,
       {-2.549996189094017e-06, 0.016851949561846616, -6596.797729860991, -4983.007074913941, 2729.9563171397895}},
      {1.550,
       {-1.4539699826565666e-05, -0.011630827518440226, -28246.87420216063, -29380.898670457304, 15565.794702657498}}}},
};

static void the_torque_pulse_moves_the_systems_as_recomputed(void **state)
{
    (void)state;
    static struct agundez_pulse found;
    static const double scales[5] = {2.6e-5, 0.017, 6e4, 6e4, 3e4}; /* what the deviations reach after the pulse */
    const double degrees = 180 / acos(-1);
    for (size_t i = 0; i < sizeof pulses / sizeof *pulses; i++) {
        const struct pulse *p = &pulses[i];
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
        assert_near(most * degrees, p->most, 1e-3 * p->most); /* between points it is larger */
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
