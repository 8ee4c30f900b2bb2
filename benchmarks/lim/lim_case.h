/* The LIM manipulator, co-simulated. */
#ifndef PASO_LIM_CASE_H
#define PASO_LIM_CASE_H

#include "benchmarks/lim/lim_runs.h"

/* Its parts, each in its own file. */
bool lim_compare_columns(struct bench *bench, struct outcome *outcome, struct error *error);
bool lim_compare_limits(struct bench *bench, struct outcome *outcome, struct error *error);
bool lim_add_motions(struct bench *bench, struct outcome *outcome, struct error *error);

bool lim_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
