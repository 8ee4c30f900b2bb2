/* The loop of an explicit run in which all components step at once with held inputs, without everything that it does not
 * need: where FMUs take some ten nanoseconds for a step, the general loop would take as long. Only full steps that end before
 * the limit are taken here; whatever is special is left to the general loop, which comes to the same results. */
#include "master/couple/run_plain.h"
#include "master/couple/run_impl.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* A discarded step puts an end to it. */
bool run_goes_plainly(const struct run *run)
{
    /* In the first step every component is looked at. */
    return run->plain && run->step > 0 && !run->keeps_way_back && !run->off_grid && !run->clock.between;
}

/* ---- moving values ---- */

/* u of the exchange, which the loop leaves behind where values are handed on straight from y. */
static void update_inputs(struct exchange *x)
{
    for (size_t i = 0; i < x->n_plan; i++)
        if (x->plan[i].operation == EXCHANGE_SET)
            for (size_t k = x->plan[i].reals.begin; k < x->plan[i].reals.end; k++)
                x->u[k] = x->y[x->gather[k]];
}

/* Names a number that is none among the inputs of a component, if there is one. */
static bool check_inputs(struct run *run, size_t component, const double *y, double t, struct error *error)
{
    struct exchange *const x = run->exchange;
    if (y != x->y)
        memcpy(x->y, y, x->n_y * sizeof *y); /* the message quotes it */
    update_inputs(x);
    for (size_t i = 0; i < x->n_plan; i++)
        if (x->plan[i].operation == EXCHANGE_SET && x->plan[i].component == component)
            for (size_t k = x->plan[i].reals.begin; k < x->plan[i].reals.end; k++)
                if (!isfinite(x->u[k]))
                    return exchange_raise_not_finite(x, x->plan[i].reals, t, error);
    return true;
}

/* 0, or NaN where a number is none. */
static inline double sum_of_nothing(const double *values, size_t n)
{
    double zero = 0;
    for (size_t i = 0; i < n; i++)
        zero += 0 * values[i];
    return zero;
}

static inline const double *collect(const struct plain_set *m, const double *y, double *u)
{
    if (!m->gather)
        return y + m->at;
    for (size_t i = 0; i < m->n; i++)
        u[m->at + i] = y[m->gather[i]];
    return u + m->at;
}

static inline bool set(struct run *run, const struct plain_unit *unit, const struct plain_set *m, const double *y,
                       double *u, double t, struct error *error)
{
    const double *const values = collect(m, y, u);
    if (__builtin_expect(sum_of_nothing(values, m->n) != 0, 0) &&
        !check_inputs(run, (size_t)(unit - run->plain->units), y, t, error))
        return false;
    return instance_hot_set_real(&unit->hot.calls, m->refs, m->n, values, error);
}

static inline bool get(const struct plain_unit *unit, const struct plain_get *m, double *y, struct error *error)
{
    return instance_hot_get_real(&unit->hot.calls, m->refs, m->n, y + m->at, error);
}

/* The plan at time t. */
static inline bool follow_orders(struct run *run, double t, struct error *error)
{
    const struct plain_loop *const loop = run->plain;
    const struct plain_order *const end = loop->orders + loop->n_orders;
    double *const y = run->exchange->y, *const u = run->exchange->u;
    for (const struct plain_order *order = loop->orders; order < end; order++) {
        const struct plain_unit *const unit = order->unit;
        instance_hot_enter(&unit->hot.calls);
        if (!(order->sets ? set(run, unit, &order->set, y, u, t, error) : get(unit, &order->get, y, error)))
            return false;
    }
    return true;
}

/* ---- observers ---- */

/* The first tick after this one that somebody looks at. */
static long next_observed(const struct run *run)
{
    const long ticks = run->clock.ticks;
    long next = LONG_MAX;
    for (size_t w = 0; w < run->n_watches; w++) {
        const long every = run->watches[w]->observer.every;
        const long due = every == 1 ? ticks + 1 : (ticks / every + 1) * every;
        next = due < next ? due : next;
    }
    return next;
}

/* Where most of the time of a small FMU's run would go: one call for the values, one for the observer. */
static inline bool observe_one(struct run *run, struct error *error)
{
    for (size_t w = 0; w < run->n_watches; w++) {
        struct watch *const watch = run->watches[w];
        if (!run_watch_is_due(run, watch))
            continue;
        const struct watch_get *const got = watch->gets;
        bool read;
        if (watch->plain) {
            const struct instance_hot *const calls = &run->plain->units[got->component].hot.calls;
            instance_hot_enter(calls);
            read = instance_hot_get_real(calls, got->refs[0], got->n[0], watch->values, error);
            crash_guard_leave();
        } else {
            read = watch_read_all(watch, run->exchange, error);
        }
        watch->point.t = run->clock.now;
        watch->point.step = run->step;
        if (!read ||
            (!watch->observer.observe(watch->observer.context, &watch->point, error) && !run_end_early(run, error)))
            return false;
    }
    return true;
}

