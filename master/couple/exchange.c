/* The exchange itself: executing a plan. */
#include "master/couple/exchange_impl.h"
#include "master/couple/slopes.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct exchange *exchange_open(const struct system *system, const struct graph *graph, struct component **components,
                               enum exchange_kind kind, const bool *driven, struct error *error)
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
    if (!exchange_plan(x, graph, driven, error)) {
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

/* A number that is none would spread silently: named where it comes from, before anybody is given it. */
bool exchange_raise_not_finite(const struct exchange *x, struct span inputs, double t, struct error *error)
{
    size_t i = inputs.begin;
    while (isfinite(x->u[i]))
        i++;
    const size_t from = x->gather[i];
    const bool external = from >= x->system_inputs;
    char *name = external ? NULL : system_port_name(x->system, x->y_ports[from]);
    const char *words = external ? x->system->inputs[from - x->system_inputs].name : name;
    error_raise(error, ERROR_NOT_FINITE, words ? words : "an output", TEXT("%g", x->y[from]), TEXT("%.9g", t));
    free(name);
    return false;
}

static inline bool get_values(struct exchange *x, size_t c, struct span reals, struct error *error)
{
    const size_t at = reals.begin, n = reals.end - at;
    if (n == 0)
        return true;
    return component_get_real(x->components[c], x->y_refs + at, n, x->y + at, error) &&
           (!x->slopes || slopes_get(x, c, reals, error));
}

bool exchange_execute_get(struct exchange *x, const struct exchange_step *step, struct error *error)
{
    return get_values(x, step->component, step->reals, error) &&
           (!step->discrete || discrete_get(x, step->component, step->discrete, error));
}

/* From y to u and to the component. A set of what it has already is left out, unless it would start a polynomial anew.
 * One test for all of them: what is not finite makes a sum of zeros NaN. */
static inline bool set_values(struct exchange *x, size_t c, struct span reals, bool plain, double t,
                              struct error *error)
{
    bool differs = x->set_always;
    double zero = 0;
    for (size_t i = reals.begin; i < reals.end; i++) {
        const double value = plain ? x->y[x->gather[i]] : source_value(&x->sources[i], x->y);
        differs |= value != x->u[i];
        zero += 0 * value;
        x->u[i] = value;
    }
    if (!differs || reals.begin == reals.end)
        return true;
    if (zero != 0)
        return exchange_raise_not_finite(x, reals, t, error);
    x->is_current[c] = false;
    return component_set_real(x->components[c], x->u_refs + reals.begin, reals.end - reals.begin, x->u + reals.begin,
                              error);
}

bool exchange_execute_set(struct exchange *x, const struct exchange_step *step, double t, struct error *error)
{
    return (step->plain ? set_values(x, step->component, step->reals, true, t, error)
                        : set_values(x, step->component, step->reals, false, t, error)) &&
           (!step->discrete || discrete_set(x, step->component, step->discrete, x->set_always, error)) &&
           (!x->slopes || !step->is_looked_at || slopes_hand_over(x, step->component, step->reals, error));
}

/* The FMU still has its old inputs, and y belongs to them. */
static bool refresh_execute(struct exchange *x, const struct exchange_step *step, struct error *error)
{
    const struct refresh *f = step->refresh;
    bool differs = false;
    for (size_t j = 0; j < f->n_inputs; j++) {
        const size_t i = f->inputs[j];
        f->seed[j] = source_value(&x->sources[i], x->y) - x->u[i];
        differs = differs || f->seed[j] != 0;
    }
    if (differs && !component_directional(x->components[step->component], f->output_refs, f->n_outputs, f->input_refs,
                                          f->n_inputs, f->seed, f->result, error))
        return false;
    for (size_t k = 0; differs && k < f->n_outputs; k++)
        x->y[f->outputs[k]] += f->result[k];
    return true;
}

/* After a get or a loop: how what it has brought changes in time. */
static void extrapolate(struct exchange *x, const struct exchange_step *step)
{
    for (size_t i = step->reals.begin; step->operation == EXCHANGE_GET && i < step->reals.end; i++)
        slopes_extrapolate(x, i);
    for (size_t i = 0; step->operation == EXCHANGE_LOOP && i < x->system_inputs; i++)
        if (exchange_is_in_loop(step->loop, i))
            slopes_extrapolate(x, i);
}

bool exchange_run(struct exchange *x, double t, struct error *error)
{
    const struct exchange_step *const end = x->plan + x->n_plan;
    for (const struct exchange_step *step = x->plan; step < end; step++) {
        bool done = true;
        switch (step->operation) {
        case EXCHANGE_GET:
            done = x->is_current[step->component] || exchange_execute_get(x, step, error);
            break;
        case EXCHANGE_SET:
            done = exchange_execute_set(x, step, t, error);
            break;
        case EXCHANGE_REFRESH:
            done = refresh_execute(x, step, error) &&
                   (!x->slopes || slopes_refresh(x, step->component, step->refresh, error));
            break;
        case EXCHANGE_LOOP:
            done = loop_solve(x, step->loop, t, error);
            break;
        }
        if (!done)
            return false;
        if (x->slopes)
            extrapolate(x, step);
    }
    return !x->slopes || slopes_renew(x, error);
}

bool exchange_foresee(struct exchange *x, bool recomputed, double t, struct error *error)
{
    for (size_t i = 0; i < x->n_plan; i++) {
        const struct exchange_step *step = &x->plan[i];
        const bool is_asked = step->operation == EXCHANGE_GET ? recomputed : step->operation == EXCHANGE_REFRESH;
        if (is_asked && step->refresh && !refresh_execute(x, step, error))
            return false;
        if (step->operation == EXCHANGE_LOOP && loop_is_linear(step->loop) && !loop_solve(x, step->loop, t, error))
            return false;
    }
    return true;
}

bool exchange_get(struct exchange *x, size_t c, struct error *error)
{
    if (!get_values(x, c, x->y_reals[c], error))
        return false;
    if (x->has_discrete && !discrete_is_empty(&x->y_rest[c]) && !discrete_get(x, c, &x->y_rest[c], error))
        return false;
    x->is_current[c] = true;
    return true;
}

bool exchange_set(struct exchange *x, size_t c, double t, struct error *error)
{
    return set_values(x, c, x->u_reals[c], false, t, error) &&
           (!x->has_discrete || discrete_is_empty(&x->u_rest[c]) ||
            discrete_set(x, c, &x->u_rest[c], x->set_always, error));
}

bool exchange_set_some(struct exchange *x, size_t c, const size_t *reals, size_t n, double t, struct error *error)
{
    for (size_t k = 0; k < n; k++)
        if (!set_values(x, c, (struct span){reals[k], reals[k] + 1}, false, t, error))
            return false;
    return !x->has_discrete || discrete_is_empty(&x->u_rest[c]) ||
           discrete_set(x, c, &x->u_rest[c], x->set_always, error);
}

bool exchange_look(struct exchange *x, struct error *error)
{
    for (size_t c = 0; c < x->n_components; c++)
        if (!exchange_get(x, c, error))
            return false;
    for (size_t i = 0; i < x->n_u; i++)
        x->u[i] = source_value(&x->sources[i], x->y);
    return true;
}

void exchange_forget(struct exchange *x)
{
    memset(x->is_current, 0, x->n_components * sizeof *x->is_current);
    for (size_t i = 0; i < x->n_u_strings; i++) {
        free(x->u_strings[i]);
        x->u_strings[i] = NULL;
    }
}

bool exchange_read_inputs(struct exchange *x, struct error *error)
{
    for (size_t c = 0; c < x->n_components; c++) {
        const size_t at = x->u_reals[c].begin, n = x->u_reals[c].end - at;
        if (n > 0 && !component_get_real(x->components[c], x->u_refs + at, n, x->u + at, error))
            return false;
        if (x->has_discrete && !discrete_read_inputs(x, c, &x->u_rest[c], error))
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
