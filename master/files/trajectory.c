/* Trajectories: reading and recording. */
#include "master/files/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "keeping a reference");
}

bool trajectory_name(struct trajectory *t, char *const *names, size_t n, struct error *error)
{
    t->names = calloc(n + 1, sizeof *t->names);
    if (!t->names)
        return no_memory(error);
    for (; t->n_names < n; t->n_names++) {
        t->names[t->n_names] = strdup(names[t->n_names]);
        if (!t->names[t->n_names])
            return no_memory(error);
    }
    return true;
}

bool trajectory_add(struct trajectory *t, double time, const double *values, struct error *error)
{
    if (t->n_times == t->room) {
        const size_t room = t->room ? 2 * t->room : 1024;
        double *times = realloc(t->times, room * sizeof *times);
        if (times)
            t->times = times;
        double *rows = realloc(t->values, (room * t->n_names + 1) * sizeof *rows);
        if (rows)
            t->values = rows;
        if (!times || !rows)
            return no_memory(error);
        t->room = room;
    }
    t->times[t->n_times] = time;
    if (t->n_names)
        memcpy(t->values + t->n_times * t->n_names, values, t->n_names * sizeof *values);
    t->n_times++;
    return true;
}

void trajectory_free(struct trajectory *t)
{
    for (size_t i = 0; i < t->n_names; i++)
        free(t->names[i]);
    free(t->names);
    free(t->times);
    free(t->values);
    *t = (struct trajectory){0};
}

size_t trajectory_find(const struct trajectory *t, const char *name)
{
    return csv_rows_find(t->names, t->n_names, name);
}

void trajectory_range(const struct trajectory *t, size_t column, double *lowest, double *highest)
{
    *lowest = INFINITY;
    *highest = -INFINITY;
    for (size_t i = 0; i < t->n_times; i++) {
        *lowest = fmin(*lowest, t->values[i * t->n_names + column]);
        *highest = fmax(*highest, t->values[i * t->n_names + column]);
    }
}

double trajectory_distance(const struct trajectory *a, const struct trajectory *b, size_t column)
{
    const struct trajectory *finer = a->n_times > b->n_times ? a : b;
    const double span = finer->n_times > 1 ? finer->times[finer->n_times - 1] - finer->times[0] : 1;
    const double slack =
        1e-6 * span / (double)(finer->n_times > 1 ? finer->n_times - 1 : 1); /* counted steps, rounded */
    double worst = 0;
    for (size_t i = 0, k = 0; i < a->n_times && k < b->n_times;) {
        if (fabs(a->times[i] - b->times[k]) <= slack) {
            worst = fmax(worst, fabs(a->values[i++ * a->n_names + column] - b->values[k++ * b->n_names + column]));
        } else if (a->times[i] < b->times[k]) {
            i++;
        } else {
            k++;
        }
    }
    return worst;
}

double trajectory_at(const struct trajectory *t, size_t column, double time, size_t *row)
{
    const double rounding = 1e-9 * fmax(1, fabs(time));
    while (*row + 1 < t->n_times && t->times[*row + 1] <= time + rounding)
        ++*row;
    const double *values = t->values + column, t0 = t->times[*row], y0 = values[*row * t->n_names];
    if (fabs(time - t0) <= rounding)
        return y0;
    if (time < t0 || *row + 1 == t->n_times)
        return (double)NAN;
    const double t1 = t->times[*row + 1], y1 = values[(*row + 1) * t->n_names];
    return y0 + (time - t0) / (t1 - t0) * (y1 - y0);
}

/* ---- from a file ---- */

static void skip_others(struct csv_rows *rows, const char *const *names, size_t n)
{
    for (size_t i = 0; i < rows->n_names; i++) {
        bool is_wanted = false;
        for (size_t k = 0; k < n && !is_wanted; k++)
            is_wanted = strcmp(rows->names[i], names[k]) == 0;
        rows->is_skipped[i] = !is_wanted;
    }
}

/* names: NULL means all. */
static bool read_columns(struct trajectory *t, const char *path, enum csv_rule rule, const char *const *names, size_t n,
                         struct error *error)
{
    struct csv_rows rows;
    bool found = true,
         ok = csv_rows_open(&rows, path, rule, error) && trajectory_name(t, rows.names, rows.n_names, error);
    t->path = path;
    if (ok && names)
        skip_others(&rows, names, n);
    while (ok && (ok = csv_rows_next(&rows, &found, error)) && found) {
        ok = trajectory_add(t, rows.time, rows.values, error);
        t->first_line = t->n_times == 1 ? rows.csv.line : t->first_line;
        t->last_line = rows.csv.line;
    }
    csv_rows_close(&rows);
    return ok;
}

bool trajectory_read(struct trajectory *t, const char *path, enum csv_rule rule, struct error *error)
{
    return read_columns(t, path, rule, NULL, 0, error);
}

bool trajectory_read_only(struct trajectory *t, const char *path, enum csv_rule rule, const char *const *names,
                          size_t n, struct error *error)
{
    return read_columns(t, path, rule, names, n, error);
}
