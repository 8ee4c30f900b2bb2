/* What a filter step costs beside a step of its model: the model's own steps of 1 ms by Runge-Kutta at 0.1 ms, and the filter's, all five sensors
 * in each of them, while the machine moves. */
#ifndef PASO_ESTIMATOR_COST_H
#define PASO_ESTIMATOR_COST_H

#include "benchmarks/lut/estimator_experiment.h"

/* CPU seconds of so many steps: of the model alone, or with the filter around it. `x` has measurements until they end. */
double estimator_cost_stop(long steps);
bool estimator_cost_model(struct bench *bench, long steps, double *cpu_s, struct error *error);
bool estimator_cost_filter(struct bench *bench, const struct experiment_data *x, long steps, double *cpu_s,
                           struct error *error);

#endif
