/* Which rows are independent, and which coordinates can be states: full pivoting. */
#include "fmu_multibody/engine/engine_impl.h"

#include "numerics/dense.h"

size_t engine_rank(const struct engine *e, size_t rows, size_t columns)
{
    /* against the first pivot: far above the rounding of an assembled configuration */
    return dense_rank(rows, columns, e->matrix, 1e-10, e->row_order, e->column_order, e->row_sizes);
}

/* Copies the chosen columns of the given rows and finds their rank. */
static size_t rank_of(struct engine *e, size_t first_row, size_t rows, size_t columns)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < columns; j++)
            e->matrix[r * columns + j] = e->all_D[(first_row + r) * e->n + e->chosen[j]];
    return engine_rank(e, rows, columns);
}

static bool jacobian_at_start(struct engine *e, struct model_report *report)
{
    engine_move_positions_real(e, e->z_0);
    return engine_rows_real(e, e->all_rows, e->n_rows, NULL, e->all_D, report);
}

/* Takes the dependent positions out of the nonholonomic rows of all_D: with Phi_d factored in `matrix`,
 * B - B_d Phi_d^-1 Phi, by eliminating each dependent column with its row. */
static void eliminate_dependent(struct engine *e)
{
    const size_t n = e->n;
    for (size_t k = 0; k < e->m; k++) { /* Gauss-Jordan over the kept rows, pivots on the diagonal of the choice */
        double *pivot_row = e->all_D + e->kept[k] * n;
        const double pivot = pivot_row[e->dependent[k]];
        for (size_t r = 0; r < e->n_rows; r++) {
            double *row = e->all_D + r * n;
            const double factor = row[e->dependent[k]] / pivot;
            if (row == pivot_row || factor == 0)
                continue;
            for (size_t j = 0; j < n; j++)
                row[j] -= factor * pivot_row[j];
            row[e->dependent[k]] = 0;
        }
    }
}

static bool role_is(const struct engine *e, size_t i, enum coordinate_role role)
{
    return mechanism_coordinate(e->mechanism, i)->role == role;
}

/* Chooses `e->m` rows and dependent coordinates among the chosen columns of the holonomic rows, then `e->l` among the
 * nonholonomic ones. */
static void take_pivots(struct engine *e, size_t rank, size_t first_row, size_t *kept, size_t *dependent)
{
    for (size_t k = 0; k < rank; k++) {
        kept[k] = first_row + e->row_order[k];
        dependent[k] = e->chosen[e->column_order[k]];
    }
}

/* In the order of the rows, so that those of a joint follow each other. */
static void take_dropped(struct engine *e, size_t rank, size_t first_row, size_t rows)
{
    for (size_t k = rank; k < rows; k++) {
        const size_t row = first_row + e->row_order[k];
        size_t place = e->n_dropped++;
        for (; place > 0 && e->dropped[place - 1] > row; place--)
            e->dropped[place] = e->dropped[place - 1];
        e->dropped[place] = row;
    }
}

static size_t choose_columns(struct engine *e, bool (*wanted)(const struct engine *, size_t))
{
    size_t count = 0;
    for (size_t i = 0; i < e->n; i++)
        if (wanted(e, i))
            e->chosen[count++] = i;
    return count;
}

static bool any(const struct engine *e, size_t i)
{
    (void)e, (void)i;
    return true;
}

static bool not_dependent(const struct engine *e, size_t i)
{
    return !role_is(e, i, COORDINATE_DEPENDENT);
}

static bool may_be_dependent(const struct engine *e, size_t i)
{
    return !mechanism_coordinate(e->mechanism, i)->wanted_independent && not_dependent(e, i);
}

static bool is_dependent(const struct engine *e, size_t i)
{
    return role_is(e, i, COORDINATE_DEPENDENT);
}

static bool is_admissible(const struct engine *e, size_t i)
{
    return role_is(e, i, COORDINATE_ADMISSIBLE);
}

