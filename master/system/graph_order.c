/* Answers that follow from the graph: the order for Gauss-Seidel, and a loop in words. */
#include "master/system/graph.h"
#include "master/system/strong_groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the suggested order ---- */

struct rank {
    size_t group; /* ring of components, numbered along the connections */
    size_t stage; /* the last stage that a connected output of the component waits for */
    size_t component;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->stage != y->stage)
        return x->stage < y->stage ? -1 : 1;
    return x->component < y->component ? -1 : x->component > y->component;
}

static void find_stages(const struct system *s, const struct graph *g, struct rank *ranks)
{
    for (size_t i = 0; i < g->n_inputs; i++) {
        const struct graph_input *in = &g->inputs[i];
        if (in->connection == GRAPH_NONE)
            continue;
        const size_t from = s->connections[in->connection].from.component;
        if (from != in->port.component && ranks[from].stage < in->stage)
            ranks[from].stage = in->stage;
    }
}

static bool find_rings(const struct system *s, struct rank *ranks)
{
    struct edge *edges = malloc((s->n_connections + 1) * sizeof *edges);
    size_t *group = malloc((s->n_components + 1) * sizeof *group);
    struct digraph digraph = {0};
    size_t n_edges = 0, n_groups;
    for (size_t i = 0; edges && i < s->n_connections; i++)
        if (!s->connections[i].only_initial)
            edges[n_edges++] = (struct edge){s->connections[i].from.component, s->connections[i].to.component};
    const bool good = edges && group && digraph_make(&digraph, s->n_components, edges, n_edges) &&
                      strong_groups(&digraph, group, &n_groups);
    for (size_t i = 0; good && i < s->n_components; i++)
        ranks[i].group = group[i];
    digraph_free(&digraph);
    free(group);
    free(edges);
    return good;
}

bool graph_suggest_order(const struct system *s, const struct graph *g, size_t *order, struct error *error)
{
    struct rank *ranks = calloc(s->n_components + 1, sizeof *ranks);
    if (!ranks || !find_rings(s, ranks)) {
        free(ranks);
        return error_raise(error, ERROR_NO_MEMORY, "ordering the components");
    }
    for (size_t i = 0; i < s->n_components; i++)
        ranks[i].component = i;
    find_stages(s, g, ranks);
    qsort(ranks, s->n_components, sizeof *ranks, compare_ranks);
    for (size_t i = 0; i < s->n_components; i++)
        order[i] = ranks[i].component;
    free(ranks);
    return true;
}

/* ---- a loop in words ---- */

/* The first input inside the loop that this output feeds. */
static size_t way_on(const struct graph *g, const struct graph_loop *loop, size_t output)
{
    size_t i = 0;
    while (g->inputs[loop->inputs[i]].output != output)
        i++;
    return loop->inputs[i];
}

/* The first output inside the loop that depends on this input. */
static size_t way_through(const struct graph *g, const struct graph_loop *loop, size_t input)
{
    for (size_t i = 0; i < loop->n_outputs; i++) {
        const struct graph_output *output = &g->outputs[loop->outputs[i]];
        for (size_t k = 0; k < output->n_inputs; k++)
            if (output->inputs[k] == input)
                return i;
    }
    return 0;
}

static void print_port(FILE *text, const struct system *s, struct port port)
{
    char *name = system_port_name(s, port);
    fprintf(text, "%s -> ", name ? name : "?");
    free(name);
}

char *graph_loop_text(const struct system *s, const struct graph *g, const struct graph_loop *loop)
{
    enum { LONGEST = 16 };
    char *buffer = NULL;
    size_t size = 0;
    bool *seen = calloc(loop->n_outputs + 1, sizeof *seen);
    FILE *text = seen ? open_memstream(&buffer, &size) : NULL;
    size_t at = 0;
    if (!text) {
        free(seen);
        return NULL;
    }
    /* An output of the group always leads back into it: after so many steps the walk is on a cycle. */
    for (; !seen[at]; at = way_through(g, loop, way_on(g, loop, loop->outputs[at])))
        seen[at] = true;
    const size_t start = at;
    size_t length = 0;
    do {
        const size_t input = way_on(g, loop, loop->outputs[at]);
        print_port(text, s, g->outputs[loop->outputs[at]].port);
        print_port(text, s, g->inputs[input].port);
        at = way_through(g, loop, input);
    } while (at != start && ++length < LONGEST);
    char *last = system_port_name(s, g->outputs[loop->outputs[start]].port);
    fprintf(text, "%s%s", at == start ? "" : "... -> ", last ? last : "?");
    free(last);
    free(seen);
    return fclose(text) == 0 ? buffer : (free(buffer), NULL);
}
