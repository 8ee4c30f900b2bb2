/* Constrained equations in a minimal set of coordinates: projection. */
#include "linearize/constrained_impl.h"
#include "linearize/linearize_messages.h"
#include "numerics/dense.h"

#include <math.h>

const char *eigenvalue_kind_name(enum eigenvalue_kind kind)
{
    static const char *const names[] = {
        [EIGENVALUE_TRUE] = "true", [EIGENVALUE_SPURIOUS] = "spurious", [EIGENVALUE_INFINITE] = "infinite"};
    return names[kind];
}

bool constrained_no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "linearizing");
}

bool constrained_choose(struct constrained *c, size_t *kept, size_t *dependent, size_t *independent, struct arena *a)
{
    const size_t n = c->n, m = c->m;
    double *by_rows = arena_get(a, (m * n + 1) * sizeof *by_rows);
    size_t *rows = arena_get(a, (m + 1) * sizeof *rows), *columns = arena_get(a, (n + 1) * sizeof *columns);
    double *sizes = arena_get(a, (m + 1) * sizeof *sizes);
    if (!by_rows || !rows || !columns || !sizes)
        return false;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            by_rows[i * n + j] = MATRIX_AT(c->D, i, j);
    const size_t rank = dense_rank(m, n, by_rows, CONSTRAINED_LEAST_PIVOT, rows, columns, sizes);
    for (size_t k = 0; k < rank; k++) {
        kept[k] = rows[k];
        dependent[k] = columns[k];
    }
    for (size_t k = rank; k < n; k++)
        independent[k - rank] = columns[k];
    c->kept = kept;
    c->kept_m = rank;
    c->kept_l = 0;
    c->dependent = dependent;
    c->independent = independent;
    return true;
}

/* ---- dependent coordinates by rows: D_d x_d = b ---- */

struct elimination {
    size_t rows;         /* the first of the kept ones */
    size_t below, above; /* diagonals beside the main one, in a band */
    bool is_band;
    struct matrix factors;
    lapack_int *pivots;
};

/* Chains of bodies have narrow bands, if their coordinates and rows are numbered along them. */
static void measure_band(struct elimination *e, const struct constrained *c)
{
    for (size_t j = 0; j < e->rows; j++)
        for (size_t i = 0; i < e->rows; i++) {
            if (MATRIX_AT(c->D, c->kept[i], c->dependent[j]) == 0)
                continue;
            if (i > j && i - j > e->below)
                e->below = i - j;
            if (j > i && j - i > e->above)
                e->above = j - i;
        }
    e->is_band = 3 * (e->below + e->above) < e->rows;
}

static lapack_int factor(struct elimination *e)
{
    const lapack_int n = (lapack_int)e->rows, ld = (lapack_int)e->factors.rows;
    return e->is_band ? lapack()->dgbtrf(LAPACK_COL_MAJOR, n, n, (lapack_int)e->below, (lapack_int)e->above,
                                         e->factors.a, ld, e->pivots)
                      : lapack()->dgetrf(LAPACK_COL_MAJOR, n, n, e->factors.a, ld, e->pivots);
}

static void solve(const struct elimination *e, char way, struct matrix b)
{
    const lapack_int n = (lapack_int)e->rows, ld = (lapack_int)e->factors.rows, count = (lapack_int)b.columns;
    if (n == 0 || count == 0)
        return;
    if (e->is_band)
        lapack()->dgbtrs(LAPACK_COL_MAJOR, way, n, (lapack_int)e->below, (lapack_int)e->above, count, e->factors.a, ld,
                         e->pivots, b.a, n);
    else
        lapack()->dgetrs(LAPACK_COL_MAJOR, way, n, count, e->factors.a, ld, e->pivots, b.a, n);
}

static bool eliminate(struct elimination *e, const struct constrained *c, size_t rows, struct arena *a,
                      struct error *error)
{
    *e = (struct elimination){.rows = rows, .pivots = ARENA_TAKE(a, rows + 1, lapack_int)};
    measure_band(e, c);
    const size_t diagonal = e->below + e->above;
    e->factors = matrix_take(a, e->is_band ? e->below + diagonal + 1 : rows, rows);
    if (!e->factors.a || !e->pivots)
        return constrained_no_memory(error);
    if (rows == 0)
        return true;
    for (size_t j = 0; j < rows; j++) {
        const size_t first = e->is_band && j > e->above ? j - e->above : 0,
                     last = e->is_band && j + e->below < rows ? j + e->below : rows - 1;
        for (size_t i = first; i <= last; i++)
            MATRIX_AT(e->factors, e->is_band ? diagonal + i - j : i, j) = MATRIX_AT(c->D, c->kept[i], c->dependent[j]);
    }
    const lapack_int singular = factor(e);
    double smallest = INFINITY, largest = 0;
    for (size_t i = 0; i < rows; i++) {
        const double pivot = fabs(MATRIX_AT(e->factors, e->is_band ? diagonal : i, i));
        smallest = fmin(smallest, pivot);
        largest = fmax(largest, pivot);
    }
    return (singular == 0 && smallest > CONSTRAINED_LEAST_PIVOT * largest) ||
           error_raise(error, ERROR_CONSTRAINED_SINGULAR, TEXT("%.3g", smallest), TEXT("%.3g", largest));
}

