/* A second instance of a Co-Simulation FMU, for its Model Exchange interface. It gets the parameters and start values of the
 * system and is initialized with the inputs that the component has at the start, so that what the model makes of them there is
 * the same. What changes at events is not carried over but for what the time alone decides. */
#include "master/couple/probe_impl.h"

#include <math.h>
#include <stdlib.h>

static bool copy_input(struct component *from, struct component *to, const struct fmi_variable *v, struct error *error)
{
    const unsigned *ref = &v->reference;
    double real;
    int number;
    switch (v->type) {
    case FMI_REAL:
        return component_get_real(from, ref, 1, &real, error) && component_set_real(to, ref, 1, &real, error);
    case FMI_INTEGER:
    case FMI_ENUMERATION:
        return component_get_integer(from, ref, 1, &number, error) && component_set_integer(to, ref, 1, &number, error);
    case FMI_BOOLEAN:
        return component_get_boolean(from, ref, 1, &number, error) && component_set_boolean(to, ref, 1, &number, error);
    case FMI_STRING:
        break; /* no start value depends on a string that moves */
    }
    return true;
}

static bool set_starts(const struct probe_target *target, struct component *model, struct error *error)
{
    const struct start_list starts = starts_of(target->system, target->starts, target->component);
    for (size_t i = 0; i < starts.n; i++)
        if (!component_set_start(model, &starts.values[i], error))
            return false;
    return true;
}

/* Inputs, and parameters that a connection has set. */
static bool copy_inputs(const struct probe_target *target, struct component *model, struct error *error)
{
    const struct system *s = target->system;
    const struct description *d = component_description(model);
    struct component *from = target->components[target->component];
    for (size_t i = 0; i < d->n_variables; i++)
        if (d->variables[i].causality == FMI_INPUT && !copy_input(from, model, &d->variables[i], error))
            return false;
    for (size_t i = 0; i < s->n_connections; i++) {
        const struct connection *c = &s->connections[i];
        if (c->only_initial && c->to.component == target->component &&
            !copy_input(from, model, &d->variables[c->to.variable], error))
            return false;
    }
    return true;
}

struct component *probe_model_open(const struct probe_target *target, struct error *error)
{
    struct component *from = target->components[target->component];
    struct component_options options = component_options_default();
    options.name = component_name(from);
    options.interface = INTERFACE_MODEL_EXCHANGE;
    options.start_time = target->start_time;
    options.isolation = component_isolation(from);
    struct component *model = component_open(instance_fmu(component_instance(from)), &options, error);
    if (model && set_starts(target, model, error) && component_enter_initialization(model, error) &&
        copy_inputs(target, model, error) && component_exit_initialization(model, error))
        return model;
    component_close(model);
    return NULL;
}

bool probe_model_place(struct probe *p, double t, struct error *error)
{
    struct instance *i = component_instance(p->inside->model);
    if (!instance_set_time(i, t, error) || !probe_set(p, p->columns, error) || !instance_enter_event_mode(i, error))
        return false;
    fmi2EventInfo info = {.newDiscreteStatesNeeded = fmi2True};
    for (int pass = 0; info.newDiscreteStatesNeeded && pass < 100; pass++)
        if (!instance_new_discrete_states(i, &info, error))
            return false;
    return instance_enter_continuous_time(i, error) && probe_set(p, p->columns, error);
}
