/* Dense matrices, column by column, taken from an arena. Sizes may be zero. */
#ifndef PASO_MATRIX_H
#define PASO_MATRIX_H

#include "master/base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct matrix {
    size_t rows, columns;
    double *a; /* NULL: there was no memory */
};

#define MATRIX_AT(m, i, j) ((m).a[(i) + (j) * (m).rows])

struct matrix matrix_take(struct arena *arena, size_t rows, size_t columns); /* zeros */
struct matrix matrix_copy(struct arena *arena, struct matrix from);
struct matrix matrix_identity(struct arena *arena, size_t n);

void matrix_zero(struct matrix m);
void matrix_assign(struct matrix to, struct matrix from); /* of the same size */
/* Places `from` with its first element at (row, column). */
void matrix_insert(struct matrix to, size_t row, size_t column, struct matrix from);

double matrix_norm(struct matrix m); /* the largest sum of absolute values in a column */
bool matrix_is_finite(struct matrix m);

#endif
