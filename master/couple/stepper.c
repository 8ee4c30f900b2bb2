#include "master/couple/stepper.h"

#include "master/couple/clock.h"
#include "master/base/seconds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* For a component that takes fewer derivatives than a polynomial has: so many steps (or a few more, for a multiple of its
 * rate) follow it, each with the mean or the chord over it. */
enum { STEPS_FOR_A_POLYNOMIAL = 10 };

/* The input, and what it comes from. */
static bool is_continuous(const struct exchange *x, size_t input)
{
    const size_t from = x->gather[input];
    return system_variable(x->system, x->u_ports[input])->variability == FMI_CONTINUOUS &&
           (from >= x->system_inputs || system_variable(x->system, x->y_ports[from])->variability == FMI_CONTINUOUS);
}

/* Which inputs follow polynomials: all of them, or, where coupled values are held, those that the system's inputs drive. */
static bool prepare_component(struct stepper *s, size_t c, int rate, struct error *error)
{
    struct exchange *x = s->x;
    struct stepped *k = &s->components[c];
    const struct component_abilities can = component_abilities(x->components[c]);
    const struct span reals = x->u_reals[c];
    const size_t n = reals.end - reals.begin;
    k->component = x->components[c];
    k->error = &s->errors[c];
    k->takes_derivatives = can.input_derivative_order < 2 ? can.input_derivative_order : 2;
    k->inputs = ARENA_TAKE(&s->arena, n, size_t);
    k->held = ARENA_TAKE(&s->arena, n, size_t);
    k->refs = ARENA_TAKE(&s->arena, 2 * n, unsigned);
    k->orders = ARENA_TAKE(&s->arena, 2 * n, int);
    k->polynomials = ARENA_TAKE(&s->arena, n, struct polynomial);
    k->values = ARENA_TAKE(&s->arena, 2 * n, double);
    if (!k->inputs || !k->held || !k->refs || !k->orders || !k->polynomials || !k->values)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the steps");
    for (size_t i = reals.begin; i < reals.end; i++)
        if (is_continuous(x, i) && (s->forecast.order > 0 || s->standins || x->gather[i] >= x->system_inputs))
            k->inputs[k->n_inputs++] = i;
        else
            k->held[k->n_held++] = i;
    for (size_t i = 0; i < k->n_inputs; i++) {
        k->refs[i] = k->refs[k->n_inputs + i] = x->u_refs[k->inputs[i]];
        k->orders[i] = 1;
        k->orders[k->n_inputs + i] = 2;
    }
    k->follows = k->n_inputs > 0;
    k->steps = rate;
    if (k->follows && k->takes_derivatives < s->forecast.order && can.variable_step)
        k->steps = rate * ((STEPS_FOR_A_POLYNOMIAL + rate - 1) / rate);
    s->looks_ahead = s->looks_ahead || k->follows || s->standins;
    return true;
}

/* Those that take one step, with inputs that stand already. */
static bool find_who_can_begin(struct stepper *s, struct error *error)
{
    bool *can_begin = ARENA_TAKE(&s->arena, s->n_components, bool);
    if (!can_begin)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the steps");
    for (size_t c = 0; c < s->n_components; c++) {
        const struct stepped *k = &s->components[c];
        can_begin[c] = component_can_begin(k->component) && k->steps == 1 && !k->follows && !s->standins;
        if (can_begin[c])
            s->can_begin = can_begin;
    }
    return true;
}

static void step_item(void *context, size_t c);

bool stepper_open(struct stepper *s, struct exchange *x, const struct stepper_options *options, struct error *error)
{
    *s = (struct stepper){.x = x, .n_components = x->n_components};
    const size_t n = x->n_components;
    s->components = ARENA_TAKE(&s->arena, n, struct stepped);
    s->order = ARENA_TAKE(&s->arena, n, size_t);
    s->errors = ARENA_TAKE(&s->arena, n, struct error);
    s->end_is_known = ARENA_TAKE(&s->arena, n, bool);
    s->knew_end = ARENA_TAKE(&s->arena, x->n_u + 1, bool);
    if (!s->components || !s->order || !s->errors || !s->end_is_known || !s->knew_end)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the steps");
    if (!forecast_open(&s->forecast, x, options->extrapolation, options->slopes, &s->arena, error))
        return false;
    memcpy(s->order, options->order, n * sizeof *s->order);
    if (options->standins && !(s->standins = standins_open(x, options->standins, error)))
        return false;
    for (size_t c = 0; c < n; c++)
        if (!prepare_component(s, c, options->rates[c], error))
            return false;
    x->set_always = s->looks_ahead; /* a set begins a polynomial anew */
    if (!find_who_can_begin(s, error))
        return false;
    if (options->threads > 1 && n > 1)
        s->pool = pool_open(options->threads, n, step_item, s, error);
    return !(options->threads > 1 && n > 1) || s->pool;
}

