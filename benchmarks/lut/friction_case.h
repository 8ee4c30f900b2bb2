/* The friction laws of hydraulic cylinders (Publication II): their curves, and what a cycle costs. */
#ifndef PASO_FRICTION_CASE_H
#define PASO_FRICTION_CASE_H

#include "benchmarks/bench/bench.h"

bool friction_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
