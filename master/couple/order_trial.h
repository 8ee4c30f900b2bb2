/* In which order components step against stand-ins, where nobody has asked for one. What is fastest steps first, by its own equations: that
 * is known at the start (pace.h). What is strongly nonlinear should step first, too, since its linear model is soon wrong. That shows
 * when something moves, so it is tried out (trial.h). Each component goes first in one of the trials; the order that needs clearly fewer macro
 * steps is taken, unless equal steps have a much larger error with it: an inaccurate solver inside costs short steps, too, and says nothing
 * about the order. */
#ifndef PASO_ORDER_TRIAL_H
#define PASO_ORDER_TRIAL_H

#include "master/couple/trial.h"

struct order_trial {
    char *order;                /* "A/B"; NULL: nothing is better than the fastest first. To be freed */
    long steps, other;          /* macro steps in the trial: of that order, and with the fastest first */
    bool was_made;              /* else there are too many components, or no interval */
    struct trial_window window; /* where something moves; NaN: nothing has moved in time */
    struct trial best;          /* of the order that is taken */
};

/* Where something moves in the first fifth of the interval. */
struct order_trial order_try(const struct system *system, const struct run_options *options);
/* Where it is known when; `rows`: as in trial_go. */
struct order_trial order_try_in(const struct system *system, const struct run_options *options,
                                const struct trial_window *window, bool rows);

/* "30 macro steps in a trial, 64 with the fastest first"; "" where nothing is better. */
enum { ORDER_REASON = 80 };
void order_say_why(const struct order_trial *trial, char reason[static ORDER_REASON]);

#endif
