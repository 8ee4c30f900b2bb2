/* Backward through a run. */
#include "estimate/smoother.h"

#include "estimate/estimate_messages.h"
#include "linearize/matrix_algebra.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void smoother_open(struct smoother *s, size_t n)
{
    *s = (struct smoother){.n = n};
}

void smoother_close(struct smoother *s)
{
    free(s->firsts);
    free(s->numbers);
    *s = (struct smoother){0};
}

/* ---- forward: remembering ---- */

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "smoothing");
}

static double *add_numbers(struct smoother *s, size_t n, struct error *error)
{
    if (s->n_rows == s->row_room) {
        const size_t room = s->row_room ? 2 * s->row_room : 1024;
        size_t *firsts = realloc(s->firsts, room * sizeof *firsts);
        if (!firsts)
            return no_memory(error), NULL;
        s->firsts = firsts;
        s->row_room = room;
    }
    if (s->n_numbers + n > s->room) {
        const size_t room = 2 * (s->n_numbers + n);
        double *numbers = realloc(s->numbers, room * sizeof *numbers);
        if (!numbers)
            return no_memory(error), NULL;
        s->numbers = numbers;
        s->room = room;
    }
    s->firsts[s->n_rows++] = s->n_numbers;
    s->n_numbers += n;
    return s->numbers + s->n_numbers - n;
}

/* A row: how many sensors were used, phi, the root of P after the update, then of the update its gain, its sensors and innovations. */
bool smoother_add(struct smoother *s, const double *phi, const struct kalman *after, const struct kalman_update *update,
                  struct error *error)
{
    const size_t n = s->n, nn = n * n, m = update ? update->n_used : 0;
    double *row = add_numbers(s, 1 + 2 * nn + 2 * n * m + m, error);
    if (!row)
        return false;
    *row++ = (double)m;
    memcpy(row, phi, nn * sizeof *row);
    memcpy(row + nn, after->root.a, nn * sizeof *row);
    if (m > 0) {
        memcpy(row + 2 * nn, update->gain, n * m * sizeof *row);
        memcpy(row + 2 * nn + n * m, update->seen, n * m * sizeof *row);
        memcpy(row + 2 * nn + 2 * n * m, update->whitened, m * sizeof *row);
    }
    return true;
}

/* ---- backward ---- */

struct backward {
    size_t n;
    struct matrix information, moved, factor; /* information: of all later measurements, about the error here */
    struct matrix slope, other;               /* columns: that of their innovations */
    double *correction, *deviations;
    struct arena arena;
};

static bool begin(struct backward *b, size_t n, struct error *error)
{
    b->n = n;
    b->information = matrix_take(&b->arena, n, n);
    b->moved = matrix_take(&b->arena, n, n);
    b->factor = matrix_take(&b->arena, n, n);
    b->slope = matrix_take(&b->arena, n, 1);
    b->other = matrix_take(&b->arena, n, 1);
    b->correction = ARENA_TAKE(&b->arena, n + 1, double);
    b->deviations = ARENA_TAKE(&b->arena, n + 1, double);
    return (b->information.a && b->moved.a && b->factor.a && b->slope.a && b->other.a && b->correction &&
            b->deviations) ||
           no_memory(error);
}

/* information = factor^T information factor, slope = factor^T slope. */
static void pull_back(struct backward *b)
{
    const size_t n = b->n;
    matrix_multiply(b->moved, 1, b->information, b->factor, 0);
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += MATRIX_AT(b->factor, k, j) * MATRIX_AT(b->slope, k, 0);
        MATRIX_AT(b->other, j, 0) = sum;
        for (size_t i = 0; i <= j; i++) {
            double element = 0;
            for (size_t k = 0; k < n; k++)
                element += MATRIX_AT(b->factor, k, i) * MATRIX_AT(b->moved, k, j);
            MATRIX_AT(b->information, i, j) = MATRIX_AT(b->information, j, i) = element;
        }
    }
    matrix_assign(b->slope, b->other);
}

/* Through an update: factor = 1 - gain seen; what the update itself has seen is added. */
static void pass_update(struct backward *b, size_t m, const double *gain, const double *seen, const double *whitened)
{
    const size_t n = b->n;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            MATRIX_AT(b->factor, i, j) = i == j;
            for (size_t k = 0; k < m; k++)
                MATRIX_AT(b->factor, i, j) -= gain[i + k * n] * seen[k + j * m];
        }
    pull_back(b);
    for (size_t k = 0; k < m; k++)
        for (size_t j = 0; j < n; j++) {
            MATRIX_AT(b->slope, j, 0) -= seen[k + j * m] * whitened[k];
            for (size_t i = 0; i < n; i++)
                MATRIX_AT(b->information, i, j) += seen[k + i * m] * seen[k + j * m];
        }
}

/* x - P slope, and P - P information P, by the root of P. */
static void look_here(struct backward *b, const double *root)
{
    const size_t n = b->n;
    const struct matrix r = {n, n, (double *)root};
    for (size_t j = 0; j < n; j++) {
        MATRIX_AT(b->other, j, 0) = 0;
        for (size_t k = 0; k < n; k++)
            MATRIX_AT(b->other, j, 0) += MATRIX_AT(r, k, j) * MATRIX_AT(b->slope, k, 0);
    }
    for (size_t i = 0; i < n; i++) {
        b->correction[i] = 0;
        double variance = 0;
        for (size_t k = 0; k < n; k++) { /* w = row of P; variance = row of root, squared, less w information w^T */
            b->correction[i] -= MATRIX_AT(r, i, k) * MATRIX_AT(b->other, k, 0);
            variance += MATRIX_AT(r, i, k) * MATRIX_AT(r, i, k);
            MATRIX_AT(b->factor, k, 0) = 0;
            for (size_t l = 0; l < n; l++)
                MATRIX_AT(b->factor, k, 0) += MATRIX_AT(r, i, l) * MATRIX_AT(r, k, l);
        }
        double told = 0;
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                told += MATRIX_AT(b->factor, j, 0) * MATRIX_AT(b->information, j, k) * MATRIX_AT(b->factor, k, 0);
        b->deviations[i] = sqrt(fmax(0, variance - told));
    }
}

bool smoother_run(struct smoother *s,
                  void (*take)(void *context, size_t row, const double *correction, const double *deviations),
                  void *context, struct error *error)
{
    struct backward b = {0};
    const size_t n = s->n, nn = n * n;
    const bool good = begin(&b, n, error);
    for (size_t r = s->n_rows; good && r-- > 0;) {
        const double *row = s->numbers + s->firsts[r];
        const size_t m = (size_t)*row++;
        const double *phi = row, *root = row + nn, *gain = row + 2 * nn, *seen = gain + n * m, *whitened = seen + n * m;
        look_here(&b, root);
        take(context, r, b.correction, b.deviations);
        if (m > 0)
            pass_update(&b, m, gain, seen, whitened);
        memcpy(b.factor.a, phi, nn * sizeof *phi);
        pull_back(&b);
    }
    arena_free(&b.arena);
    return good;
}
