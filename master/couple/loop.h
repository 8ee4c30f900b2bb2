/* A loop: outputs and inputs that wait for each other through feedthrough. The outputs z satisfy z = G(u(z)), where G is
 * what the components answer; solved by a damped Newton method whose Jacobian comes from directional derivatives, by
 * differences where an FMU has none. A component that may not be read after a set enters by its linearization. */
#ifndef PASO_LOOP_H
#define PASO_LOOP_H

#include "master/couple/exchange.h"

#include <sundials/sundials_types.h>

struct loop_member {
    size_t component;
    bool recomputes;                           /* G by set and get; else y + D du */
    struct exchange_step set, get;             /* where it recomputes: of what is in the loop ... */
    struct exchange_step set_reals, get_reals; /* ... discrete values left as they are */
    size_t *outputs, *inputs; /* real ones: indices in y; in u, of the loop (and, where linear, from outside) */
    unsigned *output_refs, *input_refs;
    size_t n_outputs, n_inputs;
    size_t *unknowns;             /* per input: which unknown drives it, or NO_VALUE */
    size_t first;                 /* its outputs are the unknowns first ... */
    double *D;                    /* row by row: outputs by inputs */
    double *seed, *column, *base; /* base: linear members' outputs before anything was set */
};

struct loop {
    struct loop_member *members;
    size_t n_members;
    size_t n; /* unknowns: real outputs */
    double *z, *r, *step, *trial, *nominal;
    double **jacobian; /* by columns */
    double *jacobian_room;
    sunindextype *pivots;
    bool has_discrete;
    double *seen;
    char *text; /* the way around, for messages */
};

/* Nobody in it is set or read while it is solved. */
bool loop_is_linear(const struct loop *loop);

bool loop_solve(struct exchange *x, struct loop *loop, double t, struct error *error);

/* D L into the Jacobian: what an unknown makes of the others, once around. */
bool loop_differentiate(struct exchange *x, struct loop *loop, struct error *error);

#endif
