/* In which order components step against stand-ins, where nobody has asked for one. What is fastest steps first, by its own equations: that
 * is known at the start (pace.h). What is strongly nonlinear should step first, too, since its linear model is soon wrong. That shows
 * when something moves, so it is tried out: short runs with macro steps by the error go on for a while from where the first step is not as
 * promised. Each component goes first in one of them; the order that needs clearly fewer macro steps is taken, unless equal steps have a
 * much larger error with it: an inaccurate solver inside costs short steps, too, and says nothing about the order. */
#ifndef PASO_ORDER_TRIAL_H
#define PASO_ORDER_TRIAL_H

#include "master/couple/run.h"

struct order_trial {
    char *order;       /* "A/B"; NULL: nothing is better than the fastest first. To be freed */
    long steps, other; /* macro steps in the trial: of that order, and with the fastest first */
    bool was_made;     /* something has moved in it */
};

/* Trials are silent, and what goes wrong in them is of no consequence. */
struct order_trial order_try(const struct system *system, const struct run_options *options);

#endif
