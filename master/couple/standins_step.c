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
#include <stdlib.h>
#include <string.h>

/* ---- at the start of a macro step ---- */

bool standins_note(struct standins *s, struct error *error)
{
    const struct exchange *x = s->world.x;
    for (size_t c = 0; c < s->n; c++) {
        struct listener *l = &s->listeners[c];
        const struct probe *p = s->world.probes[c];
        if (!l->noted)
            continue;
        if (p->ports.n_rows > 0 &&
            !component_get_real(x->components[c], p->ports.row_refs, p->ports.n_rows, l->noted, error))
            return false;
        for (size_t u = x->u_reals[c].begin; u < x->u_reals[c].end; u++)
            if (s->world.u_column[u] != NO_VALUE)
                l->noted_with[s->world.u_column[u]] = x->u[u];
    }
    return true;
}

/* Rates as they were noted, moved on to the inputs that the exchange has set. */
static void move_noted(struct standins *s, size_t c)
{
    const struct exchange *x = s->world.x;
    const struct listener *l = &s->listeners[c];
    struct probe *p = s->world.probes[c];
    memcpy(p->rows, l->noted, p->ports.n_rows * sizeof *p->rows);
    for (size_t u = x->u_reals[c].begin; u < x->u_reals[c].end; u++) {
        const size_t column = s->world.u_column[u];
        for (size_t i = 0; column != NO_VALUE && i < p->ports.n_rows; i++)
            p->rows[i] += MATRIX_AT(p->jacobian, i, column) * (x->u[u] - l->noted_with[column]);
    }
}

static bool probe_all(struct standins *s, struct error *error)
{
    for (size_t c = 0; c < s->n; c++) {
        if (!s->world.probes[c])
            continue;
        if (!probe_run(s->world.probes[c], error))
            return false;
        s->derivatives++;
        if (s->listeners[c].noted)
            move_noted(s, c);
    }
    return true;
}

static int steps_of(double H, double micro_step)
{
    return micro_step > 0 ? (int)fmax(1, ceil(H / micro_step - 1e-9)) : 1;
}

/* Whoever hears a record takes at least its steps, if it can. */
static void count_steps(struct standins *s, double H)
{
    int most = 1;
    for (size_t c = 0; c < s->n; c++) {
        struct listener *l = &s->listeners[c];
        l->steps = steps_of(H, l->micro_step > 0 ? l->micro_step : s->micro_step);
        most = l->steps > most ? l->steps : most;
    }
    for (size_t c = 0; c < s->n; c++)
        if (component_abilities(s->world.x->components[c]).variable_step && s->listeners[c].micro_step == 0)
            s->listeners[c].steps = most;
    s->inputs_steps = most;
}

double *standins_inputs(struct standins *s, double H, int *steps)
{
    count_steps(s, H);
    *steps = s->inputs_steps;
    const size_t wanted = (size_t)(s->inputs_steps + 1) * s->world.x->system->n_inputs + 1;
    if (wanted > s->inputs_room) {
        free(s->inputs);
        s->inputs = malloc(wanted * sizeof *s->inputs);
        s->inputs_room = s->inputs ? wanted : 0;
    }
    return s->inputs;
}

static bool make_record(struct standins *s, size_t c, const double *y, struct error *error)
{
    struct listener *l = &s->listeners[c];
    const struct span out = s->world.x->y_reals[c];
    const size_t n = out.end - out.begin, wanted = (size_t)l->steps + 1;
    if (wanted > l->room) {
        free(l->record);
        l->record = malloc((wanted * n + 1) * sizeof *l->record);
        l->room = l->record ? wanted : 0;
        if (!l->record)
            return error_raise(error, ERROR_NO_MEMORY, "recording micro steps");
    }
    memcpy(l->record, y + out.begin, n * sizeof *l->record);
    memcpy(l->outputs, y + out.begin, n * sizeof *l->outputs);
    return true;
}

/* F: what the input takes of the stand-in's output. */
static double factor_of(const struct standins *s, const struct listener *l, size_t i)
{
    return s->world.x->sources[l->inputs[i].u].factor;
}

/* (F G D)_ij: what a change of input j at the end of the micro step makes of input i there. */
static double around_the_loop(const struct standins *s, const struct listener *l, size_t i, size_t j)
{
    double sum = 0;
    for (size_t k = 0; k < l->standin.n_own; k++)
        sum += MATRIX_AT(l->standin.gain, l->inputs[i].from, k) * MATRIX_AT(l->D, l->drivers[k].from, j);
    return factor_of(s, l, i) * sum;
}

