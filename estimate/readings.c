/* Numbers over time. */
#include "estimate/readings.h"

#include "estimate/estimate_messages.h"
#include "master/files/files_messages.h"
#include "master/options/quantity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "reading measurements");
}

static bool read_header(struct readings *r, struct error *error)
{
    const struct csv *csv = &r->csv;
    if (strcmp(csv->fields[0], "time") != 0)
        return error_raise(error, ERROR_INPUT_NO_TIME, csv->fields[0]);
    r->n_columns = csv->n_fields - 1;
    r->names = calloc(r->n_columns + 1, sizeof *r->names);
    if (!r->names)
        return no_memory(error);
    for (size_t i = 0; i < r->n_columns; i++) {
        r->names[i] = csv->fields[i + 1];
        for (size_t k = 0; k < i; k++)
            if (strcmp(r->names[i], r->names[k]) == 0)
                return error_raise(error, ERROR_INPUT_TWICE, r->names[i]);
    }
    return true;
}

static bool make_room(struct readings *r, size_t *room, struct error *error)
{
    if (r->n_rows < *room)
        return true;
    const size_t more = *room ? 2 * *room : 1024;
    double *times = realloc(r->times, more * sizeof *times);
    if (times)
        r->times = times;
    double *values = realloc(r->values, (more * r->n_columns + 1) * sizeof *values);
    if (values)
        r->values = values;
    long *lines = realloc(r->lines, more * sizeof *lines);
    if (lines)
        r->lines = lines;
    *room = more;
    return (times && values && lines) || no_memory(error);
}

static bool read_row(struct readings *r, struct error *error)
{
    const struct csv *csv = &r->csv;
    double *values = r->values + r->n_rows * r->n_columns;
    double *time = r->times + r->n_rows;
    if (csv->n_fields != r->n_columns + 1)
        return error_raise(error, ERROR_INPUT_COLUMNS, TEXT("%zu", csv->n_fields), TEXT("%zu", r->n_columns + 1));
    if (!number_parse(csv->fields[0], time))
        return error_raise(error, ERROR_INPUT_CELL, csv->fields[0], "a time");
    if (r->n_rows > 0 && *time < time[-1])
        return error_raise(error, ERROR_INPUT_BACKWARDS, TEXT("%.9g", *time), TEXT("%.9g", time[-1]));
    if (r->n_rows > 0 && *time == time[-1])
        return error_raise(error, ERROR_ESTIMATE_TIME_TWICE, TEXT("%.9g", *time));
    for (size_t i = 0; i < r->n_columns; i++) {
        const char *cell = csv->fields[i + 1];
        values[i] = (double)NAN;
        if (*cell && strcasecmp(cell, "nan") != 0 && !number_parse(cell, &values[i]))
            return error_raise(error, ERROR_INPUT_CELL, cell, "a number");
    }
    r->lines[r->n_rows++] = csv->line;
    return true;
}

bool readings_open(struct readings *r, const char *path, struct error *error)
{
    *r = (struct readings){0};
    bool found = false;
    size_t room = 0;
    if (!csv_open(&r->csv, path, error))
        return false;
    bool good = csv_next(&r->csv, &found, error);
    if (good && !found)
        return error_raise(error, ERROR_INPUT_EMPTY, path);
    good = good && read_header(r, error);
    while (good && (good = csv_next(&r->csv, &found, error)) && found)
        good = make_room(r, &room, error) && read_row(r, error);
    if (!good && error->code != ERROR_NO_MEMORY)
        csv_say_place(&r->csv, error);
    return good && (r->n_rows > 0 || error_raise(error, ERROR_INPUT_EMPTY, path));
}

void readings_close(struct readings *r)
{
    csv_close(&r->csv);
    free(r->names);
    free(r->times);
    free(r->values);
    free(r->lines);
    *r = (struct readings){0};
}

size_t readings_find(const struct readings *r, const char *name)
{
    for (size_t i = 0; i < r->n_columns; i++)
        if (strcmp(r->names[i], name) == 0)
            return i;
    return NO_COLUMN;
}

double readings_at(const struct readings *r, size_t column, double t, size_t *row)
{
    const double rounding = 1e-9 * fmax(1, fabs(t));
    while (*row + 1 < r->n_rows && r->times[*row + 1] <= t + rounding)
        ++*row;
    const double *values = r->values + column, t0 = r->times[*row], y0 = values[*row * r->n_columns];
    if (fabs(t - t0) <= rounding)
        return y0;
    if (t < t0 || *row + 1 == r->n_rows)
        return (double)NAN;
    const double t1 = r->times[*row + 1], y1 = values[(*row + 1) * r->n_columns];
    return y0 + (t - t0) / (t1 - t0) * (y1 - y0);
}
