/* How exchanged values change in time, at a communication point: what extrapolation of order 1 and 2 needs. From the FMUs'
 * output derivatives as far as they go, from past values beyond; past values are used back to the start, to the last event
 * or to the last rejected step.
 *
 * A derivative is a forecast for as long as nothing in the component has had the time to settle. Right after the exchange a component
 * that is fast beside the macro step still answers to its new inputs, and its derivative tells of that transient: past values
 * serve better (pace.h).
 *
 * The derivative of an output with feedthrough contains that of its inputs: a component that recomputes on a get is given its
 * inputs' new slopes before it is read, one that is refreshed by y + D du has its derivative refreshed in the same way. */
#ifndef PASO_SLOPES_H
#define PASO_SLOPES_H

#include "master/couple/exchange.h"
#include "master/couple/run.h"

struct slopes {
    int order; /* 1 or 2 */
    enum slopes_choice choice;
    double *paces; /* per component, 1/s; 0: not known, or nothing moves */
    int *offered;  /* per y: how many derivatives its FMU gives ... */
    bool *reads_late,
        *renews; /* per component: its derivatives can be, and are, read once more after its inputs were set */
    double *slope, *curvature; /* per y */
    double *dy, *ddy;          /* per y: the FMUs' own */
    int *given;                /* ... and how many are used, with the macro step as it is */
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
bool slopes_open(struct exchange *x, int order, enum slopes_choice choice, struct error *error);

/* Exact slopes or past values, for macro steps of length H. */
void slopes_choose(struct exchange *x, double H);
bool slopes_are_exact(const struct slopes *s, size_t component, double H);

/* A new communication point, h after the last one: y as it was exchanged there becomes past. */
void slopes_move_on(struct slopes *s, size_t n_y, const double *y, double h);
/* An event, or a rejected step: what lies behind says nothing about what comes. */
void slopes_forget(struct slopes *s);

/* ---- for the exchange ---- */

bool slopes_get(struct exchange *x, size_t component, struct span reals, struct error *error); /* dy, ddy */
void slopes_extrapolate(struct exchange *x, size_t index);                                     /* slope, curvature */
bool slopes_hand_over(struct exchange *x, size_t component, struct span reals, struct error *error); /* to inputs */
/* After an exchange, where slopes are chosen by component: an output without feedthrough was read before the inputs were set, but its
 * derivative depends on them. */
bool slopes_renew(struct exchange *x, struct error *error);
bool slopes_refresh(struct exchange *x, size_t component, const struct refresh *f, struct error *error);

#endif
