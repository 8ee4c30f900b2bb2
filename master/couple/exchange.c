/* The exchange itself: executing a plan. */
#include "exchange_impl.h"

#include <stdlib.h>
#include <string.h>

struct exchange *exchange_open(const struct system *system, struct component **components, enum exchange_kind kind,
                               const bool *driven, struct error *error)
{
    struct exchange *x = calloc(1, sizeof *x);
    if (!x) {
        error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
        return NULL;
    }
    x->kind = kind;
    x->system = system;
    x->components = components;
    x->n_components = system->n_components;
    x->set_always = true;

    struct graph *graph =
        graph_make(system, kind == EXCHANGE_INITIAL ? GRAPH_INITIALIZATION : GRAPH_COMMUNICATION, NULL, 0, error);
    const bool planned = graph && exchange_plan(x, graph, driven, error);
    graph_free(graph);
    if (!planned) {
        exchange_close(x);
        return NULL;
    }
    return x;
}

void exchange_close(struct exchange *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < x->n_y_strings; i++)
        free(x->y_strings[i]);
    for (size_t i = 0; i < x->n_u_strings; i++)
        free(x->u_strings[i]);
    arena_free(&x->arena);
    free(x);
}

bool exchange_want_derivatives(struct exchange *x, int order, struct error *error)
{
    size_t most = 1;
    for (size_t c = 0; c < x->n_components; c++) {
        const size_t n = x->y_reals[c].end - x->y_reals[c].begin;
        most = n > most ? n : most;
    }
    x->dy = ARENA_TAKE(&x->arena, x->n_y, double);
    x->ddy = ARENA_TAKE(&x->arena, x->n_y, double);
    x->derivative_orders_there = ARENA_TAKE(&x->arena, x->n_components, int);
    x->ones = ARENA_TAKE(&x->arena, most, int);
    x->twos = ARENA_TAKE(&x->arena, most, int);
    if (!x->dy || !x->ddy || !x->derivative_orders_there || !x->ones || !x->twos)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    for (size_t i = 0; i < most; i++) {
        x->ones[i] = 1;
        x->twos[i] = 2;
    }
    for (size_t c = 0; c < x->n_components; c++) {
        const int there = component_abilities(x->components[c]).output_derivative_order;
        x->derivative_orders_there[c] = there < order ? there : order;
    }
    x->derivative_order = order;
    return true;
}

/* A number that is none would spread silently: named where it is born. One test for the whole span: anything that is not
 * finite makes the sum of zeros NaN. */
static bool check_finite(const struct exchange *x, struct span span, double t, struct error *error)
{
    double zero = 0;
    for (size_t i = span.begin; i < span.end; i++)
        zero += 0 * x->y[i];
    if (zero == 0)
        return true;
    size_t i = span.begin;
    while (0 * x->y[i] == 0)
        i++;
    char *name = system_port_name(x->system, x->y_ports[i]);
    error_raise(error, ERROR_NOT_FINITE, name ? name : "an output", TEXT("%g", x->y[i]), TEXT("%.9g", t));
    free(name);
    return false;
}

static bool get_derivatives(struct exchange *x, size_t c, struct span reals, struct error *error)
{
    const size_t n = reals.end - reals.begin, at = reals.begin;
    if (x->derivative_orders_there[c] >= 1 &&
        !component_get_output_derivatives(x->components[c], x->y_refs + at, n, x->ones, x->dy + at, error))
        return false;
    return x->derivative_orders_there[c] < 2 ||
           component_get_output_derivatives(x->components[c], x->y_refs + at, n, x->twos, x->ddy + at, error);
}

static bool get_values(struct exchange *x, size_t c, struct span reals, double t, struct error *error)
{
    const size_t at = reals.begin, n = reals.end - at;
    if (n == 0)
        return true;
    return component_get_real(x->components[c], x->y_refs + at, n, x->y + at, error) &&
           check_finite(x, reals, t, error) && (x->derivative_order == 0 || get_derivatives(x, c, reals, error));
}

bool exchange_execute_get(struct exchange *x, const struct exchange_step *step, double t, struct error *error)
{
    return get_values(x, step->component, step->reals, t, error) &&
           (!step->discrete || discrete_get(x, step->component, step->discrete, error));
}

