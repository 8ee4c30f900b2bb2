/* Constrained equations in the redundant set: the pencil of eq. 9, and its finite part.
 *
 * A holonomic row makes a chain of three infinite eigenvalues, of the constrained position, its velocity and the multiplier; a
 * nonholonomic one a chain of two. Orthogonal bases of D's rows and of what they leave free split them off exactly; QZ sees only the
 * rest. Left to QZ, rounding could move a chain of three to about the third root of 1e16. */
#include "linearize/constrained_impl.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <stdlib.h>

bool constrained_split(struct matrix rows, struct matrix *Q, size_t *rank, struct arena *a)
{
    const size_t m = rows.rows, n = rows.columns, most = m > n ? m : n;
    const struct matrix columns = matrix_take(a, n, most);
    double *reflectors = arena_get(a, (most + 1) * sizeof *reflectors);
    lapack_int *pivots = arena_get(a, (m + 1) * sizeof *pivots);
    *rank = 0;
    *Q = matrix_columns(columns, 0, n);
    if (!columns.a || !reflectors || !pivots)
        return false;
    if (m == 0 || n == 0) {
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(*Q, i, i) = 1;
        return true;
    }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(columns, j, i) = MATRIX_AT(rows, i, j);
    const size_t few = m < n ? m : n;
    if (lapack()->dgeqp3(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)m, columns.a, (lapack_int)n, pivots,
                         reflectors) != 0)
        return false;
    while (*rank < few && fabs(MATRIX_AT(columns, *rank, *rank)) > CONSTRAINED_LEAST_PIVOT * fabs(columns.a[0]))
        ++*rank;
    return lapack()->dorgqr(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)n, (lapack_int)few, columns.a, (lapack_int)n,
                            reflectors) == 0;
}

/* ---- the pencil as it stands ---- */

bool constrained_pencil(const struct constrained *c, struct matrix *A, struct matrix *E, struct arena *a)
{
    const size_t n = c->n, rows = c->kept_m + c->kept_l, size = 2 * n + rows;
    *A = matrix_take(a, size, size);
    *E = matrix_take(a, size, size);
    if (!A->a || !E->a)
        return false;
    for (size_t j = 0; j < n; j++) {
        MATRIX_AT(*E, j, j) = 1;
        MATRIX_AT(*A, j, n + j) = 1;
        for (size_t i = 0; i < n; i++) {
            MATRIX_AT(*E, n + i, n + j) = MATRIX_AT(c->M, i, j);
            MATRIX_AT(*A, n + i, j) = -MATRIX_AT(c->K, i, j);
            MATRIX_AT(*A, n + i, n + j) = -MATRIX_AT(c->C, i, j);
        }
        for (size_t k = 0; k < rows; k++) {
            const double d = MATRIX_AT(c->D, c->kept[k], j);
            MATRIX_AT(*A, n + j, 2 * n + k) = -d;
            if (k < c->kept_m)
                MATRIX_AT(*A, 2 * n + k, j) = -d;
            else
                MATRIX_AT(*A, 2 * n + k, n + j) = -d;
            if (k >= c->kept_m && c->velocity_q.rows > 0)
                MATRIX_AT(*A, 2 * n + k, j) = -MATRIX_AT(c->velocity_q, c->kept[k], j);
        }
    }
    return true;
}

int constrained_compare(double complex x, double complex y)
{
    if (creal(x) != creal(y))
        return creal(x) > creal(y) ? -1 : 1;
    if (fabs(cimag(x)) != fabs(cimag(y)))
        return fabs(cimag(x)) < fabs(cimag(y)) ? -1 : 1;
    return cimag(x) > cimag(y) ? -1 : cimag(x) < cimag(y);
}

static int compare(const void *p, const void *q)
{
    return constrained_compare(*(const double complex *)p, *(const double complex *)q);
}

/* Overwrites both. */
static bool qz(struct matrix A, struct matrix E, double complex *values, struct arena *a, struct error *error)
{
    const lapack_int n = (lapack_int)A.rows;
    double *re = arena_get(a, (3 * A.rows + 1) * sizeof *re), unused = 0;
    if (!re)
        return constrained_no_memory(error);
    double *im = re + A.rows, *beta = im + A.rows;
    if (n == 0)
        return true;
    if (lapack()->dggev(LAPACK_COL_MAJOR, 'N', 'N', n, A.a, n, E.a, n, re, im, beta, &unused, 1, &unused, 1) != 0)
        return error_raise(error, ERROR_CONSTRAINED_QZ, TEXT("%zu", A.rows));
    for (size_t i = 0; i < A.rows; i++) /* the two of a pair have scales of their own, and so rounding of their own */
        values[i] = beta[i] == 0 ? (double complex)INFINITY
                    : im[i] < 0  ? conj(values[i - 1])
                                 : (re[i] + im[i] * I) / beta[i];
    qsort(values, A.rows, sizeof *values, compare);
    return true;
}

