/* What the probe says of the LIM manipulator, against an independent linearization and against runs. */
#ifndef PASO_LINEARIZATION_CASE_H
#define PASO_LINEARIZATION_CASE_H

#include "benchmarks/bench/bench.h"

bool linearization_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
