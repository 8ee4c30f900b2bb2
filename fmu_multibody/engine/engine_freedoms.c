/* The independent coordinates in such an order that R and R^T M R have blocks: those of one linkage side by side, and within it
 * those of one group of loops. What is not connected costs nothing together: two linkages cost twice one. */
#include "fmu_multibody/engine/engine_impl.h"

#include <string.h>

static size_t root_of(const size_t *tie, size_t coordinate)
{
    while (tie[coordinate] != coordinate)
        coordinate = tie[coordinate];
    return coordinate;
}

/* Of each coordinate one that stands for its linkage. */
static void linkages_tie(const struct engine *e, size_t *tie)
{
    /* A tree is solved as a whole; rolling ties everything together, and so do the shapes of a bending body on the ground. */
    const bool is_one = e->n_dependent == 0 || e->l > 0 || e->mechanism->n_flexibles > 0;
    for (size_t i = 0; i < e->n; i++)
        tie[i] = is_one ? 0 : e->group[i];
    for (size_t i = 0; !is_one && i < e->n; i++)
        if (e->links[i].parent != 0)
            tie[root_of(tie, i)] = root_of(tie, (size_t)e->links[i].parent - 1);
    for (size_t i = 0; i < e->n; i++)
        tie[i] = root_of(tie, i);
}

/* Sorts places in `independent` by the key of their coordinate, those with the same key as they were. `ends` becomes where each key
 * ends. */
static void sort_by(const struct engine *e, const size_t *key, const size_t *from, size_t *to, size_t *ends)
{
    memset(ends, 0, e->n * sizeof *ends);
    for (size_t i = 0; i < e->n_independent; i++)
        ends[key[e->independent[i]]]++;
    for (size_t i = 0, before = 0; i < e->n; i++) {
        const size_t count = ends[i];
        ends[i] = before;
        before += count;
    }
    for (size_t i = 0; i < e->n_independent; i++)
        to[ends[key[e->independent[from[i]]]]++] = from[i];
}

static void linkages_make(struct engine *e, const size_t *tie, const size_t *ends)
{
    e->n_linkages = 0;
    for (size_t i = 0; i < e->n; i++)
        if (tie[i] == i) {
            e->linkages[e->n_linkages] = (struct linkage){i > 0 ? ends[i - 1] : 0, ends[i]};
            e->linkage_of[i] = e->n_linkages++;
        }
    for (size_t i = 0; i < e->n; i++)
        e->linkage_of[i] = e->linkage_of[tie[i]];
}

/* Where the rows of R are not zero: of an independent coordinate in its own column, else in those of its group. */
static void rows_bound(struct engine *e, size_t *first, size_t *end)
{
    const bool is_one = e->l > 0;
    memset(first, 0, e->n * sizeof *first);
    memset(end, 0, e->n * sizeof *end);
    for (size_t j = 0; j < e->n_independent; j++) {
        const size_t group = e->group[e->independent[e->freedoms[j]]];
        if (end[group] == 0)
            first[group] = j;
        end[group] = j + 1;
    }
    for (size_t i = 0; i < e->n; i++) {
        e->first_freedom[i] = is_one ? 0 : first[e->group[i]];
        e->end_freedom[i] = is_one ? e->n_independent : end[e->group[i]];
    }
}

static void groups_make(struct engine *e)
{
    e->n_groups = 0;
    for (size_t b = 0; b < e->n_blocks; b++) {
        const size_t d = e->dependent[e->blocks[b]];
        if (b == 0 || e->group[d] != e->group[e->dependent[e->blocks[b - 1]]])
            e->groups[e->n_groups++] = (struct loop_group){b, b + 1, e->first_freedom[d], e->end_freedom[d]};
        e->groups[e->n_groups - 1].end_block = b + 1;
    }
}

void engine_freedoms_make(struct engine *e)
{
    size_t *tie = e->chosen, *ends = e->column_order, *places = e->jacobian_pivots;
    linkages_tie(e, tie);
    for (size_t i = 0; i < e->n_independent; i++)
        e->freedoms[i] = i;
    if (e->n_dependent > 0 && e->l == 0) {
        sort_by(e, e->group, e->freedoms, places, ends);
        sort_by(e, tie, places, e->freedoms, ends);
    } else {
        for (size_t i = 0; i < e->n; i++)
            ends[i] = e->n_independent;
    }
    linkages_make(e, tie, ends);
    rows_bound(e, places, ends);
    groups_make(e);
    if (e->n_dependent == 0)
        return;
    memset(e->over_real->R, 0, e->n * e->n_independent * sizeof *e->over_real->R);
    memset(e->over_complex->R, 0, e->n * e->n_independent * sizeof *e->over_complex->R);
    for (size_t j = 0; j < e->n_independent; j++) {
        const size_t i = e->independent[e->freedoms[j]];
        e->over_real->R[i * e->n_independent + j] = 1;
        e->over_complex->R[i * e->n_independent + j] = 1;
        e->first_freedom[i] = j;
        e->end_freedom[i] = j + 1;
    }
}
