/* Stand-ins over a macro step. A component takes micro steps of length h. In each of them
 *   1. the stand-in goes on by h, with what drives it on straight lines: the listener's own outputs on as they went;
 *   2. the component is given what the stand-in says at the end of the micro step, on straight lines, steps, and is read;
 *   3. the stand-in is corrected for what the outputs really were. Where these depend directly on what it says, and that on them, both
 *      are solved for: (1 - F G D) du = what it says now less what it said before. */
#include "master/couple/clock.h"
#include "master/couple/standins.h"
#include "master/couple/stepper.h"
#include "master/couple/couple_messages.h"

#include "numerics/dense.h"
#include "numerics/dense_product.h"

#include <math.h>
#include <string.h>

/* What a driver of the stand-in was for the member that it drives: in the last pass, or at the start. */
static double driver_base(const struct driver_signal *d, int j)
{
    return (signal_value(&d->told, j) - d->offset) / d->factor;
}

/* What drives the stand-in over micro step j, as deviations. */
static void drive(const struct listener *l, int j, double h)
{
    const size_t n_own = l->standin.n_own;
    double *const driven = standin_drivers(&l->standin), *const slopes = standin_driver_slopes(&l->standin);
    for (size_t k = 0; k < l->standin.n_drivers; k++) {
        const struct driver_signal *d = &l->driver_signals[k];
        const double begin = k < n_own ? l->outputs[l->drivers[k].from] : signal_value(&d->base, j);
        const double slope = k < n_own ? l->slopes[l->drivers[k].from] : (signal_value(&d->base, j + 1) - begin) / h;
        const double base = d->told.width == 0 ? *d->told.at : driver_base(d, j);
        driven[k] = begin - base;
        slopes[k] = slope - (d->told.width == 0 ? 0 : (driver_base(d, j + 1) - base) / h);
    }
}

/* Own outputs are expected to move as they did in the last pass. */
static void expect_last_pass(struct listener *l, size_t n_outputs, int j, double h)
{
    const double *at = l->last + (size_t)j * n_outputs;
    for (size_t i = 0; i < n_outputs; i++)
        l->slopes[i] = (at[n_outputs + i] - at[i]) / h;
}

/* Inputs at the end of micro step j. */
static void hear(const struct listener *l, int j, double *values)
{
    for (size_t i = 0; i < l->n_inputs; i++) {
        const struct input_signal *s = &l->input_signals[i];
        values[i] = s->factor * (signal_value(&s->base, j + 1) + *s->answer) + s->offset;
    }
}

/* On straight lines, or their means. */
static bool hand_over(const struct stepped *k, struct listener *l, struct error *error)
{
    const size_t n = l->n_inputs;
    if (n == 0)
        return true;
    if (k->takes_derivatives == 0) {
        for (size_t i = 0; i < n; i++)
            l->means[i] = (l->begin[i] + l->end[i]) / 2;
        l->given = l->means;
        return component_set_real(k->component, l->refs, n, l->means, error);
    }
    l->given = l->end;
    return component_set_real(k->component, l->refs, n, l->begin, error) &&
           component_set_input_derivatives(k->component, l->refs, n, l->orders, l->input_slopes, error);
}

/* Own outputs have come out as they are, not as they were expected. */
static void correct(struct listener *l, double h)
{
    for (size_t k = 0; k < l->standin.n_own; k++) {
        const size_t from = l->drivers[k].from;
        l->change[k] = l->outputs[from] - (l->before[from] + h * l->slopes[from]);
    }
    standin_correct(&l->standin, l->change, l->heard);
}

/* What inputs are now differs from what the component was given, and its outputs depend directly on that, and what a stand-in says on these:
 * all at once. */
