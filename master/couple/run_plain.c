/* The loop of an explicit run in which all components step at once with held inputs, without everything that it does not
 * need: where FMUs take some ten nanoseconds for a step, the general loop would take as long. Only full steps that end before
 * the limit are taken here; whatever is special is left to the general loop, which comes to the same results. */
#include "run_plain.h"
#include "run_impl.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* A discarded step puts an end to it. */
bool run_goes_plainly(const struct run *run)
{
    return run->plain && !run->keeps_way_back && !run->off_grid;
}

/* ---- moving values ---- */

static bool not_finite(struct run *run, const struct plain_move *m, const double *y, double t, struct error *error)
{
    struct exchange *const x = run->exchange;
    if (y != x->y)
        memcpy(x->y, y, x->n_y * sizeof *y); /* the message quotes it */
    return exchange_raise_not_finite(x, (struct span){m->at, m->at + m->n}, t, error);
}

static inline bool set(struct run *run, const struct plain_unit *unit, const struct plain_move *m, const size_t *gather,
                       const double *y, double t, struct error *error)
{
    double *const u = run->exchange->u + m->at;
    const size_t n = m->n;
    double zero = 0;
    for (size_t i = 0; i < n; i++) {
        const double value = y[gather[i]];
        zero += 0 * value;
        u[i] = value;
    }
    if (__builtin_expect(zero != 0, 0))
        return not_finite(run, m, y, t, error);
    return instance_hot_set_real(&unit->hot.calls, m->refs, n, u, error);
}

static inline bool get(const struct plain_unit *unit, const struct plain_move *m, double *y, struct error *error)
{
    return instance_hot_get_real(&unit->hot.calls, m->refs, m->n, y + m->at, error);
}

/* The plan at time t. */
static inline bool follow_orders(struct run *run, double t, struct error *error)
{
    const struct plain_loop *const loop = run->plain;
    const struct plain_order *const end = loop->orders + loop->n_orders;
    double *const y = run->exchange->y;
    for (const struct plain_order *order = loop->orders; order < end; order++) {
        const struct plain_unit *const unit = &loop->units[order->unit];
        instance_hot_enter(&unit->hot.calls);
        if (!(order->gather ? set(run, unit, &order->move, order->gather, y, t, error)
                            : get(unit, &order->move, y, error)))
            return false;
    }
    crash_guard_leave();
    return true;
}

/* ---- observers ---- */

/* The first step after this one that somebody looks at. */
static long next_observed(const struct run *run)
{
    long next = LONG_MAX;
    for (size_t w = 0; w < run->n_watches; w++) {
        const long every = run->watches[w]->observer.every;
        const long due = every == 1 ? run->step + 1 : (run->step / every + 1) * every;
        next = due < next ? due : next;
    }
    return next;
}

