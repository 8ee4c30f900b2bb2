/* The filter's steady state. */
#include "estimate/riccati.h"

#include "estimate/estimate_messages.h"
#include "linearize/matrix_algebra.h"
#include "master/base/arena.h"

#include <math.h>
#include <string.h>

/* Everything in units of the states' errors and of the sensors' noise. */
struct scaled {
    size_t n, m;
    struct matrix phi, q, c; /* R = 1 */
    struct matrix p, gain;
    struct arena arena;
};

static lapack_logical is_stable(const double *real, const double *imaginary, const double *beta)
{
    return hypot(*real, *imaginary) < fabs(*beta);
}

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "solving the Riccati equation");
}

static bool no_steady_state(struct error *error)
{
    return error_raise(
        error, ERROR_ESTIMATE_NO_STEADY_STATE,
        "a state that the sensors do not see does not come to rest, or one has no noise and never forgets its start (a "
        "parameter without noise, for instance)");
}

static bool scale(struct scaled *s, const struct riccati *r, struct error *error)
{
    const size_t n = s->n = r->n, m = s->m = r->m;
    s->phi = matrix_take(&s->arena, n, n);
    s->q = matrix_take(&s->arena, n, n);
    s->c = matrix_take(&s->arena, m, n);
    s->p = matrix_take(&s->arena, n, n);
    s->gain = matrix_take(&s->arena, n, m);
    if (!s->phi.a || !s->q.a || !s->c.a || !s->p.a || !s->gain.a)
        return no_memory(error);
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) {
            MATRIX_AT(s->phi, i, j) = r->phi[i + j * n] * r->scales[j] / r->scales[i];
            MATRIX_AT(s->q, i, j) = r->q[i + j * n] / (r->scales[i] * r->scales[j]);
        }
        for (size_t i = 0; i < m; i++)
            MATRIX_AT(s->c, i, j) = r->c[i + j * m] * r->scales[j] / r->sigmas[i];
    }
    return true;
}

/* The pencil lambda [1, C^T C; 0, F] - [F^T, 0; -Q, 1]. */
static void fill_pencil(const struct scaled *s, struct matrix left, struct matrix right)
{
    const size_t n = s->n;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            MATRIX_AT(left, i, j) = MATRIX_AT(s->phi, j, i);
            MATRIX_AT(left, n + i, j) = -MATRIX_AT(s->q, i, j);
            MATRIX_AT(left, n + i, n + j) = i == j;
            MATRIX_AT(right, i, j) = i == j;
            MATRIX_AT(right, n + i, n + j) = MATRIX_AT(s->phi, i, j);
            for (size_t k = 0; k < s->m; k++)
                MATRIX_AT(right, i, n + j) += MATRIX_AT(s->c, k, i) * MATRIX_AT(s->c, k, j);
        }
}

static bool find_subspace(struct scaled *s, struct matrix vectors, struct error *error)
{
    const size_t n = s->n, size = 2 * n;
    struct matrix left = matrix_take(&s->arena, size, size), right = matrix_take(&s->arena, size, size);
    double *eigenvalues = ARENA_TAKE(&s->arena, 3 * size, double), none;
    if (!left.a || !right.a || !eigenvalues)
        return no_memory(error);
    fill_pencil(s, left, right);
    lapack_int n_stable = 0;
    const lapack_int info =
        lapack()->dgges(LAPACK_COL_MAJOR, 'N', 'V', 'S', is_stable, (lapack_int)size, left.a, (lapack_int)size, right.a,
                        (lapack_int)size, &n_stable, eigenvalues, eigenvalues + size, eigenvalues + 2 * size, &none, 1,
                        vectors.a, (lapack_int)size);
    return (info == 0 && (size_t)n_stable == n) || no_steady_state(error);
}

