/* The LIM manipulator, linearized through its two FMUs. */
#include "tests/linearize/manipulator_matrices.h"
#include "tests/linearize/running.h"
#include "linearize/spectrum.h"

#include <string.h>

static const char *const force[] = {"multibody.coupling=1", NULL};
static const char *const pressure[] = {"multibody.coupling=2", NULL};

static size_t index_of(const struct signals *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->names[i], name) == 0)
            return i;
    fail_msg("no signal %s", name);
    return 0;
}

static void find_spectrum(const char *const *sets, enum probe_method method, double complex values[MONOLITHIC_STATES])
{
    struct running r = start_running(LIM, sets, NULL, method);
    assert_ok(linearizer_run(r.linearizer, &error));
    const struct state_space *s = linearizer_coupled(r.linearizer);
    assert_int_equal(s->states.n, MONOLITHIC_STATES);
    struct error error = {0};
    struct eigen_solver *e = eigen_solver_open(s->states.n, false, &error);
    struct spectrum spectrum;
    assert_true(eigen_solver_run(e, s->A, &spectrum, &error));
    memcpy(values, spectrum.values, sizeof(double complex) * MONOLITHIC_STATES);
    eigen_solver_close(e);
    stop_running(&r);
}

/* Every eigenvalue is one of the model in one piece, and none is found twice: their sum and product are trace and
 * determinant. */
static void expect_monolithic_spectrum(const double complex *values, double tolerance)
{
    long double x[MONOLITHIC_STATES], kappa, A[MONOLITHIC_STATES][MONOLITHIC_STATES];
    monolithic_equilibrium(x, &kappa);
    monolithic_jacobian(x, kappa, A);
    number sum = 0;
    for (size_t i = 0; i < MONOLITHIC_STATES; i++) {
        const number exact = monolithic_eigenvalue((const long double(*)[MONOLITHIC_STATES])A, values[i]);
        assert_near((double)(cabsl(values[i] - exact) / cabsl(exact)), 0, tolerance);
        for (size_t j = 0; j < i; j++)
            assert_true(cabs(values[i] - values[j]) > 1e-6 * cabs(values[i]));
        sum += exact;
    }
    long double trace = 0;
    for (size_t i = 0; i < MONOLITHIC_STATES; i++)
        trace += A[i][i];
    assert_near((double)(cabsl(sum - trace) / fabsl(trace)), 0, 1e-14);
}

static void the_model_in_one_piece_is_at_rest(void **state)
{
    (void)state;
    long double x[MONOLITHIC_STATES], kappa;
    number at[MONOLITHIC_STATES], rates[MONOLITHIC_STATES];
    monolithic_equilibrium(x, &kappa);
    for (size_t i = 0; i < MONOLITHIC_STATES; i++)
        at[i] = x[i];
    monolithic_rates(at, kappa, rates);
    for (size_t i = 0; i < MONOLITHIC_STATES; i++)
        assert_near((double)cabsl(rates[i]), 0,
                    i < P1 ? 1e-15 : 1e-5); /* pressures are some 1e6, their rates per 1e4 */
    /* Eq. 18 in full. */
    assert_near((double)x[P1], 3170846.15384615, 5e-9);
    assert_near((double)x[P2], 4529153.84615385, 5e-9);
    assert_near((double)kappa, 0.454345589598051251, 1e-16);
}

static void force_coupling_has_the_spectrum_of_the_model_in_one_piece(void **state)
{
    (void)state;
    double complex values[MONOLITHIC_STATES];
    find_spectrum(force, PROBE_BEST, values);
    expect_monolithic_spectrum(values, 1e-10);
}

static void pressure_coupling_has_the_same_spectrum(void **state)
{
    (void)state;
    double complex values[MONOLITHIC_STATES];
    find_spectrum(pressure, PROBE_BEST, values);
    expect_monolithic_spectrum(values, 1e-10);
}

/* The document's equilibrium is unstable: +0.2447 1/s, found once more from its printed equations by others. */
static void the_equilibrium_is_unstable(void **state)
{
    (void)state;
    double complex values[MONOLITHIC_STATES];
    find_spectrum(force, PROBE_BEST, values);
    assert_near(creal(values[0]), 0.2447, 0.5e-4);
    assert_near(cimag(values[0]), 0, 0);
    assert_true(creal(values[1]) < 0);
}

static void coupled_matrix_carries_names_of_both_components(void **state)
{
    (void)state;
    struct running r = start_running(LIM, force, NULL, PROBE_BEST);
    assert_ok(linearizer_run(r.linearizer, &error));
    const struct state_space *s = linearizer_coupled(r.linearizer);
    long double x[MONOLITHIC_STATES], kappa, A[MONOLITHIC_STATES][MONOLITHIC_STATES];
    monolithic_equilibrium(x, &kappa);
    monolithic_jacobian(x, kappa, A);
    static const char *const names[] = {"multibody.theta1",  "multibody.theta2", "multibody.dtheta1",
                                        "multibody.dtheta2", "hydraulics.p1",    "hydraulics.p2"};
    for (size_t i = 0; i < MONOLITHIC_STATES; i++)
        for (size_t j = 0; j < MONOLITHIC_STATES; j++) {
            const double found = MATRIX_AT(s->A, index_of(&s->states, names[i]), index_of(&s->states, names[j]));
            long double largest = 0; /* an element that is 0 is rounding of its row */
            for (size_t k = 0; k < MONOLITHIC_STATES; k++)
                largest = fmaxl(largest, fabsl(A[i][k]) * (k < P1 ? 1 : 1e6L));
            assert_near(found, (double)A[i][j], (double)(1e-14L * largest / (j < P1 ? 1 : 1e6L)));
        }
    index_of(&s->inputs, "kappa");
    index_of(&s->outputs, "multibody.s");
    index_of(&s->outputs, "hydraulics.f_h");
    assert_true(s->directional);
    for (size_t i = 0; i < s->states.n; i++)
        assert_near(s->rates[i] / s->states.nominals[i], 0, 1e-9);
    stop_running(&r);
}

