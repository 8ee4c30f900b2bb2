/* The steps of an explicit run in which all components step at once with held inputs, without everything that such a run does not
 * need: where FMUs take some ten nanoseconds for a step, run_take_step() would take as long. Only full steps that end before
 * the limit are taken here. Whatever is special is left to run_take_step(), which comes to the same results. */
#include "master/couple/component_hot.h"
#include "master/couple/run_impl.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* A get or a set of the exchange's plan: one call for real values that lie side by side. */
struct fast_move {
    const unsigned *refs;
    const size_t *gather; /* a set: where in y the values come from; NULL: a get */
    uint32_t at, n;       /* in y or u; n = 0: none */
};

/* A component's own moves, where the plan reads all and then sets all: set before the step and read after it, while its memory is
 * near. */
struct fast_component {
    struct component_hot hot;
    struct fast_move set, get;
};

struct fast_planned {
    const struct instance_hot *calls;
    struct fast_move move;
};

struct fast_steps {
    struct fast_component *components;
    struct fast_planned *plan; /* where a get waits for a set: after the step, as they are */
    size_t n_plan;
    double *next; /* else: what components deliver, while the others still take their inputs from y */
    bool *begun;  /* per component: its step was begun before others have ended theirs; NULL: nobody's can */
};

/* ---- whether it can be done, and its tables ---- */

static bool is_simple(const struct run *run)
{
    const struct stepper *const s = &run->stepper;
    const struct exchange *const x = run->exchange;
    struct component_hot hot = {0};
    if (!run->scheme->all_at_once || run->passes.most > 1 || s->looks_ahead || s->pool || s->powers || x->set_always ||
        x->n_y >= UINT32_MAX || x->n_u >= UINT32_MAX || run->input.values || run_has_control(run))
        return false;
    for (size_t i = 0; i < x->n_plan; i++) {
        const struct exchange_step *const step = &x->plan[i];
        const bool moves = step->operation == EXCHANGE_GET || (step->operation == EXCHANGE_SET && step->plain);
        if (!moves || step->discrete)
            return false;
    }
    for (size_t c = 0; c < run->n_components; c++)
        if (s->components[c].steps != 1 || !component_make_hot(run->components[c], &hot))
            return false;
    return true;
}

/* A get that waits for a set. */
static bool has_feedthrough(const struct exchange *x)
{
    bool was_set = false;
    for (size_t i = 0; i < x->n_plan; i++) {
        if (was_set && x->plan[i].operation == EXCHANGE_GET)
            return true;
        was_set = was_set || x->plan[i].operation == EXCHANGE_SET;
    }
    return false;
}

static void add_move(struct run *run, const struct exchange_step *step)
{
    const struct exchange *const x = run->exchange;
    struct fast_steps *const fast = run->fast;
    struct fast_component *const c = &fast->components[step->component];
    const bool sets = step->operation == EXCHANGE_SET;
    const size_t at = step->reals.begin;
    const struct fast_move move = {.refs = (sets ? x->u_refs : x->y_refs) + at,
                                   .gather = sets ? x->gather + at : NULL,
                                   .at = (uint32_t)at,
                                   .n = (uint32_t)(step->reals.end - at)};
    if (!fast->next)
        fast->plan[fast->n_plan++] = (struct fast_planned){&c->hot.calls, move};
    else
        *(sets ? &c->set : &c->get) = move;
}

bool run_open_fast_steps(struct run *run, struct error *error)
{
    if (!is_simple(run))
        return true;
    const struct exchange *const x = run->exchange;
    struct fast_steps *const fast = run->fast = ARENA_TAKE(&run->arena, 1, struct fast_steps);
    if (!fast || !(fast->components = ARENA_TAKE(&run->arena, run->n_components, struct fast_component)) ||
        !(fast->plan = ARENA_TAKE(&run->arena, x->n_plan, struct fast_planned)) ||
        (!has_feedthrough(x) && !(fast->next = ARENA_TAKE(&run->arena, x->n_y, double))) ||
        (run->stepper.can_begin && !(fast->begun = ARENA_TAKE(&run->arena, run->n_components, bool))))
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    for (size_t i = 0; i < x->n_plan; i++)
        if (x->plan[i].reals.end > x->plan[i].reals.begin)
            add_move(run, &x->plan[i]);
    return true;
}

/* In the first step every component is looked at; a discarded step puts an end to it. */
bool run_goes_fast(const struct run *run)
{
    return run->fast && run->step > 0 && !run->keeps_way_back && !run->off_grid && !run->clock.between;
}

/* ---- values ---- */

