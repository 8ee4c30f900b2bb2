/* Plots of a sweep with a reference: largest error over the macro step, or another option with numbers, and over CPU time; one curve per
 * combination of the other options, and where wanted a panel per value of one of them. */
#ifndef PASO_PLOT_H
#define PASO_PLOT_H

#include "figures/figure_size.h"
#include "sweep/table.h"

/* Without gnuplot: a warning, and true. */
bool plot_write(const struct table *t, size_t axis, size_t panels, const char *path,
                const struct figure_options *options, struct error *error);

#endif
