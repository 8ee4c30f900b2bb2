/* The exponential of a matrix and the functions beside it, against closed forms. */
#include "numerics/dense_product.h"
#include "numerics/exponential.h"
#include "tests/testing.h"

enum { MOST = 10 };

static double room[2 * MOST * MOST + MOST + 1];
static double e[PHI_MOST + 1][MOST * MOST];

/* m by rows. */
static void take(size_t n, int last, const double *m)
{
    double by_columns[MOST * MOST], *tables[PHI_MOST + 1];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            by_columns[i + j * n] = m[i * n + j];
    for (int k = 0; k <= PHI_MOST; k++)
        tables[k] = e[k];
    assert_true(exponential_phi(n, by_columns, last, tables, room));
}

/* exp of [0 -w; w 0] is the rotation by w; its integral over the unit interval has sin(w)/w and (1 - cos(w))/w. */
static void exponential_of_a_generator_is_a_rotation(void **state)
{
    (void)state;
    static const double angles[] = {1e-9, 0.3, 2, 40, 1000};
    for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
        const double w = angles[k];
        take(2, 1, (double[]){0, -w, w, 0});
        assert_near(e[0][0], cos(w), 2e-15 * (1 + w));
        assert_near(e[0][1], sin(w), 2e-15 * (1 + w));
        assert_near(e[0][2], -sin(w), 2e-15 * (1 + w));
        assert_near(e[1][0], sin(w) / w, 2e-15 * (1 + w));
        assert_near(e[1][1], 2 * sin(w / 2) * sin(w / 2) / w, 2e-15 * (1 + w));
    }
}

/* A chain of integrators: exp is the polynomial 1, t, t^2/2, t^3/6. */
static void exponential_of_integrators_is_a_polynomial(void **state)
{
    (void)state;
    const double t = 3;
    take(4, 0, (double[]){0, t, 0, 0, 0, 0, t, 0, 0, 0, 0, t, 0, 0, 0, 0});
    assert_near(e[0][0], 1, 1e-15);
    assert_near(e[0][4], 3, 1e-14);
    assert_near(e[0][8], 4.5, 2e-14);
    assert_near(e[0][12], 4.5, 2e-14);
    assert_near(e[0][3], 0, 0);
}

/* Matrices of different sizes are multiplied in different ways. In blocks on the diagonal of a larger one each must come out as it does alone, to
 * the last bit. */
static void size_does_not_matter(void **state)
{
    (void)state;
    static const double block[] = {-1,  40,  0.3, 2e-3, -900, 7,    -11, 0.1, 5,   1e-3, -0.4, 60, 3,
                                   -80, 0.2, -33, 8,    1,    4e-3, -6,  1,   0.5, -70,  9,    -2};
    for (size_t n = 1; n <= MOST / 2; n++) {
        double m[MOST * MOST], alone[PHI_MOST + 1][MOST * MOST];
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                m[i * n + j] = block[i * 5 + j];
        take(n, PHI_MOST, m);
        memcpy(alone, e, sizeof e);
        for (size_t blocks = 2; blocks * n <= MOST; blocks++) {
            const size_t all = blocks * n;
            for (size_t i = 0; i < all; i++)
                for (size_t j = 0; j < all; j++)
                    m[i * all + j] = i / n == j / n ? block[i % n * 5 + j % n] : 0;
            take(all, PHI_MOST, m);
            for (int k = 0; k <= PHI_MOST; k++)
                for (size_t i = 0; i < all; i++)
                    for (size_t j = 0; j < all; j++)
                        assert_true(e[k][i + j * all] == (i / n == j / n ? alone[k][i % n + j % n * n] : 0));
        }
    }
}

/* A product of any size has the sums that a plain loop takes, to the last bit. */
static void products_are_sums_in_order(void **state)
{
    (void)state;
    enum { ROWS = 9, COLUMNS = 5, DOWN = 11 };
    double a[DOWN * COLUMNS], x[COLUMNS], begin[ROWS];
    for (size_t i = 0; i < DOWN * COLUMNS; i++)
        a[i] = sin(1.0 + (double)i) * exp(5 * cos((double)i));
    for (size_t i = 0; i < ROWS; i++)
        begin[i] = cos(3 * (double)i);
    for (size_t j = 0; j < COLUMNS; j++)
        x[j] = 1 / (0.3 + (double)j);
    for (size_t rows = 0; rows <= ROWS; rows++)
        for (size_t columns = 0; columns <= COLUMNS; columns++) {
            double y[ROWS + 1], z[ROWS + 1];
            memcpy(z, begin, sizeof begin);
            y[rows] = z[rows] = 4711;
            dense_multiply(rows, columns, a, DOWN, x, y);
            dense_add_product(rows, columns, a, DOWN, x, z);
            assert_true(y[rows] == 4711 && z[rows] == 4711);
            for (size_t i = 0; i < rows; i++) {
                double sum = 0, added = begin[i];
                for (size_t j = 0; j < columns; j++) {
                    sum += a[i + j * DOWN] * x[j];
                    added += a[i + j * DOWN] * x[j];
                }
                assert_true(y[i] == sum && z[i] == added);
            }
        }
}

