/* Inside of pictures of results. */
#ifndef PASO_RESULTS_PLOT_IMPL_H
#define PASO_RESULTS_PLOT_IMPL_H

#include "figures/chart.h"
#include "linearize/results.h"

/* What tells a point from the others. */
const char *results_point_label(struct chart *c, const struct results *r, size_t i);

/* Adds the gain and the phase of the chosen pair at the first and the last point (results_bode.c). */
void results_bode_add(struct chart *c, const struct results *r, const struct results_view *view);

#endif