/* The dependent coordinates of x for the right sides b, of the kept rows; both by columns. */
static void follow(const struct elimination *e, const struct constrained *c, struct matrix b, struct matrix x)
{
    solve(e, 'N', b);
    for (size_t j = 0; j < b.columns; j++)
        for (size_t i = 0; i < e->rows; i++)
            MATRIX_AT(x, c->dependent[i], j) = MATRIX_AT(b, i, j);
}

bool constrained_multipliers(const struct constrained *c, const double *f, double *lambda, struct arena *a,
                             struct error *error)
{
    const size_t m = c->m + c->l, n = c->n, most = m > n ? m : n;
    if (m == 0)
        return true;
    if (c->kept_m + c->kept_l == m) { /* only one solution: by the dependent coordinates' equations */
        struct elimination e;
        const struct matrix b = matrix_take(a, m, 1);
        if (!b.a)
            return constrained_no_memory(error);
        if (!eliminate(&e, c, m, a, error))
            return false;
        for (size_t i = 0; i < m; i++)
            b.a[i] = f[c->dependent[i]];
        solve(&e, 'T', b);
        for (size_t i = 0; i < m; i++)
            lambda[c->kept[i]] = b.a[i];
        return true;
    }
    const struct matrix columns = matrix_take(a, n, m), x = matrix_take(a, most, 1);
    lapack_int *pivots = arena_get(a, m * sizeof *pivots), rank = 0;
    if (!columns.a || !x.a || !pivots)
        return constrained_no_memory(error);
    for (size_t j = 0; j < n; j++) {
        x.a[j] = f[j];
        for (size_t i = 0; i < m; i++)
            MATRIX_AT(columns, j, i) = MATRIX_AT(c->D, i, j);
    }
    if (lapack()->dgelsy(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)m, 1, columns.a, (lapack_int)n, x.a,
                         (lapack_int)most, pivots, CONSTRAINED_LEAST_PIVOT, &rank) != 0)
        return constrained_no_memory(error);
    for (size_t i = 0; i < m; i++)
        lambda[i] = x.a[i];
    return true;
}

/* Columns of q with 1 in one free coordinate each, the others following by the first `rows` kept rows. */
static bool basis(const struct constrained *c, size_t rows, const size_t *free_ones, size_t n_free, struct matrix q,
                  struct elimination *e, struct arena *a, struct error *error)
{
    const struct matrix b = matrix_take(a, rows, n_free);
    if (!b.a)
        return constrained_no_memory(error);
    if (!eliminate(e, c, rows, a, error))
        return false;
    for (size_t j = 0; j < n_free; j++) {
        MATRIX_AT(q, free_ones[j], j) = 1;
        for (size_t i = 0; i < rows; i++)
            MATRIX_AT(b, i, j) = -MATRIX_AT(c->D, c->kept[i], free_ones[j]);
    }
    follow(e, c, b, q);
    return true;
}

/* b = -x y of the kept rows of x, or b -= where `more`. */
static void rows_product(const struct constrained *c, struct matrix x, struct matrix y, bool more, struct matrix b)
{
    for (size_t j = 0; j < y.columns; j++)
        for (size_t i = 0; i < b.rows; i++) {
            double sum = 0;
            for (size_t k = 0; k < c->n; k++)
                sum += MATRIX_AT(x, c->kept[i], k) * MATRIX_AT(y, k, j);
            MATRIX_AT(b, i, j) = (more ? MATRIX_AT(b, i, j) : 0) - sum;
        }
}

/* What the rows make of the motion: q' and q'' of the dependent coordinates while the independent ones do not move, or not
 * accelerate. Adds to v, gives T. */
