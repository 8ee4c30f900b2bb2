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

struct matrix matrix_transposed_product(struct arena *a, struct matrix x, struct matrix y)
{
    const struct matrix p = matrix_take(a, x.columns, y.columns);
    if (p.a && p.rows > 0 && p.columns > 0 && x.rows > 0)
        lapack()->dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)p.rows, (int)p.columns, (int)x.rows, 1, x.a,
                        (int)x.rows, y.a, (int)y.rows, 0, p.a, (int)p.rows);
    return p;
}

struct matrix matrix_congruence(struct arena *a, struct matrix x, struct matrix m)
{
    const struct matrix mx = matrix_take(a, m.rows, x.columns);
    if (!mx.a)
        return mx;
    matrix_multiply(mx, 1, m, x, 0);
    return matrix_transposed_product(a, x, mx);
}

struct matrix matrix_columns(struct matrix m, size_t first, size_t count)
{
    return (struct matrix){m.rows, count, m.a + first * m.rows};
}

bool matrix_solve(struct matrix m, struct matrix x, lapack_int *pivots)
{
    if (m.rows == 0 || x.columns == 0)
        return true;
    return lapack()->dgesv(LAPACK_COL_MAJOR, (lapack_int)m.rows, (lapack_int)x.columns, m.a, (lapack_int)m.rows, pivots,
                           x.a, (lapack_int)x.rows) == 0;
}
