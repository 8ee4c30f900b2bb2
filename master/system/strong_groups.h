/* Strongly connected groups of a directed graph. */
#ifndef PASO_STRONG_GROUPS_H
#define PASO_STRONG_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

struct edge {
    size_t from, to;
};

/* Outgoing edges, node by node: those of node i lead to to[first[i]] ... to[first[i + 1] - 1]. */
struct digraph {
    size_t n_nodes;
    size_t *first; /* n_nodes + 1 */
    size_t *to;
};

/* The edges sorted by node; false when out of memory. */
bool digraph_make(struct digraph *g, size_t n_nodes, const struct edge *edges, size_t n_edges);
void digraph_free(struct digraph *g);

/* group[i] becomes the number of the group of node i. Groups are numbered 0 ... *n_groups - 1 so that every edge leads to the
 * same or a higher number. Time and memory are linear in nodes and edges. False when out of memory. */
bool strong_groups(const struct digraph *g, size_t *group, size_t *n_groups);

#endif
