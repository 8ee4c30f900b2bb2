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
    const size_t
        *gather;    /* a set: where in y its values come from; NULL: they lie side by side there, too, from `at` on */
    uint32_t at, n; /* in y, or where they are gathered in u; n = 0: none */
};

/* A component's own moves, where there are many components and the plan reads all and then sets all: set before the step and read after it, while
 * its memory is near. */
struct fast_component {
    struct component_hot hot;
    struct fast_move set, get;
    bool is_begun; /* its step was begun, and its inputs set, before others have ended theirs */
};

struct fast_planned {
    const struct instance_hot *calls;
    struct fast_move move;
    bool sets;
};

struct fast_steps {
    struct fast_component *components;
    struct fast_planned *plan; /* where a get waits for a set, and for few components: after the step, as they are */
    size_t n_plan;
    double *next; /* else: what components deliver, while the others still take their inputs from y */
};

/* So many components are all near: stepping them one after the other, and moving values then, lets the processor work at two of them at once. */
enum { MOST_NEAR = 16 };

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

static struct fast_move make_move(const struct exchange *x, const struct exchange_step *step)
{
    const bool sets = step->operation == EXCHANGE_SET;
    const size_t at = step->reals.begin, n = step->reals.end - at;
    size_t i = 1;
    while (sets && i < n && x->gather[at + i] == x->gather[at] + i)
        i++;
    const bool gathers = sets && i < n;
    return (struct fast_move){.refs = (sets ? x->u_refs : x->y_refs) + at,
                              .gather = gathers ? x->gather + at : NULL,
                              .at = (uint32_t)(sets && !gathers ? x->gather[at] : at),
                              .n = (uint32_t)n};
}

static void add_move(struct run *run, const struct exchange_step *step)
{
    struct fast_steps *const fast = run->fast;
    struct fast_component *const c = &fast->components[step->component];
    const struct fast_move move = make_move(run->exchange, step);
    const bool sets = step->operation == EXCHANGE_SET;
    if (!fast->next)
        fast->plan[fast->n_plan++] = (struct fast_planned){&c->hot.calls, move, sets};
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
        (run->n_components > MOST_NEAR && !has_feedthrough(x) &&
         !(fast->next = ARENA_TAKE(&run->arena, x->n_y, double))))
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

static inline const double *collect(const struct fast_move *m, const struct exchange *x, const double *y)
{
    if (!m->gather)
        return y + m->at;
    for (size_t i = 0; i < m->n; i++)
        x->u[m->at + i] = y[m->gather[i]];
    return x->u + m->at;
}

/* What is not finite makes a sum of zeros NaN. */
static inline bool all_finite(const double *values, size_t n)
{
    double zero = 0;
    for (size_t i = 0; i < n; i++)
        zero += 0 * values[i];
    return __builtin_expect(zero == 0, 1);
}

/* u of the exchange, which is left behind where values are handed on straight from y. */
static void update_inputs(const struct exchange *x)
{
    for (size_t i = 0; i < x->n_u; i++)
        x->u[i] = x->y[x->gather[i]];
}

static bool raise_not_finite(const struct exchange *x, const struct fast_move *m, const double *y, double t,
                             struct error *error)
{
    if (y != x->y)
        memcpy(x->y, y, x->n_y * sizeof *y); /* the message quotes it */
    update_inputs(x);
    const size_t at = (size_t)(m->refs - x->u_refs);
    return exchange_raise_not_finite(x, (struct span){at, at + m->n}, t, error);
}

static inline bool set(const struct instance_hot *calls, const struct fast_move *m, const struct exchange *x,
                       const double *y, double t, struct error *error)
{
    const double *const values = collect(m, x, y);
    return all_finite(values, m->n) ? instance_hot_set_real(calls, m->refs, m->n, values, error)
                                    : raise_not_finite(x, m, y, t, error);
}

/* What stays the same from step to step, read once. */
struct fast_loop {
    struct run *run;
    const struct exchange *x;
    struct fast_component *first;
    size_t n;
    const struct fast_planned *plan, *end_of_plan;
    double H;
    bool can_begin;
    double *reached;
    struct error *error;
};

