/* True and spurious eigenvalues of a penalty system, parted by structure. In coordinates along the rows, s, and of what the rows leave
 * free, t, both with their rates,
 *
 *     t' = A_tt t + A_ts s,    s' = A_st t + A_ss s,
 *
 * the families are coupled weakly, the more so the larger the penalty. There is one invariant subspace s = P t near s = 0, of as many
 * dimensions as t has: A_ss P - P A_tt = P A_ts P - A_st. Its eigenvalues are the true ones, those of A_tt + A_ts P; those of
 * A_ss - P A_ts are spurious. So their numbers are right by construction, and no eigenvalue is judged by its size. */
#include "linearize/constrained_impl.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 60 };

struct families {
    size_t r, t; /* coordinates of either family */
    struct matrix C, K;
    struct matrix A_tt, A_ts, A_st, A_ss;
    struct matrix P, PA, side; /* 2r x 2t; 2r x 2r; 2r x 2t */
    double complex *schur, *Z; /* A_tt = Z schur Z^H, 2t x 2t */
    double complex *factors;   /* of K_ss + mu C_ss + mu^2 for every diagonal element of it */
    lapack_int *pivots;
    double complex *columns; /* 2r x 2t */
};

static struct matrix second_order(struct arena *a, struct matrix C, struct matrix K, size_t row, size_t rows,
                                  size_t column, size_t columns)
{
    const struct matrix A = matrix_take(a, 2 * rows, 2 * columns);
    for (size_t j = 0; A.a && j < columns; j++)
        for (size_t i = 0; i < rows; i++) {
            MATRIX_AT(A, rows + i, j) = -MATRIX_AT(K, row + i, column + j);
            MATRIX_AT(A, rows + i, columns + j) = -MATRIX_AT(C, row + i, column + j);
            MATRIX_AT(A, i, columns + j) = row == column && i == j;
        }
    return A;
}

static bool families_open(struct families *f, struct matrix C, struct matrix K, size_t r, struct arena *a)
{
    const size_t n = C.rows, t = n - r;
    *f = (struct families){.r = r,
                           .t = t,
                           .C = C,
                           .K = K,
                           .A_tt = second_order(a, C, K, r, t, r, t),
                           .A_ts = second_order(a, C, K, r, t, 0, r),
                           .A_st = second_order(a, C, K, 0, r, r, t),
                           .A_ss = second_order(a, C, K, 0, r, 0, r),
                           .P = matrix_take(a, 2 * r, 2 * t),
                           .PA = matrix_take(a, 2 * r, 2 * r),
                           .side = matrix_take(a, 2 * r, 2 * t),
                           .schur = ARENA_TAKE(a, 4 * t * t + 1, double complex),
                           .Z = ARENA_TAKE(a, 4 * t * t + 1, double complex),
                           .factors = ARENA_TAKE(a, 2 * t * r * r + 1, double complex),
                           .pivots = ARENA_TAKE(a, 2 * t * r + 1, lapack_int),
                           .columns = ARENA_TAKE(a, 4 * r * t + 1, double complex)};
    return f->A_tt.a && f->A_ts.a && f->A_st.a && f->A_ss.a && f->P.a && f->PA.a && f->side.a && f->schur && f->Z &&
           f->factors && f->pivots && f->columns;
}

/* Schur form of A_tt, and a factored matrix for each of its eigenvalues. */
static bool factor(struct families *f, struct arena *a)
{
    const size_t r = f->r, size = 2 * f->t;
    double complex *values = ARENA_TAKE(a, size + 1, double complex);
    lapack_int unused = 0;
    if (!values)
        return false;
    for (size_t i = 0; i < size * size; i++)
        f->schur[i] = f->A_tt.a[i];
    if (lapack()->zgees(LAPACK_COL_MAJOR, 'V', 'N', NULL, (lapack_int)size, f->schur, (lapack_int)size, &unused, values,
                        f->Z, (lapack_int)size) != 0)
        return false;
    for (size_t k = 0; k < size; k++) {
        const double complex mu = f->schur[k + k * size];
        double complex *m = f->factors + k * r * r;
        for (size_t j = 0; j < r; j++)
            for (size_t i = 0; i < r; i++)
                m[i + j * r] = MATRIX_AT(f->K, i, j) + mu * MATRIX_AT(f->C, i, j) + (i == j ? mu * mu : 0);
        if (lapack()->zgetrf(LAPACK_COL_MAJOR, (lapack_int)r, (lapack_int)r, m, (lapack_int)r, f->pivots + k * r) != 0)
            return false;
    }
    return true;
}

/* A_ss x - mu x = b, in place: two halves, the second one the rate of the first. */
static void shifted_solve(const struct families *f, size_t k, double complex *b, double complex *room)
{
    const size_t r = f->r;
    const double complex mu = f->schur[k + 2 * k * f->t];
    for (size_t i = 0; i < r; i++) {
        room[i] = -b[r + i] - mu * b[i];
        for (size_t j = 0; j < r; j++)
            room[i] -= MATRIX_AT(f->C, i, j) * b[j];
    }
    lapack()->zgetrs(LAPACK_COL_MAJOR, 'N', (lapack_int)r, 1, f->factors + k * r * r, (lapack_int)r, f->pivots + k * r,
                     room, (lapack_int)r);
    for (size_t i = 0; i < r; i++) {
        b[r + i] = b[i] + mu * room[i];
        b[i] = room[i];
    }
}