static void solve_loop(struct listener *l, int j, size_t n_outputs)
{
    const size_t n = l->n_inputs;
    hear(l, j, l->begin);
    for (size_t i = 0; i < n; i++)
        l->correction[i] = l->begin[i] - l->given[i];
    dense_solve(n, l->loop.a, l->pivots, l->correction);
    for (size_t i = 0; i < n_outputs; i++)
        l->values_of_outputs[i] = l->outputs[i];
    dense_add_product(n_outputs, n, l->D.a, l->D.rows, l->correction, l->outputs);
    for (size_t k = 0; k < l->standin.n_own; k++)
        l->change[k] = l->outputs[l->drivers[k].from] - l->values_of_outputs[l->drivers[k].from];
    if (l->standin.linear)
        standin_correct(&l->standin, l->change, l->heard);
}

/* ---- discrete outputs ---- */

static bool numbers_differ(const struct stepper *p, const struct listener *l, struct span span)
{
    for (size_t i = span.begin; i < span.end; i++)
        if (l->numbers[i - span.begin] != (int)p->forecast.start[i])
            return true;
    return false;
}

/* Of those that somebody takes: since the start of the macro step. */
static bool look_for_change(const struct stepper *p, size_t c, bool *changed, struct error *error)
{
    const struct exchange *x = p->x;
    const struct listener *l = &p->standins->listeners[c];
    const struct span reals = x->y_reals[c], integers = x->y_rest[c].integers, booleans = x->y_rest[c].booleans;
    const struct span strings = x->y_rest[c].strings;
    struct component *k = x->components[c];
    *changed = false;
    for (size_t y = reals.begin; y < reals.end; y++)
        *changed = *changed || (system_variable(x->system, x->y_ports[y])->variability != FMI_CONTINUOUS &&
                                l->outputs[y - reals.begin] != p->forecast.start[y]);
    if (integers.end > integers.begin) {
        if (!component_get_integer(k, x->y_refs + integers.begin, integers.end - integers.begin, l->numbers, error))
            return false;
        *changed = *changed || numbers_differ(p, l, integers);
    }
    if (booleans.end > booleans.begin) {
        if (!component_get_boolean(k, x->y_refs + booleans.begin, booleans.end - booleans.begin, l->numbers, error))
            return false;
        *changed = *changed || numbers_differ(p, l, booleans);
    }
    for (size_t i = strings.begin; i < strings.end; i++) {
        const char *now;
        if (!component_get_string(k, x->y_string_refs + i, 1, &now, error))
            return false;
        *changed = *changed || (x->y_strings[i] && strcmp(now, x->y_strings[i]) != 0);
    }
    return true;
}

/* A macro step is to end where a discrete output has changed: as if it had not been taken beyond. */
static enum step_outcome end_at_change(const struct stepper *p, size_t c, int j, double end)
{
    struct stepped *k = &p->components[c];
    const struct listener *l = &p->standins->listeners[c];
    if (!l->numbers || !p->standins->ends_early || j + 1 >= l->steps || p->is_last)
        return STEP_DONE;
    bool changed;
    if (!look_for_change(p, c, &changed, k->error))
        return STEP_FAILED;
    k->reached = end;
    return changed ? STEP_DISCARDED : STEP_DONE;
}

/* ---- steps ---- */

double listener_input(const struct listener *l, const struct exchange *x, size_t u)
{
    for (size_t i = 0; i < l->n_inputs; i++)
        if (l->inputs[i].u == u)
            return l->begin[i];
    return x->u[u];
}

static void sum_up_work(struct stepper *p, size_t c, const struct listener *l, double h)
{
    for (size_t i = p->powers->first[c]; i < p->powers->first[c + 1]; i++) {
        struct power_side *side = p->powers->sides[i];
        power_side_add(side, l->outputs[side->output - p->x->y_reals[c].begin] * listener_input(l, p->x, side->input),
                       h);
    }
}

/* How fast the inputs move in this micro step. */
static void take_slopes(struct listener *l, double h)
{
    for (size_t i = 0; i < l->n_inputs; i++)
        l->input_slopes[i] = (l->end[i] - l->begin[i]) / h;
}

