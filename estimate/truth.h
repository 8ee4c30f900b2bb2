/* An estimate against the truth, where that is known. */
#ifndef PASO_TRUTH_H
#define PASO_TRUTH_H

#include "estimate/estimator.h"

struct truth_error { /* of one state, over all rows that the truth has */
    size_t n;        /* rows; 0: the truth does not have this state */
    double rms;      /* of estimate - truth */
    double largest;  /* absolute value of the truth */
    double inside;   /* share of rows whose 95 % interval holds the truth */
    double smoothed_rms, smoothed_inside;
};

/* `truth`: columns named like states, on the line between its rows. One that has none of the states is an error. */
bool truth_compare(const struct estimate *e, const struct trajectory *truth, double from, struct truth_error *errors,
                   struct error *error);

#endif
