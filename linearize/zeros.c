/* Invariant zeros: A. Emami-Naeini and P. Van Dooren, "Computation of zeros of linear multivariable systems", Automatica 18
 * (1982). The system is reduced, by orthogonal transformations and rank decisions, to one with the same finite zeros whose D
 * is square and regular; its zeros are the generalized eigenvalues of a pencil without infinite ones. */
#include "linearize/spectrum.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <string.h>

struct reduced {
    struct arena *arena;
    struct matrix A, B, C, D;
    double tolerance; /* singular values below count as 0 */
    bool failed;
};

static struct matrix take(struct reduced *s, size_t rows, size_t columns)
{
    const struct matrix m = matrix_take(s->arena, rows, columns);
    s->failed = s->failed || !m.a;
    return m;
}

static struct matrix transposed(struct reduced *s, struct matrix m)
{
    const struct matrix t = take(s, m.columns, m.rows);
    for (size_t j = 0; !s->failed && j < m.columns; j++)
        for (size_t i = 0; i < m.rows; i++)
            MATRIX_AT(t, j, i) = MATRIX_AT(m, i, j);
    return t;
}

static struct matrix part(struct reduced *s, struct matrix m, size_t row, size_t rows, size_t column, size_t columns)
{
    const struct matrix p = take(s, rows, columns);
    for (size_t j = 0; !s->failed && j < columns; j++)
        for (size_t i = 0; i < rows; i++)
            MATRIX_AT(p, i, j) = MATRIX_AT(m, row + i, column + j);
    return p;
}

static struct matrix above(struct reduced *s, struct matrix x, struct matrix y)
{
    const struct matrix m = take(s, x.rows + y.rows, x.columns);
    if (s->failed)
        return m;
    matrix_insert(m, 0, 0, x);
    matrix_insert(m, x.rows, 0, y);
    return m;
}

static struct matrix product(struct reduced *s, struct matrix x, struct matrix y)
{
    const struct matrix m = take(s, x.rows, y.columns);
    if (!s->failed)
        matrix_multiply(m, 1, x, y, 0);
    return m;
}

/* U and V^T, square, of m = U S V^T; the rank is returned. */
static size_t decompose(struct reduced *s, struct matrix m, struct matrix *u, struct matrix *vt)
{
    const size_t p = m.rows, n = m.columns, least = p < n ? p : n;
    *u = take(s, p, p);
    *vt = take(s, n, n);
    const struct matrix copy = take(s, p, n), sizes = take(s, 2 * least + 1, 1);
    if (s->failed)
        return 0;
    if (least == 0) {
        for (size_t i = 0; i < p; i++)
            MATRIX_AT(*u, i, i) = 1;
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(*vt, i, i) = 1;
        return 0;
    }
    matrix_assign(copy, m);
    s->failed = lapack()->dgesvd(LAPACK_COL_MAJOR, 'A', 'A', (lapack_int)p, (lapack_int)n, copy.a, (lapack_int)p,
                                 sizes.a, u->a, (lapack_int)p, vt->a, (lapack_int)n, sizes.a + least) != 0;
    size_t rank = 0;
    while (rank < least && sizes.a[rank] > s->tolerance)
        rank++;
    return rank;
}

/* Until D has full row rank. */
static void reduce_rows(struct reduced *s)
{
    while (!s->failed) {
        struct matrix u, vt;
        const size_t n = s->A.rows, p = s->D.rows, m = s->D.columns;
        const size_t sigma = decompose(s, s->D, &u, &vt);
        if (s->failed || sigma == p)
            return;
        const struct matrix ut = transposed(s, u);
        const struct matrix C = product(s, ut, s->C), D = product(s, ut, s->D);
        const struct matrix C_lower = part(s, C, sigma, p - sigma, 0, n);
        s->C = part(s, C, 0, sigma, 0, n);
        s->D = part(s, D, 0, sigma, 0, m);

        /* States that the remaining rows see must stay at 0: they become outputs' inner side. */
        const size_t rho = decompose(s, C_lower, &u, &vt);
        if (s->failed || rho == 0)
            return;
        const size_t nu = n - rho;
        const struct matrix V = take(s, n, n);
        if (s->failed)
            return;
        for (size_t j = 0; j < n; j++) /* null space first */
            for (size_t i = 0; i < n; i++)
                MATRIX_AT(V, i, j) = MATRIX_AT(vt, (j + rho) % n, i);
        const struct matrix Vt = transposed(s, V);
        const struct matrix A = product(s, product(s, Vt, s->A), V), B = product(s, Vt, s->B);
        const struct matrix C_upper = product(s, s->C, V);
        s->C = above(s, part(s, C_upper, 0, sigma, 0, nu), part(s, A, nu, rho, 0, nu));
        s->D = above(s, s->D, part(s, B, nu, rho, 0, m));
        s->A = part(s, A, 0, nu, 0, nu);
        s->B = part(s, B, 0, nu, 0, m);
    }
}

