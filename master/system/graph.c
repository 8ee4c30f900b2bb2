/* The graph of an exchange. Nodes are the outputs that are read, the inputs that are driven, and per component one hub: an
 * output that depends on everything hangs on the hub, the hub on all inputs, so that the number of edges stays linear. */
#include "master/system/graph.h"
#include "master/base/arena.h"
#include "master/system/strong_groups.h"

#include <stdlib.h>

struct graph_box { /* what graph_make allocates */
    struct graph graph;
    struct arena arena;
};

struct builder {
    const struct system *system;
    struct graph *graph;
    struct arena *arena; /* of the graph: what stays */
    struct arena scratch;
    size_t *every_input; /* 0, 1, 2 ...: lists of neighbours, for outputs that depend on everything */

    struct edge *edges;
    size_t n_edges, edges_room;

    struct digraph digraph;
    size_t *group, *level; /* of a node; of a group */
    size_t *group_size;    /* without hubs */
    size_t n_groups;
};

/* ---- sorted lists of ports ---- */

static int compare_numbers(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_ports(struct port a, struct port b)
{
    const int by_component = compare_numbers(a.component, b.component);
    return by_component ? by_component : compare_numbers(a.variable, b.variable);
}

static int compare_outputs(const void *a, const void *b)
{
    return compare_ports(((const struct graph_output *)a)->port, ((const struct graph_output *)b)->port);
}

static int compare_inputs(const void *a, const void *b)
{
    return compare_ports(((const struct graph_input *)a)->port, ((const struct graph_input *)b)->port);
}

static bool takes_part(const struct graph *g, const struct connection *c)
{
    return g->kind == GRAPH_INITIALIZATION || !c->only_initial;
}

static bool list_outputs(struct builder *b)
{
    const struct system *s = b->system;
    struct graph *g = b->graph;
    g->outputs = ARENA_TAKE(b->arena, s->n_connections, struct graph_output);
    if (!g->outputs)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < s->n_connections; i++)
        if (takes_part(g, &s->connections[i]))
            g->outputs[n++] = (struct graph_output){.port = s->connections[i].from, .loop = GRAPH_NONE};
    qsort(g->outputs, n, sizeof *g->outputs, compare_outputs);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || compare_outputs(&g->outputs[i], &g->outputs[i - 1]) != 0)
            g->outputs[g->n_outputs++] = g->outputs[i];
    return true;
}

static void add_input(struct graph *g, struct port port, size_t connection, size_t system_input,
                      const struct transformation *transformation)
{
    g->inputs[g->n_inputs++] = (struct graph_input){.port = port,
                                                    .connection = connection,
                                                    .output = GRAPH_NONE,
                                                    .system_input = system_input,
                                                    .transformation = transformation,
                                                    .loop = GRAPH_NONE};
}

static bool list_inputs(struct builder *b)
{
    const struct system *s = b->system;
    struct graph *g = b->graph;
    size_t room = s->n_connections;
    for (size_t i = 0; i < s->n_inputs; i++)
        room += s->inputs[i].n_ports;
    g->inputs = ARENA_TAKE(b->arena, room, struct graph_input);
    b->every_input = ARENA_TAKE(b->arena, room, size_t);
    if (!g->inputs || !b->every_input)
        return false;
    for (size_t i = 0; i < s->n_connections; i++)
        if (takes_part(g, &s->connections[i]))
            add_input(g, s->connections[i].to, i, GRAPH_NONE, &s->connections[i].transformation);
    for (size_t i = 0; i < s->n_inputs; i++)
        for (size_t k = 0; k < s->inputs[i].n_ports; k++)
            add_input(g, s->inputs[i].ports[k], GRAPH_NONE, i, &s->inputs[i].transformations[k]);
    qsort(g->inputs, g->n_inputs, sizeof *g->inputs, compare_inputs);
    for (size_t i = 0; i < g->n_inputs; i++)
        b->every_input[i] = i;
    return true;
}

