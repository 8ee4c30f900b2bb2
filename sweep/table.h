/* The findings of a sweep as a table: for programs as CSV, for people as text. */
#ifndef PASO_TABLE_H
#define PASO_TABLE_H

#include "sweep/campaign.h"

#include <stdio.h>

struct table {
    const struct study *study;
    const struct request *requests; /* one per run of the plan, in its order */
    size_t n;
    double *orders;  /* per run and variable: observed order of convergence of the largest error; NaN: none */
    bool has_series; /* of all runs, in files */
    bool csv_safe;   /* no text that a spreadsheet takes for a formula */
};

bool table_open(struct table *t, const struct study *study, const struct request *requests, size_t n,
                struct error *error);
void table_close(struct table *t);

double table_order(const struct table *t, size_t run, size_t variable);

const struct reference *table_reference(const struct table *t, size_t run);
/* The error is not ten times the estimated one of the reference: it says little, and has no order. */
bool table_is_rough(const struct table *t, size_t run, size_t variable);

bool table_write(const struct table *t, const char *path, struct error *error); /* CSV */
void table_warn(const struct table *t);                                         /* of errors that say little */
void table_print(const struct table *t, FILE *file);

void table_put_number(FILE *file, double number); /* shortest; nothing for NaN */

#endif
