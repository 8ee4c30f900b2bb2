/* Jacobi: all components step at once, each with what was known of the others at the start (or from the last pass). */
#include "master/couple/scheme.h"

static enum step_outcome pass(struct stepper *s, double *reached, struct error *error)
{
    return stepper_step_all(s, reached, error);
}

const struct scheme scheme_jacobi = {.name = "jacobi", .all_at_once = true, .pass = pass};
