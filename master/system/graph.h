/* In which order values can move between components: the graph of connections and declared dependencies, cut into stages.
 *
 * An output whose declared dependencies hold no driven input can be read at once; an output with feedthrough only after
 * these inputs were set. Outputs and inputs that wait for each other are a loop, to be solved as a whole. Nodes are ports,
 * edges run from an output over a connection to an input and from an input to the outputs that depend on it; the loops are
 * the strongly connected groups (Tarjan, in time linear in nodes and edges).
 *
 * To exchange, for every stage in turn:
 *   1. get `outputs`,
 *   2. solve each of `loops`, which leaves its inputs set,
 *   3. set the targets of `connections` and of `inputs`: everything that they come from is known by now.
 * A system without feedthrough has one stage: one get and one set per component. */
#ifndef PASO_GRAPH_H
#define PASO_GRAPH_H

#include "master/system/system.h"

#include <stdio.h>

enum graph_kind {
    GRAPH_INITIALIZATION, /* dependencies of InitialUnknowns; parameter connections take part */
    GRAPH_COMMUNICATION   /* dependencies of Outputs: between steps */
};

/* An output and the inputs that it waits for: the driven ones (by a connection or by a system input) of its component that
 * it depends on. Lists may be shared between outputs. */
struct graph_output {
    struct port port;
    const size_t *inputs; /* variables of the same component */
    size_t n_inputs;
};

struct graph_loop {
    struct graph_output
        *outputs; /* in it, sorted by component and variable; `inputs` names those outside the loop, too */
    size_t n_outputs;
    size_t *connections; /* from its outputs to its inputs, sorted by target; the inputs are the unknowns */
    size_t n_connections;
};

struct graph_stage {
    struct graph_output *outputs; /* sorted by component and variable, so that a component's are neighbours */
    size_t n_outputs;
    struct graph_loop *loops;
    size_t n_loops;
    size_t *connections; /* indices into the system's, sorted by target; those inside loops are not among them */
    size_t n_connections;
    size_t *inputs; /* indices into the system's inputs: all of them, in the first stage */
    size_t n_inputs;
};

struct graph {
    enum graph_kind kind;
    struct graph_stage *stages;
    size_t n_stages; /* at least 1 */
    size_t n_loops;  /* over all stages */
};

/* `observed`: further variables to be read, besides those that are connected, e.g. for recording; duplicates do no harm.
 * An observed variable that is not listed among the outputs depends on everything. NULL when out of memory. */
struct graph *graph_make(const struct system *s, enum graph_kind kind, const struct port *observed, size_t n_observed,
                         struct error *error);
void graph_free(struct graph *g); /* accepts NULL */

/* The order in which Gauss-Seidel should step the components, into order[n_components]. Components that feed others but
 * are not fed back come before those; inside a ring, the ones whose connected outputs have no feedthrough come first
 * (their outputs are exact at t + H whatever their inputs become there), then in the order of the stages; among equals
 * the order of the file. `g` is the graph of communication points. */
bool graph_suggest_order(const struct system *s, const struct graph *g, size_t *order, struct error *error);

/* "shaft.torque -> shaft.a -> motor.a -> ...": a way around through the loop's variables; the caller frees it. */
char *graph_loop_text(const struct system *s, const struct graph_loop *loop);

/* What `paso info SYSTEM` says: components, connections, loops, exchange order, suggested order; text or one JSON object. */
bool system_print(FILE *file, const struct system *s, struct error *error);
bool system_print_json(FILE *file, const struct system *s, struct error *error);

#endif
