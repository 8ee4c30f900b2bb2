/* The Model Exchange kind of component: what component_me.c and component_me_ports.c do, as one table. An event that discrete
 * inputs have opened is finished before anything is read. */
#include "master/couple/component_impl.h"

static bool enter_initialization(struct component *c, struct error *error)
{
    return component_setup_experiment(c, error) && me_enter_initialization(c, error);
}

#define DEFINE_GET(kind, type)                                                                                         \
    static bool get_##kind(struct component *c, const unsigned *refs, size_t n, type *values, struct error *error)     \
    {                                                                                                                  \
        return me_settle(c, error) && instance_get_##kind(c->instance, refs, n, values, error);                        \
    }

DEFINE_GET(real, double)
DEFINE_GET(integer, int)
DEFINE_GET(boolean, int)
DEFINE_GET(string, const char *)
#undef DEFINE_GET

static bool directional(struct component *c, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                        size_t n_knowns, const double *seed, double *result, struct error *error)
{
    return me_settle(c, error) &&
           instance_directional(c->instance, unknowns, n_unknowns, knowns, n_knowns, seed, result, error);
}

const struct component_kind kind_model_exchange = {
    .enter_initialization = enter_initialization,
    .exit_initialization = me_exit_initialization,
    .get_real = get_real,
    .set_real = me_set_real,
    .get_integer = get_integer,
    .set_integer = me_set_integer,
    .get_boolean = get_boolean,
    .set_boolean = me_set_boolean,
    .get_string = get_string,
    .set_string = me_set_string,
    .set_input_derivatives = me_set_input_derivatives,
    .directional = directional,
    .step = me_step,
    .save = me_save,
    .restore = me_restore,
    .close = me_close,
    .next_event = me_next_event,
    .first_event = me_first_event,
    .forget_events = me_forget_events,
    .try_inputs = me_try_inputs,
};
