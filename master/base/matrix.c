/* Dense matrices. */
#include "master/base/matrix.h"

#include <math.h>
#include <string.h>

struct matrix matrix_take(struct arena *arena, size_t rows, size_t columns)
{
    return (struct matrix){rows, columns, arena_get(arena, (rows * columns + 1) * sizeof(double))};
}

struct matrix matrix_copy(struct arena *arena, struct matrix from)
{
    const struct matrix copy = matrix_take(arena, from.rows, from.columns);
    if (copy.a)
        matrix_assign(copy, from);
    return copy;
}

struct matrix matrix_identity(struct arena *arena, size_t n)
{
    const struct matrix m = matrix_take(arena, n, n);
    for (size_t i = 0; m.a && i < n; i++)
        MATRIX_AT(m, i, i) = 1;
    return m;
}

void matrix_zero(struct matrix m)
{
    memset(m.a, 0, m.rows * m.columns * sizeof *m.a);
}

void matrix_assign(struct matrix to, struct matrix from)
{
    memcpy(to.a, from.a, from.rows * from.columns * sizeof *to.a);
}

void matrix_insert(struct matrix to, size_t row, size_t column, struct matrix from)
{
    for (size_t j = 0; j < from.columns; j++)
        for (size_t i = 0; i < from.rows; i++)
            MATRIX_AT(to, row + i, column + j) = MATRIX_AT(from, i, j);
}

double matrix_norm(struct matrix m)
{
    double largest = 0;
    for (size_t j = 0; j < m.columns; j++) {
        double sum = 0;
        for (size_t i = 0; i < m.rows; i++)
            sum += fabs(MATRIX_AT(m, i, j));
        largest = sum > largest || isnan(sum) ? sum : largest;
    }
    return largest;
}

bool matrix_is_finite(struct matrix m)
{
    double zero = 0;
    for (size_t i = 0; i < m.rows * m.columns; i++)
        zero += 0 * m.a[i];
    return zero == 0;
}
