/* The loop of an explicit run in which all components step at once with held inputs, without everything that it does not
 * need: where FMUs take some ten nanoseconds for a step, the general loop would take as long. Only full steps that end before
 * the limit are taken here; whatever is special is left to the general loop, which comes to the same results. */
#include "component_hot.h"
#include "run_impl.h"

#include <float.h>
#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

/* A get or a set: one span of a component's real values, in y or in u. */
struct plain_move {
    const unsigned *refs;
    const size_t *gather; /* NULL: a get; else where in y the values to set come from */
    uint32_t at, n;
};

/* All that a component needs for a step, in two lines of cache where it needs no more. */
struct plain_unit {
    alignas(64) struct component_hot hot;
    struct plain_move set, get; /* where there is no feedthrough: at one go with the step; n = 0: none */
};

struct plain_order { /* the plan's */
    size_t unit;
    struct plain_move move;
};

struct plain_loop {
    struct plain_unit *units;
    struct plain_order *orders;
    size_t n_orders;
    /* Without feedthrough a component can be set, stepped and read at one go, while its memory is near: what it delivers goes
     * to this table and not to the one that the others still take their inputs from. NULL: there is feedthrough. */
    double *other;
};

static bool moves_plainly(const struct exchange *x)
{
    for (size_t i = 0; i < x->n_plan; i++) {
        const struct exchange_step *step = &x->plan[i];
        const bool moves = step->operation == EXCHANGE_GET || (step->operation == EXCHANGE_SET && step->plain);
        if (!moves || step->discrete)
            return false;
    }
    return !x->set_always && x->n_y < UINT32_MAX && x->n_u < UINT32_MAX;
}

/* A get that waits for a set. */
static bool has_feedthrough(const struct plain_loop *loop)
{
    bool was_set = false;
    for (size_t i = 0; i < loop->n_orders; i++) {
        if (was_set && !loop->orders[i].move.gather)
            return true;
        was_set = was_set || loop->orders[i].move.gather;
    }
    return false;
}

static bool fill(struct run *run, struct plain_loop *loop, struct error *error)
{
    const struct exchange *x = run->exchange;
    struct plain_unit *units = arena_get(&run->arena, (run->n_components + 1) * sizeof *units);
    loop->orders = ARENA_TAKE(&run->arena, x->n_plan, struct plain_order);
    if (!units || !loop->orders)
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    loop->units = (struct plain_unit *)(((uintptr_t)units + alignof(struct plain_unit) - 1) /
                                        alignof(struct plain_unit) * alignof(struct plain_unit));
    for (size_t i = 0; i < x->n_plan; i++) {
        const struct exchange_step *step = &x->plan[i];
        const size_t at = step->reals.begin;
        const bool sets = step->operation == EXCHANGE_SET;
        const struct plain_move move = {.refs = (sets ? x->u_refs : x->y_refs) + at,
                                        .gather = sets ? x->gather + at : NULL,
                                        .at = (uint32_t)at,
                                        .n = (uint32_t)(step->reals.end - at)};
        loop->orders[loop->n_orders++] = (struct plain_order){step->component, move};
        *(sets ? &loop->units[step->component].set : &loop->units[step->component].get) = move;
    }
    if (!has_feedthrough(loop) && !(loop->other = ARENA_TAKE(&run->arena, x->n_y, double)))
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    return true;
}

bool run_open_plain(struct run *run, struct error *error)
{
    if (!run->scheme->all_at_once || run->passes.most > 1 || run->stepper.looks_ahead || run->stepper.pool ||
        run->input.values || run->powers.by_trapezoids || !moves_plainly(run->exchange))
        return true;
    struct component_hot hot;
    for (size_t c = 0; c < run->n_components; c++)
        if (run->stepper.components[c].steps != 1 || !component_make_hot(run->components[c], &hot))
            return true;
    run->plain = ARENA_TAKE(&run->arena, 1, struct plain_loop);
    return run->plain ? fill(run, run->plain, error) : error_raise(error, ERROR_NO_MEMORY, "opening a run");
}

/* A discarded step puts an end to it. */
bool run_goes_plainly(const struct run *run)
{
    return run->plain && !run->keeps_way_back && !run->off_grid;
}

/* ---- moving values ---- */

static inline bool set(struct run *run, const struct plain_unit *unit, const struct plain_move *m, const double *y,
                       struct error *error)
{
    double *const u = run->exchange->u + m->at;
    double zero = 0;
    for (size_t i = 0; i < m->n; i++) {
        const double value = y[m->gather[i]];
        zero += 0 * value;
        u[i] = value;
    }
    if (zero != 0)
        return exchange_raise_not_finite(run->exchange, (struct span){m->at, m->at + m->n}, run->clock.now, error);
    return instance_hot_set_real(&unit->hot.calls, m->refs, m->n, u, error);
}

static inline bool get(const struct plain_unit *unit, const struct plain_move *m, double *y, struct error *error)
{
    return instance_hot_get_real(&unit->hot.calls, m->refs, m->n, y + m->at, error);
}

/* The plan, at the time to which the clock has come. */
static inline bool follow_orders(struct run *run, struct error *error)
{
    const struct plain_loop *const loop = run->plain;
    const struct plain_order *const end = loop->orders + loop->n_orders;
    double *const y = run->exchange->y;
    for (const struct plain_order *order = loop->orders; order < end; order++) {
        const struct plain_unit *const unit = &loop->units[order->unit];
        if (!(order->move.gather ? set(run, unit, &order->move, y, error) : get(unit, &order->move, y, error)))
            return false;
    }
    return true;
}

