/* Lanczos' method for M x = mu K x, whose largest mu = 1/omega^2 are the lowest frequencies: a basis that is orthonormal in K. All vectors
 * are kept and orthogonalized against each other twice; a dozen are enough, since the mu fall with the fourth power. */
#include "benchmarks/gonzalez/pendulum.h"

#include "benchmarks/bench/bench_messages.h"
#include "benchmarks/gonzalez/pendulum_model.h"
#include "linearize/lapack.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    MOST_VECTORS = 80,
    MOST_PASSES = 200 /* of conjugate gradients: the stiffness is near the unit matrix */
};

struct lanczos {
    struct pendulum_model model;
    double *basis[MOST_VECTORS + 1], *stiff[MOST_VECTORS + 1]; /* v_j and K v_j */
    double alpha[MOST_VECTORS], beta[MOST_VECTORS];            /* of the tridiagonal matrix */
    double *load, *residual, *direction, *image;
};

static double product(size_t n, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void add(size_t n, double factor, const double *a, double *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] += factor * a[i];
}

/* K x = load, by conjugate gradients, to rounding. */
static void solve_stiffness(struct lanczos *l, double *x)
{
    const size_t n = l->model.n;
    memset(x, 0, n * sizeof *x);
    memcpy(l->residual, l->load, n * sizeof *x);
    memcpy(l->direction, l->load, n * sizeof *x);
    double square = product(n, l->residual, l->residual);
    const double enough = square * DBL_EPSILON * DBL_EPSILON / 16;
    for (int pass = 0; pass < MOST_PASSES && square > enough; pass++) {
        pendulum_stiffness(&l->model, l->direction, l->image);
        const double step = square / product(n, l->direction, l->image);
        add(n, step, l->direction, x);
        add(n, -step, l->image, l->residual);
        const double next = product(n, l->residual, l->residual);
        for (size_t i = 0; i < n; i++)
            l->direction[i] = l->residual[i] + next / square * l->direction[i];
        square = next;
    }
}

/* Orthogonal in K to the first j vectors; then of length 1. The length that it had. */
static double orthonormalize(struct lanczos *l, size_t j)
{
    const size_t n = l->model.n;
    double *v = l->basis[j];
    for (int twice = 0; twice < 2; twice++)
        for (size_t i = 0; i < j; i++)
            add(n, -product(n, l->stiff[i], v), l->basis[i], v);
    pendulum_stiffness(&l->model, v, l->stiff[j]);
    const double length = sqrt(product(n, v, l->stiff[j]));
    for (size_t i = 0; i < n; i++) {
        v[i] /= length;
        l->stiff[j][i] /= length;
    }
    return length;
}

/* The n largest eigenvalues of the tridiagonal matrix of order m; false while one of them may still change in digits that count: its error
 * is of the order of the residual's square. */
static bool ritz_values(const struct lanczos *l, size_t m, size_t n, double *mu)
{
    static const double enough = 1e-10; /* of the residual, relative */
    double matrix[MOST_VECTORS * MOST_VECTORS] = {0}, values[MOST_VECTORS];
    for (size_t i = 0; i < m; i++) {
        matrix[i * m + i] = l->alpha[i];
        if (i + 1 < m)
            matrix[i * m + i + 1] = l->beta[i];
    }
    if (lapack()->dsyev(LAPACK_COL_MAJOR, 'V', 'L', (lapack_int)m, matrix, (lapack_int)m, values) != 0)
        return false;
    bool settled = true;
    for (size_t i = 0; i < n; i++) {
        const size_t from_top = m - 1 - i;
        mu[i] = values[from_top];
        settled = settled && l->beta[m - 1] * fabs(matrix[from_top * m + m - 1]) <= enough * mu[i];
    }
    return settled;
}

static bool make_room(struct lanczos *l, const struct pendulum *p, struct arena *arena)
{
    if (!pendulum_model_open(&l->model, p, arena))
        return false;
    double **const rooms[] = {&l->load, &l->residual, &l->direction, &l->image};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (!(*rooms[i] = ARENA_TAKE(arena, l->model.n, double)))
            return false;
    for (size_t j = 0; j <= MOST_VECTORS; j++) {
        l->basis[j] = ARENA_TAKE(arena, l->model.n, double);
        l->stiff[j] = ARENA_TAKE(arena, l->model.n, double);
        if (!l->basis[j] || !l->stiff[j])
            return false;
    }
    return true;
}

bool pendulum_frequencies(const struct pendulum *p, size_t n, double *frequencies, struct error *error)
{
    if (!lapack_load(error))
        return false;
    struct arena arena = {0};
    struct lanczos *l = ARENA_TAKE(&arena, 1, struct lanczos);
    if (!l || !make_room(l, p, &arena)) {
        arena_free(&arena);
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    }
    for (size_t i = 0; i < l->model.n; i++) /* any vector that has a share of every mode */
        l->basis[0][i] = 1 + (double)i / (double)l->model.n;
    orthonormalize(l, 0);
    bool settled = false;
    for (size_t j = 0; j < MOST_VECTORS && !settled; j++) {
        pendulum_mass(&l->model, l->basis[j], l->load);
        l->alpha[j] = product(l->model.n, l->basis[j], l->load);
        solve_stiffness(l, l->basis[j + 1]);
        l->beta[j] = orthonormalize(l, j + 1);
        settled = j + 1 > n && ritz_values(l, j + 1, n, frequencies);
    }
    for (size_t i = 0; i < n; i++)
        frequencies[i] = 1 / sqrt(frequencies[i]);
    arena_free(&arena);
    return settled || error_raise(error, ERROR_BENCH_FREQUENCIES, TEXT("%zu", p->elements));
}
