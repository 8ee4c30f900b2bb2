/* The common part of a component: opening an FMU, and handing every call to the component's kind. */
#include "master/couple/component_hot.h"
#include "master/couple/component_impl.h"
#include "master/couple/couple_messages.h"
#include "master/import/surroundings.h"

#include <math.h>
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

struct component_abilities component_foresee(struct fmu *fmu, const struct component_options *options)
{
    struct component_options o = *options;
    const struct component_abilities none = {false};
    return choose_interface(fmu_description(fmu), &o, fmu_path(fmu), NULL)
               ? probe_abilities(fmu, &o, o.interface == INTERFACE_MODEL_EXCHANGE)
               : none;
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
    c->options.said = NULL;
    const struct instance_options instance = {
        .name = *c->options.name ? c->options.name : c->description->model_name,
        .type = me ? fmi2ModelExchange : fmi2CoSimulation,
        .logging = options->logging,
        .start_time = options->start_time,
        .isolation = options->isolation,
    };
    c->instance = instance_open(fmu, &instance, error);
    if (!c->instance)
        goto failed;
    if (me && !me_open(c, error))
        goto failed;
    c->kind = me ? &kind_model_exchange : &kind_co_simulation;
    return c;

failed:
    component_close(c);
    return NULL;
}

void component_close(struct component *c)
{
    if (!c)
        return;
    if (c->saved.state)
        instance_free_state(c->instance, &c->saved.state, NULL);
    if (c->kind && c->kind->close)
        c->kind->close(c);
    instance_close(c->instance);
    free((char *)c->options.name);
    free(c);
}

const char *component_name(const struct component *c)
{
    return c->options.name;
}

const char *component_label(const struct component *c)
{
    return c->instance ? instance_name(c->instance) : c->options.name;
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

const struct isolation *component_isolation(const struct component *c)
{
    return c->options.isolation;
}

double component_next_event(const struct component *c)
{
    return c->kind->next_event ? c->kind->next_event(c) : (double)INFINITY;
}

double component_first_event(const struct component *c)
{
    return c->kind->first_event ? c->kind->first_event(c) : (double)INFINITY;
}

void component_forget_events(struct component *c)
{
    if (c->kind->forget_events)
        c->kind->forget_events(c);
}

double component_time(const struct component *c)
{
    return c->time;
}

/* ---- what the kinds do ---- */

bool component_setup_experiment(struct component *c, struct error *error)
{
    const struct component_options *o = &c->options;
    return instance_setup_experiment(c->instance, o->has_tolerance ? &o->tolerance : NULL, o->start_time,
                                     o->has_stop_time ? &o->stop_time : NULL, error);
}

bool component_enter_initialization(struct component *c, struct error *error)
{
    return c->kind->enter_initialization(c, error);
}

bool component_exit_initialization(struct component *c, struct error *error)
{
    if (!(c->kind->exit_initialization ? c->kind->exit_initialization(c, error)
                                       : instance_exit_initialization(c->instance, error)))
        return false;
    if (c->instance)
        instance_defer_sets(c->instance);
    return true;
}

bool component_terminate(struct component *c, struct error *error)
{
    return c->kind->terminate ? c->kind->terminate(c, error) : instance_terminate(c->instance, error);
}

#define DEFINE_PORTS(type, get_type, set_type)                                                                         \
    bool component_get_##type(struct component *c, const unsigned *refs, size_t n, get_type *values,                   \
                              struct error *error)                                                                     \
    {                                                                                                                  \
        return c->kind->get_##type ? c->kind->get_##type(c, refs, n, values, error)                                    \
                                   : instance_get_##type(c->instance, refs, n, values, error);                         \
    }                                                                                                                  \
    bool component_set_##type(struct component *c, const unsigned *refs, size_t n, set_type *values,                   \
                              struct error *error)                                                                     \
    {                                                                                                                  \
        return c->kind->set_##type ? c->kind->set_##type(c, refs, n, values, error)                                    \
                                   : instance_set_##type(c->instance, refs, n, values, error);                         \
    }

DEFINE_PORTS(real, double, const double)
DEFINE_PORTS(integer, int, const int)
DEFINE_PORTS(boolean, int, const int)
DEFINE_PORTS(string, const char *, const char *const)
#undef DEFINE_PORTS

bool component_set_input_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                     const double *values, struct error *error)
{
    return c->kind->set_input_derivatives ? c->kind->set_input_derivatives(c, refs, n, orders, values, error)
                                          : instance_set_input_derivatives(c->instance, refs, n, orders, values, error);
}

void component_try_inputs(struct component *c, bool trial)
{
    if (c->kind->try_inputs)
        c->kind->try_inputs(c, trial);
}

bool component_get_output_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                      double *values, struct error *error)
{
    return c->kind->get_output_derivatives
               ? c->kind->get_output_derivatives(c, refs, n, orders, values, error)
               : instance_get_output_derivatives(c->instance, refs, n, orders, values, error);
}

bool component_directional(struct component *c, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                           size_t n_knowns, const double *seed, double *result, struct error *error)
{
    return c->kind->directional
               ? c->kind->directional(c, unknowns, n_unknowns, knowns, n_knowns, seed, result, error)
               : instance_directional(c->instance, unknowns, n_unknowns, knowns, n_knowns, seed, result, error);
}

/* ---- stepping ---- */

bool component_make_hot(struct component *c, struct component_hot *hot)
{
    hot->no_way_back = !c->has_saved;
    return c->kind == &kind_co_simulation && instance_make_hot(c->instance, &hot->calls);
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

bool component_can_begin(const struct component *c)
{
    return c->kind->begin_step && instance_is_isolated(c->instance);
}

void component_begin_step(struct component *c, double t, double H)
{
    if (component_can_begin(c))
        c->kind->begin_step(c, t, H);
}

/* What an FMU does to the program it does at the latest now. */
static __attribute__((noinline)) enum step_outcome take_first_step(struct component *c, double t, double H,
                                                                   double *reached, struct error *error)
{
    struct surroundings before;
    surroundings_look(&before);
    c->has_stepped = true;
    const enum step_outcome outcome = c->kind->step(c, t, H, reached, error);
    return surroundings_check(&before, component_label(c), "its first step", error) ? outcome : STEP_FAILED;
}

enum step_outcome component_step(struct component *c, double t, double H, double *reached, struct error *error)
{
    const bool is_watched = !c->has_stepped && c->instance && !instance_is_isolated(c->instance);
    return is_watched ? take_first_step(c, t, H, reached, error) : c->kind->step(c, t, H, reached, error);
}

bool component_save(struct component *c, struct error *error)
{
    if (!c->abilities.rollback)
        return error_raise(error, ERROR_COMPONENT_NO_ROLLBACK, component_label(c));
    if (!c->kind->save(c, error))
        return false;
    c->has_saved = true;
    c->saved.time = c->time;
    return true;
}

bool component_restore(struct component *c, struct error *error)
{
    if (!c->has_saved)
        return error_raise(error, ERROR_INTERNAL, "a component was asked to go back to a state that was never saved");
    if (!c->kind->restore(c, error))
        return false;
    c->time = c->saved.time;
    if (c->instance)
        instance_set_message_time(c->instance, c->time);
    return true;
}
