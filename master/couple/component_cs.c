/* Co-Simulation slaves: steps that do not end as wished, and going back. */
#include "master/couple/component_impl.h"

#include <math.h>

enum step_outcome cs_step_unfinished(struct component *c, fmi2Status status, double t, double H, double *reached)
{
    *reached = t;
    if (status != fmi2Discard)
        return STEP_FAILED; /* the instance has said why */

    /* A slave that cannot answer these questions has not come anywhere and does not want the end. */
    struct error unanswered = {0};
    double last = t;
    bool terminated = false;
    if (!instance_terminated(c->instance, &terminated, &unanswered))
        terminated = false;
    error_clear(&unanswered);
    if (!instance_last_successful_time(c->instance, &last, &unanswered) || !isfinite(last))
        last = t;
    last = fmin(fmax(last, t), t + H);
    *reached = c->time = last;
    instance_set_message_time(c->instance, last);
    return terminated ? STEP_TERMINATED : STEP_DISCARDED;
}

bool cs_save(struct component *c, enum component_slot slot, struct error *error)
{
    return instance_get_state(c->instance, &c->saved[slot].state, error);
}

bool cs_restore(struct component *c, enum component_slot slot, struct error *error)
{
    return instance_set_state(c->instance, c->saved[slot].state, error);
}
