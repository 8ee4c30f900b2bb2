/* Macro steps chosen by the error: what was promised to components for the end of a step, by extrapolation or by stand-ins, against what
 * their neighbours have answered there. Each difference is taken relative to the largest magnitude that the value has had, or its
 * nominal value where that is larger. A PI controller (K. Gustafsson, ACM Trans. Math. Softw. 17, 1991) keeps the largest of them near
 * the tolerance. */
#ifndef PASO_CONTROL_H
#define PASO_CONTROL_H

#include "master/couple/exchange.h"

struct control {
    double tolerance;
    double smallest, largest; /* macro steps that are allowed */
    int order;                /* of the promise: its error goes with this power of H */
    double next;              /* the macro step to be tried */
    double before;            /* the error of the last step that was accepted, in tolerances; 0: there is none */
    bool was_rejected;        /* the step before this one: it does not grow at once */
    double *scales;           /* per y: the largest magnitude so far */
    double *worst;            /* per u: the largest difference of steps that were accepted */
    double took_smallest, took_largest; /* macro steps that were accepted, output points and ends apart */
};

bool control_open(struct control *c, const struct exchange *x, int order, struct arena *arena, struct error *error);

/* The run begins anew. */
void control_forget(struct control *c, const struct exchange *x);

/* All outputs are in y. `promised`: per u, for the end of the step. The largest error, in tolerances. */
double control_measure(struct control *c, const struct exchange *x, const double *promised, bool *moves);

/* The largest difference of an input in steps that were accepted, relative to how large the value has become. */
double control_worst(const struct control *c, const struct exchange *x, size_t u);

/* After a step of length H with that error: the next one. */
void control_accept(struct control *c, const struct exchange *x, const double *promised, double H, double error,
                    bool is_full);
void control_reject(struct control *c, double H, double error);

#endif