/* Where each component's begin. */
static bool list_components(struct builder *b)
{
    struct graph *g = b->graph;
    const size_t n = b->system->n_components;
    g->first_output = ARENA_TAKE(b->arena, n + 1, size_t);
    g->first_input = ARENA_TAKE(b->arena, n + 1, size_t);
    if (!g->first_output || !g->first_input)
        return false;
    for (size_t i = 0; i < g->n_outputs; i++)
        g->first_output[g->outputs[i].port.component + 1]++;
    for (size_t i = 0; i < g->n_inputs; i++)
        g->first_input[g->inputs[i].port.component + 1]++;
    for (size_t c = 0; c < n; c++) {
        g->first_output[c + 1] += g->first_output[c];
        g->first_input[c + 1] += g->first_input[c];
    }
    return true;
}

/* ---- edges ---- */

static size_t input_node(const struct builder *b, size_t input)
{
    return b->graph->n_outputs + input;
}

static size_t hub_node(const struct builder *b, size_t component)
{
    return b->graph->n_outputs + b->graph->n_inputs + component;
}

static bool add_edge(struct builder *b, size_t from, size_t to)
{
    if (b->n_edges == b->edges_room) {
        const size_t room = b->edges_room ? 2 * b->edges_room : 256;
        struct edge *more = realloc(b->edges, room * sizeof *more);
        if (!more)
            return false;
        b->edges = more;
        b->edges_room = room;
    }
    b->edges[b->n_edges++] = (struct edge){from, to};
    return true;
}

static bool add_connection_edges(struct builder *b)
{
    struct graph *g = b->graph;
    for (size_t i = 0; i < g->n_inputs; i++) {
        struct graph_input *in = &g->inputs[i];
        if (in->connection == GRAPH_NONE)
            continue;
        const struct graph_output key = {.port = b->system->connections[in->connection].from};
        const struct graph_output *out = bsearch(&key, g->outputs, g->n_outputs, sizeof key, compare_outputs);
        in->output = (size_t)(out - g->outputs);
        if (!add_edge(b, in->output, input_node(b, i)))
            return false;
    }
    return true;
}

/* What a description says about one component's variables, as tables over its variables; made once per component and
 * undone entry by entry, so that many components of one large FMU stay cheap. */
struct tables {
    const struct fmi_unknown **unknown;
    size_t *input; /* 1 + index into the graph's inputs; 0: not driven */
    bool *is_state;
};

static bool tables_make(struct tables *t, struct arena *arena, size_t n_variables)
{
    t->unknown = arena_get(arena, n_variables * sizeof *t->unknown);
    t->input = arena_get(arena, n_variables * sizeof *t->input);
    t->is_state = arena_get(arena, n_variables * sizeof *t->is_state);
    return t->unknown && t->input && t->is_state;
}

static void list_unknowns(struct tables *t, const struct fmi_unknown *list, size_t n, bool put)
{
    for (size_t i = 0; i < n; i++)
        t->unknown[list[i].variable] = put ? &list[i] : NULL;
}

static void tables_fill(struct tables *t, const struct graph *g, const struct description *d, size_t first, size_t end,
                        bool put)
{
    for (size_t i = 0; i < d->n_derivatives; i++) {
        const int state = d->variables[d->derivatives[i].variable].derivative_of;
        if (state != NO_INDEX)
            t->is_state[state] = put;
    }
    if (g->kind == GRAPH_INITIALIZATION) {
        list_unknowns(t, d->initial_unknowns, d->n_initial_unknowns, put);
    } else {
        list_unknowns(t, d->derivatives, d->n_derivatives, put);
        list_unknowns(t, d->outputs, d->n_outputs, put);
    }
    for (size_t i = first; i < end; i++)
        t->input[g->inputs[i].port.variable] = put ? i + 1 : 0;
}

/* A variable that is not listed with its dependencies, and still is known not to follow any driven input. */
static bool is_free(const struct graph *g, const struct tables *t, const struct fmi_variable *v, size_t index)
{
    if (v->variability == FMI_CONSTANT || v->causality == FMI_INDEPENDENT)
        return true;
    if (g->kind == GRAPH_INITIALIZATION)
        return v->initial == FMI_EXACT || v->causality == FMI_INPUT || v->causality == FMI_PARAMETER;
    return t->is_state[index] || v->variability == FMI_FIXED || v->variability == FMI_TUNABLE ||
           v->causality == FMI_INPUT;
}

