/* What can move between components, and what waits for what: the graph of connections and declared dependencies.
 *
 * An output whose declared dependencies hold no driven input can be read at once; an output with feedthrough only after
 * these inputs were set. Outputs and inputs that wait for each other are a loop, to be solved as a whole. Nodes are ports,
 * edges run from an output over a connection to an input and from an input to the outputs that depend on it; the loops are
 * the strongly connected groups (Tarjan, in time linear in nodes and edges).
 *
 * Stages tell how far a value has come: those of stage 0 wait for nothing, those of stage k have passed k inputs. To
 * exchange, for every stage in turn: get its outputs, solve its loops, set its inputs. A system without feedthrough has one
 * stage. sequence.h makes of this the sequence of calls, which depends on what the components are able to do. */
#ifndef PASO_GRAPH_H
#define PASO_GRAPH_H

#include "master/system/system.h"

#include <stdio.h>

enum graph_kind {
    GRAPH_INITIALIZATION, /* dependencies of InitialUnknowns; parameter connections take part */
    GRAPH_COMMUNICATION   /* dependencies of Outputs: between steps */
};

#define GRAPH_NONE ((size_t)-1)

struct graph_output {
    struct port port;
    const size_t *inputs; /* of the graph: the driven ones of its component that it depends on; lists may be shared */
    size_t n_inputs;
    size_t stage;
    size_t loop; /* or GRAPH_NONE */
};

/* Driven by a connection of the system or by an input of the system: the other is GRAPH_NONE. */
struct graph_input {
    struct port port;
    size_t connection, output; /* `output` of the graph: where the connection comes from */
    size_t system_input;
    const struct transformation *transformation;
    size_t stage;
    size_t loop; /* or GRAPH_NONE */
};

struct graph_loop { /* indices into the graph's lists, ascending; the inputs are the unknowns */
    size_t *outputs;
    size_t n_outputs;
    size_t *inputs;
    size_t n_inputs;
    size_t stage;
};

struct graph {
    enum graph_kind kind;
    struct graph_output *outputs; /* that are connected, sorted by component and variable */
    size_t n_outputs;
    struct graph_input *inputs; /* the same */
    size_t n_inputs;
    size_t *first_output, *first_input; /* per component, and one more */
    struct graph_loop *loops;           /* sorted by stage, then by their first variable */
    size_t n_loops;
    size_t n_stages; /* at least 1 */
};

/* NULL when out of memory. The system must outlive the graph. */
struct graph *graph_make(const struct system *s, enum graph_kind kind, struct error *error);
void graph_free(struct graph *g); /* accepts NULL */

/* The order in which Gauss-Seidel should step the components, into order[n_components]. Components that feed others but
 * are not fed back come before those; inside a ring, the ones whose connected outputs have no feedthrough come first
 * (their outputs are exact at t + H whatever their inputs become there), then in the order of the stages; among equals
 * the order of the file. `g` is the graph of communication points. */
bool graph_suggest_order(const struct system *s, const struct graph *g, size_t *order, struct error *error);

/* "shaft.torque -> shaft.a -> motor.a -> ...": a way around through the loop's variables; the caller frees it. */
char *graph_loop_text(const struct system *s, const struct graph *g, const struct graph_loop *loop);

/* What others have to say about the system: in words, or as members of its JSON object. */
struct json;
struct system_rest {
    void (*tell)(void *context, FILE *words, struct json *json);
    void *context;
};

/* What `paso info SYSTEM` says: components, connections, loops, exchange order, suggested order, and the rest (NULL: none); text or one
 * JSON object. */
bool system_print(FILE *file, const struct system *s, const struct system_rest *rest, struct error *error);
bool system_print_json(FILE *file, const struct system *s, const struct system_rest *rest, struct error *error);

#endif
