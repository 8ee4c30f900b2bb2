/* The LUT dissertation's coupled systems (Publications I and II), solved as one set of equations. */
#ifndef PASO_LUT_CASE_H
#define PASO_LUT_CASE_H

#include "benchmarks/bench/bench.h"

bool lut_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
