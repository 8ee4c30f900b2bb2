/* Values of variables at increasing times, read from a result CSV or recorded in a run: what is drawn, and what runs are
 * compared with. */
#ifndef PASO_TRAJECTORY_H
#define PASO_TRAJECTORY_H

#include "master/base/error.h"

struct trajectory {
    char **names;
    size_t n_names;
    double *times;
    double *values; /* row by row */
    size_t n_times, room;
};

bool trajectory_read(struct trajectory *t, const char *path, struct error *error);
bool trajectory_name(struct trajectory *t, char *const *names, size_t n, struct error *error); /* of an empty one */
bool trajectory_add(struct trajectory *t, double time, const double *values, struct error *error);
void trajectory_free(struct trajectory *t);

size_t trajectory_find(const struct trajectory *t, const char *name); /* SIZE_MAX: no such column */
/* Largest difference in a column at the times that both have. */
double trajectory_distance(const struct trajectory *a, const struct trajectory *b, size_t column);
void trajectory_range(const struct trajectory *t, size_t column, double *lowest, double *highest);

#endif
