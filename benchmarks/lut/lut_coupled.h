/* The coupled FMUs of Publication II's four-bar over the macro step; part of the case lut. */
#ifndef PASO_LUT_COUPLED_H
#define PASO_LUT_COUPLED_H

#include "benchmarks/bench/bench.h"

bool lut_coupled_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
