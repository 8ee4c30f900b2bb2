/* A linear system with names: dx/dt = A x + B u, y = C x + D u, for small changes around one point of a run. */
#ifndef PASO_STATE_SPACE_H
#define PASO_STATE_SPACE_H

#include "master/base/error.h"
#include "linearize/matrix_algebra.h"

struct signals { /* states, inputs or outputs */
    size_t n;
    const char **names;
    double *nominals;
    double *values; /* at the point */
};

struct state_space {
    struct arena arena; /* everything below lives in it */
    double time;
    struct signals states, inputs, outputs;
    double *rates; /* of the states, at the point: zeros in an equilibrium */
    struct matrix A, B, C, D;
    struct matrix E;  /* E dx/dt = A x + B u, where E is not the identity; else without elements */
    bool directional; /* every column from directional derivatives; else some by differences */
    double accuracy;  /* what the differences believe: relative, 0 where none were taken */
};

/* Room for these sizes, all zero; names are not there yet. */
bool state_space_open(struct state_space *s, size_t n_states, size_t n_inputs, size_t n_outputs, struct error *error);
void state_space_close(struct state_space *s); /* of one that was never opened, too, if it is all zero */

/* A copy with only these inputs and outputs, by index. */
bool state_space_select(struct state_space *s, const struct state_space *from, const size_t *inputs, size_t n_inputs,
                        const size_t *outputs, size_t n_outputs, struct error *error);

/* A state is at rest below this, in nominal values per second, and below what rounding makes of its rate. */
#define STATE_AT_REST 1e-6
/* No state is known better than to some roundings of its nominal value (NULL: 1), and a stiff A multiplies them. */
double state_rounding(struct matrix A, size_t state, const double *nominals);

/* Where the output of one system goes: u[to] = factor * y[from], or factor * w[from]. */
struct wire {
    size_t from, to;
    double factor;
};

/* Closes the loop: u = L y + E w. `open` holds all components side by side, block by block; the result has its states and
 * outputs, and the external inputs w, whose names, nominals and values the caller fills in. An algebraic loop without a
 * solution is an error that names its variables. The result is opened by the caller with the right sizes. */
struct closure;
struct closure *closure_open(const struct state_space *open, const struct wire *connections, size_t n_connections,
                             const struct wire *external, size_t n_external, size_t n_w, struct error *error);
bool closure_make(struct closure *c, const struct state_space *open, struct state_space *closed, struct error *error);
void closure_close(struct closure *c); /* accepts NULL */

#endif
