/* What a variable did in a run, in five numbers: how a run is judged where there is nothing to compare it with. */
#ifndef PASO_VARIABLE_OUTCOME_H
#define PASO_VARIABLE_OUTCOME_H

#include "master/files/trajectory.h"

enum outcome_kind {
    OUTCOME_MINIMUM,
    OUTCOME_MAXIMUM,
    OUTCOME_FINAL,
    OUTCOME_OVERSHOOT, /* beyond the final value, seen from the first one, over the distance of the two; NaN: they are equal */
    OUTCOME_SETTLING_TIME, /* s, from the start */
    N_OUTCOMES
};

struct variable_outcome {
    double values[N_OUTCOMES];
};

const char *outcome_name(enum outcome_kind kind); /* "settling_time" */
const char *outcome_unit(enum outcome_kind kind,
                         const char *variables); /* `variables`: that of the variable; NULL: none */

/* Of one column. From its settling time on it stays near its final value: within `band` times the largest distance that it ever had from
 * it. Between two rows the variable is a straight line. */
struct variable_outcome outcome_of(const struct trajectory *t, size_t column, double band);

#endif
