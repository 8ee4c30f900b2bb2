/* The LIM manipulator, solved as one system. */
#ifndef PASO_LIM_REFERENCE_CASE_H
#define PASO_LIM_REFERENCE_CASE_H

#include "benchmarks/bench/bench.h"
#include "benchmarks/lim/lim_converged.h"

bool lim_reference_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

/* Figures 3, 4, 7, 8, 10 and 11: our monolithic solution over the published points. */
void lim_draw_manoeuvre(struct outcome *outcome, int manoeuvre, const struct lim_state *states);

#endif
