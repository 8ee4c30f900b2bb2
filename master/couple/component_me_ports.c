/* Inputs of a Model Exchange component. Continuous Real inputs are polynomials over a step; everything discrete may change
 * in event mode only, which is opened when a value really changes and closed before outputs are read or time goes on. */
#include "master/couple/component_me.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_reference(const void *a, const void *b)
{
    const unsigned ra = ((const struct me_port *)a)->reference, rb = ((const struct me_port *)b)->reference;
    return (ra > rb) - (ra < rb);
}

static struct me_port *find_port(const struct model_exchange *me, unsigned reference)
{
    const struct me_port key = {.reference = reference};
    return bsearch(&key, me->ports, me->n_ports, sizeof *me->ports, by_reference);
}

bool me_ports_open(struct model_exchange *me, struct error *error)
{
    const struct description *d = me->component->description;
    me->ports = malloc((d->n_variables + 1) * sizeof *me->ports);
    me->inputs = calloc(d->n_variables + 1, sizeof *me->inputs);
    me->input_references = malloc((d->n_variables + 1) * sizeof *me->input_references);
    me->input_values = malloc((d->n_variables + 1) * sizeof *me->input_values);
    if (!me->ports || !me->inputs || !me->input_references || !me->input_values)
        return error_raise(error, ERROR_NO_MEMORY, "opening a Model Exchange component");

    size_t n_found = 0;
    for (size_t i = 0; i < d->n_variables; i++) {
        const struct fmi_variable *v = &d->variables[i];
        if (v->type == FMI_REAL && v->causality == FMI_INPUT && v->variability == FMI_CONTINUOUS)
            me->ports[n_found++] = (struct me_port){v->reference, ME_INPUT, 0};
    }
    qsort(me->ports, n_found, sizeof *me->ports, by_reference);
    for (size_t i = 0; i < n_found; i++) {
        const unsigned reference = me->ports[i].reference;
        if (i && reference == me->input_references[me->n_inputs - 1])
            continue; /* an alias: two names of one input */
        me->input_references[me->n_inputs] = reference;
        me->ports[me->n_ports++] = (struct me_port){reference, ME_INPUT, me->n_inputs++};
    }
    for (size_t i = 0; i < d->n_derivatives; i++) {
        const int state = d->variables[d->derivatives[i].variable].derivative_of;
        if (state != NO_INDEX)
            me->ports[me->n_ports++] = (struct me_port){d->variables[state].reference, ME_STATE, i};
    }
    qsort(me->ports, me->n_ports, sizeof *me->ports, by_reference);
    return true;
}

void me_ports_close(struct model_exchange *me)
{
    free(me->ports);
    free(me->inputs);
    free(me->input_references);
    free(me->input_values);
}

bool me_ports_start(struct model_exchange *me, struct error *error)
{
    me->origin = me->t;
    me->moving = false;
    if (me->n_inputs == 0)
        return true;
    if (!instance_get_real(me->instance, me->input_references, me->n_inputs, me->input_values, error))
        return false;
    for (size_t i = 0; i < me->n_inputs; i++) {
        me->inputs[i] = (struct me_input){.now = {me->input_values[i]}};
        memcpy(me->inputs[i].before, me->inputs[i].now, sizeof me->inputs[i].now);
    }
    return true;
}

static double polynomial(const double c[INPUT_COEFFICIENTS], double h)
{
    return c[0] + h * (c[1] + h / 2 * (c[2] + h / 3 * c[3]));
}

bool me_ports_place(struct model_exchange *me, double t, struct error *error)
{
    if (!me->moving)
        return true;
    for (size_t i = 0; i < me->n_inputs; i++)
        me->input_values[i] = polynomial(me->inputs[i].now, t - me->origin);
    return instance_set_real(me->instance, me->input_references, me->n_inputs, me->input_values, error);
}

/* Both polynomials are the same to the integrator: at the step's beginning, middle and end. */
static bool goes_on(const struct me_input *input, double H, double tolerance)
{
    for (int i = 0; i <= 2; i++) {
        const double a = polynomial(input->now, H * i / 2), b = polynomial(input->before, H * i / 2);
        if (!(fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b))))
            return false;
    }
    return true;
}

void me_ports_begin_step(struct model_exchange *me, double t, double H)
{
    const double tolerance = fmin(1e-10, 1e-3 * me->relative_tolerance);
    me->origin = t;
    me->moving = false;
    for (size_t i = 0; i < me->n_inputs; i++) {
        const double *c = me->inputs[i].now;
        me->moving = me->moving || c[1] != 0 || c[2] != 0 || c[3] != 0;
        me->restart = me->restart || !goes_on(&me->inputs[i], H, tolerance);
    }
}