static bool exchange_and_observe(struct run *run, struct error *error)
{
    if (run->plain->n_orders == 0)
        return observe_one(run, error);
    if (!run_observe_before(run, false, error))
        return false;
    const bool exchanged = follow_orders(run, run->clock.now, error);
    crash_guard_leave();
    if (!exchanged)
        return false;
    update_inputs(run->exchange);
    oscillation_look(&run->oscillation, run->exchange->y, run->step, run->clock.now);
    return run_observe_after(run, false, error);
}

/* ---- time ---- */

static inline double tick(const struct clock *clock, long ticks)
{
    return clock->origin + (double)ticks * clock->step;
}

/* How many full steps end before the limit. */
static long count_steps(const struct clock *clock, double limit)
{
    const double most = 1e15; /* ticks that a double counts one by one */
    const double bound = limit - (1e-9 * clock->step + 8 * DBL_EPSILON * fabs(limit));
    const double about = floor((bound - clock->origin) / clock->step);
    if (!(about < most))
        return about > 0 ? (long)most : 0;
    long last = about > 0 ? (long)about : 0;
    while (last > clock->ticks && !(tick(clock, last) < bound))
        last--;
    while (tick(clock, last + 1) < bound)
        last++;
    return last > clock->ticks ? last - clock->ticks : 0;
}

static inline bool is_interrupted(const struct run *run)
{
    return run->interrupt && *run->interrupt;
}

static inline void move_on(struct run *run, long steps, double t)
{
    run->clock.now = run->summary.time = t;
    run->clock.ticks += steps;
    run->step += steps;
    run->summary.steps += steps;
    run->summary.iterations += steps;
}

/* ---- steps ---- */

/* Where the steps that nobody looks at pause: to look for oscillations, or for good. */
struct pause {
    long n, look, next; /* steps from the begin: all of them, before the next look, before the next pause */
};

static inline struct pause pause_begin(const struct run *run, long n)
{
    const long look = oscillation_next(&run->oscillation, run->step) - run->step;
    return (struct pause){n, look, look < n ? look : n};
}

/* After k steps; false: it is for good. */
static bool pause_at(struct pause *pause, struct run *run, long k, const double *y, double t)
{
    if (k == pause->look) {
        oscillation_look(&run->oscillation, y, run->step + k, t);
        pause->look = oscillation_next(&run->oscillation, run->step + k) - run->step;
    }
    pause->next = pause->look < pause->n ? pause->look : pause->n;
    return k < pause->n && !is_interrupted(run);
}

/* What did not come to its end, and whose it was. */
struct stop {
    enum step_outcome outcome;
    size_t component;
    double end, reached;
};

/* What stays the same from step to step. */
struct stretch {
    struct plain_unit *units;
    size_t n;
    double *u;
    double H;
    struct run *run;
    struct stop *stop;
    struct error *error;
};

static inline struct stretch stretch_of(struct run *run, struct stop *stop, struct error *error)
{
    return (struct stretch){.units = run->plain->units,
                            .n = run->n_components,
                            .u = run->exchange->u,
                            .H = run->clock.step,
                            .run = run,
                            .stop = stop,
                            .error = error};
}

static bool stop_at(const struct stretch *s, const struct plain_unit *unit, enum step_outcome outcome, double end)
{
    s->stop->outcome = outcome;
    s->stop->component = (size_t)(unit - s->units);
    s->stop->end = end;
    return false;
}

static bool stop_in_step(const struct stretch *s, const struct plain_unit *unit, fmi2Status status, double t,
                         double end)
{
    struct component *const c = s->run->components[unit - s->units];
    return stop_at(s, unit, component_hot_outcome(c, status, t, s->H, &s->stop->reached), end);
}

/* Steps all components from t to `end`; where there is a table `from`, each is set before, where there is one `to`, each is read
 * after it. There and back: the components that come first are those that came last, and still near. */
static inline bool step_units(const struct stretch *s, double t, double end, const double *from, double *to, bool back)
{
    struct plain_unit *unit = back ? s->units + s->n - 1 : s->units;
    for (size_t left = s->n; left > 0; left--, back ? unit-- : unit++) {
        instance_hot_enter(&unit->hot.calls);
        if (from && unit->set.n > 0 && !set(s->run, unit, &unit->set, from, s->u, t, s->error))
            return stop_at(s, unit, STEP_FAILED, end);
        fmi2Status status;
        if (!component_hot_step(&unit->hot, t, s->H, end, &status, s->error))
            return stop_in_step(s, unit, status, t, end);
        if (to && unit->get.n > 0 && !get(unit, &unit->get, to, s->error))
            return stop_at(s, unit, STEP_FAILED, end);
    }
    return true;
}

/* n steps that nobody looks at, without feedthrough. In between, inputs are not yet set where a step ends; after the last one
 * they are, as they are before the first one. */
