/* A scheme: in which order, and with which knowledge of each other, components take a macro step. Each is a few lines of
 * scheme.c; everything else is the stepper's (one component with its rate and inputs), the exchange's (values at
 * communication points) and the run's (time, iterations, rejected steps). */
#ifndef PASO_SCHEME_H
#define PASO_SCHEME_H

#include "master/couple/stepper.h"

struct scheme {
    const char *name;
    bool one_by_one;  /* the order of components matters */
    bool all_at_once; /* a pass steps every component, and nothing else */
    /* Every component from s->t to s->t + s->H. Inputs stand at s->t, or, in a repeated pass, y holds what the last pass
     * found at the end and end_is_known says so. `reached` as in component_step. */
    enum step_outcome (*pass)(struct stepper *s, double *reached, struct error *error);
};

const struct scheme *scheme_find(const char *name); /* NULL: there is none of that name */

#endif
