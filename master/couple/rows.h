/* Rows of results inside of a macro step: where components step in micro steps, each is read at the ends of those micro steps that are
 * output points. Observers are told in the order of time, once the macro step counts. */
#ifndef PASO_ROWS_H
#define PASO_ROWS_H

#include "master/couple/standins.h"
#include "master/couple/watch.h"

struct rows {
    struct watch **watches;
    size_t n_watches;
    long passed;       /* output points before the macro step */
    int first, stride; /* micro steps that end at an output point: first, first + stride ... */
    size_t n;          /* so many; 0: none */
    double *values;    /* row by row, all watches one after the other */
    size_t width;      /* of a row */
    size_t room;
};

void rows_close(struct rows *r);

/* Whether all that these watches look at can be read in the middle of a macro step. */
bool rows_can_be_read(const struct exchange *x, struct watch *const *watches, size_t n_watches);

/* A macro step with n output points inside of it. */
bool rows_begin(struct rows *r, struct watch **watches, size_t n_watches, struct error *error);

/* A component has ended micro step j, counted from 1, and has the listener's outputs and inputs there. */
bool rows_take(struct rows *r, const struct exchange *x, size_t component, const struct listener *l, int j,
               struct error *error);

/* A watch is told of row k, if it is one of its rows. */
bool rows_tell(struct rows *r, size_t k, size_t watch, double t, long step, struct error *error);

#endif
