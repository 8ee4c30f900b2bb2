/* An error-state extended Kalman filter in discrete time, around a run. The model takes its own steps; over each of them the covariance of
 * its error follows the linearization at the step's begin (matrix exponential, noise by Van Loan's method); where something was
 * measured, the states are corrected, and the model goes on from there. */
#ifndef PASO_ESTIMATOR_H
#define PASO_ESTIMATOR_H

#include "estimate/consistency.h"
#include "estimate/machine.h"
#include "estimate/sampling.h"
#include "estimate/smoother.h"

struct estimate_sensor {
    struct consistency consistency; /* of the values that were used */
    double squares;                 /* sum of squared innovations, of those */
    size_t outliers;                /* left out */
};
bool estimate_sensor_is_unused(const struct estimate_sensor *sensor); /* every value was an outlier */

/* What comes of it: a row for every step and every measurement, after the update. */
struct estimate {
    const struct filter_file *filter;
    size_t n, m;         /* states, sensors */
    size_t n_rows, room; /* rows that there are, and that there is memory for */
    bool is_smoothed;
    size_t width;
    double *
        rows; /* time; states; their deviations; innovations; their deviations; 1 used, 0 an outlier; smoothed states; their
               deviations; nis (NaN: none) */
    struct estimate_sensor *sensors;
};

enum estimate_part {
    PART_STATE,
    PART_DEVIATION,
    PART_INNOVATION,
    PART_INNOVATION_DEVIATION,
    PART_USED,
    PART_SMOOTHED, /* where estimate_make was asked to smooth */
    PART_SMOOTHED_DEVIATION
};
double estimate_time(const struct estimate *e, size_t row);
double estimate_value(const struct estimate *e, size_t row, enum estimate_part part, size_t i);
double estimate_nis(const struct estimate *e, size_t row);

/* The machine's run stands at its start. `step`: between rows, on the run's grid. `smooth`: backward as well, once the filter is through. */
bool estimate_make(struct estimate *e, struct machine *machine, const struct filter_file *filter,
                   struct sampling *sampling, double step, bool smooth, struct error *error);
void estimate_free(struct estimate *e); /* also after a failure */

/* The end of the step that begins at t: the next multiple of `step` behind the start, or `limit` where that comes first. */
double estimate_step_end(double start, double step, double t, double limit);

#endif
