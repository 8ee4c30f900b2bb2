/* Loops that cannot be solved between steps: the FMU of a member has neither directional derivatives nor recomputes on a get, so its outputs
 * are those of the last step, and values pass around once in each step. Errors grow then where the gain is 1 or more. In
 * initialization mode every FMU answers, and the gain can be measured. */
#ifndef PASO_LOOP_GAIN_H
#define PASO_LOOP_GAIN_H

#include "master/couple/exchange.h"

/* `x`: the exchange of initialization, after it has run. Refuses loops of communication points that would grow. */
bool loop_gain_check(struct exchange *x, struct error *error);

#endif
