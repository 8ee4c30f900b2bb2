/* What schemes are made of: step one component, or all of them, over a macro step. A component with the rate K takes K equal
 * steps; its inputs are held or follow their polynomials, handed over by input derivatives where it can take them, else
 * by smaller steps with held values. */
#ifndef PASO_STEPPER_H
#define PASO_STEPPER_H

#include "master/couple/forecast.h"
#include "master/couple/pool.h"
#include "master/couple/power.h"
#include "master/couple/rows.h"
#include "master/couple/standins.h"

struct stepped { /* a component on its way over a macro step */
    struct component *component;
    int steps;             /* it takes per macro step */
    long taken;            /* macro steps, where they are timed */
    int takes_derivatives; /* of its inputs, up to this order */
    bool follows;          /* some of its inputs are polynomials */
    size_t *inputs;        /* those: indices in u */
    unsigned *refs;        /* twice, for derivatives of order 1 and 2 */
    int *orders;           /* 1 ... 1, 2 ... 2 */
    size_t n_inputs;
    size_t *held; /* real inputs that do not: indices in u */
    size_t n_held;
    struct polynomial *polynomials;
    double *values; /* room for two per input */
    enum step_outcome outcome;
    double reached;
    bool refused;     /* its step has failed, not what was to be done around it */
    bool ended_early; /* it wants the end where the last step ends, and has said so again there */
    struct error *error;
};

struct stepper {
    struct exchange *x;
    struct forecast forecast;
    struct standins *standins; /* NULL: there are none */
    bool looks_ahead;          /* inputs are polynomials somewhere: the forecast is kept up to date */
    struct stepped *components;
    size_t n_components;
    size_t *order;         /* in which a scheme that goes one by one steps them */
    bool *end_is_known;    /* per component: y holds its values at the end of the step */
    bool *knew_end;        /* per u: it was known when the value was given for this step */
    struct pool *pool;     /* NULL: one thread */
    bool *can_begin;       /* per component: its step can be begun before others have ended theirs; NULL: nobody's */
    double *cpu_s;         /* per component, of its steps; NULL: nobody asks */
    struct rows *rows;     /* inside of the macro step; NULL: none */
    struct powers *powers; /* NULL: none that want to look at every step */
    double t, H, end;      /* of the macro step; end is t + H but for rounding */
    bool is_last;          /* somebody wants the end where the step ends */
    size_t culprit;        /* the component that did not come to the end of the step; NO_VALUE: something else failed */
    struct error *errors;  /* per component */
    struct arena arena;
};

struct stepper_options {
    int extrapolation;
    enum slopes_choice slopes;
    const int *rates; /* per component */
    const size_t *order;
    int threads;
    const struct standins_options *standins; /* NULL: none */
};

bool stepper_open(struct stepper *s, struct exchange *x, const struct stepper_options *options, struct error *error);
void stepper_close(struct stepper *s);

/* ---- for schemes ---- */

/* A component over the macro step; all of them, in parallel where there are threads. */
enum step_outcome stepper_step(struct stepper *s, size_t component, double *reached, struct error *error);
enum step_outcome stepper_step_all(struct stepper *s, double *reached, struct error *error);

/* Its outputs at the end of the step are known from now on to those that are stepped later. */
bool stepper_publish(struct stepper *s, size_t component, struct error *error);

/* Whether a component has ended the last step by wanting the end: it may be read, but not be set any more. */
bool stepper_ended_early(const struct stepper *s);

/* Gives a component the values at the end of the step, where they are known, to hold: with order 0 all of them, else those that
 * no polynomial can follow. */
bool stepper_give(struct stepper *s, size_t component, struct error *error);

#endif
