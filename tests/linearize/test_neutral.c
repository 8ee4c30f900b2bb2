/* Eigenvalues that are zero by structure: exactly zero, as often as they count, with what they are; and slow ones, which are not. */
#include "linearize/spectrum.h"
#include "tests/linearize/systems.h"

static struct state_space s;
static struct modes modes;

static void open_modes(size_t n, const double *A)
{
    struct error error = {0};
    system_make(&s, n, 0, 0, A, NULL, NULL, NULL);
    if (!modes_open(&modes, &s, &error))
        fail_msg("%s", error.text);
}

static void close_modes(void)
{
    modes_close(&modes);
    state_space_close(&s);
}

static void expect_zeros(size_t n)
{
    size_t found = 0;
    for (size_t k = 0; k < s.states.n; k++)
        found += modes.spectrum.values[k] == 0;
    assert_int_equal(found, n);
    assert_int_equal(modes.neutral.n, n);
}

static void expect_eigenvalue(double complex expected, double tolerance)
{
    double nearest = INFINITY;
    for (size_t k = 0; k < s.states.n; k++)
        nearest = fmin(nearest, cabs(modes.spectrum.values[k] - expected));
    if (!(nearest <= tolerance))
        fail_msg("%.17g%+.17gi is %g away", creal(expected), cimag(expected), nearest);
}

/* A v = lambda v and w^H A = lambda w^H, relative to the largest product. */
static void expect_eigenvectors(double tolerance)
{
    const size_t n = s.states.n;
    for (size_t k = 0; k < n; k++) {
        const double complex value = modes.spectrum.values[k], *v = modes.spectrum.right + k * n,
                             *w = modes.spectrum.left + k * n;
        if (value == 0)
            continue; /* a chain has fewer eigenvectors than zeros */
        for (size_t i = 0; i < n; i++) {
            double complex right = -value * v[i], left = -value * conj(w[i]);
            double right_size = cabs(right), left_size = cabs(left);
            for (size_t j = 0; j < n; j++) {
                right += MATRIX_AT(s.A, i, j) * v[j];
                left += conj(w[j]) * MATRIX_AT(s.A, j, i);
                right_size = fmax(right_size, cabs(MATRIX_AT(s.A, i, j) * v[j]));
                left_size = fmax(left_size, cabs(w[j] * MATRIX_AT(s.A, j, i)));
            }
            assert_true(cabs(right) <= tolerance * right_size);
            assert_true(cabs(left) <= tolerance * left_size);
        }
    }
}

/* One vector of the null spaces has just these states. */
static void expect_states(struct matrix vectors, const bool *wanted)
{
    for (size_t k = 0; k < vectors.columns; k++) {
        bool same = true;
        for (size_t i = 0; i < vectors.rows; i++)
            same = same && (MATRIX_AT(vectors, i, k) != 0) == wanted[i];
        if (same)
            return;
    }
    fail_msg("no such vector among %zu", vectors.columns);
}

/* A mass on a spring between two closed chambers: s, v, p1, p2. What flows in is the piston's: p1 + B a/V1 s and p2 - B a/V2 s keep
 * their values. omega^2 = (k + B a^2 (1/V1 + 1/V2))/m. */
static void closed_chambers_keep_their_oil(void **state)
{
    (void)state;
    const double k = 1.7e5, m = 313, a = 3.3e-3, B = 1.43e9, V1 = 0.7e-3, V2 = 1.1e-3;
    open_modes(4, (double[]){0, 1, 0, 0, -k / m, 0, a / m, -a / m, 0, -B * a / V1, 0, 0, 0, B * a / V2, 0, 0});
    const double omega = sqrt((k + B * a * a * (1 / V1 + 1 / V2)) / m);
    expect_zeros(2);
    expect_eigenvalue(omega * I, 1e-13 * omega);
    expect_eigenvalue(-omega * I, 1e-13 * omega);
    expect_states(modes.neutral.kept, (const bool[]){true, false, true, false});
    expect_states(modes.neutral.kept, (const bool[]){true, false, false, true});
    expect_eigenvectors(1e-12);
    assert_true(isnan(mode_of(0).damping) && isinf(mode_of(0).time_constant));
    close_modes();
}

/* Two masses and a spring between them, x1 x2 v1 v2: their centre drifts. The two zeros share one direction, a chain; by rounding they
 * would be at 1e-8. The momentum keeps its value. */
static void a_drift_is_a_chain_of_two(void **state)
{
    (void)state;
    const double m1 = 3, m2 = 7, k = 1100;
    open_modes(4, (double[]){0, 0, 1, 0, 0, 0, 0, 1, -k / m1, k / m1, 0, 0, k / m2, -k / m2, 0, 0});
    const double omega = sqrt(k / m1 + k / m2);
    expect_zeros(2);
    expect_eigenvalue(omega * I, 1e-13 * omega);
    assert_int_equal(modes.neutral.directions.columns, 1);
    expect_states(modes.neutral.directions, (const bool[]){true, true, false, false});
    expect_states(modes.neutral.kept, (const bool[]){false, false, true, true});
    expect_eigenvectors(1e-12);
    for (size_t j = 0; j < 4; j++) { /* all modes together: each state takes part in full */
        double sum = 0;
        for (size_t mode = 0; mode < 4; mode++)
            sum += MATRIX_AT(modes.participation, j, mode);
        assert_true(sum > 0.5);
    }
    close_modes();
}

