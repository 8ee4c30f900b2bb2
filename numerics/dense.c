#include "numerics/dense.h"

#include <math.h>

bool dense_factor(size_t n, double *a, size_t *pivots)
{
    for (size_t k = 0; k < n; k++) {
        size_t p = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[k * n + i]) > fabs(a[k * n + p]))
                p = i;
        pivots[k] = p;
        const double pivot = a[k * n + p];
        if (!(fabs(pivot) > 0) || !isfinite(pivot))
            return false;
        for (size_t j = 0; p != k && j < n; j++) {
            const double swapped = a[j * n + k];
            a[j * n + k] = a[j * n + p];
            a[j * n + p] = swapped;
        }
        for (size_t i = k + 1; i < n; i++)
            a[k * n + i] /= pivot;
        for (size_t j = k + 1; j < n; j++)
            for (size_t i = k + 1; i < n; i++)
                a[j * n + i] -= a[k * n + i] * a[j * n + k];
    }
    return true;
}

void dense_solve(size_t n, const double *a, const size_t *pivots, double *b)
{
    for (size_t k = 0; k < n; k++) { /* row exchanges were applied to whole rows: all of them first */
        const double swapped = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swapped;
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++)
            b[i] -= a[k * n + i] * b[k];
    for (size_t k = n; k-- > 0;) {
        b[k] /= a[k * n + k];
        for (size_t i = 0; i < k; i++)
            b[i] -= a[k * n + i] * b[k];
    }
}
