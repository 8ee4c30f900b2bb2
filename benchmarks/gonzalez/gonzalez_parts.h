/* Parts of the case `gonzalez`. */
#ifndef PASO_GONZALEZ_PARTS_H
#define PASO_GONZALEZ_PARTS_H

#include "benchmarks/bench/bench.h"
#include "benchmarks/gonzalez/methods.h"

/* LIM's four-bar linkage with a spring, by all four ways: norm of the errors, time of 1000 executions. */
bool gonzalez_four_bar(struct bench *bench, struct outcome *o, struct error *error);

#endif