static inline bool get(const struct instance_hot *calls, const struct fast_move *m, double *y, struct error *error)
{
    return instance_hot_get_real(calls, m->refs, m->n, y + m->at, error);
}

/* From y to u. What is not finite makes a sum of zeros NaN. */
static inline double gather(const struct fast_move *m, const struct exchange *x, const double *y)
{
    double *const u = x->u + m->at, zero = 0;
    for (size_t i = 0; i < m->n; i++) {
        u[i] = y[m->gather[i]];
        zero += 0 * u[i];
    }
    return zero;
}

static inline bool set(const struct instance_hot *calls, const struct fast_move *m, const struct exchange *x,
                       const double *y, double t, struct error *error)
{
    if (__builtin_expect(gather(m, x, y) != 0, 0)) {
        if (y != x->y)
            memcpy(x->y, y, x->n_y * sizeof *y); /* the message quotes it */
        return exchange_raise_not_finite(x, (struct span){m->at, m->at + m->n}, t, error);
    }
    return instance_hot_set_real(calls, m->refs, m->n, x->u + m->at, error);
}

static inline bool follow_plan(const struct run *run, double t, struct error *error)
{
    struct exchange *const x = run->exchange;
    const struct fast_planned *const end = run->fast->plan + run->fast->n_plan;
    for (const struct fast_planned *p = run->fast->plan; p < end; p++) {
        instance_hot_enter(p->calls);
        if (!(p->move.gather ? set(p->calls, &p->move, x, x->y, t, error) : get(p->calls, &p->move, x->y, error)))
            return false;
    }
    return true;
}

/* Gives components what they would be given before their next step. */
static bool set_all(const struct run *run, double t, struct error *error)
{
    for (size_t c = 0; c < run->n_components; c++) {
        const struct fast_component *const k = &run->fast->components[c];
        instance_hot_enter(&k->hot.calls);
        if (k->set.n > 0 && !set(&k->hot.calls, &k->set, run->exchange, run->exchange->y, t, error))
            return false;
    }
    return true;
}

/* ---- time ---- */

static inline double tick(const struct clock *clock, long ticks)
{
    return clock->origin + (double)ticks * clock->step;
}

static inline bool is_interrupted(const struct run *run)
{
    return run->interrupt && *run->interrupt;
}

/* The last tick that full steps come to before the limit. */
static long last_tick(const struct clock *clock, double limit)
{
    const double most = 1e15; /* ticks that a double counts one by one */
    const double bound = limit - (1e-9 * clock->step + 8 * DBL_EPSILON * fabs(limit));
    const double about = floor((bound - clock->origin) / clock->step);
    if (!(about < most))
        return about > 0 ? clock->ticks + (long)most : clock->ticks;
    long last = about > 0 ? (long)about : 0;
    while (last > clock->ticks && !(tick(clock, last) < bound))
        last--;
    while (tick(clock, last + 1) < bound)
        last++;
    return last > clock->ticks ? last : clock->ticks;
}

/* The first tick after this one that somebody looks at. */
static long next_observed(const struct run *run)
{
    long next = LONG_MAX;
    for (size_t w = 0; w < run->n_watches; w++) {
        const long every = run->watches[w]->observer.every;
        const long due = every == 1 ? run->clock.ticks + 1 : (run->clock.ticks / every + 1) * every;
        next = due < next ? due : next;
    }
    return next;
}

/* ---- steps ---- */

/* Whoever can work by itself begins its step, with inputs from the table `from` where there is one. At an input that is no number
 * it ends: whoever is stepped before that input may fail before. */
static bool begin_steps(const struct run *run, const double *from, double t, struct error *error)
{
    bool *const begun = run->fast->begun;
    memset(begun, 0, run->n_components * sizeof *begun);
    for (size_t c = 0; c < run->n_components; c++) {
        const struct fast_component *const k = &run->fast->components[c];
        if (!run->stepper.can_begin[c])
            continue;
        if (from && k->set.n > 0) {
            if (gather(&k->set, run->exchange, from) != 0)
                return true;
            instance_hot_enter(&k->hot.calls);
            if (!instance_hot_set_real(&k->hot.calls, k->set.refs, k->set.n, run->exchange->u + k->set.at, error))
                return false;
        }
        component_begin_step(run->components[c], t, run->clock.step);
        begun[c] = true;
    }
    return true;
}

/* All components from t to `end`; where they have moves of their own, they are set from one table (NULL: they have been set) and
 * read to the other one. There and back: those come first that came last, and are near. */
