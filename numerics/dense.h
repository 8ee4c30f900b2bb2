/* Small dense systems, by columns: LU with partial pivoting for the implicit solvers. */
#ifndef PASO_DENSE_H
#define PASO_DENSE_H

#include <stdbool.h>
#include <stddef.h>

bool dense_factor(size_t n, double *columns, size_t *pivots); /* in place; false: singular */
void dense_solve(size_t n, const double *factors, const size_t *pivots, double *b);

#endif
