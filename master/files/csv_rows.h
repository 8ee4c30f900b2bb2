/* Numbers over time in a CSV file, row by row: `time`, then columns. One row is held, whatever the length of the file.
 *
 *     struct csv_rows r;
 *     bool found = true, ok = csv_rows_open(&r, path, CSV_OF_RESULT, error);
 *     ... r.is_skipped[i] = true for columns that nobody wants ...
 *     while (ok && (ok = csv_rows_next(&r, &found, error)) && found)
 *         use(r.time, r.values);
 *     csv_rows_close(&r); */
#ifndef PASO_CSV_ROWS_H
#define PASO_CSV_ROWS_H

#include "master/files/csv.h"

enum csv_rule {
    CSV_OF_RESULT, /* what is no number (a text, an empty cell) is NaN; a time may stand twice */
    CSV_MEASURED,  /* only an empty cell, or one that says nan, is NaN; times grow */
};

struct csv_rows {
    struct csv csv;
    enum csv_rule rule;
    char **names; /* of the columns behind `time` */
    size_t n_names;
    bool *is_skipped; /* false; a column of which this is set is not read, and NaN */
    /* the row */
    double time, *values;
    size_t n; /* rows so far */
};

bool csv_rows_open(struct csv_rows *r, const char *path, enum csv_rule rule, struct error *error);
/* found: false behind the last row, which stays where it is. A file without any row is an error. */
bool csv_rows_next(struct csv_rows *r, bool *found, struct error *error);
void csv_rows_close(struct csv_rows *r); /* also after a failure */

size_t csv_rows_find(char *const *names, size_t n, const char *name); /* SIZE_MAX: not there */

#endif
