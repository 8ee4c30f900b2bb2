/* Passes over a macro step: one is the explicit scheme; more iterate to a fixed point, with rollback. In a repeated pass every
 * component sees the others as the last pass left them at the end of the step: held there (order 0) or interpolated; with micro
 * steps (standins.h) over the whole of it. */
#ifndef PASO_PASSES_H
#define PASO_PASSES_H

#include "master/couple/scheme.h"

struct passes {
    const struct scheme *scheme;
    int most;
    double tolerance; /* relative to the largest value seen so far, and to the nominal */
    double *before;   /* y at the end of the step as the pass has taken it */
    double *largest;  /* per y; 0 where it is an integer or a boolean, which are equal or not */
    double *u_start;  /* u when the components were saved */
    bool *fed_back;   /* per y: somebody used it in a pass before it was known */
    size_t *position; /* per component: in the order of the scheme */

    char **strings_before; /* the same of strings */
    bool *string_fed_back;
    size_t n_strings;
};

bool passes_open(struct passes *p, struct stepper *s, const struct scheme *scheme, int most, double tolerance,
                 struct error *error);

/* The order of components is known. */
void passes_start(struct passes *p, const struct stepper *s);

void passes_close(struct passes *p);

/* The run begins anew: how large values have been is forgotten. */
void passes_forget(struct passes *p, const struct exchange *x);

/* From s->t to s->t + s->H; `taken` counts the passes. */
enum step_outcome passes_run(struct passes *p, struct stepper *s, long *taken, double *reached, struct error *error);

#endif