bool constrained_raw(struct matrix A, struct matrix E, double complex *values, struct arena *a, struct error *error)
{
    const struct matrix A_copy = matrix_copy(a, A), E_copy = matrix_copy(a, E);
    return A_copy.a && E_copy.a ? qz(A_copy, E_copy, values, a, error) : constrained_no_memory(error);
}

/* ---- its finite part ---- */

/* Of nonholonomic rows B y' + G y = 0: y' = Y w + gamma y with free w. */
struct slip {
    struct matrix Y, gamma;
};

static bool slip_split(const struct constrained *c, struct matrix Q_2, struct slip *s, size_t *rank, struct arena *a)
{
    const size_t l = c->l, p = Q_2.columns, most = l > p ? l : p;
    const struct matrix B = matrix_take(a, l, p), side = matrix_take(a, most, p);
    lapack_int *pivots = arena_get(a, (p + 1) * sizeof *pivots), rank_again = 0;
    struct matrix Q;
    *rank = 0;
    s->gamma = matrix_take(a, p, p);
    if (!B.a || !side.a || !pivots || !s->gamma.a)
        return false;
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < l; i++)
            for (size_t k = 0; k < c->n; k++) {
                MATRIX_AT(B, i, j) += MATRIX_AT(c->D, c->m + i, k) * MATRIX_AT(Q_2, k, j);
                if (c->velocity_q.rows > 0)
                    MATRIX_AT(side, i, j) -= MATRIX_AT(c->velocity_q, c->m + i, k) * MATRIX_AT(Q_2, k, j);
            }
    if (!constrained_split(B, &Q, rank, a))
        return false;
    s->Y = matrix_columns(Q, *rank, p - *rank);
    if (l == 0 || p == 0 || c->velocity_q.rows == 0)
        return true;
    if (lapack()->dgelsy(LAPACK_COL_MAJOR, (lapack_int)l, (lapack_int)p, (lapack_int)p, B.a, (lapack_int)l, side.a,
                         (lapack_int)most, pivots, CONSTRAINED_LEAST_PIVOT, &rank_again) != 0)
        return false;
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < p; i++)
            MATRIX_AT(s->gamma, i, j) = MATRIX_AT(side, i, j);
    return true;
}

static void subtract_at(struct matrix to, size_t row, size_t column, struct matrix m)
{
    for (size_t j = 0; j < m.columns; j++)
        for (size_t i = 0; i < m.rows; i++)
            MATRIX_AT(to, row + i, column + j) -= MATRIX_AT(m, i, j);
}

/* y' = Y w + gamma y; Y^T M Y w' = -Y^T (K y + (C + M gamma) y'), all in the basis of what the holonomic rows leave free. */
static bool finite_part(const struct constrained *c, struct matrix Q_2, const struct slip *s, struct redundant_set *set,
                        struct arena *a)
{
    const size_t p = Q_2.columns, w = s->Y.columns;
    const struct matrix M = matrix_congruence(a, Q_2, c->M), C = matrix_congruence(a, Q_2, c->C),
                        K = matrix_congruence(a, Q_2, c->K);
    set->A = matrix_take(a, p + w, p + w);
    set->E = matrix_take(a, p + w, p + w);
    const struct matrix CY = matrix_take(a, p, w), rest = matrix_take(a, p, p);
    if (!M.a || !C.a || !K.a || !set->A.a || !set->E.a || !CY.a || !rest.a)
        return false;
    matrix_multiply(C, 1, M, s->gamma, 1); /* C + M gamma */
    matrix_multiply(CY, 1, C, s->Y, 0);
    matrix_assign(rest, K);
    matrix_multiply(rest, 1, C, s->gamma, 1);
    const struct matrix mass = matrix_congruence(a, s->Y, M), damping = matrix_transposed_product(a, s->Y, CY),
                        stiffness = matrix_transposed_product(a, s->Y, rest);
    if (!mass.a || !damping.a || !stiffness.a)
        return false;
    for (size_t i = 0; i < p; i++)
        MATRIX_AT(set->E, i, i) = 1;
    matrix_insert(set->E, p, p, mass);
    matrix_insert(set->A, 0, 0, s->gamma);
    matrix_insert(set->A, 0, p, s->Y);
    subtract_at(set->A, p, 0, stiffness);
    subtract_at(set->A, p, p, damping);
    return true;
}

/* Multiplies a block. */
static void scale_block(struct matrix m, size_t row, size_t rows, size_t column, size_t columns, double factor)
{
    for (size_t j = column; j < column + columns; j++)
        for (size_t i = row; i < row + rows; i++)
            MATRIX_AT(m, i, j) *= factor;
}

