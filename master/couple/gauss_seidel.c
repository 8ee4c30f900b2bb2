/* Gauss-Seidel: one after the other; the later ones know what the earlier ones have reached at the end of the step. */
#include "master/couple/scheme.h"

static enum step_outcome pass(struct stepper *s, double *reached, struct error *error)
{
    for (size_t i = 0; i < s->n_components; i++) {
        const size_t c = s->order[i];
        if (i > 0 && !stepper_give(s, c, error))
            return STEP_FAILED;
        const enum step_outcome outcome = stepper_step(s, c, reached, error);
        if (outcome != STEP_DONE)
            return outcome;
        if (!stepper_publish(s, c, error))
            return STEP_FAILED;
    }
    return STEP_DONE;
}

const struct scheme scheme_gauss_seidel = {.name = "gauss-seidel", .one_by_one = true, .pass = pass};
