/* The graph of an exchange and its stages. Nodes are the outputs that are read (sources), the inputs that are driven
 * (targets), and per component one hub: an output that depends on everything hangs on the hub, the hub on all inputs, so
 * that the number of edges stays linear. */
#include "master/system/graph.h"
#include "master/base/arena.h"
#include "master/system/strong_groups.h"

#include <stdlib.h>
#include <string.h>

struct graph_box { /* what graph_make allocates */
    struct graph graph;
    struct arena arena;
};

struct builder {
    const struct system *system;
    enum graph_kind kind;
    struct arena *arena; /* of the graph: what stays */
    struct arena scratch;

    struct graph_output *sources; /* sorted by component and variable */
    size_t n_sources;
    struct port *targets;      /* likewise */
    size_t *target_connection; /* its connection, or NO_CONNECTION for what a system input feeds */
    size_t n_targets;
    size_t *target_variables; /* the same without the components, for graph_output.inputs */

    struct edge *edges;
    size_t n_edges, edges_room;

    struct digraph digraph;
    size_t *group, *level; /* of a node; of a group */
    size_t *group_size;    /* without hubs */
    size_t n_groups;
};

static const size_t NO_CONNECTION = (size_t)-1;

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

struct target {
    struct port port;
    size_t connection;
};

static int compare_targets(const void *a, const void *b)
{
    return compare_ports(((const struct target *)a)->port, ((const struct target *)b)->port);
}

static bool takes_part(const struct builder *b, const struct connection *c)
{
    return b->kind == GRAPH_INITIALIZATION || !c->only_initial;
}

static bool collect_sources(struct builder *b, const struct port *observed, size_t n_observed)
{
    const struct system *s = b->system;
    b->sources = arena_get(&b->scratch, (s->n_connections + n_observed) * sizeof *b->sources);
    if (!b->sources)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < s->n_connections; i++)
        if (takes_part(b, &s->connections[i]))
            b->sources[n++].port = s->connections[i].from;
    for (size_t i = 0; i < n_observed; i++)
        b->sources[n++].port = observed[i];
    qsort(b->sources, n, sizeof *b->sources, compare_outputs);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || compare_outputs(&b->sources[i], &b->sources[i - 1]) != 0)
            b->sources[b->n_sources++] = b->sources[i];
    return true;
}

static bool collect_targets(struct builder *b)
{
    const struct system *s = b->system;
    size_t room = s->n_connections;
    for (size_t i = 0; i < s->n_inputs; i++)
        room += s->inputs[i].n_ports;
    struct target *list = arena_get(&b->scratch, room * sizeof *list);
    b->targets = arena_get(&b->scratch, room * sizeof *b->targets);
    b->target_connection = arena_get(&b->scratch, room * sizeof *b->target_connection);
    b->target_variables = arena_get(b->arena, room * sizeof *b->target_variables);
    if (!list || !b->targets || !b->target_connection || !b->target_variables)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < s->n_connections; i++)
        if (takes_part(b, &s->connections[i]))
            list[n++] = (struct target){s->connections[i].to, i};
    for (size_t i = 0; i < s->n_inputs; i++)
        for (size_t k = 0; k < s->inputs[i].n_ports; k++)
            list[n++] = (struct target){s->inputs[i].ports[k], NO_CONNECTION};
    qsort(list, n, sizeof *list, compare_targets);
    for (size_t i = 0; i < n; i++) {
        b->targets[i] = list[i].port;
        b->target_connection[i] = list[i].connection;
        b->target_variables[i] = list[i].port.variable;
    }
    b->n_targets = n;
    return true;
}

/* ---- edges ---- */

static size_t target_node(const struct builder *b, size_t target)
{
    return b->n_sources + target;
}

static size_t hub_node(const struct builder *b, size_t component)
{
    return b->n_sources + b->n_targets + component;
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
    for (size_t i = 0; i < b->n_targets; i++) {
        if (b->target_connection[i] == NO_CONNECTION)
            continue;
        const struct graph_output key = {.port = b->system->connections[b->target_connection[i]].from};
        const struct graph_output *source =
            bsearch(&key, b->sources, b->n_sources, sizeof *b->sources, compare_outputs);
        if (!add_edge(b, (size_t)(source - b->sources), target_node(b, i)))
            return false;
    }
    return true;
}

