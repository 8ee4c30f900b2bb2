/* Vectors of the space and small dense systems over `scalar`. */
#include "numerics/dense_kernel.h"

static inline scalar KERNEL(dot)(const scalar *a, const scalar *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline scalar KERNEL(dot_long)(size_t n, const scalar *a, const scalar *b)
{
    scalar sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* c = a x b; c is neither of them */
static inline void KERNEL(cross)(const scalar *a, const scalar *b, scalar *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void KERNEL(cross_add)(const scalar *a, const scalar *b, scalar *c)
{
    c[0] += a[1] * b[2] - a[2] * b[1];
    c[1] += a[2] * b[0] - a[0] * b[2];
    c[2] += a[0] * b[1] - a[1] * b[0];
}

/* A constant vector of a frame with the axes R, in the ground's axes. */
static inline void KERNEL(to_ground)(const scalar *R, const double *x, scalar *y)
{
    for (int k = 0; k < 3; k++)
        y[k] = R[k] * x[0] + R[3 + k] * x[1] + R[6 + k] * x[2];
}

/* A symmetric matrix xx yy zz xy xz yz times a vector. */
static inline void KERNEL(symmetric_times)(const scalar *J, const scalar *x, scalar *y)
{
    y[0] = J[0] * x[0] + J[3] * x[1] + J[4] * x[2];
    y[1] = J[3] * x[0] + J[1] * x[1] + J[5] * x[2];
    y[2] = J[4] * x[0] + J[5] * x[1] + J[2] * x[2];
}

/* Matrices by rows; a pivot of 1e-12 of the largest element is rounding. */
static size_t KERNEL(factor)(size_t n, scalar *a, size_t *pivots)
{
    return KERNEL(lu_factor)(n, a, n, 1, 1e-12, pivots);
}

static void KERNEL(solve)(size_t n, const scalar *a, const size_t *pivots, scalar *b)
{
    KERNEL(lu_solve)(n, a, n, 1, pivots, b);
}

/* The same factors for the transposed matrix: U^T L^T P x = b. */
static void KERNEL(solve_transposed)(size_t n, const scalar *a, const size_t *pivots, scalar *b)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            b[i] -= a[j * n + i] * b[j];
        b[i] /= a[i * n + i];
    }
    for (size_t i = n; i-- > 0;)
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[j * n + i] * b[j];
    for (size_t k = n; k-- > 0;) {
        const scalar swapped = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swapped;
    }
}

/* L D L^T of a symmetric positive matrix, in its lower triangle, by rows; returns the row where it is not positive, n where it is. */
static size_t KERNEL(factor_positive)(size_t n, scalar *a)
{
    for (size_t i = 0; i < n; i++) {
        const double diagonal = (double)a[i * n + i];
        for (size_t j = 0; j < i; j++) { /* a_ij becomes l_ij d_j, then l_ij */
            scalar sum = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = sum;
        }
        for (size_t j = 0; j < i; j++) {
            const scalar l = a[i * n + j] / a[j * n + j];
            a[i * n + i] -= l * a[i * n + j];
            a[i * n + j] = l;
        }
        if (!((double)a[i * n + i] > 1e-13 * diagonal))
            return i;
    }
    return n;
}

static void KERNEL(solve_positive)(size_t n, const scalar *a, scalar *b)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            b[i] -= a[i * n + j] * b[j];
    for (size_t i = 0; i < n; i++)
        b[i] /= a[i * n + i];
    for (size_t i = n; i-- > 0;)
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[j * n + i] * b[j];
}