/* D of the outputs that matter, and the factors of the loop. */
static bool find_feedthrough(struct standins *s, size_t c, struct error *error)
{
    struct listener *l = &s->listeners[c];
    const struct exchange *x = s->world.x;
    const struct probe *p = s->world.probes[c];
    const struct span out = x->y_reals[c];
    const size_t n = l->n_inputs;
    l->has_feedthrough = false;
    matrix_zero(l->D);
    for (size_t i = 0; p && i < n; i++) {
        const size_t column = s->world.u_column[l->inputs[i].u];
        if (l->inputs[i].origin != ORIGIN_STANDIN || column == NO_VALUE)
            continue;
        for (size_t y = out.begin; y < out.end; y++)
            if (s->world.y_row[y] != NO_VALUE) {
                const double d = MATRIX_AT(p->jacobian, s->world.y_row[y], column);
                MATRIX_AT(l->D, y - out.begin, i) = d;
                l->has_feedthrough = l->has_feedthrough || d != 0;
            }
    }
    if (!l->has_feedthrough)
        return true;
    l->loop.rows = l->loop.columns = n;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(l->loop, i, j) =
                (i == j) - (l->inputs[i].origin == ORIGIN_STANDIN ? around_the_loop(s, l, i, j) : 0);
    return dense_factor(n, l->loop.a, l->pivots) ||
           error_raise(error, ERROR_STANDIN_LOOP, component_label(x->components[c]));
}

/* How its outputs begin to move: by its own linear model; if it is fast beside the micro step, as they did at the end of the last one. */
static void find_first_slopes(struct standins *s, size_t c, double h)
{
    struct listener *l = &s->listeners[c];
    const struct span out = s->world.x->y_reals[c];
    const struct probe *p = s->world.probes[c];
    for (size_t y = out.begin; p && s->paces[c] * h <= 1 && y < out.end; y++) {
        double slope = 0;
        const size_t row = s->world.y_row[y];
        for (size_t k = 0; row != NO_VALUE && k < p->ports.n_states; k++)
            slope += MATRIX_AT(p->jacobian, row, k) * p->rows[k];
        l->slopes[y - out.begin] = slope;
    }
}

bool standins_begin(struct standins *s, double H, const double *y, struct error *error)
{
    count_steps(s, H);
    if (!probe_all(s, error))
        return false;
    for (size_t c = 0; c < s->n; c++) {
        struct listener *l = &s->listeners[c];
        const double h = H / l->steps;
        if (!standin_update(&l->standin, &s->world, h, error) || !find_feedthrough(s, c, error) ||
            !make_record(s, c, y, error))
            return false;
        find_first_slopes(s, c, h);
        s->micro_steps += l->steps;
    }
    return true;
}

void standins_forget(struct standins *s)
{
    for (size_t c = 0; s->started && c < s->n; c++) {
        const struct span out = s->world.x->y_reals[c];
        memset(s->listeners[c].slopes, 0, (out.end - out.begin) * sizeof(double));
    }
}

static void copy_slopes(struct standins *s, bool back)
{
    for (size_t c = 0; s->started && c < s->n; c++) {
        struct listener *l = &s->listeners[c];
        const size_t bytes = (s->world.x->y_reals[c].end - s->world.x->y_reals[c].begin) * sizeof(double);
        memcpy(back ? l->slopes : l->slopes_saved, back ? l->slopes_saved : l->slopes, bytes);
    }
}

void standins_save(struct standins *s)
{
    copy_slopes(s, false);
}

void standins_restore(struct standins *s)
{
    copy_slopes(s, true);
}

/* ---- over a macro step ---- */

/* A record at part j/steps of the macro step. */
static double recorded_at(const double *record, size_t width, size_t column, int its_steps, int j, int steps)
{
    const double *at = record + column;
    if (its_steps == steps)
        return at[(size_t)j * width];
    const double place = (double)j * its_steps / steps;
    const size_t k = place < its_steps ? (size_t)place : (size_t)its_steps - 1;
    return at[k * width] + (place - (double)k) * (at[(k + 1) * width] - at[k * width]);
}

static double origin_at(const struct stepper *p, const struct listener *l, enum input_origin origin, size_t owner,
                        size_t from, size_t y, int j)
{
    const struct standins *s = p->standins;
    const struct exchange *x = s->world.x;
    switch (origin) {
    case ORIGIN_RECORD:
        return recorded_at(s->listeners[owner].record, x->y_reals[owner].end - x->y_reals[owner].begin, from,
                           s->listeners[owner].steps, j, l->steps);
    case ORIGIN_SYSTEM:
        if (p->forecast.inputs_known)
            return recorded_at(s->inputs, x->system->n_inputs, from, s->inputs_steps, j, l->steps);
        break;
    case ORIGIN_HELD:
    case ORIGIN_STANDIN:
        break;
    }
    return p->forecast.start[y];
}