/* Where most of the time of a small FMU's run would go: one call for the values, one for the observer. */
static inline bool observe_one(struct run *run, struct error *error)
{
    for (size_t w = 0; w < run->n_watches; w++) {
        struct watch *const watch = run->watches[w];
        if (!run_watch_is_due(watch, run->step))
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
    return run_observe_before(run, false, error) && follow_orders(run, run->clock.now, error) &&
           run_observe_after(run, false, error);
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

/* What did not come to its end, and whose it was. */
struct stop {
    enum step_outcome outcome;
    size_t component;
    double end, reached;
};

/* Each component from t to stop->end, and where asked for set before and read after it. */
static inline bool step_units(struct run *run, double t, bool sets, const double *from, double *to, struct stop *stop,
                              struct error *error)
{
    const double H = run->clock.step;
    struct plain_unit *const units = run->plain->units, *const end = units + run->n_components;
    for (struct plain_unit *unit = units; unit < end; unit++) {
        instance_hot_enter(&unit->hot.calls);
        enum step_outcome outcome = STEP_FAILED;
        if (!(sets && unit->set.n > 0) || set(run, unit, &unit->set, unit->gather, from, t, error))
            outcome = component_hot_step(&unit->hot, t, H, stop->end, &stop->reached, error);
        if (outcome == STEP_DONE && to && unit->get.n > 0 && !get(unit, &unit->get, to, error))
            outcome = STEP_FAILED;
        if (__builtin_expect(outcome != STEP_DONE, 0)) {
            stop->outcome = outcome;
            stop->component = (size_t)(unit - units);
            return false;
        }
    }
    return true;
}

/* n steps that nobody looks at, without feedthrough. In between, inputs are not yet set where a step ends; after the last one
 * they are. */
static void take_steps_at_one_go(struct run *run, long n, struct stop *stop, struct error *error)
{
    struct exchange *const x = run->exchange;
    const struct clock clock = run->clock;
    double *from = x->y, *to = run->plain->other, t = clock.now;
    long k = 0;
    while (k < n && !is_interrupted(run)) {
        stop->end = tick(&clock, clock.ticks + k + 1);
        const bool done =
            k == 0 ? step_units(run, t, false, from, to, stop, error) : step_units(run, t, true, from, to, stop, error);
        if (!done)
            break;
        double *const last = from;
        from = to;
        to = last;
        t = stop->end;
        k++;
    }
    move_on(run, k, t);
    if (from != x->y)
        memcpy(x->y, from, x->n_y * sizeof *from);
    struct plain_unit *const units = run->plain->units;
    for (size_t c = 0; k > 0 && stop->outcome == STEP_DONE && c < run->n_components; c++) {
        instance_hot_enter(&units[c].hot.calls);
        if (units[c].set.n > 0 && !set(run, &units[c], &units[c].set, units[c].gather, x->y, t, error))
            stop->outcome = STEP_FAILED;
    }
    crash_guard_leave();
}

/* n steps that nobody looks at, in the plan's order. */
static void take_steps_in_order(struct run *run, long n, struct stop *stop, struct error *error)
{
    const struct clock clock = run->clock;
    double t = clock.now;
    long k = 0;
    while (k < n && !is_interrupted(run)) {
        stop->end = tick(&clock, clock.ticks + k + 1);
        if (!step_units(run, t, false, NULL, NULL, stop, error))
            break;
        t = stop->end;
        k++;
        if (!follow_orders(run, t, error)) {
            stop->outcome = STEP_FAILED;
            break;
        }
    }
    crash_guard_leave();
    move_on(run, k, t);
}

static void take_observed_step(struct run *run, struct stop *stop, struct error *error)
{
    stop->end = tick(&run->clock, run->clock.ticks + 1);
    const bool done = step_units(run, run->clock.now, false, NULL, NULL, stop, error);
    crash_guard_leave();
    if (!done)
        return;
    move_on(run, 1, stop->end);
    if (!exchange_and_observe(run, error))
        stop->outcome = STEP_FAILED;
}

bool run_take_plain_steps(struct run *run, double limit, struct error *error)
{
    struct plain_unit *const units = run->plain->units;
    struct stop stop = {.outcome = STEP_DONE};
    for (size_t c = 0; c < run->n_components; c++)
        component_make_hot(run->components[c], &units[c].hot);
    const long last = run->step + count_steps(&run->clock, limit);
    while (stop.outcome == STEP_DONE && run->step < last && !run->ended && !is_interrupted(run)) {
        const long seen = next_observed(run), unseen = (seen <= last ? seen - 1 : last) - run->step;
        if (unseen == 0)
            take_observed_step(run, &stop, error);
        else if (run->plain->other)
            take_steps_at_one_go(run, unseen, &stop, error);
        else
            take_steps_in_order(run, unseen, &stop, error);
    }
    for (size_t c = 0; c < run->n_components; c++)
        component_cool(&units[c].hot, run->clock.now);
    if (stop.outcome == STEP_DONE || stop.outcome == STEP_FAILED)
        return stop.outcome == STEP_DONE;
    const struct interval step = {run->clock.now, run->clock.step, stop.end, true};
    run->stepper.culprit = stop.component;
    run->summary.iterations++;
    return run_handle_outcome(run, stop.outcome, &step, stop.reached, error);
}
