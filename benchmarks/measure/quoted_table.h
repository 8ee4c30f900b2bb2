/* A table of measured costs that docs/benchmarks.md has: the one place for what other engines took. */
#ifndef PASO_QUOTED_TABLE_H
#define PASO_QUOTED_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum { QUOTED_COLUMNS = 10, QUOTED_LINES = 12, QUOTED_NAME = 64 };

struct quoted_line {
    char name[QUOTED_NAME];        /* "RBDL 3.3.1" */
    double values[QUOTED_COLUMNS]; /* NaN: the page has "-" there */
    double exponent;               /* NaN: none, it is no time */
};

struct quoted_table {
    size_t n_columns, n_lines;
    int counts[QUOTED_COLUMNS]; /* of bodies or loops: the heads of the columns */
    struct quoted_line lines[QUOTED_LINES];
};

extern const char benchmarks_page[]; /* docs/benchmarks.md */

/* The table whose first cell is `head`, "| links in a chain | 2 | 5 | exponent |"; its last column is the exponent. False: there is none, or
 * it has no such form. */
bool quoted_table_read(struct quoted_table *table, const char *page, const char *head);

#endif