/* Edges to one output from the inputs that it depends on, and their list. */
static bool add_known_dependencies(struct builder *b, const struct tables *t, size_t output, const size_t *dependencies,
                                   size_t n)
{
    size_t *inputs = ARENA_TAKE(b->arena, n, size_t);
    if (!inputs)
        return false;
    struct graph_output *out = &b->graph->outputs[output];
    for (size_t i = 0; i < n; i++) {
        const size_t input = t->input[dependencies[i]];
        if (!input)
            continue;
        inputs[out->n_inputs++] = input - 1;
        if (!add_edge(b, input_node(b, input - 1), output))
            return false;
    }
    out->inputs = inputs;
    return true;
}

static bool add_dependencies(struct builder *b, const struct tables *t, const struct description *d, size_t output)
{
    const struct graph *g = b->graph;
    struct graph_output *out = &g->outputs[output];
    const size_t variable = out->port.variable, component = out->port.component;
    const struct fmi_unknown *unknown = t->unknown[variable];
    if (unknown && unknown->dependencies_known)
        return add_known_dependencies(b, t, output, unknown->dependencies, unknown->n_dependencies);
    if (!unknown && is_free(g, t, &d->variables[variable], variable))
        return true;
    out->inputs = b->every_input + g->first_input[component];
    out->n_inputs = g->first_input[component + 1] - g->first_input[component];
    return add_edge(b, hub_node(b, component), output);
}

static bool add_dependency_edges(struct builder *b)
{
    const struct system *s = b->system;
    const struct graph *g = b->graph;
    size_t most_variables = 0;
    for (size_t i = 0; i < s->n_components; i++) {
        const size_t n = fmu_description(s->components[i].fmu)->n_variables;
        most_variables = n > most_variables ? n : most_variables;
    }
    struct tables tables;
    if (!tables_make(&tables, &b->scratch, most_variables))
        return false;
    for (size_t c = 0; c < s->n_components; c++) {
        const struct description *d = fmu_description(s->components[c].fmu);
        const size_t first = g->first_input[c], end = g->first_input[c + 1];
        if (g->first_output[c] == g->first_output[c + 1] || first == end)
            continue; /* nothing is read, or nothing is driven */
        tables_fill(&tables, g, d, first, end, true);
        for (size_t i = first; i < end; i++)
            if (!add_edge(b, input_node(b, i), hub_node(b, c)))
                return false;
        for (size_t i = g->first_output[c]; i < g->first_output[c + 1]; i++)
            if (!add_dependencies(b, &tables, d, i))
                return false;
        tables_fill(&tables, g, d, first, end, false);
    }
    return true;
}

/* ---- groups and levels ---- */

static bool is_input(const struct builder *b, size_t node)
{
    return node >= input_node(b, 0) && node < hub_node(b, 0);
}

/* A value that passes an input into another output of that component is one stage later; along a connection, and from hub to
 * output, it is the same stage. Groups are visited in the order of their numbers, along the edges. */
static bool find_levels(struct builder *b)
{
    const size_t n = b->digraph.n_nodes;
    b->level = ARENA_TAKE(&b->scratch, b->n_groups + 1, size_t);
    b->group_size = ARENA_TAKE(&b->scratch, b->n_groups + 1, size_t);
    size_t *first = ARENA_TAKE(&b->scratch, b->n_groups + 2, size_t);
    size_t *members = ARENA_TAKE(&b->scratch, n + 1, size_t);
    if (!b->level || !b->group_size || !first || !members)
        return false;
    for (size_t i = 0; i < n; i++) {
        first[b->group[i] + 2]++;
        b->group_size[b->group[i]] += i < hub_node(b, 0);
    }
    for (size_t i = 2; i < b->n_groups + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < n; i++)
        members[first[b->group[i] + 1]++] = i;
    for (size_t k = 0; k < n; k++) {
        const size_t node = members[k], from = b->group[node];
        for (size_t e = b->digraph.first[node]; e < b->digraph.first[node + 1]; e++) {
            const size_t to = b->group[b->digraph.to[e]];
            const size_t level = b->level[from] + is_input(b, node);
            if (to != from && level > b->level[to])
                b->level[to] = level;
        }
    }
    return true;
}

static bool find_groups(struct builder *b)
{
    const size_t n = hub_node(b, b->system->n_components);
    b->group = ARENA_TAKE(&b->scratch, n + 1, size_t);
    return b->group && digraph_make(&b->digraph, n, b->edges, b->n_edges) &&
           strong_groups(&b->digraph, b->group, &b->n_groups) && find_levels(b);
}

