/* Inside the papers' integration: what a formulation in all coordinates adds to it. */
#ifndef PASO_NEWTON_TRAPEZOID_IMPL_H
#define PASO_NEWTON_TRAPEZOID_IMPL_H

#include "monolithic/newton_trapezoid.h"

#define NEWTON_TRAPEZOID_NO_INPUTS ((size_t)-1)

/* Where the accelerations are inputs of the model, its rates of velocities are force balances that have to vanish. */
struct newton_trapezoid_addition {
    size_t accelerations; /* place among the inputs; NEWTON_TRAPEZOID_NO_INPUTS: the model computes them */
    void *owner;
    bool (*iterated)(void *owner, double t, struct model_report *report); /* after each iteration; may be NULL */
    bool (*stepped)(void *owner, double h, struct model_report *report);  /* x_end and dx_end are found; may be NULL */
};

struct newton_trapezoid {
    const struct model_type *type;
    const void *constants;
    void *scratch;
    struct newton_trapezoid_options options;
    struct newton_trapezoid_addition addition;
    struct model_layout layout;
    size_t n_x, n_z, n_y;         /* states, positions, unknowns: positions and all but velocities */
    double *room;                 /* all that follows, doubles */
    double *m, *q;                /* memories, rates of quadratures */
    double *u, *u_seed, *u_moved; /* inputs */
    double *x, *dx;               /* states and rates at the beginning of a step */
    double *x_end, *dx_end;       /* and at its end, as far as the iteration is */
    double *f, *column;           /* rates by the model's equations, and their change along an unknown */
    double *x_seed, *x_moved;
    double *y, *tolerances; /* increments of the unknowns */
    double *tangent;        /* by columns */
    size_t *pivots;
    double complex *complex_room;
    bool rates_jump; /* at the end of the last step: a law changes, or states are counted anew */
    int iterations;
};

struct newton_trapezoid *newton_trapezoid_open_with(const struct model_type *type, const void *constants, void *scratch,
                                                    size_t n_positions, const struct newton_trapezoid_options *options,
                                                    const struct newton_trapezoid_addition *addition,
                                                    struct model_report *report);

#endif
