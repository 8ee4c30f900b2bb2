#include "master/files/csv_rows.h"

#include "master/files/files_messages.h"
#include "master/options/quantity.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "reading a table");
}

size_t csv_rows_find(char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return SIZE_MAX;
}

/* ---- the header ---- */

static bool take_names(struct csv_rows *r, struct error *error)
{
    const size_t n = r->csv.n_fields - 1;
    r->names = calloc(n + 1, sizeof *r->names);
    r->is_skipped = calloc(n + 1, sizeof *r->is_skipped);
    r->values = calloc(n + 1, sizeof *r->values);
    if (!r->names || !r->is_skipped || !r->values)
        return no_memory(error);
    for (; r->n_names < n; r->n_names++) {
        r->names[r->n_names] = strdup(r->csv.fields[r->n_names + 1]);
        if (!r->names[r->n_names])
            return no_memory(error);
    }
    return true;
}

static bool check_names(const struct csv_rows *r, struct error *error)
{
    if (strcmp(r->csv.fields[0], "time") != 0)
        return error_raise(error, ERROR_INPUT_NO_TIME, r->csv.fields[0]);
    for (size_t i = 0; i < r->n_names; i++)
        if (csv_rows_find(r->names, i, r->names[i]) != SIZE_MAX)
            return error_raise(error, ERROR_INPUT_TWICE, r->names[i]);
    return true;
}

bool csv_rows_open(struct csv_rows *r, const char *path, enum csv_rule rule, struct error *error)
{
    *r = (struct csv_rows){.rule = rule};
    bool found;
    if (!csv_open(&r->csv, path, error) || !csv_next(&r->csv, &found, error))
        return false;
    if (!found)
        return error_raise(error, ERROR_INPUT_EMPTY, path);
    if (!take_names(r, error))
        return false;
    if (check_names(r, error))
        return true;
    csv_say_place(&r->csv, error);
    return false;
}

void csv_rows_close(struct csv_rows *r)
{
    for (size_t i = 0; i < r->n_names; i++)
        free(r->names[i]);
    free(r->names);
    free(r->is_skipped);
    free(r->values);
    csv_close(&r->csv);
    *r = (struct csv_rows){0};
}

/* ---- rows ---- */

static bool read_time(struct csv_rows *r, struct error *error)
{
    const char *cell = r->csv.fields[0];
    const double before = r->time;
    if (!number_parse(cell, &r->time))
        return error_raise(error, ERROR_INPUT_CELL, cell, "a time");
    if (r->n > 0 && r->time < before)
        return error_raise(error, ERROR_INPUT_BACKWARDS, cell, TEXT("%.17g", before));
    return r->n == 0 || r->rule != CSV_MEASURED || r->time > before || error_raise(error, ERROR_INPUT_TIME_TWICE, cell);
}

static bool read_row(struct csv_rows *r, struct error *error)
{
    const struct csv *csv = &r->csv;
    if (csv->n_fields != r->n_names + 1)
        return error_raise(error, ERROR_INPUT_COLUMNS, TEXT("%zu", csv->n_fields), TEXT("%zu", r->n_names + 1));
    if (!read_time(r, error))
        return false;
    for (size_t i = 0; i < r->n_names; i++) {
        const char *cell = csv->fields[i + 1];
        if (!r->is_skipped[i] && number_parse(cell, &r->values[i]))
            continue;
        r->values[i] = (double)NAN;
        if (r->rule == CSV_MEASURED && !r->is_skipped[i] && *cell && strcasecmp(cell, "nan") != 0)
            return error_raise(error, ERROR_INPUT_CELL, cell, "a number");
    }
    r->n++;
    return true;
}

bool csv_rows_next(struct csv_rows *r, bool *found, struct error *error)
{
    if (!csv_next(&r->csv, found, error))
        return false;
    if (!*found)
        return r->n > 0 || error_raise(error, ERROR_INPUT_EMPTY, r->csv.path);
    if (read_row(r, error))
        return true;
    csv_say_place(&r->csv, error);
    return false;
}
