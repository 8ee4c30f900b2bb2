/* Algebra of dense matrices, by LAPACK. */
#ifndef PASO_MATRIX_ALGEBRA_H
#define PASO_MATRIX_ALGEBRA_H

#include "linearize/lapack.h"
#include "master/base/matrix.h"

void matrix_multiply(struct matrix product, double alpha, struct matrix x, struct matrix y, double beta);
struct matrix matrix_transposed_product(struct arena *a, struct matrix x, struct matrix y); /* x^T y */
struct matrix matrix_congruence(struct arena *a, struct matrix x, struct matrix m);         /* x^T m x, m square */
struct matrix matrix_columns(struct matrix m, size_t first, size_t count);                  /* of m, not copied */

/* x = m^-1 x; both are overwritten. False where m is singular. `pivots` has room for m.rows. */
bool matrix_solve(struct matrix m, struct matrix x, lapack_int *pivots);

#endif
