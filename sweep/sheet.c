/* Text in rows and columns. */
#include "sweep/sheet.h"

#include "master/base/printable.h"
#include <stdlib.h>
#include <string.h>

bool sheet_open(struct sheet *s, size_t n_rows, size_t n_columns)
{
    *s = (struct sheet){.n_rows = n_rows, .n_columns = n_columns};
    s->cells = calloc(n_rows * n_columns, sizeof *s->cells);
    s->widths = calloc(n_columns, sizeof *s->widths);
    return s->cells && s->widths;
}

void sheet_close(struct sheet *s)
{
    free(s->cells);
    free(s->widths);
    *s = (struct sheet){0};
}

static char *cell(struct sheet *s, size_t row, size_t column)
{
    return s->cells[row * s->n_columns + column];
}

void sheet_set(struct sheet *s, size_t row, size_t column, const char *text)
{
    snprintf(cell(s, row, column), SHEET_CELL_SIZE, "%s", PRINTABLE(text));
}

void sheet_print(struct sheet *s, FILE *file)
{
    for (size_t row = 0; row < s->n_rows; row++)
        for (size_t c = 0; c < s->n_columns; c++) {
            const int length = (int)strlen(cell(s, row, c));
            s->widths[c] = length > s->widths[c] ? length : s->widths[c];
        }
    for (size_t row = 0; row < s->n_rows; row++) {
        size_t last = s->n_columns;
        while (last > 0 && !*cell(s, row, last - 1))
            last--;
        for (size_t c = 0; c < last; c++)
            fprintf(file, "%s%-*s", c ? "  " : "", c + 1 < last ? s->widths[c] : 0, cell(s, row, c));
        fputc('\n', file);
    }
}
