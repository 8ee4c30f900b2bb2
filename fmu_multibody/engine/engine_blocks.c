/* Loops one after another: the kept rows and the dependent coordinates in such an order that D is block triangular. A loop whose
 * unknowns are all its own, once those of the loops before it are known, is a block; loops that close together only are one. Blocks
 * are factored by themselves: loops cost what each of them costs, not the cube of all. */
#include "fmu_multibody/engine/engine_impl.h"

#include <string.h>

/* What is chosen, in room that the partition has left. */
struct order {
    size_t n_rows, n_columns;
    size_t *rows, *columns; /* kept rows and dependent coordinates in their new order */
    size_t *is_unknown;     /* coordinates: 1 where one is dependent and has no place yet */
    bool *is_placed;        /* kept rows */
};

/* Unknowns of a row; with `take` they get the next places. */
static size_t row_unknowns(const struct engine *e, struct order *o, const struct row *row, bool take)
{
    const int ends[2] = {row->a.slot, row->b.slot};
    size_t count = 0;
    for (int side = 0; side < 2; side++)
        for (int slot = ends[side]; slot != row->meet; slot = e->links[slot - 1].parent) {
            const size_t i = (size_t)slot - 1;
            if (o->is_unknown[i] == 0)
                continue;
            count++;
            if (take) {
                o->is_unknown[i] = 0;
                o->columns[o->n_columns++] = i;
            }
        }
    return count;
}

static size_t row_group(const struct engine *e, const struct row *row)
{
    return e->group[(row->b.slot != row->meet ? row->b.slot : row->a.slot) - 1];
}

/* The next block: the rows of one loop, or all that are left of the loops of its group. False where the rows are not as many as
 * their unknowns: then nothing is taken. */
static bool block_take(struct engine *e, struct order *o, size_t first, bool whole_group)
{
    const struct row *of = &e->rows[e->kept[first]];
    const size_t group = row_group(e, of);
    size_t rows = 0;
    for (size_t k = first; k < e->m; k++) {
        const struct row *row = &e->rows[e->kept[k]];
        rows += !o->is_placed[k] && row->loop == of->loop;
    }
    if (!whole_group && rows != row_unknowns(e, o, of, false)) /* all rows of a loop have the same unknowns */
        return false;
    for (size_t k = first; k < e->m; k++) {
        const struct row *row = &e->rows[e->kept[k]];
        if (o->is_placed[k] || (whole_group ? row_group(e, row) != group : row->loop != of->loop))
            continue;
        o->is_placed[k] = true;
        o->rows[o->n_rows++] = e->kept[k];
        row_unknowns(e, o, row, true);
    }
    e->blocks[++e->n_blocks] = o->n_rows;
    return true;
}

/* The blocks of a group, one after another: `first` is one of its rows. */
static void group_take(struct engine *e, struct order *o, size_t first)
{
    const size_t group = row_group(e, &e->rows[e->kept[first]]);
    for (bool more = true; more;) {
        more = false;
        for (size_t k = first; k < e->m; k++)
            if (!o->is_placed[k] && row_group(e, &e->rows[e->kept[k]]) == group)
                more = block_take(e, o, k, false) || more;
    }
    for (size_t k = first; k < e->m; k++)
        if (!o->is_placed[k] && row_group(e, &e->rows[e->kept[k]]) == group)
            block_take(e, o, k, true);
}

/* Of each row of the new order the first column that is not zero. */
static void rows_measure(struct engine *e, size_t *place)
{
    size_t block = 0;
    for (size_t k = 0; k < e->n; k++)
        place[k] = e->m;
    for (size_t k = 0; k < e->m; k++)
        place[e->dependent[k]] = k;
    for (size_t k = 0; k < e->m; k++) {
        const struct row *row = &e->rows[e->kept[k]];
        const int ends[2] = {row->a.slot, row->b.slot};
        while (k >= e->blocks[block + 1])
            block++;
        e->row_begins[k] = e->blocks[block];
        for (int side = 0; side < 2; side++)
            for (int slot = ends[side]; slot != row->meet; slot = e->links[slot - 1].parent)
                if (place[slot - 1] < e->row_begins[k])
                    e->row_begins[k] = place[slot - 1];
    }
}

void engine_blocks_make(struct engine *e)
{
    struct order o = {
        .rows = e->row_order, .columns = e->column_order, .is_unknown = e->chosen, .is_placed = e->is_angle};
    e->n_blocks = 0;
    e->blocks[0] = 0;
    memset(e->over_real->D, 0, e->n_dependent * e->n * sizeof *e->over_real->D);
    memset(e->over_complex->D, 0, e->n_dependent * e->n * sizeof *e->over_complex->D);
    memset(e->row_begins, 0, e->n * sizeof *e->row_begins);
    if (e->l > 0) { /* rolling ties everything together: one block, of positions or of velocities */
        e->n_blocks = 1;
        return;
    }
    memset(o.is_unknown, 0, e->n * sizeof *o.is_unknown);
    for (size_t k = 0; k < e->m; k++) {
        o.is_unknown[e->dependent[k]] = 1;
        o.is_placed[k] = false;
    }
    for (size_t k = 0; k < e->m; k++)
        if (!o.is_placed[k])
            group_take(e, &o, k);
    if (e->m > 0) {
        memcpy(e->kept, o.rows, e->m * sizeof *e->kept);
        memcpy(e->dependent, o.columns, e->m * sizeof *e->dependent);
        rows_measure(e, o.is_unknown);
    }
}