static void transpose(struct reduced *s)
{
    const struct matrix B = s->B;
    s->A = transposed(s, s->A);
    s->B = transposed(s, s->C);
    s->C = transposed(s, B);
    s->D = transposed(s, s->D);
}

/* States, inputs and outputs in units that make the numbers comparable: zeros do not depend on them. */
static bool balance(struct reduced *s)
{
    const size_t n = s->A.rows;
    const struct matrix scale = take(s, n + 1, 1);
    if (s->failed)
        return false;
    lapack_int low, high;
    if (n > 0)
        lapack()->dgebal(LAPACK_COL_MAJOR, 'S', (lapack_int)n, s->A.a, (lapack_int)n, &low, &high, scale.a);
    const double norm = fmax(matrix_norm(s->A), 1e-300);
    for (size_t j = 0; j < s->B.columns; j++) {
        double largest = 0;
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(MATRIX_AT(s->B, i, j) /= scale.a[i]));
        for (size_t i = 0; largest > 0 && i < n; i++)
            MATRIX_AT(s->B, i, j) *= norm / largest;
        for (size_t i = 0; largest > 0 && i < s->D.rows; i++)
            MATRIX_AT(s->D, i, j) *= norm / largest;
    }
    for (size_t i = 0; i < s->C.rows; i++) {
        double largest = 0;
        for (size_t j = 0; j < n; j++)
            largest = fmax(largest, fabs(MATRIX_AT(s->C, i, j) *= scale.a[j]));
        for (size_t j = 0; j < s->D.columns; j++)
            largest = fmax(largest, fabs(MATRIX_AT(s->D, i, j)));
        for (size_t j = 0; largest > 0 && j < n; j++)
            MATRIX_AT(s->C, i, j) *= norm / largest;
        for (size_t j = 0; largest > 0 && j < s->D.columns; j++)
            MATRIX_AT(s->D, i, j) *= norm / largest;
    }
    s->tolerance *= norm;
    return true;
}

/* [C D] W = [0 F] with an orthogonal W; then [A B] W and [1 0] W, without the last columns, are the pencil. */
static void solve_pencil(struct reduced *s, double complex *zeros, size_t *count)
{
    const size_t n = s->A.rows, r = s->D.rows, all = n + r;
    struct matrix CD = take(s, r, all), u, wt;
    const struct matrix alpha = take(s, 3 * n + 1, 1), AB = take(s, n, all), E = take(s, n, n);
    if (s->failed)
        return;
    matrix_insert(CD, 0, 0, s->C);
    matrix_insert(CD, 0, n, s->D);
    matrix_insert(AB, 0, 0, s->A);
    matrix_insert(AB, 0, n, s->B);
    decompose(s, CD, &u, &wt);
    const struct matrix W = part(s, transposed(s, wt), 0, all, r, n);
    const struct matrix A = product(s, AB, W);
    if (s->failed || n == 0)
        return;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(E, i, j) = MATRIX_AT(W, i, j);
    double *re = alpha.a, *im = re + n, *beta = im + n;
    s->failed = lapack()->dggev(LAPACK_COL_MAJOR, 'N', 'N', (lapack_int)n, A.a, (lapack_int)n, E.a, (lapack_int)n, re,
                                im, beta, NULL, 1, NULL, 1) != 0;
    for (size_t k = 0; k < n && !s->failed; k++)
        zeros[(*count)++] = (re[k] + I * im[k]) / beta[k];
}

bool zeros_find(const struct state_space *system, double complex *zeros, size_t *n, struct error *error)
{
    struct arena arena = {0};
    struct reduced s = {
        .arena = &arena,
        .A = matrix_copy(&arena, system->A),
        .B = matrix_copy(&arena, system->B),
        .C = matrix_copy(&arena, system->C),
        .D = matrix_copy(&arena, system->D),
        .tolerance = fmax(1e-12, 10 * system->accuracy),
    };
    s.failed = !s.A.a || !s.B.a || !s.C.a || !s.D.a;
    *n = 0;
    if (!s.failed && balance(&s)) {
        reduce_rows(&s);
        if (!s.failed) {
            transpose(&s);
            reduce_rows(&s);
        }
        if (!s.failed)
            solve_pencil(&s, zeros, n);
    }
    arena_free(&arena);
    return !s.failed || error_raise(error, ERROR_LINEARIZE_NO_ZEROS, TEXT("%zu", system->states.n));
}
