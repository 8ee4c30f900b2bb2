#include "linearize/neutral.h"
#include "linearize/linearize_messages.h"
#include "linearize/spectrum.h"
#include "numerics/dense.h"

#include <float.h>
#include <math.h>

/* Elements come out of sums of products in FMUs and in the closure of the loop: a few hundred roundings. */
static const double rounding = 1000 * DBL_EPSILON;
/* A pivot of so little is zero in any case. */
static const double certain = 8 * DBL_EPSILON;

enum { SCALINGS = 12 }; /* each takes the root of what is left to do */

/* ---- the null space of a square matrix ---- */

struct elimination {
    size_t n, rank;
    double least; /* below this part of the first pivot there is none */
    struct matrix
        U; /* rows and columns scaled, then factored in the order of the pivots: L, and U with ones on its diagonal */
    double *rows, *columns;    /* scales */
    double *sizes;             /* of rows, while pivots are looked for */
    size_t *row_order, *order; /* of rows and columns */
};

static bool elimination_open(struct elimination *e, size_t n, double least, struct arena *arena)
{
    *e = (struct elimination){.n = n, .least = least, .U = matrix_take(arena, n, n)};
    e->rows = arena_get(arena, (3 * n + 1) * sizeof *e->rows);
    e->order = arena_get(arena, (2 * n + 1) * sizeof *e->order);
    e->columns = e->rows ? e->rows + n : NULL;
    e->sizes = e->rows ? e->rows + 2 * n : NULL;
    e->row_order = e->order ? e->order + n : NULL;
    return e->U.a && e->rows && e->order;
}

/* Rows and columns to the same largest element, as far as that goes; those of zeros stay. */
static void equilibrate(struct elimination *e)
{
    const size_t n = e->n;
    for (size_t i = 0; i < 2 * n; i++)
        e->rows[i] = 1;
    for (int k = 0; k < SCALINGS; k++)
        for (int by_rows = 0; by_rows < 2; by_rows++)
            for (size_t i = 0; i < n; i++) {
                double largest = 0;
                for (size_t j = 0; j < n; j++)
                    largest = fmax(largest, fabs(by_rows ? MATRIX_AT(e->U, i, j) : MATRIX_AT(e->U, j, i)));
                if (!(largest > 0))
                    continue;
                const double scale = exp2(-round(log2(largest) / (k + 1 < SCALINGS ? 2 : 1)));
                *(by_rows ? &e->rows[i] : &e->columns[i]) *= scale;
                for (size_t j = 0; j < n; j++)
                    *(by_rows ? &MATRIX_AT(e->U, i, j) : &MATRIX_AT(e->U, j, i)) *= scale;
            }
}

/* By columns it is the transposed matrix that is factored by rows. */
static void eliminate(struct elimination *e, struct matrix m)
{
    matrix_assign(e->U, m);
    equilibrate(e);
    e->rank = dense_rank(e->n, e->n, e->U.a, e->least, e->order, e->row_order, e->sizes);
}

/* The f-th vector of the null space: 1 in its own place, order[rank + f], 0 in those of the others. */
static void null_vector(const struct elimination *e, size_t f, double *x)
{
    const size_t own = e->order[e->rank + f];
    for (size_t j = 0; j < e->n; j++)
        x[j] = 0;
    x[own] = 1;
    for (size_t i = e->rank; i-- > 0;) {
        double sum = -MATRIX_AT(e->U, i, e->rank + f);
        for (size_t j = i + 1; j < e->rank; j++)
            sum -= MATRIX_AT(e->U, i, j) * x[e->order[j]];
        x[e->order[i]] = sum;
    }
    for (size_t i = 0; i < e->rank; i++) { /* back from the scales; what is rounding there is nothing here */
        double *value = &x[e->order[i]];
        *value = fabs(*value) > e->least ? *value * e->columns[e->order[i]] / e->columns[own] : 0;
    }
}

/* ---- splitting off ---- */

/* T_inverse A T with the unknowns of the active block, from `first` on, in the order of the elimination: free ones first. */
static void reorder(struct neutral *z, struct matrix H, size_t first, const struct elimination *e, double *room)
{
    const size_t n = H.rows, d = e->n - e->rank;
    for (int side = 0; side < 3; side++) /* columns of H and T, rows of H, rows of T_inverse */
        for (size_t line = 0; line < n; line++)
            for (int pass = 0; pass < (side == 0 ? 2 : 1); pass++) {
                const struct matrix m = side == 2 ? z->T_inverse : pass ? z->T : H;
                for (size_t k = 0; k < e->n; k++) {
                    const size_t from = first + (k < d ? e->order[e->rank + k] : e->order[k - d]);
                    room[k] = side ? MATRIX_AT(m, from, line) : MATRIX_AT(m, line, from);
                }
                for (size_t k = 0; k < e->n; k++)
                    *(side ? &MATRIX_AT(m, first + k, line) : &MATRIX_AT(m, line, first + k)) = room[k];
            }
}