/* What a description says about one component's variables, as tables over its variables; made once per component and
 * undone entry by entry, so that many components of one large FMU stay cheap. */
struct tables {
    const struct fmi_unknown **unknown;
    size_t *target; /* 1 + index into targets; 0: not driven */
    bool *is_state;
};

static bool tables_make(struct tables *t, struct arena *arena, size_t n_variables)
{
    t->unknown = arena_get(arena, n_variables * sizeof *t->unknown);
    t->target = arena_get(arena, n_variables * sizeof *t->target);
    t->is_state = arena_get(arena, n_variables * sizeof *t->is_state);
    return t->unknown && t->target && t->is_state;
}

static void list_unknowns(struct tables *t, const struct fmi_unknown *list, size_t n, bool put)
{
    for (size_t i = 0; i < n; i++)
        t->unknown[list[i].variable] = put ? &list[i] : NULL;
}

static void tables_fill(struct tables *t, const struct builder *b, const struct description *d, size_t first,
                        size_t end, bool put)
{
    for (size_t i = 0; i < d->n_derivatives; i++) {
        const int state = d->variables[d->derivatives[i].variable].derivative_of;
        if (state != NO_INDEX)
            t->is_state[state] = put;
    }
    if (b->kind == GRAPH_INITIALIZATION) {
        list_unknowns(t, d->initial_unknowns, d->n_initial_unknowns, put);
    } else {
        list_unknowns(t, d->derivatives, d->n_derivatives, put);
        list_unknowns(t, d->outputs, d->n_outputs, put);
    }
    for (size_t i = first; i < end; i++)
        t->target[b->targets[i].variable] = put ? i + 1 : 0;
}

/* A variable that is not listed with its dependencies, and still is known not to follow any driven input. */
static bool is_free(const struct builder *b, const struct tables *t, const struct fmi_variable *v, size_t index)
{
    if (v->variability == FMI_CONSTANT || v->causality == FMI_INDEPENDENT)
        return true;
    if (b->kind == GRAPH_INITIALIZATION)
        return v->initial == FMI_EXACT || v->causality == FMI_INPUT || v->causality == FMI_PARAMETER;
    return t->is_state[index] || v->variability == FMI_FIXED || v->variability == FMI_TUNABLE ||
           v->causality == FMI_INPUT;
}

/* Edges to one source from the inputs that it depends on, and their list. */
static bool add_known_dependencies(struct builder *b, const struct tables *t, size_t source, const size_t *dependencies,
                                   size_t n)
{
    size_t *inputs = arena_get(b->arena, n * sizeof *inputs);
    if (!inputs)
        return false;
    struct graph_output *output = &b->sources[source];
    for (size_t i = 0; i < n; i++) {
        const size_t target = t->target[dependencies[i]];
        if (!target)
            continue;
        inputs[output->n_inputs++] = dependencies[i];
        if (!add_edge(b, target_node(b, target - 1), source))
            return false;
    }
    output->inputs = inputs;
    return true;
}

static bool add_dependencies(struct builder *b, const struct tables *t, const struct description *d, size_t source,
                             size_t first_target, size_t end_target)
{
    struct graph_output *output = &b->sources[source];
    const size_t variable = output->port.variable;
    if (t->target[variable]) /* an observed input: the value that it was given */
        return add_known_dependencies(b, t, source, &variable, 1);
    const struct fmi_unknown *unknown = t->unknown[variable];
    if (unknown && unknown->dependencies_known)
        return add_known_dependencies(b, t, source, unknown->dependencies, unknown->n_dependencies);
    if (!unknown && is_free(b, t, &d->variables[variable], variable))
        return true;
    output->inputs = b->target_variables + first_target;
    output->n_inputs = end_target - first_target;
    return output->n_inputs == 0 || add_edge(b, hub_node(b, output->port.component), source);
}