/* The same, driven by a constant force: a chain of three, f' = 0. */
static void a_force_that_nothing_changes_makes_a_chain_of_three(void **state)
{
    (void)state;
    const double m1 = 3, m2 = 7, k = 1100;
    open_modes(5, (double[]){0, 0,      1,      0,       0, 0, 0, 0, 1, 0, -k / m1, k / m1, 0,
                             0, 1 / m1, k / m2, -k / m2, 0, 0, 0, 0, 0, 0, 0,       0});
    const double omega = sqrt(k / m1 + k / m2);
    expect_zeros(3);
    expect_eigenvalue(omega * I, 1e-13 * omega);
    expect_states(modes.neutral.kept, (const bool[]){false, false, false, false, true});
    expect_eigenvectors(1e-12);
    close_modes();
}

/* A row of zeros, a column of zeros. */
static void single_states_are_told(void **state)
{
    (void)state;
    open_modes(3, (double[]){-1, 2, 0, 0, 0, 0, 3, -4, 0}); /* x' = -x + 2 y, y' = 0, z' = 3 x - 4 y */
    expect_zeros(2);
    expect_eigenvalue(-1, 1e-15);
    expect_states(modes.neutral.kept, (const bool[]){false, true, false});
    expect_states(modes.neutral.directions, (const bool[]){false, false, true});
    close_modes();
}

/* A leak of 1e-6 1/s beside a spool of 1e12: whatever the norm, it is no zero. */
static void slow_modes_are_not_zero(void **state)
{
    (void)state;
    open_modes(2, (double[]){-1e-6, 1e3, 0, -1e12});
    expect_zeros(0);
    expect_eigenvalue(-1e-6, 1e-18);
    assert_near(modes_get(&modes, 0).time_constant, 1e6, 1e-6);
    close_modes();

    /* two volumes of 1e9 and 2e9 Pa/m3 behind an orifice, 1e-5 of it: one mode is -3e4; and a leak of 1e-15 to the tank: the other is
     * -B1 B2 leak/(B1 + B2), to first order in leak/orifice */
    const double B1 = 1e9, B2 = 2e9, G = 1e-5, leak = 1e-15;
    open_modes(2, (double[]){-B1 * (G + leak), B1 * G, B2 * G, -B2 * G});
    expect_zeros(0);
    expect_eigenvalue(-B1 * B2 * leak / (B1 + B2), 1e-3 * B1 * leak);
    close_modes();
}

/* Two masses between walls, springs k1, k2 and one between them, x1 x2 v1 v2: nothing damps them, whatever rounding leaves of real
 * parts; with 1e-9 of damping everything is damped by that, and it is said. */
static void rounding_is_no_damping(void **state)
{
    (void)state;
    const double k[] = {1100, 370, 730}, m[] = {3, 7};
    for (int damped = 0; damped < 2;
         damped++) { /* d = 2 zeta omega_1 of both masses: zeta omega_1/omega of each mode */
        const double d = damped ? 1e-9 : 0;
        open_modes(4, (double[]){0, 0, 1, 0, 0, 0, 0, 1, -(k[0] + k[1]) / m[0], k[1] / m[0], -d, 0, k[1] / m[1],
                                 -(k[1] + k[2]) / m[1], 0, -d});
        for (size_t i = 0; i < 4; i++) {
            const struct mode mode = modes_get(&modes, i);
            if (damped)
                assert_near(mode.damping, d / (2 * mode.frequency), 1e-3 * d / mode.frequency);
            else
                assert_true(mode.damping == 0 && isinf(mode.time_constant));
        }
        close_modes();
    }
}

/* A boom on trapped oil, phi dphi p: its weight's lever should be zero, and a rounding of its row is left; c = -2. */
static void a_rounding_in_the_place_of_zero_does_not_decay(void **state)
{
    (void)state;
    open_modes(3, (double[]){0, 1, 0, 3.6e-16, -2, 0.02, 0, 0, -50});
    size_t zeros = 0;
    for (size_t i = 0; i < 3; i++) {
        const struct mode mode = modes_get(&modes, i);
        zeros += isnan(mode.damping) && isinf(mode.time_constant);
        assert_true(isnan(mode.damping) || mode.damping == 1);
    }
    assert_int_equal(zeros, 1);
    close_modes();
}

/* Units do not matter: the chambers again in MPa and mm, and in units that no one would choose. */
static void zeros_do_not_depend_on_units(void **state)
{
    (void)state;
    static const double units[][4] = {{1e-3, 1e-3, 1e6, 1e6}, {1e9, 1e-9, 1e-12, 1e12}};
    const double A[4][4] = {{0, 1, 0, 0}, {-543, -2, 1.05e-5, -1.05e-5}, {0, -6.7e9, 0, 0}, {0, 4.3e9, 0, 0}};
    for (int u = 0; u < 2; u++) {
        double scaled[16];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                scaled[4 * i + j] = A[i][j] * units[u][j] / units[u][i];
        open_modes(4, scaled);
        expect_zeros(2);
        close_modes();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_chambers_keep_their_oil),
        cmocka_unit_test(a_drift_is_a_chain_of_two),
        cmocka_unit_test(a_force_that_nothing_changes_makes_a_chain_of_three),
        cmocka_unit_test(single_states_are_told),
        cmocka_unit_test(slow_modes_are_not_zero),
        cmocka_unit_test(rounding_is_no_damping),
        cmocka_unit_test(a_rounding_in_the_place_of_zero_does_not_decay),
        cmocka_unit_test(zeros_do_not_depend_on_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
