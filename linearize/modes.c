/* What the eigenvectors say: who takes part in a mode, who moves it, who sees it. */
#include "linearize/spectrum.h"
#include "linearize/linearize_messages.h"
#include "numerics/complex_math.h"

#include <float.h>
#include <math.h>
#include <string.h>

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

struct mode mode_within(double complex value, double error)
{
    struct mode mode = mode_of(fabs(creal(value)) <= error ? complex_of(0, cimag(value)) : value);
    mode.value = value;
    mode.frequency = cabs(value);
    return mode;
}

/* Without vectors: of a matrix of second order with the square of the largest value in it. */
static double guess_error(const struct spectrum *s, double complex value)
{
    double largest = 0;
    for (size_t k = 0; k < s->n; k++)
        largest = fmax(largest, cabs(s->values[k]));
    return DBL_EPSILON * largest * fmax(1, largest / cabs(value));
}

struct mode modes_get(const struct modes *m, size_t k)
{
    const struct spectrum *s = &m->spectrum;
    const double complex value = s->values[k];
    if (value == 0)
        return mode_of(value);
    if (!m->errors)
        return mode_within(value, cimag(value) != 0 ? guess_error(s, value) : 0);
    return mode_within(value, m->errors[k]);
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

/* Elements have some roundings each, not one; at most a few hundred. */
static const double roundings = 16, most_roundings = 1000;

/* |w|^T S |v| / |w^H v|: by how much the value changes where the elements of A change by S. */
static double change_of(const struct modes *m, struct matrix S, size_t k)
{
    const size_t n = S.rows;
    const double complex *v = m->spectrum.right + k * n, *w = m->spectrum.left + k * n;
    double complex product = 0;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        product += conj(w[i]) * v[i];
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; v[j] != 0 && i < n; i++)
            sum += cabs(w[i]) * MATRIX_AT(S, i, j) * cabs(v[j]);
    return sum / cabs(product);
}

/* One rounding of each element; and of each one as if it were the largest of its row, in nominal units. */
static bool take_roundings(struct modes *m, const struct state_space *s, struct matrix *own, struct matrix *by_rows)
{
    const size_t n = s->A.rows;
    *own = matrix_take(&m->arena, n, n);
    *by_rows = matrix_take(&m->arena, n, n);
    for (size_t i = 0; own->a && by_rows->a && i < n; i++) {
        double largest = 0;
        for (size_t j = 0; j < n; j++)
            largest = fmax(largest, fabs(MATRIX_AT(s->A, i, j)) * nominal_of(&s->states, j));
        for (size_t j = 0; j < n; j++) {
            MATRIX_AT(*own, i, j) = DBL_EPSILON * fabs(MATRIX_AT(s->A, i, j));
            MATRIX_AT(*by_rows, i, j) = DBL_EPSILON * largest / nominal_of(&s->states, j);
        }
    }
    return own->a && by_rows->a;
}

/* A real value is zero where it is so within the error of the algorithm, and where A has nothing but roundings of its rows for it. */
static bool find_errors(struct modes *m, const struct state_space *space)
{
    const struct spectrum *s = &m->spectrum;
    struct matrix own, by_rows;
    m->errors = arena_get(&m->arena, (s->n + 1) * sizeof *m->errors);
    m->worst = s->n;
    if (!m->errors || !take_roundings(m, space, &own, &by_rows))
        return false;
    for (size_t k = 0; k < s->n; k++) {
        const double complex value = s->values[k];
        if (value == 0)
            continue;
        const double change = change_of(m, own, k);
        m->errors[k] = cimag(value) != 0
                           ? roundings * change
                           : fmin(most_roundings * change_of(m, by_rows, k), DBL_EPSILON * s->norm / s->conditions[k]);
        const double part = isnan(modes_get(m, k).damping) ? 0 : change / cabs(value);
        if (part > m->worst_part) {
            m->worst = k;
            m->worst_part = part;
        }
    }
    return true;
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
    m->spectrum.conditions = arena_get(a, (n + 1) * sizeof(double));
    m->spectrum.norm = rest.norm;
    m->participation = matrix_take(a, n, n);
    m->controllability = matrix_take(a, n, s->inputs.n);
    m->observability = matrix_take(a, s->outputs.n, n);
    double complex *room = arena_get(a, (n + 1) * sizeof *room);
    if (!m->spectrum.values || !m->spectrum.right || !m->spectrum.left || !m->spectrum.conditions ||
        !m->participation.a || !m->controllability.a || !m->observability.a || !room) {
        error_raise(error, ERROR_NO_MEMORY, "computing modes");
        goto failed;
    }
    if (m->neutral.n == 0 && n > 0) {
        memcpy(m->spectrum.values, rest.values, n * sizeof *rest.values);
        memcpy(m->spectrum.conditions, rest.conditions, n * sizeof *rest.conditions);
        memcpy(m->spectrum.right, rest.right, n * n * sizeof *rest.right);
        memcpy(m->spectrum.left, rest.left, n * n * sizeof *rest.left);
    }
    if ((m->neutral.n > 0 && !neutral_join(&m->neutral, &rest, &m->spectrum, a)) || !find_errors(m, s)) {
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
