/* A plan: lists of what is connected, the sequence of gets and sets, the tables. */
#include "master/couple/exchange_draft.h"

#include <stdlib.h>

static bool draft_take(struct draft *d)
{
    const size_t n = d->x->n_components;
    d->y_ranks = arena_get(&d->arena, n * sizeof *d->y_ranks);
    d->u_ranks = arena_get(&d->arena, n * sizeof *d->u_ranks);
    d->recomputes = ARENA_TAKE(&d->arena, n, bool);
    d->directional = ARENA_TAKE(&d->arena, n, bool);
    if (!d->y_ranks || !d->u_ranks || !d->recomputes || !d->directional)
        return false;
    for (size_t c = 0; c < n; c++) {
        const struct component_abilities can = component_abilities(d->x->components[c]);
        d->recomputes[c] = d->x->kind == EXCHANGE_INITIAL || can.recomputes_on_get;
        d->directional[c] = can.directional;
    }
    return true;
}

bool exchange_plan(struct exchange *x, const struct graph *graph, const bool *driven, struct error *error)
{
    struct draft d = {.x = x};
    const bool done = (draft_take(&d) || error_raise(error, ERROR_NO_MEMORY, "preparing the exchange")) &&
                      draft_make_lists(&d, graph, driven, error) && draft_make_sequence(&d, error) &&
                      draft_finish(&d, error);
    free(d.steps);
    arena_free(&d.arena);
    return done;
}