/* A straight line of length h is off a curve by an eighth of h times the change of slope from one line to the next. Eight times that,
 * since it adds up over the micro steps of a macro step, and should not be what decides on the macro step. */
static void sum_up_bends(struct listener *l, double h, double H)
{
    for (size_t i = 0; l->has_last_slopes && i < l->n_inputs; i++)
        l->bends[i] += fabs(l->input_slopes[i] - l->last_slopes[i]) * h * (h / H);
    memcpy(l->last_slopes, l->input_slopes, l->n_inputs * sizeof *l->last_slopes);
    l->has_last_slopes = true;
}

static enum step_outcome micro_step(struct stepper *p, size_t c, int j, double end_of_all)
{
    struct stepped *k = &p->components[c];
    struct listener *l = &p->standins->listeners[c];
    const struct span out = p->x->y_reals[c];
    const size_t n_outputs = out.end - out.begin;
    const double h = p->H / l->steps, t = p->t + p->H * j / l->steps;
    if (p->standins->pass > 0)
        expect_last_pass(l, n_outputs, j, h);
    if (l->standin.linear) {
        drive(l, j, h);
        if (!standin_step(&l->standin, l->heard, k->error))
            return STEP_FAILED;
    }
    l->end = l->told + (size_t)(j + 1) * l->n_inputs;
    hear(l, j, l->end);
    take_slopes(l, h);
    if (p->standins->looks_at_bends)
        sum_up_bends(l, h, p->H);
    if (!hand_over(k, l, k->error))
        return STEP_FAILED;
    const enum step_outcome outcome =
        component_step(k->component, t, clock_length(t, h, end_of_all), &k->reached, k->error);
    k->refused = outcome == STEP_FAILED;
    if (outcome == STEP_TERMINATED && p->is_last && k->reached >= p->end - 1e-9 * p->H)
        k->ended_early = true;
    else if (outcome != STEP_DONE)
        return outcome;
    l->before = l->record + (size_t)j * n_outputs;
    if (n_outputs > 0 && !component_get_real(k->component, p->x->y_refs + out.begin, n_outputs, l->outputs, k->error))
        return STEP_FAILED;
    if (l->standin.linear)
        correct(l, h);
    if (l->has_feedthrough)
        solve_loop(l, j, n_outputs);
    if (l->learns)
        standins_learn(p->standins, c, h);
    for (size_t i = 0; i < n_outputs; i++)
        l->slopes[i] = (l->outputs[i] - l->before[i]) / h;
    memcpy(l->record + (size_t)(j + 1) * n_outputs, l->outputs, n_outputs * sizeof *l->record);
    hear(l, j, l->begin); /* of the next one */
    if (p->powers)
        sum_up_work(p, c, l, h);
    if (p->rows && !rows_take(p->rows, p->x, c, l, j + 1, k->error))
        return STEP_FAILED;
    return end_at_change(p, c, j, t + h);
}

enum step_outcome standins_step(struct stepper *p, size_t c)
{
    struct listener *l = &p->standins->listeners[c];
    struct stepped *k = &p->components[c];
    k->refused = k->ended_early = false;
    standins_find_signals(p, c);
    memset(l->bends, 0, l->n_inputs * sizeof *l->bends);
    for (size_t i = 0; i < l->n_inputs; i++)
        l->told[i] = l->held[i] = l->begin[i] = source_value(&p->x->sources[l->inputs[i].u], p->forecast.start);
    const double end = fmax(p->end, p->t + p->H);
    for (int j = 0; j < l->steps; j++) {
        const enum step_outcome outcome = micro_step(p, c, j, end);
        if (outcome != STEP_DONE)
            return outcome;
    }
    for (size_t i = 0; i < l->n_inputs; i++) { /* what its outputs belong to, for whoever refreshes them */
        p->x->u[l->inputs[i].u] = l->given[i];
        l->said[i] = l->begin[i];
    }
    l->has_said = true;
    return STEP_DONE;
}