/* The power of two at the largest element, 1 where there is none. */
static int exponent_of(struct matrix m, size_t row, size_t rows, size_t column, size_t columns)
{
    double largest = 0;
    for (size_t j = column; j < column + columns; j++)
        for (size_t i = row; i < row + rows; i++)
            largest = fmax(largest, fabs(MATRIX_AT(m, i, j)));
    return largest > 0 && isfinite(largest) ? ilogb(largest) : 0;
}

/* QZ keeps digits where stiffness, damping and mass are of one size: with time in units of the stiffest motion's, velocities and
 * eigenvalues are smaller by this factor (Fan, Lin, Van Dooren: "Normwise scaling of second order polynomial matrices", 2004). The first
 * `p` unknowns are positions. By powers of two: nothing is rounded. */
static double scale(struct matrix A, struct matrix E, size_t p)
{
    const size_t n = A.rows, w = n - p;
    const int mass = exponent_of(E, p, w, p, w), stiffness = exponent_of(A, p, w, 0, p);
    const int faster = stiffness > mass ? (stiffness - mass) / 2 : 0;
    scale_block(A, 0, p, 0, p, ldexp(1, -faster));
    scale_block(A, p, w, 0, p, ldexp(1, -mass - 2 * faster));
    scale_block(A, p, w, p, w, ldexp(1, -mass - faster));
    scale_block(E, p, w, p, w, ldexp(1, -mass));
    return ldexp(1, faster);
}

/* Zeros of structure are split off before, too (neutral.h). The pencil's E is regular: a positive mass. */
static bool finite_values(struct redundant_set *set, size_t p, struct arena *a, struct error *error)
{
    const size_t n = set->A.rows;
    const struct matrix standard = matrix_copy(a, set->A), mass = matrix_copy(a, set->E);
    lapack_int *pivots = arena_get(a, (n + 1) * sizeof *pivots);
    double *units = arena_get(a, (n + 1) * sizeof *units);
    struct neutral neutral;
    set->n_values = n;
    set->values = arena_get(a, (n + 1) * sizeof *set->values);
    if (!standard.a || !mass.a || !pivots || !units || !set->values)
        return constrained_no_memory(error);
    if (!matrix_is_finite(set->A) || !matrix_is_finite(set->E))
        return error_raise(error, ERROR_LINEARIZE_NOT_FINITE, "the pencil");
    if (!matrix_solve(mass, standard, pivots))
        return error_raise(error, ERROR_CONSTRAINED_MASS, "free");
    for (size_t i = 0; i < n; i++)
        units[i] = 1;
    if (!neutral_split(&neutral, standard, units, a, error))
        return false;
    if (neutral.n == 0) {
        const struct matrix A = matrix_copy(a, set->A), E = matrix_copy(a, set->E);
        if (!A.a || !E.a)
            return constrained_no_memory(error);
        const double unit = scale(A, E, p);
        if (!qz(A, E, set->values, a, error))
            return false;
        for (size_t i = 0; i < n; i++)
            set->values[i] *= unit;
        return true;
    }
    const struct matrix one = matrix_identity(a, n - neutral.n);
    if (!one.a)
        return constrained_no_memory(error);
    if (!constrained_raw(neutral.R, one, set->values, a, error)) /* the last ones are the zeros */
        return false;
    qsort(set->values, n, sizeof *set->values, compare);
    return true;
}

bool constrained_redundant(const struct constrained *c, struct redundant_set *set, struct arena *a, struct error *error)
{
    struct matrix Q;
    struct slip slip;
    const struct matrix rows = matrix_take(a, c->m, c->n);
    *set = (struct redundant_set){0};
    if (!rows.a)
        return constrained_no_memory(error);
    for (size_t j = 0; j < c->n; j++)
        for (size_t i = 0; i < c->m; i++)
            MATRIX_AT(rows, i, j) = MATRIX_AT(c->D, i, j);
    if (!constrained_split(rows, &Q, &set->rank_m, a))
        return constrained_no_memory(error);
    const struct matrix Q_2 = matrix_columns(Q, set->rank_m, c->n - set->rank_m);
    if (!slip_split(c, Q_2, &slip, &set->rank_l, a) || !finite_part(c, Q_2, &slip, set, a))
        return constrained_no_memory(error);
    set->n_infinite = 3 * set->rank_m + 2 * set->rank_l;
    if (set->rank_m != c->kept_m || set->rank_l != c->kept_l)
        return error_raise(error, ERROR_CONSTRAINED_RANK, TEXT("%zu", c->kept_m + c->kept_l),
                           TEXT("%zu", set->rank_m + set->rank_l));
    return finite_values(set, Q_2.columns, a, error);
}
