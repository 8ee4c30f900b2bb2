/* From results to a chart. */
#ifndef PASO_PLOT_CHART_H
#define PASO_PLOT_CHART_H

#include "figures/figure_size.h"
#include "figures/result_series.h"

enum plot_panels { PLOT_BY_UNIT, PLOT_BY_VARIABLE, PLOT_BY_RUN };

/* Draws the wanted columns of n results; those of a unit that nobody knows have panels of their own. */
bool plot_draw(const struct result_series *series, size_t n, enum plot_panels by, const char *path,
               const struct figure_options *options, struct error *error);

#endif