static bool add_dependency_edges(struct builder *b)
{
    const struct system *s = b->system;
    size_t most_variables = 0;
    for (size_t i = 0; i < s->n_components; i++) {
        const size_t n = fmu_description(s->components[i].fmu)->n_variables;
        most_variables = n > most_variables ? n : most_variables;
    }
    struct tables tables;
    if (!tables_make(&tables, &b->scratch, most_variables))
        return false;
    size_t source = 0, target = 0;
    for (size_t component = 0; component < s->n_components; component++) {
        const struct description *d = fmu_description(s->components[component].fmu);
        const size_t first_source = source, first_target = target;
        while (source < b->n_sources && b->sources[source].port.component == component)
            source++;
        while (target < b->n_targets && b->targets[target].component == component)
            target++;
        if (first_source == source || first_target == target)
            continue; /* nothing is read, or nothing is driven */
        tables_fill(&tables, b, d, first_target, target, true);
        for (size_t i = first_target; i < target; i++)
            if (!add_edge(b, target_node(b, i), hub_node(b, component)))
                return false;
        for (size_t i = first_source; i < source; i++)
            if (!add_dependencies(b, &tables, d, i, first_target, target))
                return false;
        tables_fill(&tables, b, d, first_target, target, false);
    }
    return true;
}

/* ---- groups and levels ---- */

static bool is_source(const struct builder *b, size_t node)
{
    return node < b->n_sources;
}

static bool is_target(const struct builder *b, size_t node)
{
    return node >= b->n_sources && node < b->n_sources + b->n_targets;
}

/* A value that passes an input into another output of that component is one stage later; along a connection, and from hub to
 * output, it is the same stage. Groups are visited in the order of their numbers, along the edges. */
static bool find_levels(struct builder *b)
{
    const size_t n = b->digraph.n_nodes;
    b->level = arena_get(&b->scratch, (b->n_groups + 1) * sizeof *b->level);
    b->group_size = arena_get(&b->scratch, (b->n_groups + 1) * sizeof *b->group_size);
    size_t *first = arena_get(&b->scratch, (b->n_groups + 2) * sizeof *first);
    size_t *members = arena_get(&b->scratch, (n + 1) * sizeof *members);
    if (!b->level || !b->group_size || !first || !members)
        return false;
    for (size_t i = 0; i < n; i++) {
        first[b->group[i] + 2]++;
        b->group_size[b->group[i]] += is_source(b, i) || is_target(b, i);
    }
    for (size_t i = 2; i < b->n_groups + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < n; i++)
        members[first[b->group[i] + 1]++] = i;
    for (size_t k = 0; k < n; k++) {
        const size_t node = members[k], from = b->group[node];
        for (size_t e = b->digraph.first[node]; e < b->digraph.first[node + 1]; e++) {
            const size_t to = b->group[b->digraph.to[e]];
            const size_t level = b->level[from] + is_target(b, node);
            if (to != from && level > b->level[to])
                b->level[to] = level;
        }
    }
    return true;
}

static bool find_groups(struct builder *b)
{
    const size_t n = b->n_sources + b->n_targets + b->system->n_components;
    b->group = arena_get(&b->scratch, (n + 1) * sizeof *b->group);
    return b->group && digraph_make(&b->digraph, n, b->edges, b->n_edges) &&
           strong_groups(&b->digraph, b->group, &b->n_groups) && find_levels(b);
}

/* ---- stages ---- */

static bool in_loop(const struct builder *b, size_t node)
{
    return b->group_size[b->group[node]] > 1;
}

static size_t level_of(const struct builder *b, size_t node)
{
    return b->level[b->group[node]];
}

/* Counts what goes where, or puts it there: run twice. */
static void distribute(const struct builder *b, struct graph *g, struct graph_loop **loop_of_group, bool put)
{
    for (size_t i = 0; i < b->n_sources; i++) {
        struct graph_stage *stage = &g->stages[level_of(b, i)];
        struct graph_loop *loop = loop_of_group[b->group[i]];
        struct graph_output *list = loop ? loop->outputs : stage->outputs;
        size_t *n = loop ? &loop->n_outputs : &stage->n_outputs;
        if (put)
            list[*n] = b->sources[i];
        (*n)++;
    }
    for (size_t i = 0; i < b->n_targets; i++) {
        if (b->target_connection[i] == NO_CONNECTION)
            continue;
        const size_t node = target_node(b, i);
        struct graph_stage *stage = &g->stages[level_of(b, node)];
        struct graph_loop *loop = loop_of_group[b->group[node]];
        size_t *list = loop ? loop->connections : stage->connections;
        size_t *n = loop ? &loop->n_connections : &stage->n_connections;
        if (put)
            list[*n] = b->target_connection[i];
        (*n)++;
    }
}