/* The difference of two products, and zero where that is all rounding. */
static double difference(double a, double b, double size, double least)
{
    return fabs(a - b) > least * size ? a - b : 0;
}

/* The free unknowns take the others along, x_b = Z x_f + the new x_b: their columns become zero. */
static void take_along(struct neutral *z, struct matrix H, size_t first, size_t d, const double *Z, double least)
{
    const size_t n = H.rows, basic = first + d;
    for (size_t j = 0; j < d; j++)
        for (size_t b = basic; b < n; b++) {
            const double factor = Z[j * n + b];
            if (factor == 0)
                continue;
            for (size_t i = 0; i < n; i++) {
                MATRIX_AT(z->T, i, first + j) += factor * MATRIX_AT(z->T, i, b);
                MATRIX_AT(z->T_inverse, b, i) -= factor * MATRIX_AT(z->T_inverse, first + j, i);
            }
            for (size_t i = 0; i < first; i++)
                MATRIX_AT(H, i, first + j) += factor * MATRIX_AT(H, i, b);
        }
    for (size_t column = basic; column < n; column++)
        for (size_t b = basic; b < n; b++) {
            double sum = 0, size = fabs(MATRIX_AT(H, b, column));
            for (size_t j = 0; j < d; j++) {
                sum += Z[j * n + b] * MATRIX_AT(H, first + j, column);
                size += fabs(Z[j * n + b] * MATRIX_AT(H, first + j, column));
            }
            MATRIX_AT(H, b, column) = difference(MATRIX_AT(H, b, column), sum, size, least);
        }
    for (size_t column = first; column < basic; column++)
        for (size_t i = first; i < n; i++)
            MATRIX_AT(H, i, column) = 0;
}

static struct matrix block(struct matrix from, size_t row, size_t column, size_t rows, size_t columns,
                           struct arena *arena)
{
    const struct matrix m = matrix_take(arena, rows, columns);
    for (size_t j = 0; m.a && j < columns; j++)
        for (size_t i = 0; i < rows; i++)
            MATRIX_AT(m, i, j) = MATRIX_AT(from, row + i, column + j);
    return m;
}

/* Splits off what is singular in the block from z->n on; *more where there was something. */
static bool split_once(struct neutral *z, struct matrix H, double least, bool *more, struct arena *arena)
{
    const size_t n = H.rows, first = z->n, size = n - first;
    struct elimination e;
    const struct matrix active = block(H, first, first, size, size, arena);
    double *room = arena_get(arena, (2 * n + 1) * sizeof *room), *x = room ? room + n : NULL;
    if (!active.a || !room || !elimination_open(&e, size, least, arena))
        return false;
    eliminate(&e, active);
    const size_t d = size - e.rank;
    *more = d > 0;
    const struct matrix Z = matrix_take(arena, n, d); /* in the new order */
    if (!Z.a)
        return false;
    for (size_t f = 0; f < d; f++) {
        null_vector(&e, f, x);
        for (size_t k = 0; k < e.rank; k++)
            MATRIX_AT(Z, first + d + k, f) = x[e.order[k]];
    }
    reorder(z, H, first, &e, room);
    take_along(z, H, first, d, Z.a, least);
    z->n += d;
    return true;
}

/* Y R = N Y - X, from the last row upwards. */
static bool find_counterparts(struct neutral *z, struct arena *arena)
{
    const size_t m = z->n, r = z->R.rows;
    struct matrix transposed = matrix_take(arena, r, r), y = matrix_take(arena, r, 1);
    lapack_int *pivots = arena_get(arena, (r + 1) * sizeof *pivots);
    z->Y = matrix_take(arena, m, r);
    if (!transposed.a || !y.a || !pivots || !z->Y.a)
        return false;
    for (size_t i = m; i-- > 0;) {
        for (size_t k = 0; k < r; k++) {
            y.a[k] = -MATRIX_AT(z->X, i, k);
            for (size_t j = i + 1; j < m; j++)
                y.a[k] += MATRIX_AT(z->N, i, j) * MATRIX_AT(z->Y, j, k);
            for (size_t j = 0; j < r; j++)
                MATRIX_AT(transposed, k, j) = MATRIX_AT(z->R, j, k);
        }
        matrix_solve(transposed, y, pivots); /* regular, as elimination found */
        for (size_t k = 0; k < r; k++)
            MATRIX_AT(z->Y, i, k) = y.a[k];
    }
    return true;
}

/* ---- vectors to be shown ---- */

