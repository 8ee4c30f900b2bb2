/* Results, read to be drawn. */
#include "figures/result_series.h"

#include "figures/figures_messages.h"
#include "master/files/patterns.h"
#include "master/files/result_notes.h"

#include <math.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "reading a result");
}

const char *result_series_name(const struct result_series *s, size_t column)
{
    return column < s->n_names ? s->names[column] : "time";
}

size_t result_series_find(const struct result_series *s, const char *name)
{
    return csv_rows_find(s->names, s->n_names, name);
}

/* ---- which columns ---- */

static bool raise_no_column(const struct result_series *s, const char *name, struct error *error)
{
    const char *nearest = error_nearest(name, (const char *const *)s->names, s->n_names);
    if (nearest)
        return error_raise(error, ERROR_PLOT_NO_COLUMN_BUT, s->path, name, nearest);
    return error_raise(error, ERROR_PLOT_NO_COLUMN, s->path, name);
}

static bool find_x(struct result_series *s, const char *name, struct error *error)
{
    s->x = s->n_names;
    if (name && strcmp(name, "time") != 0)
        s->x = result_series_find(s, name);
    return s->x != SIZE_MAX || raise_no_column(s, name, error);
}

static bool is_written_out(const struct patterns *patterns, const char *name)
{
    for (size_t k = 0; k < patterns->n; k++)
        if (strcmp(patterns->list[k].text, name) == 0)
            return true;
    return false;
}

static bool choose(struct result_series *s, const struct series_choice *choice, struct error *error)
{
    struct patterns patterns = {0};
    bool good = find_x(s, choice->x, error) && (!choice->record || patterns_read(&patterns, choice->record, error));
    for (size_t i = 0; good && i < s->n_names; i++) {
        struct series_column *column = &s->columns[i];
        column->is_wanted = (!patterns.n || patterns_match(&patterns, s->names[i])) && i != s->x;
        column->is_named = column->is_wanted && is_written_out(&patterns, s->names[i]);
    }
    const char *unused = good ? patterns_unused(&patterns) : NULL;
    if (unused)
        good = strpbrk(unused, "*?[") ? error_raise(error, ERROR_PLOT_NO_MATCH, s->path, unused)
                                      : raise_no_column(s, unused, error);
    patterns_free(&patterns);
    return good;
}

/* A column without numbers, texts for instance, is an error where it was named, and left out where it was only matched. */
static bool leave_out(struct result_series *s, struct error *error)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_names; i++) {
        struct series_column *column = &s->columns[i];
        const bool is_empty = column->gaps == s->n_rows;
        if (is_empty && (column->is_named || i == s->x))
            return error_raise(error, ERROR_PLOT_ALL_GAPS, s->path, s->names[i]);
        column->is_wanted = column->is_wanted && !is_empty;
        n += column->is_wanted;
        if (column->is_wanted && column->gaps)
            error_warn(WARNING_PLOT_GAPS, s->path, TEXT("%zu", column->gaps), TEXT("%zu", s->n_rows), s->names[i]);
    }
    return n > 0 || error_raise(error, ERROR_PLOT_NOTHING, s->path, result_series_name(s, s->x));
}

/* ---- reading ---- */

/* "runs/a.csv" is "a". */
static bool make_title(struct result_series *s, struct error *error)
{
    const char *slash = strrchr(s->path, '/'), *name = slash ? slash + 1 : s->path;
    const char *ending = strstr(name, ".csv");
    s->title = arena_copy(&s->arena, name, ending && ending > name ? (size_t)(ending - name) : strlen(name));
    return s->title || no_memory(error);
}

static bool read_notes_beside(struct result_series *s, struct error *error)
{
    char *path = result_notes_path(s->path);
    const bool good = path ? result_series_read_notes(s, path, error) : no_memory(error);
    free(path);
    return good;
}

static bool take_header(struct result_series *s, const struct csv_rows *rows, struct error *error)
{
    s->names = ARENA_TAKE(&s->arena, rows->n_names + 1, char *);
    s->columns = ARENA_TAKE(&s->arena, rows->n_names + 1, struct series_column);
    if (!s->names || !s->columns)
        return no_memory(error);
    for (; s->n_names < rows->n_names; s->n_names++) {
        const char *name = rows->names[s->n_names];
        if (!(s->names[s->n_names] = arena_copy(&s->arena, name, strlen(name))))
            return no_memory(error);
    }
    return true;
}

static bool take_row(struct result_series *s, const struct csv_rows *rows, struct error *error)
{
    const double x = s->x < s->n_names ? rows->values[s->x] : rows->time;
    for (size_t i = 0; i < s->n_names; i++) {
        struct series_column *column = &s->columns[i];
        column->gaps += isfinite(rows->values[i]) ? 0 : 1;
        if (column->is_wanted && !thinned_add(&column->points, x, rows->values[i]))
            return no_memory(error);
    }
    s->n_rows++;
    return true;
}

static bool read_rows(struct result_series *s, struct csv_rows *rows, const struct series_choice *choice,
                      struct error *error)
{
    bool found = true, good = take_header(s, rows, error) && choose(s, choice, error);
    for (size_t i = 0; good && i < s->n_names; i++)
        rows->is_skipped[i] = !s->columns[i].is_wanted && i != s->x;
    while (good && (good = csv_rows_next(rows, &found, error)) && found)
        good = take_row(s, rows, error);
    for (size_t i = 0; good && i < s->n_names; i++)
        thinned_end(&s->columns[i].points);
    return good && leave_out(s, error);
}

bool result_series_read(struct result_series *s, const char *path, const char *notes, const char *title,
                        const struct series_choice *choice, struct error *error)
{
    struct csv_rows rows = {0};
    *s = (struct result_series){.path = path, .title = title};
    const bool good = (title || make_title(s, error)) && csv_rows_open(&rows, path, CSV_OF_RESULT, error) &&
                      read_rows(s, &rows, choice, error);
    csv_rows_close(&rows);
    return good && (notes ? result_series_read_notes(s, notes, error) : read_notes_beside(s, error));
}

void result_series_free(struct result_series *s)
{
    for (size_t i = 0; i < s->n_names; i++)
        thinned_free(&s->columns[i].points);
    arena_free(&s->arena);
    *s = (struct result_series){0};
}
