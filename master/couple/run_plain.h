/* Inside of the plain loop: its tables. */
#ifndef PASO_RUN_PLAIN_H
#define PASO_RUN_PLAIN_H

#include "component_hot.h"

#include <stdalign.h>
#include <stdint.h>

/* One span of a component's real values, in y or in u. */
struct plain_move {
    const unsigned *refs;
    uint32_t at, n; /* n = 0: none */
};

/* All that a component needs for a step, side by side. */
struct plain_unit {
    alignas(64) struct component_hot hot;
    /* Where there is no feedthrough: at one go with the step. */
    struct plain_move get, set;
    const size_t *gather; /* where in y the values to set come from */
};

struct plain_order { /* the plan's: a get or a set */
    size_t unit;
    const size_t *gather; /* NULL: a get */
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

#endif
