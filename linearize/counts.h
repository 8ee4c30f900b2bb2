/* From where a component counts its states, where it says so (statesCountedBy of our annotation): it may count them anew in a step, and they jump.
 * What is known of their changes belongs to states as they were counted before. */
#ifndef PASO_COUNTS_H
#define PASO_COUNTS_H

#include "master/base/arena.h"
#include "master/couple/component.h"

struct counts {
    unsigned *refs; /* of the variables that tell it */
    double *values, *now;
    size_t n;
};

/* Of a component that was initialized, as it stands; the memory is the arena's. */
bool counts_open(struct counts *counts, struct component *c, struct arena *arena, struct error *error);
/* Whether they are what they were: *changed is NULL, else the name of one that is not. False: they cannot be read. */
bool counts_stay(const struct counts *counts, struct component *c, const char **changed, struct error *error);

#endif
