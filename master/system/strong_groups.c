/* Tarjan's algorithm, with its own stack instead of recursion: a chain of many components must not overflow the C stack. */
#include "master/system/strong_groups.h"

#include <stdlib.h>

bool digraph_make(struct digraph *g, size_t n_nodes, const struct edge *edges, size_t n_edges)
{
    *g = (struct digraph){.n_nodes = n_nodes};
    g->first = calloc(n_nodes + 2, sizeof *g->first);
    g->to = malloc((n_edges + 1) * sizeof *g->to);
    if (!g->first || !g->to) {
        digraph_free(g);
        return false;
    }
    for (size_t i = 0; i < n_edges; i++)
        g->first[edges[i].from + 2]++;
    for (size_t i = 2; i < n_nodes + 2; i++)
        g->first[i] += g->first[i - 1];
    for (size_t i = 0; i < n_edges; i++) /* first[i + 1] runs from the beginning to the end of node i's edges */
        g->to[g->first[edges[i].from + 1]++] = edges[i].to;
    return true;
}

void digraph_free(struct digraph *g)
{
    free(g->first);
    free(g->to);
    *g = (struct digraph){0};
}

struct search {
    const struct digraph *graph;
    size_t *group;   /* SIZE_MAX until it is known */
    size_t *number;  /* in the order of the search, from 1; 0: not seen */
    size_t *lowest;  /* smallest number that is reachable and not yet in a group */
    size_t *waiting; /* seen, not yet in a group */
    size_t *path;    /* from the root of the search to here ... */
    size_t *edge;    /* ... with the next edge of each node */
    size_t n_seen, n_waiting, n_path, n_groups;
};

static void step_down(struct search *s, size_t node)
{
    s->number[node] = s->lowest[node] = ++s->n_seen;
    s->waiting[s->n_waiting++] = node;
    s->edge[node] = s->graph->first[node];
    s->path[s->n_path++] = node;
}

static void close_group(struct search *s, size_t root)
{
    size_t member;
    do {
        member = s->waiting[--s->n_waiting];
        s->group[member] = s->n_groups;
    } while (member != root);
    s->n_groups++;
}

static void step_up(struct search *s)
{
    const size_t node = s->path[--s->n_path];
    if (s->lowest[node] == s->number[node])
        close_group(s, node);
    if (s->n_path > 0) {
        const size_t parent = s->path[s->n_path - 1];
        if (s->group[node] == (size_t)-1 && s->lowest[node] < s->lowest[parent])
            s->lowest[parent] = s->lowest[node];
    }
}

static void search_from(struct search *s, size_t root)
{
    step_down(s, root);
    while (s->n_path > 0) {
        const size_t node = s->path[s->n_path - 1];
        if (s->edge[node] == s->graph->first[node + 1]) {
            step_up(s);
            continue;
        }
        const size_t next = s->graph->to[s->edge[node]++];
        if (!s->number[next])
            step_down(s, next);
        else if (s->group[next] == (size_t)-1 && s->number[next] < s->lowest[node])
            s->lowest[node] = s->number[next];
    }
}

bool strong_groups(const struct digraph *g, size_t *group, size_t *n_groups)
{
    const size_t n = g->n_nodes;
    size_t *memory = calloc(5 * n + 1, sizeof *memory);
    if (!memory)
        return false;
    struct search s = {.graph = g,
                       .group = group,
                       .number = memory,
                       .lowest = memory + n,
                       .waiting = memory + 2 * n,
                       .path = memory + 3 * n,
                       .edge = memory + 4 * n};
    for (size_t i = 0; i < n; i++)
        group[i] = (size_t)-1;
    for (size_t i = n; i-- > 0;) /* backwards, so that unconnected nodes are numbered in their own order */
        if (!s.number[i])
            search_from(&s, i);
    for (size_t i = 0; i < n; i++) /* Tarjan finds the groups against the direction of the edges */
        group[i] = s.n_groups - 1 - group[i];
    *n_groups = s.n_groups;
    free(memory);
    return true;
}
