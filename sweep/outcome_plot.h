/* Plots of a sweep without a reference: outcomes over a varied option, one curve per combination of the others. */
#ifndef PASO_OUTCOME_PLOT_H
#define PASO_OUTCOME_PLOT_H

#include "figures/figure_size.h"
#include "sweep/table.h"

struct outcome_plot {
    size_t axis;   /* of the plan; SIZE_MAX: nothing is varied */
    size_t panels; /* of the plan: each of its values has panels of its own; SIZE_MAX: none */
    bool is_wanted[N_OUTCOMES];
};

/* Without gnuplot: a warning, and true. */
bool outcome_plot_write(const struct table *t, const struct outcome_plot *plot, const char *path,
                        const struct figure_options *figure, struct error *error);

#endif
