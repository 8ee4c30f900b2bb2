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
    return column < s->trajectory.n_names ? s->trajectory.names[column] : "time";
}

double result_series_value(const struct result_series *s, size_t column, size_t row)
{
    const struct trajectory *t = &s->trajectory;
    return column < t->n_names ? t->values[row * t->n_names + column] : t->times[row];
}

static size_t count_gaps(const struct result_series *s, size_t column)
{
    size_t n = 0;
    for (size_t row = 0; row < s->trajectory.n_times; row++)
        n += isfinite(result_series_value(s, column, row)) ? 0 : 1;
    return n;
}

/* ---- which columns ---- */

static bool raise_no_column(const struct result_series *s, const char *name, struct error *error)
{
    const char *nearest = error_nearest(name, (const char *const *)s->trajectory.names, s->trajectory.n_names);
    if (nearest)
        return error_raise(error, ERROR_PLOT_NO_COLUMN_BUT, s->path, name, nearest);
    return error_raise(error, ERROR_PLOT_NO_COLUMN, s->path, name);
}

static bool find_x(struct result_series *s, const char *name, struct error *error)
{
    s->x = s->trajectory.n_names;
    if (!name || strcmp(name, "time") == 0)
        return true;
    s->x = trajectory_find(&s->trajectory, name);
    if (s->x == SIZE_MAX)
        return raise_no_column(s, name, error);
    return count_gaps(s, s->x) < s->trajectory.n_times || error_raise(error, ERROR_PLOT_ALL_GAPS, s->path, name);
}

static bool is_written_out(const struct patterns *patterns, const char *name)
{
    for (size_t k = 0; k < patterns->n; k++)
        if (strcmp(patterns->list[k].text, name) == 0)
            return true;
    return false;
}

/* A column without numbers, texts for instance, is an error where it was named, and left out where it was only matched. */
static bool choose_column(struct result_series *s, size_t column, struct patterns *patterns, struct error *error)
{
    const char *name = result_series_name(s, column);
    const size_t gaps = count_gaps(s, column), rows = s->trajectory.n_times;
    if (patterns->n && !patterns_match(patterns, name))
        return true;
    if (column == s->x)
        return true;
    if (gaps == rows)
        return !is_written_out(patterns, name) || error_raise(error, ERROR_PLOT_ALL_GAPS, s->path, name);
    if (gaps)
        error_warn(WARNING_PLOT_GAPS, s->path, TEXT("%zu", gaps), TEXT("%zu", rows), name);
    s->columns[column].is_wanted = true;
    return true;
}

static bool choose(struct result_series *s, const struct series_choice *choice, struct error *error)
{
    struct patterns patterns = {0};
    bool good = find_x(s, choice->x, error) && (!choice->record || patterns_read(&patterns, choice->record, error));
    size_t n = 0;
    for (size_t i = 0; good && i < s->trajectory.n_names; i++) {
        good = choose_column(s, i, &patterns, error);
        n += s->columns[i].is_wanted;
    }
    const char *unused = good ? patterns_unused(&patterns) : NULL;
    if (unused)
        good = strpbrk(unused, "*?[") ? error_raise(error, ERROR_PLOT_NO_MATCH, s->path, unused)
                                      : raise_no_column(s, unused, error);
    if (good && n == 0)
        good = error_raise(error, ERROR_PLOT_NOTHING, s->path, result_series_name(s, s->x));
    patterns_free(&patterns);
    return good;
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

bool result_series_read(struct result_series *s, const char *path, const char *notes, const char *title,
                        const struct series_choice *choice, struct error *error)
{
    *s = (struct result_series){.path = path, .title = title};
    if ((!title && !make_title(s, error)) || !trajectory_read(&s->trajectory, path, error))
        return false;
    s->columns = ARENA_TAKE(&s->arena, s->trajectory.n_names + 1, struct series_column);
    return (s->columns || no_memory(error)) && choose(s, choice, error) &&
           (notes ? result_series_read_notes(s, notes, error) : read_notes_beside(s, error));
}

void result_series_free(struct result_series *s)
{
    trajectory_free(&s->trajectory);
    arena_free(&s->arena);
    *s = (struct result_series){0};
}