/* Where most of the time of a small FMU's run would go: one call for the values, one for the observer. */
static inline bool observe_one(struct run *run, struct error *error)
{
    for (size_t w = 0; w < run->n_watches; w++) {
        struct watch *const watch = run->watches[w];
        if (!run_watch_is_due(watch, run->step))
            continue;
        const struct watch_get *const got = watch->gets;
        const bool read = watch->plain ? instance_hot_get_real(&run->plain->units[got->component].hot.calls,
                                                               got->refs[0], got->n[0], watch->values, error)
                                       : watch_read_all(watch, run->exchange, error);
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
    return run_observe_before(run, false, error) && follow_orders(run, error) && run_observe_after(run, false, error);
}

/* ---- steps ---- */

/* The end of the next step, if it is a full one before the limit. */
static inline bool next_end(const struct run *run, double limit, double *end)
{
    const struct clock *clock = &run->clock;
    const double margin = 1e-9 * clock->step + 8 * DBL_EPSILON * fabs(limit);
    *end = clock->origin + (double)(clock->ticks + 1) * clock->step;
    return !run->ended && !(run->interrupt && *run->interrupt) && *end < limit - margin;
}

static void move_on(struct run *run, double end)
{
    run->clock.now = run->summary.time = end;
    run->clock.ticks++;
    run->step++;
    run->summary.steps++;
    run->summary.iterations++;
}

/* One component: set, stepped and read at one go. */
static inline enum step_outcome go_once(struct run *run, struct plain_unit *unit, const double *from, double *to,
                                        bool inputs_are_set, double *reached, struct error *error)
{
    if (!inputs_are_set && unit->set.n && !set(run, unit, &unit->set, from, error))
        return STEP_FAILED;
    const enum step_outcome outcome = component_hot_step(&unit->hot, run->clock.now, run->clock.step, reached, error);
    if (outcome != STEP_DONE)
        return outcome;
    return !unit->get.n || get(unit, &unit->get, to, error) ? STEP_DONE : STEP_FAILED;
}

/* What did not come to its end, and whose it was. */
struct stop {
    enum step_outcome outcome;
    size_t component;
    double end, reached;
};

/* Steps that nobody looks at, without feedthrough. In between, inputs are not yet set where a step ends; after the last one
 * they are. */
static struct stop take_steps_at_one_go(struct run *run, double limit, struct error *error)
{
    struct exchange *const x = run->exchange;
    struct plain_unit *const units = run->plain->units;
    double *from = x->y, *to = run->plain->other;
    bool inputs_are_set = true;
    struct stop stop = {.outcome = STEP_DONE};
    while (next_end(run, limit, &stop.end) && !run_is_observed(run, run->step + 1)) {
        for (size_t c = 0; c < run->n_components && stop.outcome == STEP_DONE; c++) {
            stop.component = c;
            stop.outcome = go_once(run, &units[c], from, to, inputs_are_set, &stop.reached, error);
        }
        if (stop.outcome != STEP_DONE)
            break;
        double *const last = from;
        from = to;
        to = last;
        inputs_are_set = false;
        move_on(run, stop.end);
    }
    if (from != x->y)
        memcpy(x->y, from, x->n_y * sizeof *from);
    for (size_t c = 0; !inputs_are_set && stop.outcome == STEP_DONE && c < run->n_components; c++)
        if (units[c].set.n && !set(run, &units[c], &units[c].set, x->y, error))
            stop.outcome = STEP_FAILED;
    return stop;
}

static inline struct stop step_all(struct run *run, double end, struct error *error)
{
    struct stop stop = {.outcome = STEP_DONE, .end = end};
    struct plain_unit *const units = run->plain->units;
    for (size_t c = 0; c < run->n_components; c++) {
        stop.component = c;
        stop.outcome = component_hot_step(&units[c].hot, run->clock.now, run->clock.step, &stop.reached, error);
        if (stop.outcome != STEP_DONE)
            return stop;
    }
    move_on(run, end);
    return stop;
}

/* Steps in the plan's order, those that somebody looks at among them, until there are some that can go at one go. */
static struct stop take_steps_in_order(struct run *run, double limit, struct error *error)
{
    double end;
    struct stop stop = {.outcome = STEP_DONE};
    const bool moves = run->plain->n_orders > 0;
    while (stop.outcome == STEP_DONE && next_end(run, limit, &end)) {
        const bool observed = run_is_observed(run, run->step + 1);
        if (!observed && moves && run->plain->other)
            break;
        stop = step_all(run, end, error);
        if (stop.outcome == STEP_DONE && !(observed ? exchange_and_observe(run, error) : follow_orders(run, error)))
            stop.outcome = STEP_FAILED;
    }
    return stop;
}

bool run_take_plain_steps(struct run *run, double limit, struct error *error)
{
    struct plain_unit *const units = run->plain->units;
    struct stop stop = {.outcome = STEP_DONE};
    double end;
    for (size_t c = 0; c < run->n_components; c++)
        component_make_hot(run->components[c], &units[c].hot);
    while (stop.outcome == STEP_DONE && next_end(run, limit, &end)) {
        const bool unseen = !run_is_observed(run, run->step + 1);
        stop = unseen && run->plain->other ? take_steps_at_one_go(run, limit, error)
                                           : take_steps_in_order(run, limit, error);
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
