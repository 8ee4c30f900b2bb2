/* Mechanisms from files: eigenvalues and times of the N-loop four-bar linkage, and what the general engine costs. */
#ifndef PASO_MECHANISMS_CASE_H
#define PASO_MECHANISMS_CASE_H

#include "benchmarks/bench/bench.h"

bool mechanisms_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
