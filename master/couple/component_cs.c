/* Co-Simulation slaves: all but this goes straight to the instance. */
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

static void cs_begin_step(struct component *c, double t, double H)
{
    instance_begin_step(c->instance, t, H, !c->has_saved);
}

static enum step_outcome cs_step(struct component *c, double t, double H, double *reached, struct error *error)
{
    const fmi2Status status = instance_do_step(c->instance, t, H, !c->has_saved, error);
    if (status > fmi2Warning)
        return cs_step_unfinished(c, status, t, H, reached);
    *reached = c->time = t + H;
    return STEP_DONE;
}

static bool cs_save(struct component *c, struct error *error)
{
    return instance_get_state(c->instance, &c->saved.state, error);
}

static bool cs_restore(struct component *c, struct error *error)
{
    return instance_set_state(c->instance, c->saved.state, error);
}

static bool cs_enter_initialization(struct component *c, struct error *error)
{
    return component_setup_experiment(c, error) && instance_enter_initialization(c->instance, error);
}

const struct component_kind kind_co_simulation = {
    .enter_initialization = cs_enter_initialization,
    .begin_step = cs_begin_step,
    .step = cs_step,
    .save = cs_save,
    .restore = cs_restore,
};
