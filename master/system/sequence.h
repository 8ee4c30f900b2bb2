/* The sequence of an exchange: gets and sets, and what else it takes for feedthrough and loops, in an order that the graph
 * allows. It follows from the graph and from what the components are able to do.
 *
 * A component that recomputes on a get is read as late as possible, when everything that it delivers can be had at once: so
 * that one get and one set per component is enough wherever the graph allows it. One that may not be read after a set is
 * read first and set last; what waits for inputs is refreshed by derivatives meanwhile. */
#ifndef PASO_SEQUENCE_H
#define PASO_SEQUENCE_H

#include "master/base/arena.h"
#include "master/system/graph.h"

struct sequence_traits {
    const bool *recomputes;  /* per component: may be read after a set */
    const bool *directional; /* per component: its outputs can be refreshed by derivatives */
    const bool *driven;      /* per input of the system: it has values; NULL: none has */
    bool is_stale;           /* one get and one set of everything, whatever waits for it */
};

enum exchange_operation { EXCHANGE_GET, EXCHANGE_SET, EXCHANGE_REFRESH, EXCHANGE_LOOP };

struct sequence_step {
    enum exchange_operation operation;
    size_t component;
    const size_t *items; /* EXCHANGE_GET, EXCHANGE_REFRESH: outputs of the graph; EXCHANGE_SET: inputs, ascending */
    size_t n_items;
    size_t loop; /* EXCHANGE_LOOP: of the graph */
};

/* Components of a loop; those that recompute are set and read while it is solved, the others have steps without items. */
struct sequence_loop {
    size_t *members;
    struct sequence_step *sets, *gets;
    size_t n_members;
};

struct sequence {
    struct sequence_step *steps;
    size_t n_steps;
    struct sequence_loop *loops; /* as the graph's */
};

/* Memory from `arena`. Every connected output is got once; every connected or driven input is set once. */
bool sequence_make(struct sequence *sequence, const struct system *s, const struct graph *graph,
                   const struct sequence_traits *traits, struct arena *arena, struct error *error);

#endif