/* How many elements the combination of two columns has in which element `pivot` is gone; the combination goes into `to`, if any. */
static size_t combine(struct matrix m, size_t k, size_t l, size_t pivot, double *to)
{
    const double factor = MATRIX_AT(m, pivot, k) / MATRIX_AT(m, pivot, l);
    size_t count = 0;
    for (size_t i = 0; i < m.rows; i++) {
        const double a = MATRIX_AT(m, i, k), b = factor * MATRIX_AT(m, i, l);
        const double value = i == pivot ? 0 : difference(a, b, fabs(a) + fabs(b), rounding * (double)m.rows);
        count += value != 0;
        if (to)
            to[i] = value;
    }
    return count;
}

static size_t count_elements(struct matrix m, size_t k)
{
    size_t count = 0;
    for (size_t i = 0; i < m.rows; i++)
        count += MATRIX_AT(m, i, k) != 0;
    return count;
}

/* A basis of the same space with fewer elements, so that each vector is about as few states as can be: the oil of one chamber, not
 * that of two. */
static void thin_out(struct matrix m)
{
    for (bool thinner = true; thinner;) {
        thinner = false;
        for (size_t k = 0; k < m.columns; k++)
            for (size_t l = 0; l < m.columns; l++)
                for (size_t i = 0; i < m.rows && k != l; i++)
                    if (MATRIX_AT(m, i, k) != 0 && MATRIX_AT(m, i, l) != 0 &&
                        combine(m, k, l, i, NULL) < count_elements(m, k)) {
                        combine(m, k, l, i, m.a + k * m.rows);
                        thinner = true;
                    }
    }
}

/* Sums that nothing changes: the null space of the transposed matrix. */
static bool find_kept(struct neutral *z, struct matrix A, double least, struct arena *arena)
{
    const size_t n = A.rows;
    const struct matrix transposed = matrix_take(arena, n, n);
    struct elimination e;
    if (!transposed.a || !elimination_open(&e, n, least, arena))
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(transposed, j, i) = MATRIX_AT(A, i, j);
    eliminate(&e, transposed);
    z->kept = matrix_take(arena, n, n - e.rank);
    for (size_t f = 0; z->kept.a && f < z->kept.columns; f++)
        null_vector(&e, f, z->kept.a + f * n);
    if (z->kept.a)
        thin_out(z->kept);
    return z->kept.a;
}

static double size_of(struct matrix m, size_t i, size_t j, const double *units)
{
    return fabs(MATRIX_AT(m, i, j)) * units[j] / units[i];
}

/* Without elements that are rounding alone: where rates that nearly cancel were differentiated, something is left of the order of the
 * last bits of its row; scaled up it would pass for more. Small ones that are all that their column has stay. */
static bool clean(struct matrix m, const double *units, struct arena *arena)
{
    const size_t n = m.rows;
    double *rows = arena_get(arena, (2 * n + 1) * sizeof *rows), *columns = rows ? rows + n : NULL;
    for (size_t j = 0; rows && j < n; j++)
        for (size_t i = 0; i < n; i++) {
            rows[i] = fmax(rows[i], size_of(m, i, j, units));
            columns[j] = fmax(columns[j], size_of(m, i, j, units));
        }
    for (size_t j = 0; rows && j < n; j++)
        for (size_t i = 0; i < n; i++)
            if (size_of(m, i, j, units) <= fmax(8 * DBL_EPSILON * rows[i], rounding * fmin(rows[i], columns[j])))
                MATRIX_AT(m, i, j) = 0;
    return rows;
}

static bool split_all(struct neutral *z, struct matrix A, double least, struct arena *arena)
{
    const size_t n = A.rows;
    *z = (struct neutral){.T = matrix_identity(arena, n), .T_inverse = matrix_identity(arena, n)};
    const struct matrix H = matrix_copy(arena, A);
    bool more = n > 0;
    if (!H.a || !z->T.a || !z->T_inverse.a || (more && !split_once(z, H, least, &more, arena)))
        return false;
    z->directions = block(z->T, 0, 0, n, z->n, arena);
    if (!z->directions.a || (more && !find_kept(z, A, least, arena)))
        return false;
    thin_out(z->directions);
    while (more && z->n < n)
        if (!split_once(z, H, least, &more, arena))
            return false;
    z->N = block(H, 0, 0, z->n, z->n, arena);
    z->X
    = block(H, 0, z->n, z->n, n - z->n, arena);
    z->R = block(H, z->n, z->n, n - z->n, n - z->n, arena);
    return z->N.a && z->X
    .a && z->R.a &&find_counterparts(z, arena);
}

