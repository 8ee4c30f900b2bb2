/* Values of ports between steps, in and out. */
#include "master/couple/run_impl.h"
#include "master/couple/couple_messages.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static bool raise_type(const struct run *run, struct port port, const char *value, const char *wanted,
                       struct error *error)
{
    char *name = system_port_name(run->system, port);
    error_raise(error, ERROR_RUN_VALUE, name ? name : "?", value, wanted);
    free(name);
    return false;
}

static bool read_now(struct run *run, struct port port, double *value, struct error *error)
{
    const struct fmi_variable *v = system_variable(run->system, port);
    struct component *c = run->components[port.component];
    int whole = 0;
    switch (v->type) {
    case FMI_REAL:
        return component_get_real(c, &v->reference, 1, value, error);
    case FMI_BOOLEAN:
        if (!component_get_boolean(c, &v->reference, 1, &whole, error))
            return false;
        break;
    case FMI_INTEGER:
    case FMI_ENUMERATION:
        if (!component_get_integer(c, &v->reference, 1, &whole, error))
            return false;
        break;
    case FMI_STRING:
        return raise_type(run, port, "read as a number", "a string", error);
    }
    *value = whole;
    return true;
}

bool run_get_value(struct run *run, struct port port, double *value, struct error *error)
{
    const struct exchange *x = run->exchange;
    const size_t y = exchange_find_output(x, port), u = exchange_find_input(x, port);
    if (y == NO_VALUE && u == NO_VALUE)
        return read_now(run, port, value, error);
    *value = y != NO_VALUE ? x->y[y] : x->u[u];
    return true;
}

bool run_get_string(struct run *run, struct port port, const char **value, struct error *error)
{
    const struct fmi_variable *v = system_variable(run->system, port);
    if (v->type != FMI_STRING)
        return raise_type(run, port, "read as a string", "a number", error);
    return component_get_string(run->components[port.component], &v->reference, 1, value, error);
}

static bool give(struct run *run, struct port port, double value, struct error *error)
{
    const struct fmi_variable *v = system_variable(run->system, port);
    struct component *c = run->components[port.component];
    const bool is_whole = value == rint(value) && value >= INT_MIN && value <= INT_MAX;
    const int whole = is_whole ? (int)value : 0, truth = value != 0;
    if (!isfinite(value))
        return raise_type(run, port, TEXT("%g", value), "a finite number", error);
    switch (v->type) {
    case FMI_REAL:
        return component_set_real(c, &v->reference, 1, &value, error);
    case FMI_BOOLEAN:
        return component_set_boolean(c, &v->reference, 1, &truth, error);
    case FMI_INTEGER:
    case FMI_ENUMERATION:
        return is_whole ? component_set_integer(c, &v->reference, 1, &whole, error)
                        : raise_type(run, port, TEXT("%.17g", value), "an integer", error);
    case FMI_STRING:
        break;
    }
    return raise_type(run, port, TEXT("%.17g", value), "a string", error);
}

static void note_steering(struct run *run, size_t component)
{
    run->steered = true;
    run->keeps_way_back = run->keeps_way_back || run->can_roll_back;
    run->exchange->is_current[component] = false;
}

bool run_set_value(struct run *run, struct port port, double value, struct error *error)
{
    if (!give(run, port, value, error))
        return false;
    note_steering(run, port.component);
    return true;
}

/* ---- states ---- */

bool run_can_set_states(const struct run *run, size_t component)
{
    const struct component_abilities can = component_abilities(run->components[component]);
    return can.model_exchange || (can.states_settable && can.recomputes_on_get);
}

bool run_set_states(struct run *run, size_t component, const unsigned *refs, const double *values, size_t n,
                    struct error *error)
{
    if (!component_set_real(run->components[component], refs, n, values, error))
        return false;
    note_steering(run, component);
    return true;
}

bool run_exchange_states(struct run *run, struct error *error)
{
    if (run->exchange->slopes)
        slopes_forget(run->exchange->slopes);
    if (run->stepper.standins)
        standins_forget(run->stepper.standins);
    return exchange_run(run->exchange, run->clock.now, error);
}
