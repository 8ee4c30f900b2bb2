/* The common part of a component: opening, initialization, ports. Getting, setting and stepping a Co-Simulation slave
 * goes straight to the instance. */
#include "component_hot.h"
#include "component_impl.h"

#include <stdlib.h>
#include <string.h>

struct component_options component_options_default(void)
{
    return (struct component_options){.name = "", .interface = INTERFACE_ANY};
}

/* The kind that was asked for, if the FMU has it. */
static bool choose_interface(const struct description *d, struct component_options *options, const char *path,
                             struct error *error)
{
    const bool cs = d->co_simulation.present, me = d->model_exchange.present;
    switch (options->interface) {
    case INTERFACE_CO_SIMULATION:
        return cs || error_raise(error, ERROR_COMPONENT_NO_CO_SIMULATION, path);
    case INTERFACE_MODEL_EXCHANGE:
        return me || error_raise(error, ERROR_COMPONENT_NO_MODEL_EXCHANGE, path);
    case INTERFACE_ANY:
        break;
    }
    options->interface = cs ? INTERFACE_CO_SIMULATION : INTERFACE_MODEL_EXCHANGE;
    return cs || me || error_raise(error, ERROR_COMPONENT_NO_INTERFACE, path);
}

struct component *component_open(struct fmu *fmu, const struct component_options *options, struct error *error)
{
    struct component *c = calloc(1, sizeof *c);
    if (!c) {
        error_raise(error, ERROR_NO_MEMORY, "opening a component");
        return NULL;
    }
    c->fmu = fmu;
    c->description = fmu_description(fmu);
    c->options = *options;
    c->time = options->start_time;
    c->options.name = strdup(options->name ? options->name : "");
    if (!c->options.name) {
        error_raise(error, ERROR_NO_MEMORY, "opening a component");
        goto failed;
    }
    if (!choose_interface(c->description, &c->options, fmu_path(fmu), error))
        goto failed;

    const bool me = c->options.interface == INTERFACE_MODEL_EXCHANGE;
    c->abilities = options->known ? *options->known : probe_abilities(fmu, &c->options, me);
    c->options.known = NULL;
    const struct instance_options instance = {
        .name = *c->options.name ? c->options.name : c->description->model_name,
        .type = me ? fmi2ModelExchange : fmi2CoSimulation,
        .logging = options->logging,
        .start_time = options->start_time,
    };
    c->instance = instance_open(fmu, &instance, error);
    if (!c->instance)
        goto failed;
    if (me && !(c->me = me_open(c, error)))
        goto failed;
    return c;

failed:
    component_close(c);
    return NULL;
}

void component_close(struct component *c)
{
    if (!c)
        return;
    for (int slot = 0; slot < SLOT_COUNT; slot++)
        if (c->saved[slot].state)
            instance_free_state(c->instance, &c->saved[slot].state, NULL);
    me_close(c->me);
    instance_close(c->instance);
    free((char *)c->options.name);
    free(c);
}

const char *component_name(const struct component *c)
{
    return c->options.name;
}

const struct description *component_description(const struct component *c)
{
    return c->description;
}

struct component_abilities component_abilities(const struct component *c)
{
    return c->abilities;
}

struct instance *component_instance(struct component *c)
{
    return c->instance;
}

double component_time(const struct component *c)
{
    return c->time;
}

/* ---- initialization ---- */

bool component_enter_initialization(struct component *c, struct error *error)
{
    const struct component_options *o = &c->options;
    if (!instance_setup_experiment(c->instance, o->has_tolerance ? &o->tolerance : NULL, o->start_time,
                                   o->has_stop_time ? &o->stop_time : NULL, error))
        return false;
    return c->me ? me_enter_initialization(c, error) : instance_enter_initialization(c->instance, error);
}

bool component_exit_initialization(struct component *c, struct error *error)
{
    return c->me ? me_exit_initialization(c, error) : instance_exit_initialization(c->instance, error);
}

bool component_terminate(struct component *c, struct error *error)
{
    return instance_terminate(c->instance, error);
}

/* ---- ports ---- */