/* How many eigenvalues of the whole matrix could be zero, as small as they are found with an error of their own. */
static bool count_small(struct matrix A, size_t *count, struct error *error)
{
    struct spectrum all;
    struct eigen_solver *e = eigen_solver_open(A.rows, true, error);
    const bool found = e && eigen_solver_run(e, A, &all, error);
    *count = 0;
    for (size_t k = 0; found && k < A.rows; k++)
        *count += cabs(all.values[k]) * all.conditions[k] <= DBL_EPSILON * all.norm;
    eigen_solver_close(e);
    return found;
}

/* Pivots that are not zero in any case may be slow modes beside stiff ones. Then elimination has found too many where the spectrum has
 * less; what is left with less tolerance is right. */
static bool split_no_more(struct neutral *z, struct matrix A, size_t most, struct arena *arena)
{
    const double tolerances[] = {rounding, rounding / 32, certain};
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        struct neutral tight;
        if (!split_all(&tight, A, tolerances[i], arena))
            return false;
        if (tight.n > most && tolerances[i] > certain)
            continue;
        if (tight.n == z->n || z->n > most)
            *z = tight; /* the same zeros with less tolerance: more digits */
        return true;
    }
    return true;
}

bool neutral_split(struct neutral *z, struct matrix A, const double *units, struct arena *arena, struct error *error)
{
    const struct matrix cleaned = matrix_copy(arena, A);
    struct neutral sure;
    if (!cleaned.a || !clean(cleaned, units, arena) || !split_all(z, cleaned, rounding * (double)A.rows, arena))
        return error_raise(error, ERROR_NO_MEMORY, "computing modes");
    if (z->n == 0)
        return true;
    if (!split_all(&sure, cleaned, certain, arena))
        return error_raise(error, ERROR_NO_MEMORY, "computing modes");
    size_t most = z->n;
    if (sure.n < z->n && !count_small(cleaned, &most, error))
        return false;
    return split_no_more(z, cleaned, most > sure.n ? most : sure.n, arena) ||
           error_raise(error, ERROR_NO_MEMORY, "computing modes");
}

/* ---- vectors ---- */

/* (value - N) alpha = X beta, from the last row upwards; then T (alpha, beta). */
static void right_vector(const struct neutral *z, double complex value, const double complex *beta, double complex *v,
                         double complex *right)
{
    const size_t n = z->T.rows, m = z->n;
    for (size_t k = m; k < n; k++)
        v[k] = beta[k - m];
    for (size_t i = m; i-- > 0;) {
        v[i] = 0;
        for (size_t k = m; k < n; k++)
            v[i] += MATRIX_AT(z->X, i, k - m) * v[k];
        for (size_t j = i + 1; j < m; j++)
            v[i] += MATRIX_AT(z->N, i, j) * v[j];
        v[i] /= value;
    }
    for (size_t i = 0; i < n; i++) {
        right[i] = 0;
        for (size_t k = 0; k < n; k++)
            right[i] += MATRIX_AT(z->T, i, k) * v[k];
    }
}

static void left_vector(const struct neutral *z, const double complex *of_R, double complex *left)
{
    for (size_t i = 0; i < z->T.rows; i++) {
        left[i] = 0;
        for (size_t k = 0; k < z->R.rows; k++)
            left[i] += of_R[k] * MATRIX_AT(z->T_inverse, z->n + k, i);
    }
}

static void zero_vectors(const struct neutral *z, size_t zero, double complex *right, double complex *left)
{
    for (size_t i = 0; i < z->T.rows; i++) {
        right[i] = MATRIX_AT(z->T, i, zero);
        left[i] = MATRIX_AT(z->T_inverse, zero, i);
        for (size_t k = 0; k < z->R.rows; k++)
            left[i] += MATRIX_AT(z->Y, zero, k) * MATRIX_AT(z->T_inverse, z->n + k, i);
    }
}

bool neutral_join(const struct neutral *z, const struct spectrum *rest, struct spectrum *all, struct arena *arena)
{
    const size_t n = z->T.rows;
    double complex *room = arena_get(arena, (n + 1) * sizeof *room);
    size_t next = 0, zeros = 0;
    for (size_t k = 0; room && k < n; k++) {
        double complex *right = all->right + k * n, *left = all->left + k * n;
        const bool grows = next < rest->n && creal(rest->values[next]) > 0;
        if (zeros < z->n && !grows) {
            all->values[k] = 0;
            all->conditions[k] = 1;
            zero_vectors(z, zeros++, right, left);
            continue;
        }
        all->values[k] = rest->values[next];
        all->conditions[k] = rest->conditions[next];
        right_vector(z, rest->values[next], rest->right + next * rest->n, room, right);
        left_vector(z, rest->left + next * rest->n, left);
        next++;
    }
    all->n = n;
    return room;
}
