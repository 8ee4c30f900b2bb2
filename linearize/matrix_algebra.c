/* Algebra of dense matrices. */
#include "linearize/matrix_algebra.h"

void matrix_multiply(struct matrix product, double alpha, struct matrix x, struct matrix y, double beta)
{
    if (product.rows == 0 || product.columns == 0)
        return;
    if (x.columns == 0) {
        for (size_t i = 0; i < product.rows * product.columns; i++)
            product.a[i] *= beta;
        return;
    }
    lapack()->dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)product.rows, (int)product.columns, (int)x.columns,
                    alpha, x.a, (int)x.rows, y.a, (int)y.rows, beta, product.a, (int)product.rows);
}

bool matrix_solve(struct matrix m, struct matrix x, lapack_int *pivots)
{
    if (m.rows == 0 || x.columns == 0)
        return true;
    return lapack()->dgesv(LAPACK_COL_MAJOR, (lapack_int)m.rows, (lapack_int)x.columns, m.a, (lapack_int)m.rows, pivots,
                           x.a, (lapack_int)x.rows) == 0;
}
