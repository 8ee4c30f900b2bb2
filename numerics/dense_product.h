/* A matrix times a vector, for matrices of a few rows: y = A x, and y += A x. Element (i, j) of A is a[i + j * right]. Sums are taken
 * in the order of j, one term after the other; y overlaps neither A nor x. Inline, since a product of this size costs no more than a
 * call. */
#ifndef PASO_DENSE_PRODUCT_H
#define PASO_DENSE_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Two numbers in one register, as every processor has them that this is compiled for. */
typedef double dense_pair __attribute__((vector_size(2 * sizeof(double))));

static inline dense_pair dense_load(const double *a)
{
    dense_pair pair;
    memcpy(&pair, a, sizeof pair);
    return pair;
}

static inline void dense_store(double *a, dense_pair pair)
{
    memcpy(a, &pair, sizeof pair);
}

static inline __attribute__((always_inline)) void dense_sum_four_rows(size_t columns, const double *a, size_t right,
                                                                      const double *x, double *y, bool adds)
{
    dense_pair first = adds ? dense_load(y) : (dense_pair){0}, second = adds ? dense_load(y + 2) : (dense_pair){0};
    for (size_t j = 0; j < columns; j++, a += right) {
        const dense_pair factor = {x[j], x[j]};
        first += dense_load(a) * factor;
        second += dense_load(a + 2) * factor;
    }
    dense_store(y, first);
    dense_store(y + 2, second);
}

static inline __attribute__((always_inline)) void dense_sum_two_rows(size_t columns, const double *a, size_t right,
                                                                     const double *x, double *y, bool adds)
{
    dense_pair sums = adds ? dense_load(y) : (dense_pair){0};
    for (size_t j = 0; j < columns; j++, a += right)
        sums += dense_load(a) * (dense_pair){x[j], x[j]};
    dense_store(y, sums);
}

static inline __attribute__((always_inline)) void dense_sum_row(size_t columns, const double *a, size_t right,
                                                                const double *x, double *y, bool adds)
{
    double sum = adds ? *y : 0;
    for (size_t j = 0; j < columns; j++, a += right)
        sum += *a * x[j];
    *y = sum;
}

static inline __attribute__((always_inline)) void
dense_sum_products(size_t rows, size_t columns, const double *a, size_t right, const double *x, double *y, bool adds)
{
    for (; rows >= 4; rows -= 4, a += 4, y += 4)
        dense_sum_four_rows(columns, a, right, x, y, adds);
    if (rows >= 2) {
        dense_sum_two_rows(columns, a, right, x, y, adds);
        a += 2;
        y += 2;
    }
    if (rows % 2 == 1)
        dense_sum_row(columns, a, right, x, y, adds);
}

static inline void dense_multiply(size_t rows, size_t columns, const double *a, size_t right, const double *x,
                                  double *y)
{
    dense_sum_products(rows, columns, a, right, x, y, false);
}

static inline void dense_add_product(size_t rows, size_t columns, const double *a, size_t right, const double *x,
                                     double *y)
{
    dense_sum_products(rows, columns, a, right, x, y, true);
}

#endif
