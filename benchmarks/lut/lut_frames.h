/* Positions of the papers' mechanisms at every second, as lines; part of the case lut. */
#ifndef PASO_LUT_FRAMES_H
#define PASO_LUT_FRAMES_H

#include "monolithic/monolithic.h"
#include "benchmarks/bench/outcome.h"

struct figure lut_frames(struct outcome *outcome, const char *system); /* empty as yet */
void lut_frames_add(struct outcome *outcome, struct figure *figure, const char *system, int second,
                    const struct monolithic *m);

#endif