/* A set of what the component has already is left out, unless it would start a polynomial anew. */
static bool set_values(struct exchange *x, size_t c, struct span reals, bool plain, struct error *error)
{
    bool differs = x->set_always;
    if (plain) {
        for (size_t i = reals.begin; i < reals.end; i++) {
            const double value = x->y[x->gather[i]];
            differs |= value != x->u[i];
            x->u[i] = value;
        }
    } else {
        for (size_t i = reals.begin; i < reals.end; i++) {
            const double value = source_value(&x->sources[i], x->y);
            differs |= value != x->u[i];
            x->u[i] = value;
        }
    }
    if (!differs || reals.begin == reals.end)
        return true;
    x->is_current[c] = false;
    return component_set_real(x->components[c], x->u_refs + reals.begin, reals.end - reals.begin, x->u + reals.begin,
                              error);
}

bool exchange_execute_set(struct exchange *x, const struct exchange_step *step, struct error *error)
{
    return set_values(x, step->component, step->reals, step->plain, error) &&
           (!step->discrete || discrete_set(x, step->component, step->discrete, x->set_always, error));
}

/* The FMU still has its old inputs, and y belongs to them. */
static bool refresh_execute(struct exchange *x, const struct exchange_step *step, struct error *error)
{
    const struct refresh *f = step->refresh;
    double largest = 0;
    for (size_t j = 0; j < f->n_inputs; j++) {
        const size_t i = f->inputs[j];
        f->seed[j] = source_value(&x->sources[i], x->y) - x->u[i];
        largest = f->seed[j] != 0 ? 1 : largest;
    }
    if (largest == 0)
        return true;
    if (!component_directional(x->components[step->component], f->output_refs, f->n_outputs, f->input_refs, f->n_inputs,
                               f->seed, f->result, error))
        return false;
    for (size_t k = 0; k < f->n_outputs; k++)
        x->y[f->outputs[k]] += f->result[k];
    return true;
}

bool exchange_run(struct exchange *x, double t, struct error *error)
{
    const struct exchange_step *const end = x->plan + x->n_plan;
    for (const struct exchange_step *step = x->plan; step < end; step++) {
        bool done = true;
        switch (step->operation) {
        case EXCHANGE_GET:
            done = x->is_current[step->component] || exchange_execute_get(x, step, t, error);
            break;
        case EXCHANGE_SET:
            done = exchange_execute_set(x, step, error);
            break;
        case EXCHANGE_REFRESH:
            done = refresh_execute(x, step, error);
            break;
        case EXCHANGE_LOOP:
            done = loop_solve(x, step->loop, t, error);
            break;
        }
        if (!done)
            return false;
    }
    return true;
}

bool exchange_get(struct exchange *x, size_t c, double t, struct error *error)
{
    if (!get_values(x, c, x->y_reals[c], t, error))
        return false;
    if (x->has_discrete && !discrete_is_empty(&x->y_rest[c]) && !discrete_get(x, c, &x->y_rest[c], error))
        return false;
    x->is_current[c] = true;
    return true;
}

bool exchange_set(struct exchange *x, size_t c, struct error *error)
{
    return set_values(x, c, x->u_reals[c], false, error) && (!x->has_discrete || discrete_is_empty(&x->u_rest[c]) ||
                                                             discrete_set(x, c, &x->u_rest[c], x->set_always, error));
}

bool exchange_read_inputs(struct exchange *x, struct error *error)
{
    for (size_t c = 0; c < x->n_components; c++) {
        const size_t at = x->u_reals[c].begin, n = x->u_reals[c].end - at;
        if (n > 0 && !component_get_real(x->components[c], x->u_refs + at, n, x->u + at, error))
            return false;
    }
    return true;
}

static size_t find(const struct port *ports, struct span span, size_t variable)
{
    for (size_t i = span.begin; i < span.end; i++)
        if (ports[i].variable == variable)
            return i;
    return NO_VALUE;
}

static size_t find_anywhere(const struct port *ports, struct span reals, const struct discrete *rest, size_t variable)
{
    size_t i = find(ports, reals, variable);
    i = i == NO_VALUE ? find(ports, rest->integers, variable) : i;
    return i == NO_VALUE ? find(ports, rest->booleans, variable) : i;
}

size_t exchange_find_output(const struct exchange *x, struct port port)
{
    return find_anywhere(x->y_ports, x->y_reals[port.component], &x->y_rest[port.component], port.variable);
}

size_t exchange_find_input(const struct exchange *x, struct port port)
{
    return find_anywhere(x->u_ports, x->u_reals[port.component], &x->u_rest[port.component], port.variable);
}
