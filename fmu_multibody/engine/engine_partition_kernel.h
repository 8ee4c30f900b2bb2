/* Coordinate partitioning: what the kept rows D make of the independent coordinates, where D is factored. */

/* Factors the columns of the first `count` dependent coordinates in the first `count` kept rows of D, block by block. What is left
 * of a block stays as it is. */
static bool KERNEL(dependent_factor)(const struct engine *e, size_t count, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    for (size_t b = 0; b < e->n_blocks; b++) {
        const size_t begin = e->blocks[b], end = engine_block_end(e, b, count);
        for (size_t i = begin; i < end; i++)
            for (size_t j = e->row_begins[i]; j < end; j++)
                w->factors[i * count + j] = w->D[i * e->n + e->dependent[j]];
        const size_t singular =
            KERNEL(lu_factor)(end - begin, w->factors + begin * (count + 1), count, 1, 1e-12, w->pivots + begin);
        if (singular < end - begin)
            return engine_partition_fails(e, begin + singular, report);
    }
    return true;
}

/* Blocks that only need each other: those of a group, or all. */
static inline void KERNEL(blocks_solve)(const struct engine *e, size_t first, size_t last, size_t count, scalar *b)
{
    const struct KERNEL(workspace) *w = e->KERNEL(over);
    for (size_t block = first; block < last; block++) {
        const size_t begin = e->blocks[block], end = engine_block_end(e, block, count);
        for (size_t i = begin; begin > 0 && i < end; i++)
            for (size_t j = e->row_begins[i]; j < begin; j++)
                b[i] -= w->factors[i * count + j] * b[j];
        KERNEL(lu_solve)(end - begin, w->factors + begin * (count + 1), count, 1, w->pivots + begin, b + begin);
    }
}

void KERNEL(engine_dependent_solve)(const struct engine *e, size_t count, scalar *b)
{
    KERNEL(blocks_solve)(e, 0, e->n_blocks, count, b);
}

/* The same with the transposed matrix. */
static void KERNEL(dependent_solve_transposed)(const struct engine *e, size_t count, scalar *b)
{
    const struct KERNEL(workspace) *w = e->KERNEL(over);
    for (size_t block = e->n_blocks; block-- > 0;) {
        const size_t begin = e->blocks[block], end = engine_block_end(e, block, count);
        KERNEL(solve_transposed)(end - begin, w->factors + begin * (count + 1), count, w->pivots + begin, b + begin);
        for (size_t i = begin; i < end; i++)
            for (size_t j = e->row_begins[i]; j < begin; j++)
                b[j] -= w->factors[i * count + j] * b[i];
    }
}

bool KERNEL(engine_position_step)(const struct engine *e, double *size, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    KERNEL(engine_move_positions)(e, w->z);
    if (!KERNEL(engine_rows)(e, e->kept, e->m, w->phi, w->D, report) || !KERNEL(dependent_factor)(e, e->m, report))
        return false;
    KERNEL(engine_dependent_solve)(e, e->m, w->phi);
    *size = 0;
    for (size_t i = 0; i < e->m; i++) {
        w->z[e->dependent[i]] -= w->phi[i];
        if (!(fabs((double)w->phi[i]) <= *size))
            *size = fabs((double)w->phi[i]);
    }
    return true;
}

double KERNEL(engine_regularity)(const struct engine *e, size_t count, size_t *weakest)
{
    const struct KERNEL(workspace) *w = e->KERNEL(over);
    bool *is_angle = e->is_angle; /* of the rows, as they were exchanged on the way */
    double least = INFINITY;
    *weakest = 0;
    for (size_t k = 0; k < count; k++)
        is_angle[k] = e->rows[e->kept[k]].kind == ROW_AXES_DOT;
    for (size_t k = 0, block = 0; k < count; k++) {
        while (k >= engine_block_end(e, block, count))
            block++;
        const size_t from = e->blocks[block] + w->pivots[k];
        const bool row = is_angle[from];
        is_angle[from] = is_angle[k];
        const double pivot = fabs((double)w->factors[k * count + k]) * (row ? 1 : e->scales[e->dependent[k]]);
        if (!(pivot >= least)) {
            least = pivot;
            *weakest = k;
        }
    }
    return least;
}

/* The dependent velocities of the independent ones. */
static void KERNEL(velocities_solve)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_d = e->n_dependent;
    for (size_t i = 0; i < n_d; i++) {
        const size_t d = e->dependent[i];
        w->column[i] = 0;
        for (size_t j = e->first_freedom[d]; j < e->end_freedom[d]; j++) {
            const size_t k = e->independent[e->freedoms[j]];
            w->column[i] -= w->D[i * e->n + k] * w->w[k];
        }
    }
    KERNEL(engine_dependent_solve)(e, n_d, w->column);
    for (size_t i = 0; i < n_d; i++)
        w->w[e->dependent[i]] = w->column[i];
}

/* g: accelerations with none of the independent ones. */
static void KERNEL(accelerations_solve)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    KERNEL(engine_rows_bias)(e, e->kept, e->n_dependent, w->column);
    KERNEL(engine_dependent_solve)(e, e->n_dependent, w->column);
    for (size_t i = 0; i < e->n_independent; i++)
        w->g[e->independent[i]] = 0;
    for (size_t i = 0; i < e->n_dependent; i++)
        w->g[e->dependent[i]] = -w->column[i];
}

/* R, group by group of loops; its rows of independent coordinates are those of the identity and stay so. */
static void KERNEL(transformation)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_f = e->n_independent;
    for (size_t g = 0; g < e->n_groups; g++) {
        const struct loop_group *group = &e->groups[g];
        const size_t begin = e->blocks[group->first_block],
                     end = engine_block_end(e, group->end_block - 1, e->n_dependent);
        for (size_t j = group->first_freedom; j < group->end_freedom; j++) {
            for (size_t i = begin; i < end; i++)
                w->column[i] = -w->D[i * e->n + e->independent[e->freedoms[j]]];
            KERNEL(blocks_solve)(e, group->first_block, group->end_block, e->n_dependent, w->column);
            for (size_t i = begin; i < end; i++)
                w->R[e->dependent[i] * n_f + j] = w->column[i];
        }
    }
}
