/* What a call costs that is made again and again. */
#ifndef PASO_SMALLEST_COST_H
#define PASO_SMALLEST_COST_H

#include "numerics/model.h"

typedef bool measured_call(void *context, struct model_report *report);

/* CPU time of one call in s, the smallest of some samples of `repetitions` each; NaN where a call fails. */
double smallest_cost(measured_call *call, void *context, int repetitions, struct model_report *report);

#endif