/* One pass: P from A_ss P - P A_tt = P A_ts P - A_st with P of the last pass on the right. Returns the largest change; NaN where P is no longer
 * finite. */
static double pass(struct families *f, double complex *room)
{
    const size_t rows = 2 * f->r, size = 2 * f->t;
    matrix_assign(f->side, f->A_st);
    matrix_multiply(f->PA, 1, f->P, f->A_ts, 0);
    matrix_multiply(f->side, 1, f->PA, f->P, -1);
    double change = 0;
    for (size_t k = 0; k < size; k++) { /* columns of P Z, from the first on */
        double complex *x = f->columns + k * rows;
        for (size_t i = 0; i < rows; i++) {
            x[i] = 0;
            for (size_t j = 0; j < size; j++)
                x[i] += MATRIX_AT(f->side, i, j) * f->Z[j + k * size];
            for (size_t j = 0; j < k; j++)
                x[i] += f->columns[j * rows + i] * f->schur[j + k * size];
        }
        shifted_solve(f, k, x, room);
    }
    for (size_t j = 0; j < size; j++)
        for (size_t i = 0; i < rows; i++) {
            double complex sum = 0;
            for (size_t k = 0; k < size; k++)
                sum += f->columns[k * rows + i] * conj(f->Z[j + k * size]);
            if (!isfinite(creal(sum)))
                return NAN;
            change = fmax(change, fabs(creal(sum) - MATRIX_AT(f->P, i, j)));
            MATRIX_AT(f->P, i, j) = creal(sum);
        }
    return change;
}

/* False where P does not converge. It is small at rest; where a mechanism accelerates, the rows move with what is free, and the families must be
 * far apart: omega puts the spurious one near -xi omega. */
static bool subspace_find(struct families *f, double *size, struct arena *a)
{
    double complex *room = ARENA_TAKE(a, f->r + 1, double complex);
    *size = 0;
    if (f->r == 0 || f->t == 0)
        return true;
    if (!room || !factor(f, a))
        return false;
    double change = INFINITY;
    for (int i = 0; i < MOST_PASSES && change > 4e-16 * *size; i++) {
        const double before = change;
        change = pass(f, room);
        if (isnan(change))
            return false;
        *size = 0;
        for (size_t k = 0; k < 4 * f->r * f->t; k++)
            *size = fmax(*size, fabs(f->P.a[k]));
        if (change >= before / 2 && change < 1e-13 * *size)
            break; /* rounding */
    }
    return change <= 1e-13 * *size;
}

/* ---- eigenvalues ---- */

struct item {
    double complex value;
    enum eigenvalue_kind kind;
};

static int compare(const void *p, const void *q)
{
    return constrained_compare(((const struct item *)p)->value, ((const struct item *)q)->value);
}

/* Zeros of structure are exact, as everywhere (neutral.h). */
static bool values_add(struct matrix A, enum eigenvalue_kind kind, struct item *items, struct arena *a,
                       struct error *error)
{
    struct neutral neutral = {.n = 0};
    struct spectrum spectrum;
    double *units = ARENA_TAKE(a, A.rows + 1, double);
    if (!units)
        return constrained_no_memory(error);
    for (size_t i = 0; i < A.rows; i++)
        units[i] = 1;
    if (kind == EIGENVALUE_TRUE && !neutral_split(&neutral, A, units, a, error))
        return false;
    const struct matrix rest = neutral.n > 0 ? neutral.R : A;
    struct eigen_solver *e = eigen_solver_open(rest.rows, false, error);
    const bool found = e && eigen_solver_run(e, rest, &spectrum, error);
    for (size_t i = 0; found && i < A.rows; i++)
        items[i] = (struct item){i < rest.rows ? spectrum.values[i] : 0, kind};
    eigen_solver_close(e);
    return found;
}

bool constrained_families(struct matrix C, struct matrix K, size_t r, struct unconstrained_set *set, struct arena *a,
                          struct error *error)
{
    const size_t n = C.rows;
    struct families f;
    struct item *items = ARENA_TAKE(a, 2 * n + 1, struct item);
    set->n_values = 2 * n;
    set->values = ARENA_TAKE(a, 2 * n + 1, double complex);
    set->kinds = ARENA_TAKE(a, 2 * n + 1, enum eigenvalue_kind);
    if (!items || !set->values || !set->kinds || !families_open(&f, C, K, r, a))
        return constrained_no_memory(error);
    if (!subspace_find(&f, &set->violation, a))
        return error_raise(error, ERROR_CONSTRAINED_KINDS, "--ucs-omega or --ucs-alpha");
    matrix_multiply(f.A_tt, 1, f.A_ts, f.P, 1);
    matrix_multiply(f.A_ss, -1, f.P, f.A_ts, 1);
    if (!values_add(f.A_tt, EIGENVALUE_TRUE, items, a, error) ||
        !values_add(f.A_ss, EIGENVALUE_SPURIOUS, items + 2 * f.t, a, error))
        return false;
    qsort(items, 2 * n, sizeof *items, compare);
    for (size_t i = 0; i < 2 * n; i++) {
        set->values[i] = items[i].value;
        set->kinds[i] = items[i].kind;
    }
    return true;
}
