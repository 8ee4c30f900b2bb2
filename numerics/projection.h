/* Projections of augmented Lagrangian methods: what is against the constraints D v + b = 0 goes out of v in the metric W,
 *     [W + s D^T D] v = W v' - s D^T b,
 * with a weight s far above W: h^2/4 times the penalty factor in the papers. */
#ifndef PASO_PROJECTION_H
#define PASO_PROJECTION_H

#include <stdbool.h>
#include <stddef.h>

struct projection {
    size_t n, rows;
    double weight;   /* s */
    const double *W; /* n x n, by columns */
    const double *D; /* by rows, n wide */
    /* room */
    double *matrix; /* n x n */
    double *side;   /* n */
    size_t *pivots; /* n */
};

bool projection_factor(const struct projection *p);                            /* false: singular */
void projection_apply(const struct projection *p, const double *b, double *v); /* in place; b may be NULL: zero */

#endif
