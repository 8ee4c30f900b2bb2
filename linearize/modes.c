/* What the eigenvectors say: who takes part in a mode, who moves it, who sees it. */
#include "linearize/spectrum.h"
#include "linearize/linearize_messages.h"

#include <math.h>

struct mode mode_of(double complex value)
{
    const double size = cabs(value);
    return (struct mode){
        .value = value,
        .frequency = size,
        .damping = size > 0 ? (0 - creal(value)) / size : NAN, /* 0, not -0, without damping */
        .time_constant = creal(value) != 0 ? -1 / creal(value) : INFINITY,
    };
}

static double nominal_of(const struct signals *s, size_t i)
{
    return s->nominals[i] > 0 ? s->nominals[i] : 1;
}

/* |a^H b| / (|a| |b|), and 0 where one of them is 0. */
static double cosine(const double complex *a, const double complex *b, size_t n)
{
    double complex product = 0;
    double a2 = 0, b2 = 0;
    for (size_t i = 0; i < n; i++) {
        product += conj(a[i]) * b[i];
        a2 += creal(a[i] * conj(a[i]));
        b2 += creal(b[i] * conj(b[i]));
    }
    return a2 > 0 && b2 > 0 ? cabs(product) / sqrt(a2 * b2) : 0;
}

static void normalize(double complex *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += creal(v[i] * conj(v[i]));
    for (size_t i = 0; i < n && sum > 0; i++)
        v[i] /= sqrt(sum);
}

static void find_participation(struct modes *m, size_t k, const double complex *w, const double complex *v)
{
    const size_t n = m->spectrum.n;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += MATRIX_AT(m->participation, i, k) = cabs(w[i] * v[i]);
    for (size_t i = 0; i < n && sum > 0; i++)
        MATRIX_AT(m->participation, i, k) /= sum;
}

/* Everything in nominal units: x = N z, so that v becomes N^-1 v, w becomes N w. */
static void find_measures(struct modes *m, const struct state_space *s, size_t k, double complex *room)
{
    const size_t n = s->states.n;
    double complex *v = m->spectrum.right + k * n, *w = m->spectrum.left + k * n;
    for (size_t i = 0; i < n; i++) {
        v[i] /= nominal_of(&s->states, i);
        w[i] *= nominal_of(&s->states, i);
    }
    normalize(v, n);
    normalize(w, n);
    find_participation(m, k, w, v);
    for (size_t j = 0; j < s->inputs.n; j++) {
        for (size_t i = 0; i < n; i++)
            room[i] = MATRIX_AT(s->B, i, j) / nominal_of(&s->states, i);
        MATRIX_AT(m->controllability, k, j) = cosine(w, room, n);
    }
    for (size_t j = 0; j < s->outputs.n; j++) {
        for (size_t i = 0; i < n; i++)
            room[i] = MATRIX_AT(s->C, j, i) * nominal_of(&s->states, i);
        MATRIX_AT(m->observability, j, k) = cosine(v, room, n);
    }
    for (size_t i = 0; i < n; i++) {
        v[i] *= nominal_of(&s->states, i);
        w[i] /= nominal_of(&s->states, i);
    }
}

bool modes_open(struct modes *m, const struct state_space *s, struct error *error)
{
    *m = (struct modes){0};
    const size_t n = s->states.n;
    struct arena *a = &m->arena;
    struct eigen_solver *e = NULL;
    struct spectrum rest;
    if (!lapack_load(error))
        return false;
    if (!matrix_is_finite(s->A))
        return error_raise(error, ERROR_LINEARIZE_NOT_FINITE, "the matrix");
    double *units = arena_get(a, (n + 1) * sizeof *units);
    for (size_t i = 0; units && i < n; i++)
        units[i] = nominal_of(&s->states, i);
    if (!units) {
        error_raise(error, ERROR_NO_MEMORY, "computing modes");
        goto failed;
    }
    if (!neutral_split(&m->neutral, s->A, units, a, error))
        goto failed;
    e = eigen_solver_open(m->neutral.R.rows, true, error);
    if (!e || !eigen_solver_run(e, m->neutral.n ? m->neutral.R : s->A, &rest, error))
        goto failed;

    m->spectrum.n = n;
    m->spectrum.values = arena_get(a, (n + 1) * sizeof(double complex));
    m->spectrum.right = arena_get(a, (n * n + 1) * sizeof(double complex));
    m->spectrum.left = arena_get(a, (n * n + 1) * sizeof(double complex));
    m->participation = matrix_take(a, n, n);
    m->controllability = matrix_take(a, n, s->inputs.n);
    m->observability = matrix_take(a, s->outputs.n, n);
    double complex *room = arena_get(a, (n + 1) * sizeof *room);
    if (!m->spectrum.values || !m->spectrum.right || !m->spectrum.left || !m->participation.a ||
        !m->controllability.a || !m->observability.a || !room) {
        error_raise(error, ERROR_NO_MEMORY, "computing modes");
        goto failed;
    }
    for (size_t k = 0; m->neutral.n == 0 && k < n; k++)
        m->spectrum.values[k] = rest.values[k];
    for (size_t k = 0; m->neutral.n == 0 && k < n * n; k++) {
        m->spectrum.right[k] = rest.right[k];
        m->spectrum.left[k] = rest.left[k];
    }
    if (m->neutral.n > 0 && !neutral_join(&m->neutral, &rest, &m->spectrum, a)) {
        error_raise(error, ERROR_NO_MEMORY, "computing modes");
        goto failed;
    }
    eigen_solver_close(e);
    for (size_t k = 0; k < n; k++)
        find_measures(m, s, k, room);
    return true;

failed:
    eigen_solver_close(e);
    modes_close(m);
    return false;
}

void modes_close(struct modes *m)
{
    arena_free(&m->arena);
    *m = (struct modes){0};
}
