/* Coordinate partitioning: what the kept rows D make of the independent coordinates, where D is factored. */

/* Factors the columns of the first `count` dependent coordinates in the first `count` kept rows of D. */
static bool KERNEL(dependent_factor)(const struct engine *e, size_t count, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            w->factors[i * count + j] = w->D[i * e->n + e->dependent[j]];
    const size_t singular = KERNEL(factor)(count, w->factors, w->pivots);
    return singular == count || engine_partition_fails(e, singular, report);
}

bool KERNEL(engine_position_step)(const struct engine *e, double *size, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    KERNEL(engine_move_positions)(e, w->z);
    if (!KERNEL(engine_rows)(e, e->kept, e->m, w->phi, w->D, report) || !KERNEL(dependent_factor)(e, e->m, report))
        return false;
    KERNEL(solve)(e->m, w->factors, w->pivots, w->phi);
    *size = 0;
    for (size_t i = 0; i < e->m; i++) {
        w->z[e->dependent[i]] -= w->phi[i];
        if (!(fabs((double)w->phi[i]) <= *size))
            *size = fabs((double)w->phi[i]);
    }
    return true;
}

void KERNEL(engine_dependent_solve)(const struct engine *e, size_t count, scalar *b)
{
    KERNEL(solve)(count, e->KERNEL(over)->factors, e->KERNEL(over)->pivots, b);
}

double KERNEL(engine_regularity)(const struct engine *e, size_t count, size_t *weakest)
{
    const struct KERNEL(workspace) *w = e->KERNEL(over);
    bool *is_angle = e->is_angle; /* of the rows, as they were exchanged on the way */
    double least = INFINITY;
    *weakest = 0;
    for (size_t k = 0; k < count; k++)
        is_angle[k] = e->rows[e->kept[k]].kind == ROW_AXES_DOT;
    for (size_t k = 0; k < count; k++) {
        const bool row = is_angle[w->pivots[k]];
        is_angle[w->pivots[k]] = is_angle[k];
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
        w->column[i] = 0;
        for (size_t j = 0; j < e->n_independent; j++)
            w->column[i] -= w->D[i * e->n + e->independent[j]] * w->w[e->independent[j]];
    }
    KERNEL(solve)(n_d, w->factors, w->pivots, w->column);
    for (size_t i = 0; i < n_d; i++)
        w->w[e->dependent[i]] = w->column[i];
}

/* g: accelerations with none of the independent ones. */
static void KERNEL(accelerations_solve)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    KERNEL(engine_rows_bias)(e, e->kept, e->n_dependent, w->column);
    KERNEL(solve)(e->n_dependent, w->factors, w->pivots, w->column);
    for (size_t i = 0; i < e->n_independent; i++)
        w->g[e->independent[i]] = 0;
    for (size_t i = 0; i < e->n_dependent; i++)
        w->g[e->dependent[i]] = -w->column[i];
}

/* R: its rows of independent coordinates are those of the identity. */
static void KERNEL(transformation)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_f = e->n_independent, n_d = e->n_dependent;
    for (size_t j = 0; j < n_f; j++) {
        for (size_t i = 0; i < n_d; i++)
            w->column[i] = -w->D[i * e->n + e->independent[j]];
        KERNEL(solve)(n_d, w->factors, w->pivots, w->column);
        for (size_t i = 0; i < n_d; i++)
            w->R[e->dependent[i] * n_f + j] = w->column[i];
        for (size_t i = 0; i < n_f; i++)
            w->R[e->independent[i] * n_f + j] = i == j;
    }
}
