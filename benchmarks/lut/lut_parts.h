/* Parts of the case lut. */
#ifndef PASO_LUT_PARTS_H
#define PASO_LUT_PARTS_H

#include "benchmarks/bench/bench.h"
#include "monolithic/monolithic.h"

/* Positions of the papers' mechanisms at every second, as lines. */
struct figure lut_frames(struct outcome *outcome, const char *system); /* empty as yet */
void lut_frames_add(struct outcome *outcome, struct figure *figure, const char *system, int second,
                    const struct monolithic *m);

/* The coupled FMUs of Publication II's four-bar over the macro step. */
bench_run lut_coupled_run;

#endif
