/* Stand-ins at the start of a macro step, and of every further pass over it. */
#include "master/couple/standins.h"
#include "master/couple/couple_messages.h"

#include "numerics/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* The same to the last bit, where it is the micro step but for rounding: matrix exponentials are kept. */
double standins_length(const struct standins *s, double H, int steps)
{
    const double h = H / steps;
    return fabs(h - s->micro_step) <= 1e-9 * h ? s->micro_step : h;
}

bool standins_step_together(const struct standins *s)
{
    for (size_t c = 0; c < s->n; c++)
        if (s->listeners[c].micro_step > 0 || !component_abilities(s->world.x->components[c]).variable_step ||
            (s->grades[c] != GRADE_DIRECTIONAL && s->grades[c] != GRADE_DIFFERENCES))
            return false;
    return true;
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

static bool grow(double **list, size_t n, struct error *error)
{
    free(*list);
    *list = malloc((n + 1) * sizeof **list);
    return *list || error_raise(error, ERROR_NO_MEMORY, "recording micro steps");
}

/* At the begin of the first micro step. */
static void begin_record(struct standins *s, size_t c, const double *y)
{
    struct listener *l = &s->listeners[c];
    const struct span out = s->world.x->y_reals[c];
    const size_t n = out.end - out.begin;
    memcpy(l->record, y + out.begin, n * sizeof *l->record);
    memcpy(l->outputs, y + out.begin, n * sizeof *l->outputs);
}

static bool make_record(struct standins *s, size_t c, const double *y, struct error *error)
{
    struct listener *l = &s->listeners[c];
    const struct span out = s->world.x->y_reals[c];
    const size_t n = out.end - out.begin, wanted = (size_t)l->steps + 1;
    if (wanted > l->room) {
        l->room = 0;
        if (!grow(&l->record, wanted * n, error) || !grow(&l->told, wanted * l->n_inputs, error) ||
            (s->repeats && (!grow(&l->last, wanted * n, error) || !grow(&l->told_last, wanted * l->n_inputs, error))))
            return false;
        l->room = wanted;
    }
    begin_record(s, c, y);
    return standins_take_signals(s, c) || error_raise(error, ERROR_NO_MEMORY, "recording micro steps");
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
    const struct probe *p = s->probes[c];
    const struct span out = x->y_reals[c];
    const size_t n = l->n_inputs;
    l->has_feedthrough = false;
    matrix_zero(l->D);
    for (size_t i = 0; p && i < n; i++) {
        const size_t column = s->world.u_column[l->inputs[i].u];
        if (column == NO_VALUE || (l->takes_slopes && l->inputs[i].origin != ORIGIN_STANDIN))
            continue; /* it has the value at the end as it is */
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
    const struct probe *p = s->probes[c];
    for (size_t y = out.begin; p && s->paces[c] * h <= 1 && y < out.end; y++) {
        double slope = 0;
        const size_t row = s->world.y_row[y];
        for (size_t k = 0; row != NO_VALUE && k < p->ports.n_states; k++)
            slope += MATRIX_AT(p->jacobian, row, k) * p->rows[k];
        l->slopes[y - out.begin] = slope;
    }
}

/* ---- outputs that the exchange could not bring up to date ---- */

/* The value of an input by what is known now, less the one that its component has been given, or that its stale outputs belong to. */
static double change_of(const struct standins *s, size_t c, size_t i, const double *y, bool of_outputs)
{
    const struct exchange *x = s->world.x;
    const struct listener *l = &s->listeners[c];
    const size_t u = l->inputs[i].u;
    return source_value(&x->sources[u], y) - (of_outputs && l->stale_with ? l->stale_with[i] : x->u[u]);
}

/* Direct outputs of all, with inputs from y: `from` and what these add. Returns by how much something has moved, relative to its size. */
static double add_direct(const struct standins *s, const double *from, double *y)
{
    const struct exchange *x = s->world.x;
    double largest = 0;
    for (size_t c = 0; c < s->n; c++)
        for (size_t k = x->y_reals[c].begin; s->probes[c] && k < x->y_reals[c].end; k++) {
            double value = from[k];
            for (size_t i = 0; s->world.y_row[k] != NO_VALUE && i < s->listeners[c].n_inputs; i++) {
                const size_t column = s->world.u_column[s->listeners[c].inputs[i].u];
                const double d = column == NO_VALUE ? 0 : MATRIX_AT(s->probes[c]->jacobian, s->world.y_row[k], column);
                value += d != 0 ? d * change_of(s, c, i, y, true) : 0;
            }
            largest = fmax(largest, value == y[k] ? 0 : fabs(value - y[k]) / (fabs(value) + fabs(y[k])));
            y[k] = value;
        }
    return largest;
}

/* Rates belong to what components were given. */
static void move_rates(const struct standins *s, size_t c, const double *y)
{
    struct probe *p = s->probes[c];
    for (size_t i = 0; i < s->listeners[c].n_inputs; i++) {
        const size_t column = s->world.u_column[s->listeners[c].inputs[i].u];
        const double change = column == NO_VALUE ? 0 : change_of(s, c, i, y, false);
        for (size_t k = 0; change != 0 && k < p->ports.n_states; k++)
            p->rows[k] += MATRIX_AT(p->jacobian, k, column) * change;
    }
}

/* A component that has no directional derivatives and does not recompute on a get leaves its direct outputs stale; by differences it is
 * known how they depend on inputs. Around a loop whose gain is more than 1 they stay as they are. */
static void refresh_outputs(struct standins *s, bool rates, double *y)
{
    enum { MOST_SWEEPS = 200 };
    const size_t bytes = s->world.x->n_y * sizeof *y;
    double moved = 1;
    if (!s->stale)
        return;
    memcpy(s->stale, y, bytes);
    for (int sweep = 0; moved > 1e-14 && sweep < MOST_SWEEPS; sweep++)
        moved = add_direct(s, s->stale, y);
    if (!(moved <= 1e-9))
        memcpy(y, s->stale, bytes);
    for (size_t c = 0; rates && c < s->n; c++)
        if (s->probes[c])
            move_rates(s, c, y);
}

bool standins_begin(struct standins *s, double H, double *y, struct error *error)
{
    const bool renewed = !s->is_fresh;
    count_steps(s, H);
    s->pass = 0;
    if (!standins_update_models(s, y, error))
        return false;
    refresh_outputs(s, renewed, y);
    for (size_t c = 0; c < s->n; c++) {
        struct listener *l = &s->listeners[c];
        const double h = standins_length(s, H, l->steps);
        if (!standin_sample(&l->standin, &s->world, y, l->steps, h, true, error) ||
            !standin_update(&l->standin, &s->world, h, error) || !find_feedthrough(s, c, error) ||
            !make_record(s, c, y, error))
            return false;
        find_first_slopes(s, c, h);
        s->micro_steps += l->steps;
        s->micro_step_most = fmax(s->micro_step_most, h);
    }
    return true;
}

void standins_repeat(struct standins *s, const double *y)
{
    s->pass++;
    for (size_t c = 0; c < s->n; c++) {
        struct listener *l = &s->listeners[c];
        double *const record = l->record, *const told = l->told;
        l->record = l->last;
        l->last = record;
        l->told = l->told_last;
        l->told_last = told;
        l->has_last_slopes = false;
        begin_record(s, c, y);
        standin_rewind(&l->standin, true);
        s->micro_steps += l->steps;
    }
}

/* A record at part j/steps of the macro step. */
double standins_recorded(const double *record, size_t width, size_t column, int its_steps, int j, int steps)
{
    const double *at = record + column;
    if (its_steps == steps)
        return at[(size_t)j * width];
    const double place = (double)j * its_steps / steps;
    const size_t k = place < its_steps ? (size_t)place : (size_t)its_steps - 1;
    return at[k * width] + (place - (double)k) * (at[(k + 1) * width] - at[k * width]);
}

/* What an input was told over the macro step against what its neighbour has answered over it. */
static bool input_has_converged(const struct standins *s, const struct listener *l, size_t i, double tolerance,
                                const double *largest)
{
    const struct exchange *x = s->world.x;
    const struct source *source = &x->sources[l->inputs[i].u];
    const size_t owner = x->y_ports[source->index].component;
    if (source->index >= x->system_inputs)
        return true;
    const struct span out = x->y_reals[owner];
    const struct listener *from = &s->listeners[owner];
    const double most = tolerance * fabs(source->factor) * largest[source->index];
    for (int j = 1; j <= l->steps; j++) {
        const double answered =
            standins_recorded(from->record, out.end - out.begin, source->index - out.begin, from->steps, j, l->steps);
        if (!(fabs(source->factor * answered + source->offset - l->told[(size_t)j * l->n_inputs + i]) <= most))
            return false;
    }
    return true;
}

bool standins_have_converged(const struct standins *s, double tolerance, const double *largest)
{
    for (size_t c = 0; c < s->n; c++)
        for (size_t i = 0; i < s->listeners[c].n_inputs; i++)
            if (!input_has_converged(s, &s->listeners[c], i, tolerance, largest))
                return false;
    return true;
}

/* ---- memory ---- */

void standins_forget(struct standins *s)
{
    s->is_good = false;
    for (size_t c = 0; s->started && c < s->n; c++) {
        const struct span out = s->world.x->y_reals[c];
        memset(s->listeners[c].slopes, 0, (out.end - out.begin) * sizeof(double));
        s->listeners[c].has_said = s->listeners[c].has_last_slopes = false;
    }
}

void standins_start_over(struct standins *s)
{
    s->is_fresh = s->is_good = false;
    standins_forget(s);
    for (size_t c = 0; s->started && c < s->n; c++) {
        s->listeners[c].distrusted = 0;
        if (s->listeners[c].learns)
            identified_forget(s->listeners[c].learns);
    }
}
