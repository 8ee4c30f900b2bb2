/* Inside of an exchange: what its files share. */
#ifndef PASO_EXCHANGE_IMPL_H
#define PASO_EXCHANGE_IMPL_H

#include "master/couple/exchange.h"
#include "master/couple/loop.h"

/* exchange_plan.c: tables and plan. */
bool exchange_plan(struct exchange *x, const struct graph *graph, const bool *driven, struct error *error);

/* exchange.c: one get, one set. */
bool exchange_execute_get(struct exchange *x, const struct exchange_step *step, struct error *error);
bool exchange_execute_set(struct exchange *x, const struct exchange_step *step, double t, struct error *error);

/* exchange_discrete.c: integers, booleans, enumerations, strings. */
bool discrete_get(struct exchange *x, size_t component, const struct discrete *d, struct error *error);
bool discrete_read_inputs(struct exchange *x, size_t component, const struct discrete *d, struct error *error);
bool discrete_set(struct exchange *x, size_t component, const struct discrete *d, bool always, struct error *error);

static inline bool discrete_is_empty(const struct discrete *d)
{
    return d->integers.begin == d->integers.end && d->booleans.begin == d->booleans.end &&
           d->strings.begin == d->strings.end;
}

#endif
