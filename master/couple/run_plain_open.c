/* Whether a run is plain enough for the plain loop, and the tables of that loop. */
#include "run_impl.h"
#include "run_plain.h"

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
        if (was_set && !loop->orders[i].gather)
            return true;
        was_set = was_set || loop->orders[i].gather;
    }
    return false;
}

static void add_order(struct plain_loop *loop, const struct exchange *x, const struct exchange_step *step)
{
    struct plain_unit *const unit = &loop->units[step->component];
    const size_t at = step->reals.begin;
    const bool sets = step->operation == EXCHANGE_SET;
    const struct plain_move move = {
        .refs = (sets ? x->u_refs : x->y_refs) + at, .at = (uint32_t)at, .n = (uint32_t)(step->reals.end - at)};
    if (sets) {
        unit->set = move;
        unit->gather = x->gather + at;
    } else {
        unit->get = move;
    }
    loop->orders[loop->n_orders++] =
        (struct plain_order){.unit = step->component, .gather = sets ? unit->gather : NULL, .move = move};
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
    for (size_t i = 0; i < x->n_plan; i++)
        add_order(loop, x, &x->plan[i]);
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