/* Every loop gets its place in its stage; loops of one stage in the order of their first variable. */
static bool place_loops(const struct builder *b, struct graph *g, struct graph_loop **loop_of_group)
{
    for (size_t round = 0; round < 2; round++) {
        if (round == 1)
            for (size_t k = 0; k < g->n_stages; k++) {
                g->stages[k].loops = arena_get(b->arena, g->stages[k].n_loops * sizeof *g->stages[k].loops);
                if (!g->stages[k].loops)
                    return false;
                g->stages[k].n_loops = 0;
            }
        bool *seen = calloc(b->n_groups + 1, sizeof *seen);
        if (!seen)
            return false;
        for (size_t i = 0; i < b->n_sources; i++) {
            const size_t group = b->group[i];
            if (!in_loop(b, i) || seen[group])
                continue;
            seen[group] = true;
            struct graph_stage *stage = &g->stages[b->level[group]];
            if (round == 1)
                loop_of_group[group] = &stage->loops[stage->n_loops];
            stage->n_loops++;
            g->n_loops += round;
        }
        free(seen);
    }
    return true;
}

static bool make_room(struct arena *arena, struct graph_output **outputs, size_t *n_outputs, size_t **connections,
                      size_t *n_connections)
{
    *outputs = arena_get(arena, *n_outputs * sizeof **outputs);
    *connections = arena_get(arena, *n_connections * sizeof **connections);
    *n_outputs = *n_connections = 0;
    return *outputs && *connections;
}

static bool make_stages(const struct builder *b, struct graph *g)
{
    g->kind = b->kind;
    g->n_stages = 1;
    for (size_t i = 0; i < b->n_sources + b->n_targets; i++)
        if (level_of(b, i) >= g->n_stages)
            g->n_stages = level_of(b, i) + 1;
    g->stages = arena_get(b->arena, g->n_stages * sizeof *g->stages);
    struct graph_loop **loop_of_group = calloc(b->n_groups + 1, sizeof(*loop_of_group));
    bool good = g->stages && loop_of_group && place_loops(b, g, loop_of_group);
    if (good)
        distribute(b, g, loop_of_group, false);
    for (size_t k = 0; good && k < g->n_stages; k++) {
        struct graph_stage *stage = &g->stages[k];
        good = make_room(b->arena, &stage->outputs, &stage->n_outputs, &stage->connections, &stage->n_connections);
        for (size_t i = 0; good && i < stage->n_loops; i++) {
            struct graph_loop *loop = &stage->loops[i];
            good = make_room(b->arena, &loop->outputs, &loop->n_outputs, &loop->connections, &loop->n_connections);
        }
    }
    if (good)
        distribute(b, g, loop_of_group, true);
    free(loop_of_group);
    return good;
}

static bool list_system_inputs(const struct builder *b, struct graph_stage *stage)
{
    stage->inputs = arena_get(b->arena, b->system->n_inputs * sizeof *stage->inputs);
    if (!stage->inputs)
        return false;
    for (size_t i = 0; i < b->system->n_inputs; i++)
        stage->inputs[stage->n_inputs++] = i;
    return true;
}

struct graph *graph_make(const struct system *s, enum graph_kind kind, const struct port *observed, size_t n_observed,
                         struct error *error)
{
    struct graph_box *box = calloc(1, sizeof *box);
    if (!box) {
        error_raise(error, ERROR_NO_MEMORY, "ordering the system");
        return NULL;
    }
    struct builder b = {.system = s, .kind = kind, .arena = &box->arena};
    const bool good = collect_sources(&b, observed, n_observed) && collect_targets(&b) && add_connection_edges(&b) &&
                      add_dependency_edges(&b) && find_groups(&b) && make_stages(&b, &box->graph) &&
                      list_system_inputs(&b, &box->graph.stages[0]);
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
