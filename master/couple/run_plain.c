/* The loop of an explicit run in which all components step at once with held inputs, without everything that it does not
 * need: where FMUs take some ten nanoseconds for a step, the general loop would take as long. Only full steps that end before
 * the limit are taken here; whatever is special is left to the general loop, which comes to the same results. */
#include "component_hot.h"
#include "run_impl.h"

#include <float.h>
#include <math.h>

/* A get or a set of the exchange's plan, its arrays at hand. */
struct plain_move {
    const struct instance_hot *calls;
    const unsigned *refs;
    size_t n;
    double *values;       /* in y or u */
    const size_t *gather; /* NULL: a get; else where in y the values to set come from */
    const struct exchange_step *step;
};

struct plain_loop {
    struct component_hot *components;
    struct plain_move *moves;
    size_t n_moves;
};

static bool moves_plainly(const struct exchange *x)
{
    for (size_t i = 0; i < x->n_plan; i++) {
        const struct exchange_step *step = &x->plan[i];
        const bool moves = step->operation == EXCHANGE_GET || (step->operation == EXCHANGE_SET && step->plain);
        if (!moves || step->discrete)
            return false;
    }
    return !x->set_always;
}

bool run_open_plain(struct run *run, struct error *error)
{
    const struct exchange *x = run->exchange;
    if (!run->scheme->all_at_once || run->passes.most > 1 || run->stepper.looks_ahead || run->stepper.pool ||
        run->input.values || run->powers.by_trapezoids || !moves_plainly(x))
        return true;
    for (size_t c = 0; c < run->n_components; c++)
        if (run->stepper.components[c].steps != 1)
            return true;
    struct plain_loop *loop = ARENA_TAKE(&run->arena, 1, struct plain_loop);
    if (!loop || !(loop->moves = ARENA_TAKE(&run->arena, x->n_plan, struct plain_move)) ||
        !(loop->components = ARENA_TAKE(&run->arena, run->n_components, struct component_hot)))
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_make_hot(run->components[c], &loop->components[c]))
            return true;
    for (size_t i = 0; i < x->n_plan; i++) {
        const struct exchange_step *step = &x->plan[i];
        const size_t at = step->reals.begin;
        const bool sets = step->operation == EXCHANGE_SET;
        loop->moves[loop->n_moves++] = (struct plain_move){.calls = &loop->components[step->component].calls,
                                                           .refs = (sets ? x->u_refs : x->y_refs) + at,
                                                           .n = step->reals.end - at,
                                                           .values = (sets ? x->u : x->y) + at,
                                                           .gather = sets ? x->gather + at : NULL,
                                                           .step = step};
    }
    run->plain = loop;
    return true;
}

static inline bool move(struct run *run, const struct plain_move *m, struct error *error)
{
    if (!m->gather)
        return instance_hot_get_real(m->calls, m->refs, m->n, m->values, error);
    const double *const y = run->exchange->y;
    double zero = 0;
    for (size_t i = 0; i < m->n; i++) {
        const double value = y[m->gather[i]];
        zero += 0 * value;
        m->values[i] = value;
    }
    if (zero != 0) /* not finite: the general way says what is */
        return exchange_raise_not_finite(run->exchange, m->step->reals, run->clock.now, error);
    return instance_hot_set_real(m->calls, m->refs, m->n, m->values, error);
}

/* At the time to which the clock has come. */
static bool exchange_plainly(struct run *run, struct error *error)
{
    const struct plain_loop *loop = run->plain;
    const bool observed = run->n_watches > 0 && run_is_observed(run);
    if (observed && loop->n_moves == 0)
        return run_observe_plain(run, error);
    if (observed && !run_observe_before(run, false, error))
        return false;
    for (size_t i = 0; i < loop->n_moves; i++)
        if (!move(run, &loop->moves[i], error))
            return false;
    return !observed || run_observe_after(run, false, error);
}

bool run_take_plain_steps(struct run *run, double limit, struct error *error)
{
    const struct component_hot *const components = run->plain->components;
    const size_t n = run->n_components;
    struct clock *const clock = &run->clock;
    const double H = clock->step, margin = 1e-9 * H + 8 * DBL_EPSILON * fabs(limit);
    while (!run->ended && !(run->interrupt && *run->interrupt)) {
        const double t = clock->now, end = clock->origin + (double)(clock->ticks + 1) * H;
        if (!(end < limit - margin))
            return true;
        run->summary.iterations++;
        for (size_t c = 0; c < n; c++) {
            double reached;
            const enum step_outcome outcome = component_hot_step(&components[c], t, H, &reached, error);
            if (outcome != STEP_DONE) {
                run->stepper.culprit = c;
                return run_handle_outcome(run, outcome, &(struct interval){t, H, end, true}, reached, error);
            }
        }
        clock->now = run->summary.time = end;
        clock->ticks++;
        run->step++;
        run->summary.steps++;
        if ((run->plain->n_moves > 0 || run->n_watches > 0) && !exchange_plainly(run, error))
            return false;
    }
    return true;
}