static inline bool follow_plan(const struct fast_loop *loop, double t)
{
    const struct exchange *const x = loop->x;
    double *const y = x->y;
    for (const struct fast_planned *p = loop->plan; p < loop->end_of_plan; p++) {
        instance_hot_enter(p->calls);
        if (!(p->sets ? set(p->calls, &p->move, x, y, t, loop->error) : get(p->calls, &p->move, y, loop->error)))
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
    for (size_t c = 0; c < run->n_components; c++)
        run->fast->components[c].is_begun = false;
    for (size_t c = 0; c < run->n_components; c++) {
        struct fast_component *const k = &run->fast->components[c];
        if (!run->stepper.can_begin[c])
            continue;
        if (from && k->set.n > 0) {
            if (!all_finite(collect(&k->set, run->exchange, from), k->set.n))
                return true;
            instance_hot_enter(&k->hot.calls);
            if (!set(&k->hot.calls, &k->set, run->exchange, from, t, error))
                return false;
        }
        component_begin_step(run->components[c], t, run->clock.step);
        k->is_begun = true;
    }
    return true;
}

/* All components from t to `end`; where they have moves of their own, they are set from one table (NULL: they have been set) and
 * read to the other one. There and back: those come first that came last, and are near. */
static inline enum step_outcome step_all(const struct fast_loop *loop, const double *from, double *to, double t,
                                         double end, bool back)
{
    struct run *const run = loop->run;
    struct fast_component *k = back ? loop->first + loop->n - 1 : loop->first;
    const ptrdiff_t next = back ? -1 : 1;
    if (__builtin_expect(loop->can_begin, 0) && !begin_steps(run, from, t, loop->error))
        return STEP_FAILED;
    for (size_t left = loop->n; left > 0; left--, k += next) {
        fmi2Status status;
        instance_hot_enter(&k->hot.calls);
        if (from && k->set.n > 0 && !k->is_begun && !set(&k->hot.calls, &k->set, loop->x, from, t, loop->error))
            return STEP_FAILED;
        if (!component_hot_step(&k->hot, t, loop->H, end, &status, loop->error)) {
            run->stepper.culprit = (size_t)(k - loop->first);
            return component_hot_outcome(run->components[k - loop->first], status, t, loop->H, loop->reached);
        }
        if (to && k->get.n > 0 && !get(&k->hot.calls, &k->get, to, loop->error))
            return STEP_FAILED;
    }
    return STEP_DONE;
}

/* One step, and on to tick `pause`. The exchange where the last one ends is left to the caller, but for what components deliver by
 * moves of their own. Compiled for each of the two ways. */
static inline __attribute__((always_inline)) enum step_outcome step_on(const struct fast_loop *loop, long pause,
                                                                       const bool has_plan)
{
    struct run *const run = loop->run;
    const struct exchange *const x = loop->x;
    const struct clock clock = run->clock;
    double *from = has_plan ? NULL : x->y, *to = has_plan ? NULL : run->fast->next;
    double t = clock.now, end = tick(&clock, clock.ticks + 1);
    long k = 0;
    enum step_outcome outcome = step_all(loop, NULL, to, t, end, false);
    while (outcome == STEP_DONE) {
        double *const last = from;
        from = to;
        to = last;
        t = end;
        end = tick(&clock, clock.ticks + ++k + 1);
        if (clock.ticks + k >= pause || is_interrupted(run))
            break;
        outcome =
            has_plan && !follow_plan(loop, t) ? STEP_FAILED : step_all(loop, from, to, t, end, !has_plan && k % 2);
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

static void cool(const struct run *run)
{
    for (size_t c = 0; c < run->n_components; c++)
        component_cool(run->components[c], &run->fast->components[c].hot, run->clock.now);
}

static bool exchange_and_observe(const struct fast_loop *loop, bool is_seen)
{
    struct run *const run = loop->run;
    struct error *const error = loop->error;
    const double t = run->clock.now;
    if (is_seen) { /* by ordinary calls, whose messages say when */
        cool(run);
        if (!run_observe_before(run, false, error))
            return false;
    }
    const bool exchanged = run->fast->next ? set_all(run, t, error) : follow_plan(loop, t);
    crash_guard_leave();
    if (!exchanged)
        return false;
    update_inputs(run->exchange);
    oscillation_look(&run->oscillation, run->exchange->y, run->step, t);
    run_note_held_errors(run);
    return !is_seen || run_observe_after(run, false, error);
}

static enum step_outcome take_steps(struct run *run, double limit, double *reached, struct error *error)
{
    const struct fast_loop loop = {.run = run,
                                   .x = run->exchange,
                                   .first = run->fast->components,
                                   .n = run->n_components,
                                   .plan = run->fast->plan,
                                   .end_of_plan = run->fast->plan + run->fast->n_plan,
                                   .H = run->clock.step,
                                   .can_begin = run->stepper.can_begin,
                                   .reached = reached,
                                   .error = error};
    const long *const ticks = &run->clock.ticks, last = last_tick(&run->clock, limit);
    while (*ticks < last && !run->ended && !is_interrupted(run)) {
        const long seen = next_observed(run);
        long pause = seen < last ? seen : last;
        if (pause > *ticks + 1) {
            const long look = oscillation_next(&run->oscillation, run->step) - run->step;
            pause = look < pause - *ticks ? *ticks + look : pause;
        }
        const enum step_outcome outcome = run->fast->next ? step_on(&loop, pause, false) : step_on(&loop, pause, true);
        crash_guard_leave();
        if (outcome != STEP_DONE)
            return outcome;
        if (!exchange_and_observe(&loop, *ticks == seen))
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
    cool(run);
    if (outcome == STEP_DONE || outcome == STEP_FAILED)
        return outcome == STEP_DONE;
    const struct interval step = {clock->now, clock->step, tick(clock, clock->ticks + 1), .to_tick = true,
                                  .is_full = true};
    run->summary.iterations++;
    return run_handle_outcome(run, outcome, &step, reached, error);
}
