/* LIM's linear oscillator. */
#ifndef PASO_OSCILLATOR_CASE_H
#define PASO_OSCILLATOR_CASE_H

#include "benchmarks/bench/bench.h"

bool oscillator_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