void me_ports_end_step(struct model_exchange *me, double t)
{
    const double h = t - me->origin;
    for (size_t i = 0; i < me->n_inputs; i++) {
        double *c = me->inputs[i].now;
        const double shifted[INPUT_COEFFICIENTS] = {polynomial(c, h), c[1] + h * (c[2] + h / 2 * c[3]), c[2] + h * c[3],
                                                    c[3]};
        memcpy(c, shifted, sizeof shifted);
        memcpy(me->inputs[i].before, shifted, sizeof shifted);
    }
    me->origin = t;
}

/* ---- setting ---- */

/* The value that the input is given from now on; another one than it has may cause an event. */
static bool hold(struct model_exchange *me, struct me_input *input, double value, struct error *error)
{
    if (value != input->now[0] && !me_jumps_begin(me, error))
        return false;
    memset(input->now, 0, sizeof input->now);
    input->now[0] = value;
    return true;
}

static bool set_one_real(struct model_exchange *me, unsigned reference, double value, struct error *error)
{
    const struct me_port *port = find_port(me, reference);
    if (port && port->kind == ME_STATE) {
        if (me->mode == ME_EVENT && !me_settle(me->component, error))
            return false;
        if (value != me->x[port->index] && !me_jumps_begin(me, error))
            return false;
        me->x[port->index] = value;
        me->restart = true;
        return instance_set_states(me->instance, me->x, me->n_states, error);
    }
    if (port) {
        return hold(me, &me->inputs[port->index], value, error) &&
               instance_set_real(me->instance, &reference, 1, &value, error);
    }
    double old;
    if (!instance_get_real(me->instance, &reference, 1, &old, error))
        return false;
    return old == value || (me_enter_event(me, error) && instance_set_real(me->instance, &reference, 1, &value, error));
}

bool me_set_real(struct component *c, const unsigned *refs, size_t n, const double *values, struct error *error)
{
    struct model_exchange *me = c->me;
    if (me->mode < ME_EVENT)
        return instance_set_real(c->instance, refs, n, values, error);

    bool all_inputs = true; /* the common case: one call */
    for (size_t i = 0; i < n && all_inputs; i++) {
        const struct me_port *port = find_port(me, refs[i]);
        all_inputs = port && port->kind == ME_INPUT;
        if (all_inputs && !hold(me, &me->inputs[port->index], values[i], error))
            return false;
    }
    if (all_inputs)
        return instance_set_real(c->instance, refs, n, values, error);
    for (size_t i = 0; i < n; i++)
        if (!set_one_real(me, refs[i], values[i], error))
            return false;
    return true;
}

bool me_set_integer(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error)
{
    struct model_exchange *me = c->me;
    if (me->mode < ME_EVENT)
        return instance_set_integer(c->instance, refs, n, values, error);
    for (size_t i = 0; i < n; i++) {
        int old;
        if (!instance_get_integer(c->instance, &refs[i], 1, &old, error))
            return false;
        if (old != values[i] &&
            !(me_enter_event(me, error) && instance_set_integer(c->instance, &refs[i], 1, &values[i], error)))
            return false;
    }
    return true;
}

bool me_set_boolean(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error)
{
    struct model_exchange *me = c->me;
    if (me->mode < ME_EVENT)
        return instance_set_boolean(c->instance, refs, n, values, error);
    for (size_t i = 0; i < n; i++) {
        int old;
        if (!instance_get_boolean(c->instance, &refs[i], 1, &old, error))
            return false;
        if (!old != !values[i] &&
            !(me_enter_event(me, error) && instance_set_boolean(c->instance, &refs[i], 1, &values[i], error)))
            return false;
    }
    return true;
}

bool me_set_string(struct component *c, const unsigned *refs, size_t n, const char *const *values, struct error *error)
{
    struct model_exchange *me = c->me;
    if (me->mode < ME_EVENT)
        return instance_set_string(c->instance, refs, n, values, error);
    for (size_t i = 0; i < n; i++) {
        const char *old;
        if (!instance_get_string(c->instance, &refs[i], 1, &old, error))
            return false;
        if ((!old || strcmp(old, values[i]) != 0) &&
            !(me_enter_event(me, error) && instance_set_string(c->instance, &refs[i], 1, &values[i], error)))
            return false;
    }
    return true;
}

bool me_set_input_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                              const double *values, struct error *error)
{
    struct model_exchange *me = c->me;
    for (size_t i = 0; i < n; i++) {
        const struct me_port *port = find_port(me, refs[i]);
        if (!port || port->kind != ME_INPUT)
            return error_raise(error, ERROR_INTERNAL, "a derivative was given to what is no continuous input");
        if (orders[i] < 1 || orders[i] >= INPUT_COEFFICIENTS)
            return error_raise(error, ERROR_INTERNAL, "an input derivative has an order that is not supported");
        me->inputs[port->index].now[orders[i]] = values[i];
    }
    return true;
}
