/* From where a model counts its states, where it says so: it may count them anew on the way, and they jump. What a filter knows of their errors
 * belongs to states as they were counted before. */
#ifndef PASO_COUNTS_H
#define PASO_COUNTS_H

#include "master/base/arena.h"
#include "master/couple/run.h"

struct counts {
    struct port *ports; /* of the variables that tell it */
    double *values;     /* when they were looked at first */
    size_t n;
};

/* Of all components of a run that was initialized; the memory is the arena's. */
bool counts_open(struct counts *c, struct run *run, struct arena *arena, struct error *error);
/* An error where one of them is not what it was. */
bool counts_check(const struct counts *c, struct run *run, struct error *error);

#endif