static void take_steps_at_one_go(struct run *run, long n, struct stop *stop, struct error *error)
{
    struct exchange *const x = run->exchange;
    const struct stretch s = stretch_of(run, stop, error);
    const struct clock clock = run->clock;
    double *from = x->y, *to = run->plain->other, t = clock.now, end = tick(&clock, clock.ticks + 1);
    struct pause pause = pause_begin(run, n);
    long k = 0;
    for (bool done = step_units(&s, t, end, NULL, to, false); done; done = step_units(&s, t, end, from, to, k % 2)) {
        double *const last = from;
        from = to;
        to = last;
        t = end;
        end = tick(&clock, clock.ticks + ++k + 1);
        if ((k == pause.next || is_interrupted(run)) && !pause_at(&pause, run, k, from, t))
            break;
    }
    move_on(run, k, t);
    if (from != x->y)
        memcpy(x->y, from, x->n_y * sizeof *from);
    for (struct plain_unit *unit = s.units; k > 0 && stop->outcome == STEP_DONE && unit < s.units + s.n; unit++) {
        instance_hot_enter(&unit->hot.calls);
        if (unit->set.n > 0 && !set(run, unit, &unit->set, x->y, x->u, t, error))
            stop->outcome = STEP_FAILED;
    }
    crash_guard_leave();
    update_inputs(x);
}

static bool check_all_inputs(const struct stretch *s, const double *y, double t)
{
    for (size_t c = 0; c < s->n; c++)
        if (!check_inputs(s->run, c, y, t, s->error))
            return false;
    return true;
}

/* The plan without feedthrough: all are read, then all are set. */
static inline bool exchange_all(const struct stretch *s, double *y, size_t n_y, double t)
{
    const struct plain_unit *const units = s->units, *const end = units + s->n;
    for (const struct plain_unit *unit = units; unit < end; unit++) {
        instance_hot_enter(&unit->hot.calls);
        if (unit->get.n > 0 && !get(unit, &unit->get, y, s->error))
            return false;
    }
    if (__builtin_expect(sum_of_nothing(y, n_y) != 0, 0) && !check_all_inputs(s, y, t))
        return false;
    for (const struct plain_unit *unit = units; unit < end; unit++) {
        const struct plain_set *const m = &unit->set;
        instance_hot_enter(&unit->hot.calls);
        if (m->n > 0 && !instance_hot_set_real(&unit->hot.calls, m->refs, m->n, collect(m, y, s->u), s->error))
            return false;
    }
    return true;
}

/* n steps that nobody looks at, one component after the other, and then the exchange. */
static void take_steps_in_order(struct run *run, long n, struct stop *stop, struct error *error)
{
    const struct stretch s = stretch_of(run, stop, error);
    const struct clock clock = run->clock;
    double *const y = run->exchange->y;
    const size_t n_y = run->exchange->system_inputs; /* what the components deliver */
    const bool has_feedthrough = run->plain->has_feedthrough;
    double t = clock.now, end = tick(&clock, clock.ticks + 1);
    struct pause pause = pause_begin(run, n);
    long k = 0;
    while (step_units(&s, t, end, NULL, NULL, false)) {
        t = end;
        end = tick(&clock, clock.ticks + ++k + 1);
        if (!(has_feedthrough ? follow_orders(run, t, error) : exchange_all(&s, y, n_y, t))) {
            stop->outcome = STEP_FAILED;
            break;
        }
        if ((k == pause.next || is_interrupted(run)) && !pause_at(&pause, run, k, y, t))
            break;
    }
    crash_guard_leave();
    move_on(run, k, t);
    update_inputs(run->exchange);
}

static void take_observed_step(struct run *run, struct stop *stop, struct error *error)
{
    const struct stretch s = stretch_of(run, stop, error);
    const double end = tick(&run->clock, run->clock.ticks + 1);
    const bool done = step_units(&s, run->clock.now, end, NULL, NULL, false);
    crash_guard_leave();
    if (!done)
        return;
    move_on(run, 1, end);
    if (!exchange_and_observe(run, error))
        stop->outcome = STEP_FAILED;
}

bool run_take_plain_steps(struct run *run, double limit, struct error *error)
{
    struct plain_unit *const units = run->plain->units;
    struct stop stop = {.outcome = STEP_DONE};
    for (size_t c = 0; c < run->n_components; c++)
        component_make_hot(run->components[c], &units[c].hot);
    const long *const ticks = &run->clock.ticks, last = *ticks + count_steps(&run->clock, limit);
    while (stop.outcome == STEP_DONE && *ticks < last && !run->ended && !is_interrupted(run)) {
        const long seen = next_observed(run), unseen = (seen <= last ? seen - 1 : last) - *ticks;
        if (unseen == 0)
            take_observed_step(run, &stop, error);
        else if (run->plain->other)
            take_steps_at_one_go(run, unseen, &stop, error);
        else
            take_steps_in_order(run, unseen, &stop, error);
    }
    for (size_t c = 0; c < run->n_components; c++)
        component_cool(run->components[c], &units[c].hot, run->clock.now);
    if (stop.outcome == STEP_DONE || stop.outcome == STEP_FAILED)
        return stop.outcome == STEP_DONE;
    const struct interval step = {run->clock.now, run->clock.step, stop.end, .to_tick = true, .is_full = true};
    run->stepper.culprit = stop.component;
    run->summary.iterations++;
    return run_handle_outcome(run, stop.outcome, &step, stop.reached, error);
}