/* The same system in units that differ by 1e14 must lose nothing: exp(S^-1 M S) = S^-1 exp(M) S. */
static void exponential_does_not_mind_units(void **state)
{
    (void)state;
    const double s = 1e14;
    take(2, 3, (double[]){-1, 2, -3, -0.5});
    double plain[PHI_MOST + 1][4];
    for (int k = 0; k <= PHI_MOST; k++)
        for (size_t i = 0; i < 4; i++)
            plain[k][i] = e[k][i];
    take(2, 3, (double[]){-1, 2 * s, -3 / s, -0.5});
    for (int k = 0; k <= PHI_MOST; k++) {
        assert_near(e[k][0], plain[k][0], 1e-15);
        assert_near(e[k][1] * s, plain[k][1], 1e-15);
        assert_near(e[k][2] / s, plain[k][2], 1e-15);
    }
}

/* A stiff mode and a slow one: exp(diag(-1e6, -1e-3)) in rotated coordinates. */
static void exponential_keeps_the_slow_mode_beside_a_stiff_one(void **state)
{
    (void)state;
    const double c = 0.8, s = 0.6, fast = -1e6, slow = -1e-3;
    const double mixed = c * s * (fast - slow);
    take(2, 0, (double[]){c * c * fast + s * s * slow, mixed, mixed, s * s * fast + c * c * slow});
    assert_near(e[0][0], s * s * exp(slow), 1e-9); /* rounding of 1e6, once */
    assert_near(e[0][3], c * c * exp(slow), 1e-9);
}

/* Of a number x: (exp(x) - 1)/x and so on, from a fast decay to a fast growth. */
static void functions_of_a_number_are_the_divided_differences_of_exp(void **state)
{
    (void)state;
    static const double numbers[] = {-800, -20, -1, -0.01, 0.5, 3, 12};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const long double x = numbers[i];
        const long double one = expm1l(x) / x, two = (one - 1) / x, three = (two - 0.5L) / x;
        take(1, 3, &numbers[i]);
        assert_near(e[0][0], (double)expl(x), 1e-13 * (1 + (double)expl(x)));
        assert_near(e[1][0], (double)one, 1e-13 * (double)one);
        assert_near(e[2][0], (double)two, 1e-13 * (double)two);
        assert_near(e[3][0], (double)three, 1e-12 * (double)three);
    }
}

static void what_is_not_finite_has_no_exponential(void **state)
{
    (void)state;
    const double m[4] = {1, 2, (double)NAN, 3};
    double *tables[] = {e[0]};
    assert_false(exponential_phi(2, m, 0, tables, room));
}

/* Closed forms: a rotation, a decay beside a slow growth, a chain of integrators, a Jordan block. */
static void spectral_radius_is_the_largest_eigenvalue(void **state)
{
    (void)state;
    const double rotation[] = {0, 30, -30, 0}, two[] = {-8000, 0, 1e9, 0.25}, chain[] = {0, 0, 1, 0},
                 jordan[] = {-5, 0, 1, -5};
    assert_near(spectral_radius(2, rotation, room), 30, 0.3);
    assert_near(spectral_radius(2, two, room), 8000, 80);
    assert_near(spectral_radius(2, chain, room), 0, 0);
    assert_near(spectral_radius(2, jordan, room), 5, 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_sums_in_order),
        cmocka_unit_test(size_does_not_matter),
        cmocka_unit_test(exponential_of_a_generator_is_a_rotation),
        cmocka_unit_test(exponential_of_integrators_is_a_polynomial),
        cmocka_unit_test(exponential_does_not_mind_units),
        cmocka_unit_test(exponential_keeps_the_slow_mode_beside_a_stiff_one),
        cmocka_unit_test(functions_of_a_number_are_the_divided_differences_of_exp),
        cmocka_unit_test(what_is_not_finite_has_no_exponential),
        cmocka_unit_test(spectral_radius_is_the_largest_eigenvalue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
