/* Plots of a sweep: largest error over macro step and over CPU time, one curve per combination of the
 * other options. */
#ifndef PASO_PLOT_H
#define PASO_PLOT_H

#include "figures/figure_options.h"
#include "sweep/table.h"

/* Without gnuplot: a warning, and true. */
bool plot_write(const struct table *t, const char *path, const struct figure_options *options, struct error *error);

#endif
