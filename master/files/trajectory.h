/* Values of variables at increasing times, read from a file or recorded in a run: what runs and estimates are compared with,
 * and measurements. */
#ifndef PASO_TRAJECTORY_H
#define PASO_TRAJECTORY_H

#include "master/files/csv_rows.h"

struct trajectory {
    char **names;
    size_t n_names;
    double *times;
    double *values; /* row by row */
    size_t n_times, room;
    const char *path; /* where it was read from, for messages; the caller's */
    long first_line, last_line;
};

bool trajectory_read(struct trajectory *t, const char *path, enum csv_rule rule, struct error *error);
/* Nothing but the columns of these names is looked at: whatever the others hold, they are NaN. */
bool trajectory_read_only(struct trajectory *t, const char *path, enum csv_rule rule, const char *const *names,
                          size_t n, struct error *error);
bool trajectory_name(struct trajectory *t, char *const *names, size_t n, struct error *error); /* of an empty one */
bool trajectory_add(struct trajectory *t, double time, const double *values, struct error *error);
void trajectory_free(struct trajectory *t);

size_t trajectory_find(const struct trajectory *t, const char *name); /* SIZE_MAX: no such column */
/* Largest difference in a column at the times that both have. */
double trajectory_distance(const struct trajectory *a, const struct trajectory *b, size_t column);
/* The column at time t, on the line between its neighbours; NaN outside. `row`: where to begin looking, for times that grow. */
double trajectory_at(const struct trajectory *t, size_t column, double time, size_t *row);
void trajectory_range(const struct trajectory *t, size_t column, double *lowest, double *highest);

#endif