/* ---- loops and stages ---- */

static int compare_loops(const void *a, const void *b)
{
    const struct graph_loop *x = a, *y = b;
    const int by_stage = compare_numbers(x->stage, y->stage);
    return by_stage ? by_stage : compare_numbers(x->outputs[0], y->outputs[0]);
}

/* A group of more than one node is a loop: its outputs and its inputs. */
static bool list_loops(struct builder *b)
{
    struct graph *g = b->graph;
    struct graph_loop *of_group = ARENA_TAKE(&b->scratch, b->n_groups, struct graph_loop);
    size_t *outputs = ARENA_TAKE(b->arena, g->n_outputs, size_t), *inputs = ARENA_TAKE(b->arena, g->n_inputs, size_t);
    if (!of_group || !outputs || !inputs)
        return false;
    for (size_t i = 0; i < hub_node(b, 0); i++) {
        struct graph_loop *loop = &of_group[b->group[i]];
        *(is_input(b, i) ? &loop->n_inputs : &loop->n_outputs) += b->group_size[b->group[i]] > 1;
    }
    for (size_t k = 0; k < b->n_groups; k++) {
        struct graph_loop *loop = &of_group[k];
        *loop = (struct graph_loop){outputs, loop->n_outputs, inputs, loop->n_inputs, b->level[k]};
        outputs += loop->n_outputs;
        inputs += loop->n_inputs;
        g->n_loops += loop->n_outputs > 0;
        loop->n_outputs = loop->n_inputs = 0;
    }
    for (size_t i = 0; i < hub_node(b, 0); i++) {
        struct graph_loop *loop = &of_group[b->group[i]];
        if (b->group_size[b->group[i]] > 1 && is_input(b, i))
            loop->inputs[loop->n_inputs++] = i - input_node(b, 0);
        else if (b->group_size[b->group[i]] > 1)
            loop->outputs[loop->n_outputs++] = i;
    }
    g->loops = ARENA_TAKE(b->arena, g->n_loops, struct graph_loop);
    size_t n = 0;
    for (size_t k = 0; g->loops && k < b->n_groups; k++)
        if (of_group[k].n_outputs > 0)
            g->loops[n++] = of_group[k];
    if (n > 0)
        qsort(g->loops, n, sizeof *g->loops, compare_loops);
    return g->loops != NULL;
}

static void mark_loops_and_stages(struct builder *b)
{
    struct graph *g = b->graph;
    for (size_t l = 0; l < g->n_loops; l++) {
        for (size_t i = 0; i < g->loops[l].n_outputs; i++)
            g->outputs[g->loops[l].outputs[i]].loop = l;
        for (size_t i = 0; i < g->loops[l].n_inputs; i++)
            g->inputs[g->loops[l].inputs[i]].loop = l;
    }
    g->n_stages = 1;
    for (size_t i = 0; i < hub_node(b, 0); i++) {
        const size_t stage = b->level[b->group[i]];
        *(is_input(b, i) ? &g->inputs[i - input_node(b, 0)].stage : &g->outputs[i].stage) = stage;
        g->n_stages = stage >= g->n_stages ? stage + 1 : g->n_stages;
    }
}

struct graph *graph_make(const struct system *s, enum graph_kind kind, struct error *error)
{
    struct graph_box *box = calloc(1, sizeof *box);
    if (!box) {
        error_raise(error, ERROR_NO_MEMORY, "ordering the system");
        return NULL;
    }
    box->graph.kind = kind;
    struct builder b = {.system = s, .graph = &box->graph, .arena = &box->arena};
    const bool good = list_outputs(&b) && list_inputs(&b) && list_components(&b) && add_connection_edges(&b) &&
                      add_dependency_edges(&b) && find_groups(&b) && list_loops(&b);
    if (good)
        mark_loops_and_stages(&b);
    arena_free(&b.scratch);
    free(b.edges);
    digraph_free(&b.digraph);
    if (good)
        return &box->graph;
    graph_free(&box->graph);
    error_raise(error, ERROR_NO_MEMORY, "ordering the system");
    return NULL;
}

void graph_free(struct graph *g)
{
    if (!g)
        return;
    struct graph_box *box = (struct graph_box *)g; /* its first member */
    arena_free(&box->arena);
    free(box);
}