/* A model may have an event to finish before it can be read; a slave's gets go straight on. */
#define DEFINE_GET(kind, type)                                                                                         \
    static bool settle_and_get_##kind(struct component *c, const unsigned *refs, size_t n, type *values,               \
                                      struct error *error)                                                             \
    {                                                                                                                  \
        return me_settle(c, error) && instance_get_##kind(c->instance, refs, n, values, error);                        \
    }                                                                                                                  \
    bool component_get_##kind(struct component *c, const unsigned *refs, size_t n, type *values, struct error *error)  \
    {                                                                                                                  \
        return c->me ? settle_and_get_##kind(c, refs, n, values, error)                                                \
                     : instance_get_##kind(c->instance, refs, n, values, error);                                       \
    }

DEFINE_GET(real, double)
DEFINE_GET(integer, int)
DEFINE_GET(boolean, int)
DEFINE_GET(string, const char *)
#undef DEFINE_GET

bool component_set_real(struct component *c, const unsigned *refs, size_t n, const double *values, struct error *error)
{
    return c->me ? me_set_real(c, refs, n, values, error) : instance_set_real(c->instance, refs, n, values, error);
}

bool component_set_integer(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error)
{
    return c->me ? me_set_integer(c, refs, n, values, error)
                 : instance_set_integer(c->instance, refs, n, values, error);
}

bool component_set_boolean(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error)
{
    return c->me ? me_set_boolean(c, refs, n, values, error)
                 : instance_set_boolean(c->instance, refs, n, values, error);
}

bool component_set_string(struct component *c, const unsigned *refs, size_t n, const char *const *values,
                          struct error *error)
{
    return c->me ? me_set_string(c, refs, n, values, error) : instance_set_string(c->instance, refs, n, values, error);
}

bool component_set_input_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                     const double *values, struct error *error)
{
    return c->me ? me_set_input_derivatives(c, refs, n, orders, values, error)
                 : instance_set_input_derivatives(c->instance, refs, n, orders, values, error);
}

void component_try_inputs(struct component *c, bool trial)
{
    if (c->me)
        me_try_inputs(c, trial);
}

bool component_get_output_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                      double *values, struct error *error)
{
    return instance_get_output_derivatives(c->instance, refs, n, orders, values, error);
}

bool component_directional(struct component *c, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                           size_t n_knowns, const double *seed, double *result, struct error *error)
{
    if (c->me && !me_settle(c, error))
        return false;
    return instance_directional(c->instance, unknowns, n_unknowns, knowns, n_knowns, seed, result, error);
}

/* ---- stepping ---- */

bool component_make_hot(struct component *c, struct component_hot *hot)
{
    hot->no_way_back = !c->has_saved;
    return !c->me && instance_make_hot(c->instance, &hot->calls);
}

void component_cool(struct component *c, const struct component_hot *hot, double t)
{
    c->time = t;
    instance_cool(&hot->calls);
}

enum step_outcome component_hot_outcome(struct component *c, fmi2Status status, double t, double H, double *reached)
{
    return cs_step_unfinished(c, status, t, H, reached);
}

enum step_outcome component_step(struct component *c, double t, double H, double *reached, struct error *error)
{
    if (c->me)
        return me_step(c, t, H, reached, error);
    const fmi2Status status = instance_do_step(c->instance, t, H, !c->has_saved, error);
    if (status > fmi2Warning)
        return cs_step_unfinished(c, status, t, H, reached);
    *reached = c->time = t + H;
    return STEP_DONE;
}

bool component_save(struct component *c, enum component_slot slot, struct error *error)
{
    if (!c->abilities.rollback)
        return error_raise(error, ERROR_COMPONENT_NO_ROLLBACK, instance_name(c->instance));
    if (!(c->me ? me_save(c, slot, error) : cs_save(c, slot, error)))
        return false;
    c->has_saved = c->saved[slot].there = true;
    c->saved[slot].time = c->time;
    return true;
}

bool component_restore(struct component *c, enum component_slot slot, struct error *error)
{
    if (!c->saved[slot].there)
        return error_raise(error, ERROR_INTERNAL, "a component was asked to go back to a state that was never saved");
    if (!(c->me ? me_restore(c, slot, error) : cs_restore(c, slot, error)))
        return false;
    c->time = c->saved[slot].time;
    instance_set_message_time(c->instance, c->time);
    return true;
}
