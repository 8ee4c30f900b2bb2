/* The case agundez: see agundez.h. */
#ifndef PASO_AGUNDEZ_CASE_H
#define PASO_AGUNDEZ_CASE_H

#include "benchmarks/bench/bench.h"

bool agundez_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
