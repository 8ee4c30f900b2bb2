/* Small dense systems: LU with partial pivoting for matrices by columns, and full pivoting, which finds the rank, for matrices by
 * rows. Over complex numbers, too: dense_kernel.h. */
#ifndef PASO_DENSE_H
#define PASO_DENSE_H

#include <stdbool.h>
#include <stddef.h>

bool dense_factor(size_t n, double *columns, size_t *pivots); /* in place; false: singular */
void dense_solve(size_t n, const double *factors, const size_t *pivots, double *b);

/* The rank of a matrix by rows, which becomes its factors L and U, with the pivots' rows and columns first in the orders. Pivots
 * that are not above `least` times the first one are none. `sizes` is room for one number per row. */
size_t dense_rank(size_t rows, size_t columns, double *a, double least, size_t *row_order, size_t *column_order,
                  double *sizes);

/* The unknowns of the first `rank` pivots' columns, in their order, for the right side b of the pivots' rows. */
void dense_rank_solve(size_t rank, size_t columns, const double *factors, const size_t *row_order, const double *b,
                      double *x);

double dense_largest(size_t n, const double *x); /* the largest magnitude; NaN where any of them is one */

#endif
