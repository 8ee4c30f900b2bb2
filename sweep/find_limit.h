/* The largest stable macro step of every combination of a plan. The given steps are scanned; between the last good one and
 * the first bad one the limit is found by bisection. Stability need not be monotonous in the step: the gaps below the limit
 * are halved too until they are small, and a bad step among them becomes the new limit. */
#ifndef PASO_LIMIT_H
#define PASO_LIMIT_H

#include "figures/figure_size.h"
#include "sweep/campaign.h"

struct limit_options {
    struct list steps;  /* macro steps to begin with, in s */
    const char *errors; /* "0.005,0.005+0.2*H": criteria beside stability; NULL: stability alone */
    double resolution;  /* relative */
    const char *output; /* CSV; or NULL */
    const char *plot;   /* a picture; or NULL */
    const struct figure_options *figure;
    bool csv_safe;
    FILE *report; /* for people; or NULL */
};

bool limit_find_all(struct campaign *c, const struct limit_options *options, struct error *error);

#endif