void stepper_close(struct stepper *s)
{
    pool_close(s->pool);
    s->pool = NULL;
    standins_close(s->standins);
    arena_free(&s->arena);
}

/* ---- one component ---- */

static bool end_is_known(const struct stepper *s, size_t y)
{
    const size_t owner = s->x->y_ports[y].component;
    return owner < s->n_components && s->end_is_known[owner];
}

static void forecast_inputs(const struct stepper *s, struct stepped *k)
{
    for (size_t i = 0; i < k->n_inputs; i++) {
        const struct source *source = &s->x->sources[k->inputs[i]];
        const bool known = end_is_known(s, source->index);
        const struct polynomial p =
            forecast_value(&s->forecast, source->index, s->H, known ? &s->x->y[source->index] : NULL);
        k->polynomials[i] = (struct polynomial){source->factor * p.value + source->offset, source->factor * p.slope,
                                                source->factor * p.curvature};
    }
}

/* Value and derivatives at time tau of the macro step, the chord to tau + h where curvature is not taken. The value at the
 * start is set already. */
static bool hand_over_derivatives(struct stepped *k, double tau, double h, struct error *error)
{
    const size_t n = k->n_inputs;
    if (tau > 0) {
        for (size_t i = 0; i < n; i++)
            k->values[i] = polynomial_at(&k->polynomials[i], tau);
        if (!component_set_real(k->component, k->refs, n, k->values, error))
            return false;
    }
    const double where = k->takes_derivatives < 2 ? tau + h / 2 : tau;
    bool bent = false;
    for (size_t i = 0; i < n; i++) {
        k->values[i] = k->polynomials[i].slope + where * k->polynomials[i].curvature;
        k->values[n + i] = k->polynomials[i].curvature;
        bent = bent || k->polynomials[i].curvature != 0;
    }
    const size_t handed = bent && k->takes_derivatives >= 2 ? 2 * n : n;
    return component_set_input_derivatives(k->component, k->refs, handed, k->orders, k->values, error);
}

/* The mean of the polynomial from tau to tau + h; a system's input alone is taken at tau, as coupled values are. */
static bool hand_over_held(struct stepped *k, int order, double tau, double h, struct error *error)
{
    for (size_t i = 0; i < k->n_inputs; i++) {
        const struct polynomial *p = &k->polynomials[i];
        const double mean = p->value + p->slope * (tau + h / 2) + p->curvature / 2 * (tau * tau + tau * h + h * h / 3);
        k->values[i] = order > 0 ? mean : polynomial_at(p, tau);
    }
    return component_set_real(k->component, k->refs, k->n_inputs, k->values, error);
}

/* Of step j of those that it takes per macro step. None goes beyond the end of that by rounding. */
static double step_begin(const struct stepper *s, const struct stepped *k, int j)
{
    return s->t + s->H * j / k->steps;
}

static double step_length(const struct stepper *s, const struct stepped *k, double t)
{
    return clock_length(t, s->H / k->steps, fmax(s->end, s->t + s->H));
}

static enum step_outcome take_step(struct stepper *s, struct stepped *k, int j)
{
    const double t = step_begin(s, k, j), h = step_length(s, k, t);
    const enum step_outcome outcome = component_step(k->component, t, h, &k->reached, k->error);
    k->refused = outcome == STEP_FAILED;
    if (outcome != STEP_TERMINATED || !s->is_last || k->reached < s->end - 1e-9 * s->H)
        return outcome;
    k->ended_early = true;
    return STEP_DONE;
}

static enum step_outcome follow_polynomials(struct stepper *s, struct stepped *k)
{
    forecast_inputs(s, k);
    const int order = s->forecast.order;
    for (int j = 0; j < k->steps; j++) {
        const double tau = s->H * j / k->steps, h = s->H / k->steps;
        if (!(k->takes_derivatives ? hand_over_derivatives(k, tau, h, k->error)
                                   : hand_over_held(k, order, tau, h, k->error)))
            return STEP_FAILED;
        const enum step_outcome outcome = take_step(s, k, j);
        if (outcome != STEP_DONE)
            return outcome;
    }
    /* What its outputs belong to, for whoever refreshes them. */
    for (size_t i = 0; i < k->n_inputs; i++) {
        const struct polynomial *p = &k->polynomials[i];
        s->x->u[k->inputs[i]] = k->takes_derivatives ? polynomial_at(p, s->H) : k->values[i];
        if (s->x->slopes)
            s->x->slopes->du[k->inputs[i]] = k->takes_derivatives >= 2   ? p->slope + s->H * p->curvature
                                             : k->takes_derivatives == 1 ? k->values[i]
                                                                         : 0;
    }
    return STEP_DONE;
}

