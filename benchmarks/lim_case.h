/* The LIM manipulator, co-simulated. */
#ifndef PASO_LIM_CASE_H
#define PASO_LIM_CASE_H

#include "lim_runs.h"

bool lim_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
