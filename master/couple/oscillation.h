/* Whether exchanged values oscillate from one communication point to the next: increments that alternate in sign over ten points
 * without shrinking. No solution looks like that which is resolved, but a coupling does whose macro step is too long. */
#ifndef PASO_OSCILLATION_H
#define PASO_OSCILLATION_H

#include "master/couple/exchange.h"

struct swing {               /* a value that is watched, and its row of increments that alternate */
    size_t index;            /* in y */
    double value, increment; /* at the last point */
    double first;            /* size of the row's first increments */
    double scale;            /* magnitude of the value, or its nominal */
    int turns;               /* so far */
};

struct oscillation {
    struct swing *swings; /* real values of continuous variability */
    size_t n;
    long period;     /* of looking now and then */
    long last_point; /* that was looked at */
    size_t found;    /* index in y; NO_VALUE: nothing oscillates */
    double found_at; /* s */
};

/* `steps`: how many the run will take. */
bool oscillation_open(struct oscillation *o, const struct exchange *x, double steps, struct arena *arena,
                      struct error *error);

/* At a communication point. Points need not follow each other, but only those that do can show something. */
void oscillation_look(struct oscillation *o, const double *y, long point, double t);

/* The first point after this one that is worth a look where looking has a price: now and then, and before a short run ends, as many
 * as are needed to see it. */
long oscillation_next(const struct oscillation *o, long point);

#endif
