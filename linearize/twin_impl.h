/* Inside of the twin: what its files share. */
#ifndef PASO_TWIN_IMPL_H
#define PASO_TWIN_IMPL_H

#include "master/couple/loop.h"
#include "master/couple/passes.h"
#include "linearize/twin.h"

/* Some values, each a row of coefficients. */
struct forms {
    size_t n, width;
    double *a; /* NULL: none */
};

static inline double *form(const struct forms *f, size_t i)
{
    return f->a + i * f->width;
}

/* sum += J[row] (x, u), by the component's Jacobian. */
struct twin;
struct twin_component;
void twin_add_product(const struct twin *t, const struct twin_component *c, size_t row, const struct forms *x,
                      const struct forms *u, double *sum);

void form_zero(double *to, size_t width);
void form_copy(double *to, const double *from, size_t width);
void form_add(double *to, double factor, const double *from, size_t width);
void forms_copy(const struct forms *to, const struct forms *from);

struct twin_component {
    const struct ports *ports;
    const struct matrix *jacobian; /* A, B over C, D */
    struct forms x, x_next;
    struct forms u[STEP_ORDERS]; /* what the FMU has: its inputs and their derivatives */
    struct forms rates[2];       /* first and second derivative of x */
    struct forms saved_x, saved_u[STEP_ORDERS];
    bool is_current; /* y is what a get would give now */
};

struct polynomial_form {
    double *value, *slope, *curvature;
};

struct twin {
    struct arena arena;
    const struct stepper *stepper;
    const struct passes *passes;
    const struct exchange *x;
    const struct linearizer *linearizer;
    struct step_maps *maps;
    struct twin_component *components;
    size_t n_components;
    size_t width; /* of all forms: the size of the memory */
    int order;    /* of the forecast */
    double H, time;

    /* Indices: of a value of y among its component's rows, of one of u among its component's inputs; NO_VALUE for what does
     * not move. */
    size_t *row_of, *column_of;

    struct forms y, u;             /* the exchange's tables */
    struct forms slope, curvature; /* its slopes', where the order is not 0 */
    struct forms dy, ddy, past, past2, du;
    struct forms start, start_slope, start_curvature; /* the forecast's */
    struct forms u_start;                             /* when a repeated pass begins */
    struct forms polynomials[STEP_ORDERS];            /* of the inputs of the component that is stepped */
    bool *end_is_known;                               /* per component */

    double *scratch; /* two forms, and one per unknown of the largest loop */
    struct matrix loop_matrix, loop_right;
    lapack_int *pivots;
    struct matrix amplification;
    size_t *kept, *room; /* what of the memory matters */
    bool *seen;          /* by the states, now or later */
    double *scales;      /* per value of the memory */
};

/* ---- twin_exchange.c ---- */

/* Some outputs of a component into y (and their derivatives), as it gives them now. */
void twin_get(struct twin *t, size_t component, struct span reals);
/* Some inputs of it from y. */
void twin_set(struct twin *t, size_t component, struct span reals);
bool twin_exchange(struct twin *t, struct error *error);

/* The feedthrough from an input to an output of a component, by their places in u and y. */
double twin_feedthrough(const struct twin *t, size_t component, size_t output, size_t input);

/* ---- twin_slopes.c: how values change in time, and what they do over a step ---- */

void twin_slopes_get(struct twin *t, size_t component, struct span reals);
void twin_slopes_extrapolate(struct twin *t, size_t index);
void twin_slopes_hand_over(struct twin *t, size_t component, struct span reals);
void twin_slopes_refresh(struct twin *t, size_t component, const struct refresh *f);
void twin_slopes_move_on(struct twin *t);

void twin_forecast_begin(struct twin *t);
/* Over the coming step; `known`: y holds the value at its end. */
void twin_forecast_value(struct twin *t, size_t index, bool known, struct polynomial_form p);
void polynomial_form_at(const struct polynomial_form *p, double tau, double *value, size_t width);

/* ---- twin_step.c ---- */

bool twin_step(struct twin *t, size_t component, struct error *error);
void twin_publish(struct twin *t, size_t component);
void twin_give(struct twin *t, size_t component);

/* ---- twin_pass.c: the schemes, and their passes ---- */

bool twin_can(const struct passes *passes, struct error *error);
bool twin_pass_all(struct twin *t, struct error *error);

#endif