static inline enum step_outcome step_all(struct run *run, const double *from, double *to, double t, double end,
                                         bool back, double *reached, struct error *error)
{
    const double H = run->clock.step;
    struct fast_component *const first = run->fast->components, *k = back ? first + run->n_components - 1 : first;
    const bool *const begun = run->fast->begun;
    if (__builtin_expect(begun != NULL, 0) && !begin_steps(run, from, t, error))
        return STEP_FAILED;
    for (size_t left = run->n_components; left > 0; left--, back ? k-- : k++) {
        fmi2Status status;
        instance_hot_enter(&k->hot.calls);
        const bool is_set = !from || k->set.n == 0 || (begun && begun[k - first]);
        if (!is_set && !set(&k->hot.calls, &k->set, run->exchange, from, t, error))
            return STEP_FAILED;
        if (!component_hot_step(&k->hot, t, H, end, &status, error)) {
            run->stepper.culprit = (size_t)(k - first);
            return component_hot_outcome(run->components[k - first], status, t, H, reached);
        }
        if (to && k->get.n > 0 && !get(&k->hot.calls, &k->get, to, error))
            return STEP_FAILED;
    }
    return STEP_DONE;
}

/* One step, and on to tick `pause`. The exchange where the last one ends is left to the caller, but for what components deliver by
 * moves of their own. */
static enum step_outcome step_on(struct run *run, long pause, double *reached, struct error *error)
{
    struct exchange *const x = run->exchange;
    const struct clock clock = run->clock;
    const bool has_plan = !run->fast->next;
    double *from = has_plan ? NULL : x->y, *to = run->fast->next;
    double t = clock.now, end = tick(&clock, clock.ticks + 1);
    long k = 0;
    enum step_outcome outcome = step_all(run, NULL, to, t, end, false, reached, error);
    while (outcome == STEP_DONE) {
        double *const last = from;
        from = to;
        to = last;
        t = end;
        end = tick(&clock, clock.ticks + ++k + 1);
        if (clock.ticks + k >= pause || is_interrupted(run))
            break;
        outcome = has_plan && !follow_plan(run, t, error) ? STEP_FAILED
                                                          : step_all(run, from, to, t, end, k % 2, reached, error);
    }
    if (from && from != x->y)
        memcpy(x->y, from, x->n_y * sizeof *from);
    run->clock.now = run->summary.time = t;
    run->clock.ticks += k;
    run->step += k;
    run->summary.steps += k;
    run->summary.iterations += k;
    return outcome;
}

static bool exchange_and_observe(struct run *run, bool is_seen, struct error *error)
{
    const double t = run->clock.now;
    if (is_seen && !run_observe_before(run, false, error))
        return false;
    const bool exchanged = run->fast->next ? set_all(run, t, error) : follow_plan(run, t, error);
    crash_guard_leave();
    if (!exchanged)
        return false;
    oscillation_look(&run->oscillation, run->exchange->y, run->step, t);
    run_note_held_errors(run);
    return !is_seen || run_observe_after(run, false, error);
}

static enum step_outcome take_steps(struct run *run, double limit, double *reached, struct error *error)
{
    const long *const ticks = &run->clock.ticks, last = last_tick(&run->clock, limit);
    while (*ticks < last && !run->ended && !is_interrupted(run)) {
        const long seen = next_observed(run);
        long pause = seen < last ? seen : last;
        if (pause > *ticks + 1) {
            const long look = oscillation_next(&run->oscillation, run->step) - run->step;
            pause = look < pause - *ticks ? *ticks + look : pause;
        }
        const enum step_outcome outcome = step_on(run, pause, reached, error);
        crash_guard_leave();
        if (outcome != STEP_DONE)
            return outcome;
        if (!exchange_and_observe(run, *ticks == seen, error))
            return STEP_FAILED;
    }
    return STEP_DONE;
}

bool run_take_fast_steps(struct run *run, double limit, struct error *error)
{
    const struct clock *const clock = &run->clock;
    double reached = clock->now;
    for (size_t c = 0; c < run->n_components; c++)
        component_make_hot(run->components[c], &run->fast->components[c].hot);
    const enum step_outcome outcome = take_steps(run, limit, &reached, error);
    for (size_t c = 0; c < run->n_components; c++)
        component_cool(run->components[c], &run->fast->components[c].hot, clock->now);
    if (outcome == STEP_DONE || outcome == STEP_FAILED)
        return outcome == STEP_DONE;
    const struct interval step = {clock->now, clock->step, tick(clock, clock->ticks + 1), .to_tick = true,
                                  .is_full = true};
    run->summary.iterations++;
    return run_handle_outcome(run, outcome, &step, reached, error);
}
