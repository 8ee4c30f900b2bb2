/* Small dense systems over `scalar`. */
#include "numerics/dense_kernel.h"
#include "fmu_multibody/engine/engine_vector_kernel.h"

/* Matrices by rows; a pivot of 1e-12 of the largest element is rounding. */
static size_t KERNEL(factor)(size_t n, scalar *a, size_t *pivots)
{
    return KERNEL(lu_factor)(n, a, n, 1, 1e-12, pivots);
}

static void KERNEL(solve)(size_t n, const scalar *a, const size_t *pivots, scalar *b)
{
    KERNEL(lu_solve)(n, a, n, 1, pivots, b);
}

/* The same factors, rows `down` apart, for the transposed matrix: U^T L^T P x = b. */
static void KERNEL(solve_transposed)(size_t n, const scalar *a, size_t down, const size_t *pivots, scalar *b)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            b[i] -= a[j * down + i] * b[j];
        b[i] /= a[i * down + i];
    }
    for (size_t i = n; i-- > 0;)
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[j * down + i] * b[j];
    for (size_t k = n; k-- > 0;) {
        const scalar swapped = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swapped;
    }
}

/* L D L^T of a symmetric positive matrix, in its lower triangle, rows `down` apart; returns the row where it is not positive, n
 * where it is. */
static size_t KERNEL(factor_positive)(size_t n, scalar *a, size_t down)
{
    for (size_t i = 0; i < n; i++) {
        scalar *row = a + i * down;
        const double diagonal = (double)row[i];
        for (size_t j = 0; j < i; j++) { /* a_ij becomes l_ij d_j, then l_ij */
            scalar sum = row[j];
            for (size_t k = 0; k < j; k++)
                sum -= row[k] * a[j * down + k];
            row[j] = sum;
        }
        for (size_t j = 0; j < i; j++) {
            const scalar l = row[j] / a[j * down + j];
            row[i] -= l * row[j];
            row[j] = l;
        }
        if (!((double)row[i] > 1e-13 * diagonal))
            return i;
    }
    return n;
}

static void KERNEL(solve_positive)(size_t n, const scalar *a, size_t down, scalar *b)
{
    for (size_t i = 1; i < n; i++) {
        const scalar *row = a + i * down;
        scalar left = b[i];
        for (size_t j = 0; j < i; j++)
            left -= row[j] * b[j];
        b[i] = left;
    }
    for (size_t i = 0; i < n; i++)
        b[i] /= a[i * down + i];
    for (size_t i = n; i-- > 0;) {
        scalar left = b[i];
        for (size_t j = i + 1; j < n; j++)
            left -= a[j * down + i] * b[j];
        b[i] = left;
    }
}
