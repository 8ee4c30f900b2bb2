/* From results to a chart. */
#ifndef PASO_PLOT_CHART_H
#define PASO_PLOT_CHART_H

#include "figures/figure_size.h"
#include "figures/result_series.h"
#include "master/options/options.h"

enum plot_panels { PLOT_BY_UNIT, PLOT_BY_VARIABLE, PLOT_BY_RUN };

/* What is drawn of a result. */
struct plot_view {
    int panels;          /* an enum plot_panels */
    const char *x_range; /* "LOW:HIGH"; NULL: all */
    struct text_list
        y_ranges; /* "LOW:HIGH" of all panels, or "NAME=LOW:HIGH" of those of a unit, a variable or a run */
};

bool plot_view_check(const struct plot_view *view, struct error *error);

/* Draws the wanted columns of n results; those of a unit that nobody knows have panels of their own. */
bool plot_draw(const struct result_series *series, size_t n, const struct plot_view *view, const char *path,
               const struct figure_options *options, struct error *error);

#endif
