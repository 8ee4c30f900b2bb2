/* Whether a run is plain enough for the plain loop, and the tables of that loop. */
#include "master/couple/run_impl.h"
#include "master/couple/run_plain.h"

/* So many components are all near: stepping them one after the other then lets the processor work at two of them at once. */
enum { MOST_NEAR = 16 };

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
        if (was_set && !loop->orders[i].sets)
            return true;
        was_set = was_set || loop->orders[i].sets;
    }
    return false;
}

/* A set whose values lie side by side in y, if only it names its inputs in their order, needs not gather them. */
static bool sort_by_source(struct run *run, struct plain_set *set, struct error *error)
{
    unsigned *refs = ARENA_TAKE(&run->arena, set->n, unsigned);
    if (!refs)
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    size_t first = set->gather[0];
    for (size_t i = 1; i < set->n; i++)
        first = set->gather[i] < first ? set->gather[i] : first;
    for (size_t i = 0; i < set->n; i++) {
        const size_t place = set->gather[i] - first;
        for (size_t j = 0; j < i; j++)
            if (set->gather[j] == set->gather[i])
                return true; /* two inputs have one source */
        if (place >= set->n)
            return true;
        refs[place] = set->refs[i];
    }
    *set = (struct plain_set){.refs = refs, .at = (uint32_t)first, .n = set->n};
    return true;
}

static bool add_order(struct run *run, struct plain_loop *loop, const struct exchange_step *step, struct error *error)
{
    const struct exchange *x = run->exchange;
    struct plain_order *const order = &loop->orders[loop->n_orders++];
    const size_t at = step->reals.begin, n = step->reals.end - at;
    order->unit = &loop->units[step->component];
    order->sets = step->operation == EXCHANGE_SET;
    if (order->sets) {
        order->set =
            (struct plain_set){.refs = x->u_refs + at, .gather = x->gather + at, .at = (uint32_t)at, .n = (uint32_t)n};
        if (n > 0 && !sort_by_source(run, &order->set, error))
            return false;
        order->unit->set = order->set;
    } else {
        order->get = (struct plain_get){.refs = x->y_refs + at, .at = (uint32_t)at, .n = (uint32_t)n};
        order->unit->get = order->get;
    }
    return true;
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
        if (!add_order(run, loop, &x->plan[i], error))
            return false;
    loop->has_feedthrough = has_feedthrough(loop);
    if (run->n_components > MOST_NEAR && !loop->has_feedthrough &&
        !(loop->other = ARENA_TAKE(&run->arena, x->n_y, double)))
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    return true;
}

bool run_open_plain(struct run *run, struct error *error)
{
    if (!run->scheme->all_at_once || run->passes.most > 1 || run->stepper.looks_ahead || run->stepper.pool ||
        run->input.values || run_has_control(run) || run->powers.by_trapezoids || !moves_plainly(run->exchange))
        return true;
    struct component_hot hot = {0};
    for (size_t c = 0; c < run->n_components; c++)
        if (run->stepper.components[c].steps != 1 || !component_make_hot(run->components[c], &hot))
            return true;
    run->plain = ARENA_TAKE(&run->arena, 1, struct plain_loop);
    return run->plain ? fill(run, run->plain, error) : error_raise(error, ERROR_NO_MEMORY, "opening a run");
}
