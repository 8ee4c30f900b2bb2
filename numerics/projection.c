#include "numerics/projection.h"
#include "numerics/dense.h"

#include <string.h>

bool projection_factor(const struct projection *p)
{
    const size_t n = p->n;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            double product = 0;
            for (size_t r = 0; r < p->rows; r++)
                product += p->D[r * n + i] * p->D[r * n + j];
            p->matrix[j * n + i] = p->W[j * n + i] + p->weight * product;
        }
    return dense_factor(n, p->matrix, p->pivots);
}

void projection_apply(const struct projection *p, const double *b, double *v)
{
    const size_t n = p->n;
    for (size_t i = 0; i < n; i++) {
        p->side[i] = 0;
        for (size_t j = 0; j < n; j++)
            p->side[i] += p->W[j * n + i] * v[j];
        for (size_t r = 0; b && r < p->rows; r++)
            p->side[i] -= p->weight * p->D[r * n + i] * b[r];
    }
    dense_solve(n, p->matrix, p->pivots, p->side);
    memcpy(v, p->side, n * sizeof *v);
}
