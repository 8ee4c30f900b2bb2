/* A result file, read to be drawn: the columns that are wanted, thinned where they are long, and units and descriptions where the notes beside the
 * file tell them. */
#ifndef PASO_RESULT_SERIES_H
#define PASO_RESULT_SERIES_H

#include "master/base/arena.h"
#include "figures/thinned.h"
#include "master/files/csv_rows.h"

struct series_column {
    const char *unit, *description; /* NULL: not known */
    bool is_wanted;
    bool is_named;         /* and nothing else will do */
    struct thinned points; /* over the x axis, of a wanted one */
    size_t gaps;           /* rows without a finite number, of a wanted one and of the x axis */
};

struct result_series {
    struct arena arena;
    const char *path;
    const char *title; /* for labels */
    char **names;      /* in the order of the file */
    size_t n_names, n_rows;
    struct series_column *columns; /* behind them that of the time */
    size_t x;                      /* which of them is the x axis */
};

struct series_choice {
    const char *record; /* patterns; NULL: all that hold numbers */
    const char *x;      /* NULL: the time */
};

/* `title`: NULL takes the file's name; `notes`: NULL takes the file beside. Freed also after a failure. */
bool result_series_read(struct result_series *s, const char *path, const char *notes, const char *title,
                        const struct series_choice *choice, struct error *error);
void result_series_free(struct result_series *s);

const char *result_series_name(const struct result_series *s, size_t column); /* n_names: the time */
size_t result_series_find(const struct result_series *s, const char *name);   /* SIZE_MAX: no such column */

/* Units and descriptions of the columns. What cannot be read is a warning, since a plot without units is still a plot. */
bool result_series_read_notes(struct result_series *s, const char *path, struct error *error);

#endif
