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

#include <math.h>
#include <string.h>

/* What a component has delivered at part j of the macro step: in this pass where it has stepped already, else in the last one. */
static double delivered(const struct stepper *p, const struct listener *l, size_t owner, size_t from, int j)
{
    const struct standins *s = p->standins;
    const struct listener *o = &s->listeners[owner];
    const struct span out = s->world.x->y_reals[owner];
    const bool has_stepped = s->one_by_one && s->position[owner] < s->position[(size_t)(l - s->listeners)];
    return standins_recorded(has_stepped ? o->record : o->last, out.end - out.begin, from, o->steps, j, l->steps);
}

/* A value at part j of the macro step; of a stand-in's: what its answer is added to. */
static double origin_at(const struct stepper *p, const struct listener *l, enum input_origin origin, size_t owner,
                        size_t from, size_t y, int j)
{
    const struct standins *s = p->standins;
    const struct exchange *x = s->world.x;
    switch (origin) {
    case ORIGIN_RECORD:
        return delivered(p, l, owner, from, j);
    case ORIGIN_SYSTEM:
        if (p->forecast.inputs_known)
            return standins_recorded(s->inputs, x->system->n_inputs, from, s->inputs_steps, j, l->steps);
        break;
    case ORIGIN_ITSELF:
        return l->outputs[from];
    case ORIGIN_HELD:
    case ORIGIN_STANDIN:
        if (s->pass > 0)
            return delivered(p, l, owner, y - x->y_reals[owner].begin, j);
        break;
    }
    return p->forecast.start[y];
}

/* What a driver of the stand-in was for the member that it drives: in the last pass, or at the start. */
static double driver_base(const struct stepper *p, const struct listener *l, size_t k, int j)
{
    const struct standins *s = p->standins;
    if (s->pass == 0)
        return p->forecast.start[l->standin.drivers[k]];
    const struct listener *m = &s->listeners[l->drivers[k].member];
    const size_t i = l->drivers[k].input;
    const struct source *source = &s->world.x->sources[m->inputs[i].u];
    return (standins_recorded(m->told_last, m->n_inputs, i, m->steps, j, l->steps) - source->offset) / source->factor;
}