/* P U1 = U2, as U1^T P = U2^T, since P is symmetric. */
static bool find_covariance(struct scaled *s, struct matrix vectors, struct error *error)
{
    const size_t n = s->n;
    struct matrix upper = matrix_take(&s->arena, n, n);
    lapack_int *pivots = ARENA_TAKE(&s->arena, n + 1, lapack_int);
    if (!upper.a || !pivots)
        return no_memory(error);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            MATRIX_AT(upper, j, i) = MATRIX_AT(vectors, i, j);
            MATRIX_AT(s->p, j, i) = MATRIX_AT(vectors, n + i, j);
        }
    if (!matrix_solve(upper, s->p, pivots))
        return no_steady_state(error);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < j; i++)
            MATRIX_AT(s->p, i, j) = MATRIX_AT(s->p, j, i) = (MATRIX_AT(s->p, i, j) + MATRIX_AT(s->p, j, i)) / 2;
    for (size_t i = 0; i < n; i++)
        if (!(MATRIX_AT(s->p, i, i) > -1e-9))
            return no_steady_state(error);
    return true;
}

/* K^T = S^-1 C P. */
static bool find_gain(struct scaled *s, struct error *error)
{
    const size_t n = s->n, m = s->m;
    struct matrix cp = matrix_take(&s->arena, m, n), covariance = matrix_take(&s->arena, m, m);
    lapack_int *pivots = ARENA_TAKE(&s->arena, m + 1, lapack_int);
    if (!cp.a || !covariance.a || !pivots)
        return no_memory(error);
    matrix_multiply(cp, 1, s->c, s->p, 0);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            MATRIX_AT(covariance, i, j) = i == j;
            for (size_t k = 0; k < n; k++)
                MATRIX_AT(covariance, i, j) += MATRIX_AT(cp, i, k) * MATRIX_AT(s->c, j, k);
        }
    if (!matrix_solve(covariance, cp, pivots))
        return no_steady_state(error);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            MATRIX_AT(s->gain, i, j) = MATRIX_AT(cp, j, i);
    return true;
}

/* F (1 - K C) is where errors go from sample to sample. */
static bool find_radius(struct scaled *s, double *radius, struct error *error)
{
    const size_t n = s->n;
    struct matrix rest = matrix_take(&s->arena, n, n), moved = matrix_take(&s->arena, n, n);
    double *eigenvalues = ARENA_TAKE(&s->arena, 3 * n + 1, double), *ones = ARENA_TAKE(&s->arena, n * n + 1, double),
           none;
    if (!rest.a || !moved.a || !eigenvalues || !ones)
        return no_memory(error);
    for (size_t i = 0; i < n; i++)
        MATRIX_AT(rest, i, i) = ones[i + i * n] = 1;
    matrix_multiply(rest, -1, s->gain, s->c, 1);
    matrix_multiply(moved, 1, s->phi, rest, 0);
    if (lapack()->dggev(LAPACK_COL_MAJOR, 'N', 'N', (lapack_int)n, moved.a, (lapack_int)n, ones, (lapack_int)n,
                        eigenvalues, eigenvalues + n, eigenvalues + 2 * n, &none, 1, &none, 1) != 0)
        return no_steady_state(error);
    *radius = 0;
    for (size_t i = 0; i < n; i++)
        *radius = fmax(*radius, hypot(eigenvalues[i], eigenvalues[n + i]) / fabs(eigenvalues[2 * n + i]));
    return *radius < 1 - 1e-12 || no_steady_state(error);
}

bool riccati_solve(const struct riccati *r, double *p, double *gain, double *radius, struct error *error)
{
    struct scaled s = {0};
    const size_t n = r->n, m = r->m;
    bool good = lapack_load(error) && scale(&s, r, error);
    if (good) {
        struct matrix vectors = matrix_take(&s.arena, 2 * n, 2 * n);
        good = (vectors.a || no_memory(error)) && find_subspace(&s, vectors, error) &&
               find_covariance(&s, vectors, error) && find_gain(&s, error) && find_radius(&s, radius, error);
    }
    for (size_t j = 0; good && j < n; j++)
        for (size_t i = 0; i < n; i++)
            p[i + j * n] = MATRIX_AT(s.p, i, j) * r->scales[i] * r->scales[j];
    for (size_t j = 0; good && j < m; j++)
        for (size_t i = 0; i < n; i++)
            gain[i + j * n] = MATRIX_AT(s.gain, i, j) * r->scales[i] / r->sigmas[j];
    arena_free(&s.arena);
    return good;
}
