/* Co-Simulation slaves: everything goes straight to the instance. */
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

static enum step_outcome cs_step(struct component *c, double t, double H, double *reached, struct error *error)
{
    const fmi2Status status = instance_do_step(c->instance, t, H, !c->has_saved, error);
    if (status > fmi2Warning)
        return cs_step_unfinished(c, status, t, H, reached);
    *reached = c->time = t + H;
    return STEP_DONE;
}

static bool cs_save(struct component *c, enum component_slot slot, struct error *error)
{
    return instance_get_state(c->instance, &c->saved[slot].state, error);
}

static bool cs_restore(struct component *c, enum component_slot slot, struct error *error)
{
    return instance_set_state(c->instance, c->saved[slot].state, error);
}

static bool cs_enter_initialization(struct component *c, struct error *error)
{
    return component_setup_experiment(c, error) && instance_enter_initialization(c->instance, error);
}

static bool cs_exit_initialization(struct component *c, struct error *error)
{
    return instance_exit_initialization(c->instance, error);
}

#define DEFINE_PORTS(type, get_type, set_type)                                                                         \
    static bool cs_get_##type(struct component *c, const unsigned *refs, size_t n, get_type *values,                   \
                              struct error *error)                                                                     \
    {                                                                                                                  \
        return instance_get_##type(c->instance, refs, n, values, error);                                               \
    }                                                                                                                  \
    static bool cs_set_##type(struct component *c, const unsigned *refs, size_t n, set_type *values,                   \
                              struct error *error)                                                                     \
    {                                                                                                                  \
        return instance_set_##type(c->instance, refs, n, values, error);                                               \
    }

DEFINE_PORTS(real, double, const double)
DEFINE_PORTS(integer, int, const int)
DEFINE_PORTS(boolean, int, const int)
DEFINE_PORTS(string, const char *, const char *const)
#undef DEFINE_PORTS

static bool cs_set_input_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                     const double *values, struct error *error)
{
    return instance_set_input_derivatives(c->instance, refs, n, orders, values, error);
}

bool cs_get_output_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders, double *values,
                               struct error *error)
{
    return instance_get_output_derivatives(c->instance, refs, n, orders, values, error);
}

bool cs_directional(struct component *c, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                    size_t n_knowns, const double *seed, double *result, struct error *error)
{
    return instance_directional(c->instance, unknowns, n_unknowns, knowns, n_knowns, seed, result, error);
}

bool cs_terminate(struct component *c, struct error *error)
{
    return instance_terminate(c->instance, error);
}

static void cs_close(struct component *c)
{
    (void)c; /* the instance is all there is */
}

const struct component_kind kind_co_simulation = {
    .enter_initialization = cs_enter_initialization,
    .exit_initialization = cs_exit_initialization,
    .get_real = cs_get_real,
    .set_real = cs_set_real,
    .get_integer = cs_get_integer,
    .set_integer = cs_set_integer,
    .get_boolean = cs_get_boolean,
    .set_boolean = cs_set_boolean,
    .get_string = cs_get_string,
    .set_string = cs_set_string,
    .set_input_derivatives = cs_set_input_derivatives,
    .get_output_derivatives = cs_get_output_derivatives,
    .directional = cs_directional,
    .step = cs_step,
    .save = cs_save,
    .restore = cs_restore,
    .terminate = cs_terminate,
    .close = cs_close,
};
