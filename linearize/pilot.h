/* How far stand-ins reach: linear theory does not say, since they are exact for linear systems but for straight lines over micro
 * steps. Pilot runs do: with equal macro steps, over the whole interval, each with the coupling error that error control goes by. */
#ifndef PASO_PILOT_H
#define PASO_PILOT_H

#include "linearize/limit.h"
#include "master/couple/run.h"

struct pilot {
    bool was_run;
    enum limit_kind
        kind; /* LIMIT_ABOVE: good in the whole range; LIMIT_BELOW: not even its smallest step is, or runs fail */
    double macro_step; /* LIMIT_FOUND: the longest that was seen to be good, to 5 % */
    double error;      /* what is meant by good: the largest coupling error, relative */
    int runs;          /* that were made */
};

/* In silence: a run that fails is not good. The options are those of the scheme. */
void pilot_find(struct pilot *pilot, const struct system *system, const struct run_options *scheme, double from,
                double to);

#endif