/* What drives the stand-in over micro step j, as deviations from the start of the macro step. */
static void drive(const struct stepper *p, struct listener *l, int j, double h)
{
    const struct standin *in = &l->standin;
    for (size_t k = 0; k < in->n_own; k++) {
        const size_t from = l->drivers[k].from;
        l->driven[k] = l->outputs[from] - p->forecast.start[in->drivers[k]];
        l->driven_slopes[k] = l->slopes[from];
    }
    for (size_t k = in->n_own; k < in->n_drivers; k++) {
        const struct driver *d = &l->drivers[k];
        const size_t y = in->drivers[k];
        const double begin = origin_at(p, l, d->origin, d->owner, d->from, y, j);
        l->driven[k] = begin - p->forecast.start[y];
        l->driven_slopes[k] = (origin_at(p, l, d->origin, d->owner, d->from, y, j + 1) - begin) / h;
    }
}

/* Inputs at the end of micro step j. */
static void hear(const struct stepper *p, const struct listener *l, int j, double *values)
{
    const struct exchange *x = p->x;
    for (size_t i = 0; i < l->n_inputs; i++) {
        const struct heard_input *in = &l->inputs[i];
        const struct source *source = &x->sources[in->u];
        const double y = in->origin == ORIGIN_STANDIN
                             ? p->forecast.start[source->index] + l->heard[in->from]
                             : origin_at(p, l, in->origin, in->owner, in->from, source->index, j + 1);
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

/* What the stand-in says now differs from what the component was given, and its outputs depend directly on that: both at once. */
static void solve_loop(const struct stepper *p, struct listener *l, int j, size_t n_outputs)
{
    const size_t n = l->n_inputs;
    hear(p, l, j, l->end);
    for (size_t i = 0; i < n; i++)
        l->correction[i] = l->inputs[i].origin == ORIGIN_STANDIN ? l->end[i] - l->given[i] : 0;
    dense_solve(n, l->loop.a, l->pivots, l->correction);
    for (size_t i = 0; i < n_outputs; i++)
        l->values_of_outputs[i] = l->outputs[i];
    for (size_t i = 0; i < n; i++)
        for (size_t y = 0; y < n_outputs; y++)
            l->outputs[y] += MATRIX_AT(l->D, y, i) * l->correction[i];
    for (size_t k = 0; k < l->standin.n_own; k++)
        l->change[k] = l->outputs[l->drivers[k].from] - l->values_of_outputs[l->drivers[k].from];
    standin_correct(&l->standin, l->change, l->heard);
}

static enum step_outcome micro_step(struct stepper *p, size_t c, int j)
{
    struct stepped *k = &p->components[c];
    struct listener *l = &p->standins->listeners[c];
    const struct span out = p->x->y_reals[c];
    const size_t n_outputs = out.end - out.begin;
    const double h = p->H / l->steps, t = p->t + p->H * j / l->steps;
    if (l->standin.linear) {
        drive(p, l, j, h);
        if (!standin_step(&l->standin, l->driven, l->driven_slopes, l->heard, k->error))
            return STEP_FAILED;
    }
    hear(p, l, j, l->end);
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
    if (l->standin.linear) {
        correct(l, h);
        if (l->has_feedthrough)
            solve_loop(p, l, j, n_outputs);
    }
    for (size_t i = 0; i < n_outputs; i++)
        l->slopes[i] = (l->outputs[i] - l->before[i]) / h;
    memcpy(l->record + (size_t)(j + 1) * n_outputs, l->outputs, n_outputs * sizeof *l->record);
    hear(p, l, j, l->begin); /* of the next one */
    return STEP_DONE;
}

enum step_outcome standins_step(struct stepper *p, size_t c)
{
    struct listener *l = &p->standins->listeners[c];
    struct stepped *k = &p->components[c];
    k->refused = k->ended_early = false;
    for (size_t i = 0; i < l->n_inputs; i++)
        l->begin[i] = source_value(&p->x->sources[l->inputs[i].u], p->forecast.start);
    for (int j = 0; j < l->steps; j++) {
        const enum step_outcome outcome = micro_step(p, c, j);
        if (outcome != STEP_DONE)
            return outcome;
    }
    for (size_t i = 0; i < l->n_inputs; i++) { /* what its outputs belong to, for whoever refreshes them */
        p->x->u[l->inputs[i].u] = l->given[i];
        l->said[i] = l->begin[i];
    }
    return STEP_DONE;
}