/* What drives the stand-in over micro step j, as deviations. */
static void drive(const struct stepper *p, struct listener *l, int j, double h)
{
    const struct standin *in = &l->standin;
    const struct standins *s = p->standins;
    for (size_t k = 0; k < in->n_drivers; k++) {
        const struct driver *d = &l->drivers[k];
        const size_t y = in->drivers[k];
        const bool own = k < in->n_own;
        const double base = driver_base(p, l, k, j);
        const double begin = own ? l->outputs[d->from] : origin_at(p, l, d->origin, d->owner, d->from, y, j);
        const double slope =
            own ? l->slopes[d->from] : (origin_at(p, l, d->origin, d->owner, d->from, y, j + 1) - begin) / h;
        l->driven[k] = begin - base;
        l->driven_slopes[k] = slope - (s->pass > 0 ? (driver_base(p, l, k, j + 1) - base) / h : 0);
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
static void hear(const struct stepper *p, const struct listener *l, int j, double *values)
{
    const struct exchange *x = p->x;
    for (size_t i = 0; i < l->n_inputs; i++) {
        const struct heard_input *in = &l->inputs[i];
        const struct source *source = &x->sources[in->u];
        const double y = origin_at(p, l, in->origin, in->owner, in->from, source->index, j + 1) +
                         (in->origin == ORIGIN_STANDIN ? l->heard[in->from] : 0);
        values[i] = source->factor * y + source->offset;
    }
}

static bool hand_over(const struct stepped *k, struct listener *l, double h, struct error *error)
{
    const size_t n = l->n_inputs;
    if (n == 0)
        return true;
    if (k->takes_derivatives == 0) {
        for (size_t i = 0; i < n; i++)
            l->values[i] = l->given[i] = (l->begin[i] + l->end[i]) / 2;
        return component_set_real(k->component, l->refs, n, l->values, error);
    }
    if (!component_set_real(k->component, l->refs, n, l->begin, error))
        return false;
    for (size_t i = 0; i < n; i++) {
        l->values[i] = (l->end[i] - l->begin[i]) / h;
        l->given[i] = l->end[i];
    }
    return component_set_input_derivatives(k->component, l->refs, n, l->orders, l->values, error);
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
static void solve_loop(const struct stepper *p, struct listener *l, int j, size_t n_outputs)
{
    const size_t n = l->n_inputs;
    hear(p, l, j, l->begin);
    for (size_t i = 0; i < n; i++)
        l->correction[i] = l->begin[i] - l->given[i];
    dense_solve(n, l->loop.a, l->pivots, l->correction);
    for (size_t i = 0; i < n_outputs; i++)
        l->values_of_outputs[i] = l->outputs[i];
    for (size_t i = 0; i < n; i++)
        for (size_t y = 0; y < n_outputs; y++)
            l->outputs[y] += MATRIX_AT(l->D, y, i) * l->correction[i];
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

/* A straight line of length h is off a curve by an eighth of h times the change of slope from one line to the next. Eight times that,
 * since it adds up over the micro steps of a macro step, and should not be what decides on the macro step. */
static void sum_up_bends(struct listener *l, double h, double H)
{
    for (size_t i = 0; i < l->n_inputs; i++) {
        const double slope = (l->end[i] - l->begin[i]) / h;
        if (l->has_last_slopes)
            l->bends[i] += fabs(slope - l->last_slopes[i]) * h * (h / H);
        l->last_slopes[i] = slope;
    }
    l->has_last_slopes = true;
}

static enum step_outcome micro_step(struct stepper *p, size_t c, int j)
{
    struct stepped *k = &p->components[c];
    struct listener *l = &p->standins->listeners[c];
    const struct span out = p->x->y_reals[c];
    const size_t n_outputs = out.end - out.begin;
    const double h = p->H / l->steps, t = p->t + p->H * j / l->steps;
    if (p->standins->pass > 0)
        expect_last_pass(l, n_outputs, j, h);
    if (l->standin.linear) {
        drive(p, l, j, h);
        if (!standin_step(&l->standin, l->driven, l->driven_slopes, l->heard, k->error))
            return STEP_FAILED;
    }
    hear(p, l, j, l->end);
    sum_up_bends(l, h, p->H);
    if (!hand_over(k, l, h, k->error))
        return STEP_FAILED;
    const enum step_outcome outcome =
        component_step(k->component, t, clock_length(t, h, fmax(p->end, p->t + p->H)), &k->reached, k->error);
    k->refused = outcome == STEP_FAILED;
    if (outcome == STEP_TERMINATED && p->is_last && k->reached >= p->end - 1e-9 * p->H)
        k->ended_early = true;
    else if (outcome != STEP_DONE)
        return outcome;
    memcpy(l->before, l->outputs, n_outputs * sizeof *l->before);
    if (n_outputs > 0 && !component_get_real(k->component, p->x->y_refs + out.begin, n_outputs, l->outputs, k->error))
        return STEP_FAILED;
    if (l->standin.linear)
        correct(l, h);
    if (l->has_feedthrough)
        solve_loop(p, l, j, n_outputs);
    if (l->learns)
        standins_learn(p->standins, c, h);
    for (size_t i = 0; i < n_outputs; i++)
        l->slopes[i] = (l->outputs[i] - l->before[i]) / h;
    memcpy(l->told + (size_t)(j + 1) * l->n_inputs, l->end, l->n_inputs * sizeof *l->told);
    memcpy(l->record + (size_t)(j + 1) * n_outputs, l->outputs, n_outputs * sizeof *l->record);
    hear(p, l, j, l->begin); /* of the next one */
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
    memset(l->bends, 0, l->n_inputs * sizeof *l->bends);
    for (size_t i = 0; i < l->n_inputs; i++)
        l->told[i] = l->held[i] = l->begin[i] = source_value(&p->x->sources[l->inputs[i].u], p->forecast.start);
    for (int j = 0; j < l->steps; j++) {
        const enum step_outcome outcome = micro_step(p, c, j);
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
