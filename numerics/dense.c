#include "numerics/dense.h"

#include <math.h>

/* ---- LU ---- */

#define KERNEL_ONLY_REAL
#define KERNEL_FILE "numerics/dense_kernel.h"
#include "numerics/kernel.h"

bool dense_factor(size_t n, double *columns, size_t *pivots)
{
    return lu_factor_real(n, columns, 1, n, 0, pivots) == n;
}

void dense_solve(size_t n, const double *factors, const size_t *pivots, double *b)
{
    lu_solve_real(n, factors, 1, n, pivots, b);
}

/* ---- full pivoting ---- */

static void exchange_numbers(double *a, double *b)
{
    const double held = *a;
    *a = *b;
    *b = held;
}

static void exchange_places(size_t *a, size_t *b)
{
    const size_t held = *a;
    *a = *b;
    *b = held;
}

/* The largest element of a row from a column on. As by fmax(), which is a call where nobody promises that there is no NaN. */
static double row_size(size_t columns, const double *row, size_t first)
{
    double size = 0;
    for (size_t j = first; j < columns; j++) {
        const double x = fabs(row[j]);
        if (x > size)
            size = x;
    }
    return size;
}

/* Of a matrix that is mostly zeros few rows change with a pivot: the sizes of the others stay, and rows that are too small are not
 * looked at. Rows without anything left, as redundant constraints have many, are not touched any more. */
size_t dense_rank(size_t rows, size_t columns, double *a, double least, size_t *row_order, size_t *column_order,
                  double *sizes)
{
    double first = 0;
    for (size_t i = 0; i < rows; i++) {
        row_order[i] = i;
        sizes[i] = row_size(columns, a + i * columns, 0);
    }
    for (size_t j = 0; j < columns; j++)
        column_order[j] = j;
    for (size_t k = 0; k < rows && k < columns; k++) {
        const double clearly = 1 + 1e-9; /* larger, and not by rounding alone */
        size_t p = k, q = k;
        for (size_t i = k; i < rows; i++)
            for (size_t j = k; j < columns && sizes[i] > fabs(a[p * columns + q]) * clearly; j++)
                if (fabs(a[i * columns + j]) > fabs(a[p * columns + q]) * clearly) {
                    p = i;
                    q = j;
                }
        const double pivot = a[p * columns + q];
        if (k == 0)
            first = fabs(pivot);
        if (!(fabs(pivot) > least * first))
            return k;
        exchange_places(&row_order[k], &row_order[p]);
        exchange_places(&column_order[k], &column_order[q]);
        exchange_numbers(&sizes[k], &sizes[p]);
        for (size_t j = 0; p != k && j < columns; j++)
            exchange_numbers(&a[k * columns + j], &a[p * columns + j]);
        for (size_t i = 0; q != k && i < rows; i++)
            if (i <= k || sizes[i] != 0)
                exchange_numbers(&a[i * columns + k], &a[i * columns + q]);
        for (size_t i = k + 1; i < rows; i++) {
            if (sizes[i] == 0 || a[i * columns + k] == 0)
                continue;
            const double factor = a[i * columns + k] /= a[k * columns + k];
            for (size_t j = k + 1; j < columns; j++)
                a[i * columns + j] -= factor * a[k * columns + j];
            sizes[i] = row_size(columns, a + i * columns, k + 1);
        }
    }
    return rows < columns ? rows : columns;
}

void dense_rank_solve(size_t rank, size_t columns, const double *factors, const size_t *row_order, const double *b,
                      double *x)
{
    for (size_t i = 0; i < rank; i++) {
        x[i] = b[row_order[i]];
        for (size_t j = 0; j < i; j++)
            x[i] -= factors[i * columns + j] * x[j];
    }
    for (size_t i = rank; i-- > 0;) {
        for (size_t j = i + 1; j < rank; j++)
            x[i] -= factors[i * columns + j] * x[j];
        x[i] /= factors[i * columns + i];
    }
}

/* ---- sizes ---- */

double dense_largest(size_t n, const double *x)
{
    double largest = 0;
    for (size_t i = 0; i < n && !isnan(largest); i++)
        if (!(fabs(x[i]) <= largest))
            largest = fabs(x[i]);
    return largest;
}