/* With manoeuvre 0 the spool is an input: its column against the model in one piece. */
static void spool_moves_the_coupled_system(void **state)
{
    (void)state;
    static const char *const sets[] = {"hydraulics.manoeuvre=0", NULL};
    struct running r = start_running(LIM, sets, NULL, PROBE_BEST);
    assert_ok(linearizer_run(r.linearizer, &error));
    const struct state_space *s = linearizer_coupled(r.linearizer);
    long double x[MONOLITHIC_STATES], kappa;
    number at[MONOLITHIC_STATES], rates[MONOLITHIC_STATES];
    monolithic_equilibrium(x, &kappa);
    for (size_t i = 0; i < MONOLITHIC_STATES; i++)
        at[i] = x[i];
    monolithic_rates(at, kappa + 1e-40L * I, rates);
    const size_t spool = index_of(&s->inputs, "kappa");
    const double expected = (double)(cimagl(rates[P1]) / 1e-40L);
    assert_near(MATRIX_AT(s->B, index_of(&s->states, "hydraulics.p1"), spool) / expected, 1, 1e-13);
    assert_near(MATRIX_AT(s->B, index_of(&s->states, "multibody.dtheta1"), spool), 0, 0);
    stop_running(&r);
}

static void differences_agree_with_directional_derivatives(void **state)
{
    (void)state;
    const char *const *const couplings[] = {force, pressure};
    for (size_t k = 0; k < 2; k++) {
        double complex values[MONOLITHIC_STATES];
        find_spectrum(couplings[k], PROBE_BY_DIFFERENCES, values);
        expect_monolithic_spectrum(values, 1e-6);

        struct running exact = start_running(LIM, couplings[k], NULL, PROBE_BEST);
        struct running probed = start_running(LIM, couplings[k], NULL, PROBE_BY_DIFFERENCES);
        assert_ok(linearizer_run(exact.linearizer, &error));
        assert_ok(linearizer_run(probed.linearizer, &error));
        const struct state_space *a = linearizer_coupled(exact.linearizer), *b = linearizer_coupled(probed.linearizer);
        assert_true(a->directional);
        assert_false(b->directional);
        assert_true(b->accuracy > 0 && b->accuracy < 1e-6);
        for (size_t i = 0; i < a->states.n; i++) {
            double largest = 0;
            for (size_t j = 0; j < a->states.n; j++)
                largest = fmax(largest, fabs(MATRIX_AT(a->A, i, j)) * a->states.nominals[j]);
            for (size_t j = 0; j < a->states.n; j++)
                assert_near(MATRIX_AT(b->A, i, j) * a->states.nominals[j],
                            MATRIX_AT(a->A, i, j) * a->states.nominals[j], 1e-6 * largest);
        }
        stop_running(&exact);
        stop_running(&probed);
    }
}

/* Probing between steps leaves no trace: the run that was probed ends where the other one does, to the last bit. */
static void probing_does_not_disturb_a_run(void **state)
{
    (void)state;
    struct run_options options = run_options_default();
    options.macro_step = 1e-3;
    static const enum probe_method methods[] = {PROBE_BEST, PROBE_BY_DIFFERENCES};
    for (size_t k = 0; k < 2; k++) {
        struct running probed = start_running(LIM, force, &options, methods[k]);
        struct running other = start_running(LIM, force, &options, methods[k]);
        for (int i = 1; i <= 5; i++) {
            assert_ok(run_advance(probed.run, 2 + 0.01 * i, &error));
            assert_ok(linearizer_run(probed.linearizer, &error));
            assert_ok(run_advance(other.run, 2 + 0.01 * i, &error));
        }
        assert_ok(linearizer_run(other.linearizer, &error));
        const struct state_space *a = linearizer_coupled(probed.linearizer), *b = linearizer_coupled(other.linearizer);
        for (size_t i = 0; i < a->states.n; i++)
            assert_near(a->states.values[i], b->states.values[i], 0);
        stop_running(&probed);
        stop_running(&other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_model_in_one_piece_is_at_rest),
        cmocka_unit_test(force_coupling_has_the_spectrum_of_the_model_in_one_piece),
        cmocka_unit_test(pressure_coupling_has_the_same_spectrum),
        cmocka_unit_test(the_equilibrium_is_unstable),
        cmocka_unit_test(coupled_matrix_carries_names_of_both_components),
        cmocka_unit_test(spool_moves_the_coupled_system),
        cmocka_unit_test(differences_agree_with_directional_derivatives),
        cmocka_unit_test(probing_does_not_disturb_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
