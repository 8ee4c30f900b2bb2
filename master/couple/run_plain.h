/* Inside of the plain loop: its tables. */
#ifndef PASO_RUN_PLAIN_H
#define PASO_RUN_PLAIN_H

#include "master/couple/component_hot.h"

#include <stdalign.h>
#include <stdint.h>

/* A component's real values, got or set at one call. */
struct plain_get {
    const unsigned *refs;
    uint32_t at, n; /* in y; n = 0: none */
};

struct plain_set {
    const unsigned *refs;
    const size_t *gather; /* where in y the values come from; NULL: from `at` on, side by side */
    uint32_t at, n;       /* in y; where they are gathered, in u */
};

/* All that a component needs for a step, in two lines of cache. */
struct plain_unit {
    alignas(64) struct component_hot hot;
    struct plain_get get; /* where there is no feedthrough: at one go with the step */
    struct plain_set set;
};
_Static_assert(sizeof(struct plain_unit) == 128 || sizeof(void *) != 8, "two lines");

struct plain_order { /* the plan's */
    struct plain_unit *unit;
    bool sets;
    struct plain_get get;
    struct plain_set set;
};

struct plain_loop {
    struct plain_unit *units;
    struct plain_order *orders;
    size_t n_orders;
    bool has_feedthrough; /* some get waits for a set */
    /* Without feedthrough a component can be set, stepped and read at one go, while its memory is near: what it delivers goes
     * to this table and not to the one that the others still take their inputs from. NULL: there is feedthrough, or few
     * components. */
    double *other;
};

#endif