/* One stage: the rank of the rows over all columns that are left must be reached with the allowed columns alone. */
static bool stage(struct engine *e, size_t first_row, size_t rows, bool (*left)(const struct engine *, size_t),
                  bool (*allowed)(const struct engine *, size_t), size_t *rank, struct model_report *report)
{
    const size_t full = rank_of(e, first_row, rows, choose_columns(e, left));
    *rank = rank_of(e, first_row, rows, choose_columns(e, allowed));
    return *rank == full ||
           model_fail(report,
                      "the independent coordinates do not determine the mechanism: the others have "
                      "rank %zu in its constraints, %zu is needed%s%s%s",
                      *rank, full, *rank < rows ? " (joint '" : "",
                      *rank < rows ? e->rows[first_row + e->row_order[*rank]].name : "", *rank < rows ? "')" : "");
}

bool engine_choose_roles(struct engine *e, struct model_report *report)
{
    const size_t slips = e->n_rows - e->n_holonomic_rows;
    for (size_t i = 0; i < e->n; i++)
        mechanism_coordinate(e->mechanism, i)->role = COORDINATE_UNDECIDED;
    if (!jacobian_at_start(e, report) || !stage(e, 0, e->n_holonomic_rows, any, may_be_dependent, &e->m, report))
        return false;
    take_pivots(e, e->m, 0, e->kept, e->dependent);
    for (size_t k = 0; k < e->m; k++)
        mechanism_coordinate(e->mechanism, e->dependent[k])->role = COORDINATE_DEPENDENT;
    eliminate_dependent(e);
    if (!stage(e, e->n_holonomic_rows, slips, not_dependent, may_be_dependent, &e->l, report))
        return false;
    take_pivots(e, e->l, e->n_holonomic_rows, e->kept + e->m, e->dependent + e->m);
    for (size_t k = 0; k < e->l; k++)
        mechanism_coordinate(e->mechanism, e->dependent[e->m + k])->role = COORDINATE_ADMISSIBLE;
    for (size_t i = 0; i < e->n; i++)
        if (role_is(e, i, COORDINATE_UNDECIDED))
            mechanism_coordinate(e->mechanism, i)->role = COORDINATE_INDEPENDENT;
    return true;
}

bool engine_choose_rows(struct engine *e, struct model_report *report)
{
    const struct mechanism_sizes sizes = mechanism_sizes(e->mechanism);
    const size_t slips = e->n_rows - e->n_holonomic_rows;
    e->l = sizes.admissible;
    e->m = e->n - sizes.independent - e->l;
    e->n_dependent = e->m + e->l;
    e->n_independent = sizes.independent;
    e->is_long_tree = e->n_dependent == 0 && e->n >= ENGINE_LONG_TREE && e->mechanism->n_flexibles == 0;
    e->n_dropped = 0;
    size_t rank;
    if (!jacobian_at_start(e, report) || !stage(e, 0, e->n_holonomic_rows, any, is_dependent, &rank, report))
        return false;
    if (rank != e->m)
        return model_fail(report,
                          "the constraints have rank %zu with these parameters, but %zu in the mechanism as it was "
                          "described: its states are no longer the right ones",
                          rank, e->m);
    take_pivots(e, rank, 0, e->kept, e->dependent);
    take_dropped(e, rank, 0, e->n_holonomic_rows);
    eliminate_dependent(e);
    if (!stage(e, e->n_holonomic_rows, slips, not_dependent, is_admissible, &rank, report))
        return false;
    if (rank != e->l)
        return model_fail(report,
                          "the rolling contacts have rank %zu with these parameters, but %zu in the mechanism as "
                          "it was described",
                          rank, e->l);
    take_pivots(e, rank, e->n_holonomic_rows, e->kept + e->m, e->dependent + e->m);
    take_dropped(e, rank, e->n_holonomic_rows, slips);
    /* States follow the order of the coordinates. */
    size_t admissible = e->m, independent = 0;
    for (size_t i = 0; i < e->n; i++) {
        if (is_admissible(e, i))
            e->dependent[admissible++] = i;
        else if (!is_dependent(e, i))
            e->independent[independent++] = i;
    }
    engine_groups_make(e);
    engine_blocks_make(e);
    engine_freedoms_make(e);
    return engine_scales_make(e, report);
}