static bool motion(const struct constrained *c, const struct elimination *e, struct matrix q, struct matrix v,
                   struct matrix T, struct arena *a)
{
    const struct matrix b = matrix_take(a, e->rows, q.columns), drift = matrix_take(a, c->n, q.columns);
    if (!b.a || !drift.a)
        return false;
    rows_product(c, c->velocity_q, q, false, b);
    follow(e, c, b, drift);
    for (size_t i = 0; i < c->n * q.columns; i++)
        v.a[i] += drift.a[i];
    rows_product(c, c->acceleration_q, q, false, b);
    rows_product(c, c->acceleration_v, v, true, b);
    follow(e, c, b, T);
    return true;
}

bool constrained_minimal(const struct constrained *c, struct minimal_set *set, struct arena *a, struct error *error)
{
    const size_t n = c->n, rows = c->kept_m + c->kept_l, n_f = n - rows, l = c->kept_l, states = 2 * n_f + l;
    const bool moves = c->velocity_q.rows > 0;
    struct elimination of_positions, of_velocities;
    size_t *free_ones = arena_get(a, (n_f + l + 1) * sizeof *free_ones);
    const struct matrix R_h = matrix_take(a, n, n_f + l), R = l > 0 ? matrix_take(a, n, n_f) : R_h;
    *set = (struct minimal_set){.n_f = n_f,
                                .A = matrix_take(a, states, states),
                                .q = matrix_take(a, n, states),
                                .v = matrix_take(a, n, states),
                                .forces = matrix_take(a, n_f, n)};
    if (!free_ones || !R_h.a || !R.a || !set->A.a || !set->q.a || !set->v.a || !set->forces.a)
        return constrained_no_memory(error);
    for (size_t i = 0; i < n_f; i++)
        free_ones[i] = c->independent[i];
    for (size_t i = 0; i < l; i++)
        free_ones[n_f + i] = c->dependent[c->kept_m + i];
    if (!basis(c, c->kept_m, free_ones, n_f + l, R_h, &of_positions, a, error))
        return false;
    of_velocities = of_positions;
    if (l > 0 && !basis(c, rows, free_ones, n_f, R, &of_velocities, a, error))
        return false;
    for (size_t j = 0; j < states; j++) { /* positions, velocities, admissible positions */
        const bool is_velocity = j >= n_f && j < 2 * n_f;
        const struct matrix from = is_velocity ? R : R_h, to = is_velocity ? set->v : set->q;
        const size_t column = j < n_f ? j : j - n_f;
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(to, i, j) = MATRIX_AT(from, i, column);
    }
    /* H_1 = R^T (M q'' + D^T lambda - f) with the multipliers of the point: what R changes by finds no force (eqs. 3 to 5). */
    const struct matrix force = matrix_take(a, n, states), MR = matrix_take(a, n, n_f);
    if (!force.a || !MR.a)
        return constrained_no_memory(error);
    if (moves) {
        const struct matrix T = matrix_take(a, n, states);
        if (!T.a || !motion(c, &of_velocities, set->q, set->v, T, a))
            return constrained_no_memory(error);
        matrix_multiply(force, 1, c->M, T, 0);
    }
    matrix_multiply(force, 1, c->C, set->v, moves ? 1 : 0);
    matrix_multiply(force, 1, c->K, set->q, 1);
    matrix_multiply(MR, 1, c->M, R, 0);
    const struct matrix M_r = matrix_transposed_product(a, R, MR), right = matrix_take(a, n_f, states + n),
                        reduced = matrix_transposed_product(a, R, force);
    lapack_int *pivots = arena_get(a, (n_f + 1) * sizeof *pivots);
    if (!M_r.a || !right.a || !reduced.a || !pivots)
        return constrained_no_memory(error);
    for (size_t i = 0; i < n_f; i++) {
        for (size_t j = 0; j < states; j++)
            MATRIX_AT(right, i, j) = -MATRIX_AT(reduced, i, j);
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(right, i, states + j) = MATRIX_AT(R, j, i);
    }
    if (!matrix_solve(M_r, right, pivots))
        return error_raise(error, ERROR_CONSTRAINED_MASS, "independent");
    for (size_t j = 0; j < states; j++) {
        for (size_t i = 0; i < n_f; i++) {
            MATRIX_AT(set->A, i, j) = MATRIX_AT(set->v, c->independent[i], j);
            MATRIX_AT(set->A, n_f + i, j) = MATRIX_AT(right, i, j);
        }
        for (size_t i = 0; i < l; i++)
            MATRIX_AT(set->A, 2 * n_f + i, j) = MATRIX_AT(set->v, free_ones[n_f + i], j);
    }
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n_f; i++)
            MATRIX_AT(set->forces, i, j) = MATRIX_AT(right, i, states + j);
    return true;
}
