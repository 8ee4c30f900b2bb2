/* How exchanged values change in time, at a communication point: what extrapolation of order 1 and 2 needs. From the FMUs'
 * output derivatives as far as they go, from past values beyond; past values are used back to the start, to the last event
 * or to the last rejected step.
 *
 * The derivative of an output with feedthrough contains that of its inputs: a component that recomputes on a get is given its
 * inputs' new slopes before it is read, one that is refreshed by y + D du has its derivative refreshed in the same way. */
#ifndef PASO_SLOPES_H
#define PASO_SLOPES_H

#include "master/couple/exchange.h"

struct slopes {
    int order;                 /* 1 or 2 */
    double *slope, *curvature; /* per y */
    double *dy, *ddy;          /* per y: the FMUs' own */
    int *given;                /* per y: how many derivatives its FMU gives */
    bool *held;                /* per y: it is discrete, and does not move between events */
    double *past, *past2;      /* y one and two communication points ago ... */
    double h, h2;              /* ... and how long the steps between were */
    int n_past;                /* 0, 1, 2 */
    double *du, *ddu;          /* per u: as the component has them */
    int *moves;                /* per u: how many derivatives its component takes, 0 where it is not continuous */
    int *ones, *twos;          /* orders for a call */
    double *values;            /* and room */
    unsigned *refs;
};

/* The exchange gets slopes; they live in its arena. */
bool slopes_open(struct exchange *x, int order, struct error *error);

/* A new communication point, h after the last one: y as it was exchanged there becomes past. */
void slopes_move_on(struct slopes *s, size_t n_y, const double *y, double h);
/* An event, or a rejected step: what lies behind says nothing about what comes. */
void slopes_forget(struct slopes *s);

/* ---- for the exchange ---- */

bool slopes_get(struct exchange *x, size_t component, struct span reals, struct error *error); /* dy, ddy */
void slopes_extrapolate(struct exchange *x, size_t index);                                     /* slope, curvature */
bool slopes_hand_over(struct exchange *x, size_t component, struct span reals, struct error *error); /* to inputs */
bool slopes_refresh(struct exchange *x, size_t component, const struct refresh *f, struct error *error);

#endif
