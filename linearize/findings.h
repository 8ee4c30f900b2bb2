/* What `paso stability` has found: a limit for every scheme and every point, and how it is told. */
#ifndef PASO_FINDINGS_H
#define PASO_FINDINGS_H

#include "linearize/pilot.h"
#include "figures/figure_size.h"
#include "linearize/points.h"
#include "linearize/scheme_choices.h"
#include "linearize/stability.h"

#include <stdio.h>

struct findings {
    const struct system *system;
    struct scheme_choices schemes;
    const char **orders; /* per scheme: in which components are stepped; NULL: all at once */
    const bool *own;     /* per component: stepped by its own solver */
    struct times times;
    double from, to;      /* range of the macro step */
    struct limit *limits; /* time by time, scheme by scheme */
    struct pilot *pilots; /* per scheme */
    bool csv_safe;        /* no text in a CSV file that a spreadsheet takes for a formula */
};

static inline const struct limit *findings_at(const struct findings *f, size_t time, size_t scheme)
{
    return &f->limits[time * f->schemes.n + scheme];
}

/* The time at which a scheme has its smallest limit. */
size_t findings_worst(const struct findings *f, size_t scheme);

/* "17.516 ms", "above 60 ms", "none from 5 ms on". */
void limit_describe(const struct findings *f, const struct limit *limit, char text[static 64]);

void findings_print(FILE *file, const struct findings *f);

/* .json or .csv. */
bool findings_check_path(const char *path, struct error *error);
bool findings_write(const char *path, const struct findings *f, struct error *error);

/* The growth over the macro step, for every scheme where its limit is smallest. */
bool findings_plot(const char *path, const struct findings *f, const struct figure_options *options,
                   struct error *error);

#endif
