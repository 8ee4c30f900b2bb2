/* A linear component: small changes of a component around the point where it was linearized,
 *     x' = A x + B u,   y = C x + D u,
 * stepped by maps of whole steps, x(t + h) = phi x + gamma[0] u + gamma[1] u' + gamma[2] u'', where the inputs are polynomials
 * over the step. It begins with zeros everywhere, and has the ports and abilities of the component that it stands for;
 * ports that do not take part (what is discrete, what does not move) are zero. */
#ifndef PASO_COMPONENT_LINEAR_H
#define PASO_COMPONENT_LINEAR_H

#include "master/base/matrix.h"
#include "master/couple/component.h"

enum { STEP_ORDERS = 3 };

struct step_map {
    double h;
    int n_orders;                          /* of gamma that are there */
    double accuracy;                       /* of its elements, states and inputs in units of their nominal values */
    struct matrix whole;                   /* phi and gamma side by side ... */
    struct matrix phi, gamma[STEP_ORDERS]; /* ... and each of them, as a part of it */
};

/* Zeros; whole.a is NULL where there is no memory. */
struct step_map step_map_take(struct arena *arena, size_t n_states, size_t n_inputs, int n_orders);

struct linear_model {
    size_t n_states, n_inputs, n_outputs;
    const unsigned *input_refs, *output_refs;
    const unsigned *state_refs, *rate_refs; /* for whoever probes it; NULL: nobody does */
    const struct matrix *jacobian;          /* A, B over C, D */
    /* The map of a step of length h, with derivatives of inputs up to an order; NULL with an error: such a step cannot be
     * taken. */
    const struct step_map *(*map)(void *context, double h, int order, struct error *error);
    void *context;
    int order; /* the highest derivative of inputs that it will be given */
};

/* In place of `original`, whose name, description and abilities it takes over. The model, and what it points to, must outlive
 * it. */
struct component *component_open_linear(const struct component *original, const struct linear_model *model,
                                        struct error *error);

double *component_linear_states(struct component *c); /* to be read and written */
/* The same of its inputs, or of a derivative of them, in the order of the model; all its outputs. */
double *component_linear_inputs(struct component *c, int derivative);
void component_linear_outputs(const struct component *c, double *values);
/* As if the inputs had been held there for ever. Inputs that do not take part are left out. */
void component_linear_hold(struct component *c, const unsigned *refs, size_t n, const double *values);

#endif
