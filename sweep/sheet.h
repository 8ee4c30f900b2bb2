/* Text in rows and columns, printed as wide as what is in them; row 0 is the header. */
#ifndef PASO_SHEET_H
#define PASO_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { SHEET_CELL_SIZE = 128 };

struct sheet {
    char (*cells)[SHEET_CELL_SIZE]; /* row by row */
    size_t n_rows, n_columns;
    int *widths;
};

bool sheet_open(struct sheet *s, size_t n_rows, size_t n_columns); /* false: out of memory */
void sheet_set(struct sheet *s, size_t row, size_t column, const char *text);
void sheet_print(struct sheet *s, FILE *file);
void sheet_close(struct sheet *s);

#endif
