/* Eigenvalues by LAPACK's expert driver, with balancing. */
#include "linearize/spectrum.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct eigen_solver {
    struct arena arena;
    size_t n;
    bool with_vectors;
    struct matrix m, left, right;
    double *re, *im, *scale, *work, *rconde, *rcondv;
    lapack_int n_work;
    struct item *items;
    struct spectrum spectrum;
};

struct item { /* of the order in which LAPACK gives them */
    double complex value;
    size_t place;
};

static lapack_int call(struct eigen_solver *e, double *work, lapack_int n_work)
{
    const char job = e->with_vectors ? 'V' : 'N', sense = e->with_vectors ? 'E' : 'N';
    const lapack_int n = (lapack_int)e->n;
    lapack_int low, high;
    return lapack()->dgeevx(LAPACK_COL_MAJOR, 'B', job, job, sense, n, e->m.a, n, e->re, e->im, e->left.a, n,
                            e->right.a, n, &low, &high, e->scale, &e->spectrum.norm, e->rconde, e->rcondv, work, n_work,
                            NULL);
}

struct eigen_solver *eigen_solver_open(size_t n, bool with_vectors, struct error *error)
{
    if (!lapack_load(error))
        return NULL;
    struct eigen_solver *e = calloc(1, sizeof *e);
    if (!e)
        goto no_memory;
    struct arena *a = &e->arena;
    const size_t n_vectors = with_vectors ? n : 1;
    e->n = n;
    e->with_vectors = with_vectors;
    e->m = matrix_take(a, n, n);
    e->left = matrix_take(a, n, n_vectors);
    e->right = matrix_take(a, n, n_vectors);
    double *room = arena_get(a, (5 * n + 1) * sizeof *room);
    e->items = arena_get(a, (n + 1) * sizeof *e->items);
    e->spectrum.values = arena_get(a, (n + 1) * sizeof *e->spectrum.values);
    if (!e->m.a || !e->left.a || !e->right.a || !room || !e->items || !e->spectrum.values)
        goto no_memory;
    e->re = room;
    e->im = room + n;
    e->scale = room + 2 * n;
    e->rconde = room + 3 * n;
    e->rcondv = room + 4 * n;
    e->spectrum.n = n;
    if (with_vectors) {
        e->spectrum.left = arena_get(a, (n * n + 1) * sizeof *e->spectrum.left);
        e->spectrum.right = arena_get(a, (n * n + 1) * sizeof *e->spectrum.right);
        e->spectrum.conditions = arena_get(a, (n + 1) * sizeof *e->spectrum.conditions);
        if (!e->spectrum.left || !e->spectrum.right || !e->spectrum.conditions)
            goto no_memory;
    }
    double wanted = 1;
    if (n > 0)
        call(e, &wanted, -1);
    e->n_work = (lapack_int)wanted;
    e->work = arena_get(a, (size_t)e->n_work * sizeof *e->work);
    if (e->work)
        return e;

no_memory:
    error_raise(error, ERROR_NO_MEMORY, "computing eigenvalues");
    eigen_solver_close(e);
    return NULL;
}

void eigen_solver_close(struct eigen_solver *e)
{
    if (!e)
        return;
    arena_free(&e->arena);
    free(e);
}

static int compare(const void *p, const void *q)
{
    const double complex a = ((const struct item *)p)->value, b = ((const struct item *)q)->value;
    if (creal(a) != creal(b))
        return creal(a) > creal(b) ? -1 : 1;
    if (fabs(cimag(a)) != fabs(cimag(b)))
        return fabs(cimag(a)) < fabs(cimag(b)) ? -1 : 1;
    return cimag(a) > cimag(b) ? -1 : cimag(a) < cimag(b);
}

/* LAPACK keeps the vectors of a conjugate pair as real and imaginary part of the first of the two. */
static void unpack(const struct eigen_solver *e, struct matrix packed, size_t place, double complex *vector)
{
    const double sign = e->im[place] < 0 ? -1 : 1;
    const size_t first = e->im[place] < 0 ? place - 1 : place;
    for (size_t i = 0; i < e->n; i++)
        vector[i] = e->im[place] == 0 ? MATRIX_AT(packed, i, place)
                                      : MATRIX_AT(packed, i, first) + sign * I * MATRIX_AT(packed, i, first + 1);
}

bool eigen_solver_run(struct eigen_solver *e, struct matrix m, struct spectrum *spectrum, struct error *error)
{
    *spectrum = e->spectrum;
    if (e->n == 0)
        return true; /* no eigenvalues */
    if (!matrix_is_finite(m))
        return error_raise(error, ERROR_LINEARIZE_NOT_FINITE, "the matrix");
    matrix_assign(e->m, m);
    if (call(e, e->work, e->n_work) != 0)
        return error_raise(error, ERROR_LINEARIZE_NO_EIGENVALUES, TEXT("%zu", e->n));
    spectrum->norm = e->spectrum.norm;
    for (size_t k = 0; k < e->n; k++)
        e->items[k] = (struct item){e->re[k] + I * e->im[k], k};
    qsort(e->items, e->n, sizeof *e->items, compare);
    for (size_t k = 0; k < e->n; k++) {
        spectrum->values[k] = e->items[k].value;
        if (e->with_vectors) {
            spectrum->conditions[k] = e->rconde[e->items[k].place];
            unpack(e, e->right, e->items[k].place, spectrum->right + k * e->n);
            unpack(e, e->left, e->items[k].place, spectrum->left + k * e->n);
        }
    }
    return true;
}
