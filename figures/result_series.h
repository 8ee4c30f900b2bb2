/* A result file, read to be drawn: its trajectory, which of its columns are wanted, and units and descriptions where the notes beside the
 * file tell them. */
#ifndef PASO_RESULT_SERIES_H
#define PASO_RESULT_SERIES_H

#include "master/base/arena.h"
#include "master/files/trajectory.h"

struct series_column {
    const char *unit, *description; /* NULL: not known */
    bool is_wanted;
};

struct result_series {
    struct arena arena;
    const char *path;
    const char *title; /* for labels */
    struct trajectory trajectory;
    struct series_column *columns; /* of the trajectory; behind them that of the time */
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

/* Column 0 ... n_names - 1 of the trajectory, n_names the time. */
const char *result_series_name(const struct result_series *s, size_t column);
double result_series_value(const struct result_series *s, size_t column, size_t row);

/* Units and descriptions of the columns. What cannot be read is a warning, since a plot without units is still a plot. */
bool result_series_read_notes(struct result_series *s, const char *path, struct error *error);

#endif
