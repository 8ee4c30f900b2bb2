/* Trajectories: reading and recording. */
#include "master/files/trajectory.h"

#include "master/files/csv.h"
#include "master/options/quantity.h"
#include "master/files/files_messages.h"

#include <math.h>
#include <stdint.h>
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
    for (size_t i = 0; i < t->n_names; i++)
        if (strcmp(t->names[i], name) == 0)
            return i;
    return SIZE_MAX;
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

/* ---- from a result CSV ---- */

static bool read_header(struct trajectory *t, const struct csv *csv, struct error *error)
{
    if (strcmp(csv->fields[0], "time") != 0)
        return error_raise(error, ERROR_INPUT_NO_TIME, csv->fields[0]);
    if (!trajectory_name(t, csv->fields + 1, csv->n_fields - 1, error))
        return false;
    for (size_t i = 0; i < t->n_names; i++)
        if (trajectory_find(t, t->names[i]) != i)
            return error_raise(error, ERROR_INPUT_TWICE, t->names[i]);
    return true;
}

/* What is no number (a string's column, an empty cell) is NaN, which no run is compared with. */
static bool read_row(struct trajectory *t, const struct csv *csv, double *row, struct error *error)
{
    double time;
    if (csv->n_fields != t->n_names + 1)
        return error_raise(error, ERROR_INPUT_COLUMNS, TEXT("%zu", csv->n_fields), TEXT("%zu", t->n_names + 1));
    if (!number_parse(csv->fields[0], &time))
        return error_raise(error, ERROR_INPUT_CELL, csv->fields[0], "a time");
    if (t->n_times && time < t->times[t->n_times - 1])
        return error_raise(error, ERROR_INPUT_BACKWARDS, csv->fields[0], TEXT("%.17g", t->times[t->n_times - 1]));
    for (size_t i = 0; i < t->n_names; i++)
        if (!number_parse(csv->fields[i + 1], &row[i]))
            row[i] = NAN;
    return trajectory_add(t, time, row, error);
}

static bool read_rows(struct trajectory *t, struct csv *csv, struct error *error)
{
    double *row = malloc((t->n_names + 1) * sizeof *row);
    if (!row)
        return no_memory(error);
    bool found, ok;
    while ((ok = csv_next(csv, &found, error)) && found) {
        ok = read_row(t, csv, row, error);
        if (!ok) {
            csv_say_place(csv, error);
            break;
        }
    }
    free(row);
    return ok;
}

bool trajectory_read(struct trajectory *t, const char *path, struct error *error)
{
    struct csv csv;
    bool found = false, ok = csv_open(&csv, path, error) && csv_next(&csv, &found, error);
    if (ok && found) {
        ok = read_header(t, &csv, error);
        if (!ok)
            csv_say_place(&csv, error);
        ok = ok && read_rows(t, &csv, error);
    }
    if (ok && t->n_times == 0)
        ok = error_raise(error, ERROR_INPUT_EMPTY, path);
    csv_close(&csv);
    return ok;
}
