/* Numbers over time, from a CSV file: `time`, then columns. Times grow from row to row; an empty cell, or one that says nan, has no value. */
#ifndef PASO_READINGS_H
#define PASO_READINGS_H

#include "master/files/csv.h"

struct readings {
    struct csv csv; /* owns the texts */
    char **names;   /* of the columns behind `time` */
    size_t n_columns, n_rows;
    double *times;
    double *values; /* row by row; NaN: none */
    long *lines;    /* where the rows stand in the file */
};

bool readings_open(struct readings *r, const char *path, struct error *error);
void readings_close(struct readings *r); /* also after a failure */

#define NO_COLUMN ((size_t)-1)
size_t readings_find(const struct readings *r, const char *name); /* NO_COLUMN: there is none */

/* The column at time t, on the line between its neighbours; NaN outside. `row`: where to begin looking, for times that grow. */
double readings_at(const struct readings *r, size_t column, double t, size_t *row);

#endif
