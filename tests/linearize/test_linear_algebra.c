/* Eigenvalues, against closed forms. */
#include "linearize/spectrum.h"
#include "tests/testing.h"
#include "linearize/linearize_messages.h"

static struct arena arena;

static int give_back(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct matrix matrix_of(size_t rows, size_t columns, const double *by_rows)
{
    const struct matrix m = matrix_take(&arena, rows, columns);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            MATRIX_AT(m, i, j) = by_rows[i * columns + j];
    return m;
}

/* The companion matrix of (x - 3)(x + 1)(x^2 + 4x + 13): 3, -1, -2 +- 3i, the least stable first. */
static void eigenvalues_come_least_stable_first(void **state)
{
    (void)state;
    /* (x^2 - 2x - 3)(x^2 + 4x + 13) = x^4 + 2 x^3 + 2 x^2 - 38 x - 39 */
    const struct matrix m = matrix_of(4, 4, (double[]){0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 39, 38, -2, -2});
    static const double complex expected[] = {3, -1, -2 + 3 * I, -2 - 3 * I};
    struct error error = {0};
    struct eigen_solver *e = eigen_solver_open(4, true, &error);
    struct spectrum found;
    assert_true(eigen_solver_run(e, m, &found, &error));
    for (size_t k = 0; k < 4; k++) {
        assert_near(creal(found.values[k]), creal(expected[k]), 1e-13);
        assert_near(cimag(found.values[k]), cimag(expected[k]), 1e-13);
        /* A v = lambda v and w^H A = lambda w^H */
        const double complex *v = found.right + 4 * k, *w = found.left + 4 * k;
        for (size_t i = 0; i < 4; i++) {
            double complex Av = 0, wA = 0;
            for (size_t j = 0; j < 4; j++) {
                Av += MATRIX_AT(m, i, j) * v[j];
                wA += conj(w[j]) * MATRIX_AT(m, j, i);
            }
            assert_near(cabs(Av - found.values[k] * v[i]), 0, 1e-12);
            assert_near(cabs(wA - found.values[k] * conj(w[i])), 0, 1e-12);
        }
    }
    eigen_solver_close(e);
}

static void a_matrix_with_nan_has_no_eigenvalues(void **state)
{
    (void)state;
    const struct matrix m = matrix_of(2, 2, (double[]){1, 2, (double)NAN, 3});
    struct error error = {0};
    struct eigen_solver *e = eigen_solver_open(2, false, &error);
    struct spectrum found;
    assert_false(eigen_solver_run(e, m, &found, &error));
    assert_ptr_equal(error.code, ERROR_LINEARIZE_NOT_FINITE);
    eigen_solver_close(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(eigenvalues_come_least_stable_first, give_back),
        cmocka_unit_test_teardown(a_matrix_with_nan_has_no_eigenvalues, give_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