static enum step_outcome take_steps(struct stepper *s, struct stepped *k)
{
    k->refused = k->ended_early = false;
    if (k->follows)
        return follow_polynomials(s, k);
    for (int j = 0; j < k->steps; j++) {
        const enum step_outcome outcome = take_step(s, k, j);
        if (outcome != STEP_DONE)
            return outcome;
    }
    return STEP_DONE;
}

static enum step_outcome step_as_it_is(struct stepper *s, size_t c);

/* Asking the clock twice costs up to a microsecond. Where steps take less than fifty times that, it is asked at the first ones, and then at one of so
 * many, which stands for all of them. */
enum { TIMED_FIRST = 20, TIMED_LATER = 17 };
static const double short_step = 50e-6;

static enum step_outcome step_component(struct stepper *s, size_t c)
{
    if (!s->cpu_s)
        return step_as_it_is(s, c);
    const long step = s->components[c].taken++;
    const bool is_one_of_many = step >= TIMED_FIRST && s->cpu_s[c] < short_step * (double)step;
    if (is_one_of_many && step % TIMED_LATER != 0)
        return step_as_it_is(s, c);
    const double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    const enum step_outcome outcome = step_as_it_is(s, c);
    s->cpu_s[c] += (is_one_of_many ? TIMED_LATER : 1) * (clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin);
    return outcome;
}

static enum step_outcome step_as_it_is(struct stepper *s, size_t c)
{
    struct stepped *k = &s->components[c];
    if (!s->powers)
        return s->standins ? standins_step(s, c) : take_steps(s, k);
    if (!powers_note_begin(s->powers, s->x, c, k->error))
        return STEP_FAILED;
    const enum step_outcome outcome = s->standins ? standins_step(s, c) : take_steps(s, k);
    return outcome == STEP_DONE && !powers_note_end(s->powers, s->x, c, k->error) ? STEP_FAILED : outcome;
}

static enum step_outcome unfinished(struct stepper *s, size_t c, enum step_outcome outcome, double *reached,
                                    struct error *error)
{
    s->culprit = outcome == STEP_FAILED && !s->components[c].refused ? NO_VALUE : c;
    *reached = s->components[c].reached;
    if (outcome == STEP_FAILED)
        *error = *s->components[c].error;
    return outcome;
}

enum step_outcome stepper_step(struct stepper *s, size_t c, double *reached, struct error *error)
{
    s->x->is_current[c] = false;
    const enum step_outcome outcome = step_component(s, c);
    if (outcome == STEP_DONE)
        return outcome;
    return unfinished(s, c, outcome, reached, error);
}

/* ---- all of them ---- */

static void step_item(void *context, size_t c)
{
    struct stepper *s = context;
    s->components[c].outcome = step_component(s, c);
}

static enum step_outcome step_in_parallel(struct stepper *s, double *reached, struct error *error)
{
    memset(s->x->is_current, 0, s->n_components * sizeof *s->x->is_current);
    pool_run(s->pool);
    /* The same answer as one after the other gives: the first in the list that did not come through. */
    for (size_t c = 0; c < s->n_components; c++) {
        const struct stepped *k = &s->components[c];
        if (k->outcome == STEP_DONE)
            continue;
        return unfinished(s, c, k->outcome, reached, error);
    }
    return STEP_DONE;
}

static void begin_all(struct stepper *s)
{
    for (size_t c = 0; c < s->n_components; c++)
        if (s->can_begin[c]) {
            const double t = step_begin(s, &s->components[c], 0);
            component_begin_step(s->components[c].component, t, step_length(s, &s->components[c], t));
        }
}

enum step_outcome stepper_step_all(struct stepper *s, double *reached, struct error *error)
{
    if (s->pool)
        return step_in_parallel(s, reached, error);
    if (s->can_begin && !s->powers)
        begin_all(s);
    for (size_t c = 0; c < s->n_components; c++) {
        const enum step_outcome outcome = stepper_step(s, c, reached, error);
        if (outcome != STEP_DONE)
            return outcome;
    }
    return STEP_DONE;
}

bool stepper_ended_early(const struct stepper *s)
{
    for (size_t c = 0; s->is_last && c < s->n_components; c++)
        if (s->components[c].ended_early)
            return true;
    return false;
}

bool stepper_publish(struct stepper *s, size_t c, struct error *error)
{
    if (!exchange_get(s->x, c, error))
        return false;
    s->end_is_known[c] = true;
    return true;
}

bool stepper_give(struct stepper *s, size_t c, struct error *error)
{
    const struct stepped *k = &s->components[c];
    for (size_t u = s->x->u_reals[c].begin; u < s->x->u_reals[c].end; u++)
        s->knew_end[u] = end_is_known(s, s->x->sources[u].index);
    return s->forecast.order > 0 || s->standins ? exchange_set_some(s->x, c, k->held, k->n_held, s->t + s->H, error)
                                                : exchange_set(s->x, c, s->t + s->H, error);
}
