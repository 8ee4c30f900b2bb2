/* The covariance by its root. */
#include "estimate/kalman.h"
#include "linearize/matrix_algebra.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct kalman_room {
    struct matrix noise;   /* a root of q */
    double *array;         /* to be made triangular: n by 2n, or (most + n) squared */
    double *scales, *work; /* of the transformations */
    double *whitened;      /* innovations divided by the root of their covariance */
};

bool kalman_open(struct kalman *k, size_t n, size_t most_sensors, struct error *error)
{
    *k = (struct kalman){.n = n, .most = most_sensors};
    if (!lapack_load(error))
        return false;
    const size_t rows = n + most_sensors, size = (rows > 2 * n ? rows : 2 * n) * rows;
    struct kalman_room *room = ARENA_TAKE(&k->arena, 1, struct kalman_room);
    k->room = room;
    k->root = matrix_take(&k->arena, n, n);
    if (room) {
        room->noise = matrix_take(&k->arena, n, n);
        room->array = ARENA_TAKE(&k->arena, size + 1, double);
        room->scales = ARENA_TAKE(&k->arena, 2 * rows + 1, double);

        room->whitened = ARENA_TAKE(&k->arena, most_sensors + 1, double);
    }
    if (room && room->scales)
        room->work = room->scales + rows;
    if (k->root.a && room && room->noise.a && room->array && room->scales && room->whitened)
        return true;
    kalman_close(k);
    return error_raise(error, ERROR_NO_MEMORY, "estimating");
}

void kalman_close(struct kalman *k)
{
    arena_free(&k->arena);
    *k = (struct kalman){0};
}

void kalman_start(struct kalman *k, const double *sigmas)
{
    matrix_zero(k->root);
    for (size_t i = 0; i < k->n; i++)
        MATRIX_AT(k->root, i, i) = sigmas[i];
}

/* The lower triangle L of the array, L L^T = array array^T: the rest of the array becomes rubbish. */
static bool make_triangular(struct kalman_room *room, size_t rows, size_t columns)
{
    return lapack()->dgelqf(LAPACK_COL_MAJOR, (lapack_int)rows, (lapack_int)columns, room->array, (lapack_int)rows,
                            room->scales, room->work, (lapack_int)rows) == 0;
}

static bool take_root(struct kalman *k, size_t rows, size_t first)
{
    double sum = 0;
    for (size_t j = 0; j < k->n; j++)
        for (size_t i = 0; i < k->n; i++) {
            const double x = i >= j ? k->room->array[first + i + (first + j) * rows] : 0;
            MATRIX_AT(k->root, i, j) = x;
            sum += x - x;
        }
    return sum == 0;
}

/* Cholesky's root of a matrix that may be singular: what is left of a pivot after rounding is no noise. */
static void find_noise_root(struct matrix root, const double *q)
{
    const size_t n = root.rows;
    static const double rounding = 1e-14;
    for (size_t j = 0; j < n; j++) {
        double pivot = q[j + j * n];
        for (size_t k = 0; k < j; k++)
            pivot -= MATRIX_AT(root, j, k) * MATRIX_AT(root, j, k);
        const bool is_there = !(pivot <= rounding * q[j + j * n]);
        const double diagonal = sqrt(pivot);
        for (size_t i = 0; i < n; i++) {
            double rest = i > j && is_there ? q[i + j * n] : 0;
            for (size_t k = 0; k < j && i > j && is_there; k++)
                rest -= MATRIX_AT(root, i, k) * MATRIX_AT(root, j, k);
            MATRIX_AT(root, i, j) = !is_there ? 0 : i == j ? diagonal : rest / diagonal;
        }
    }
}

bool kalman_predict(struct kalman *k, const double *phi, const double *q)
{
    const size_t n = k->n;
    struct kalman_room *room = k->room;
    if (n == 0)
        return true;
    find_noise_root(room->noise, q);
    const struct matrix moved = {n, n, room->array}, transition = {n, n, (double *)phi};
    matrix_multiply(moved, 1, transition, k->root, 0);
    memcpy(room->array + n * n, room->noise.a, n * n * sizeof *room->array);
    return make_triangular(room, n, 2 * n) && take_root(k, n, 0);
}

/* ---- updating ---- */

static double dot_row(const struct kalman *k, const struct kalman_sensors *s, size_t sensor, size_t column)
{
    double sum = 0;
    for (size_t i = column; i < k->n; i++)
        sum += s->c[sensor + i * s->m] * MATRIX_AT(k->root, i, column);
    return sum;
}

static void look_for_outliers(const struct kalman *k, const struct kalman_sensors *s, struct kalman_update *u)
{
    u->n_used = 0;
    for (size_t i = 0; i < s->m; i++) {
        double variance = s->sigmas[i] * s->sigmas[i];
        for (size_t j = 0; j < k->n; j++) {
            const double x = dot_row(k, s, i, j);
            variance += x * x;
        }
        u->deviations[i] = sqrt(variance);
        u->used[i] = !(s->gate > 0 && fabs(s->innovations[i]) > s->gate * u->deviations[i]);
        u->n_used += u->used[i];
    }
}

/* [sigma, c root; 0, root] of the sensors that are used; becomes [root of S, 0; gain times that, root of the new P]. */
static void fill_array(struct kalman *k, const struct kalman_sensors *s, const struct kalman_update *u)
{
    const size_t n = k->n, rows = n + u->n_used;
    double *array = k->room->array;
    memset(array, 0, rows * rows * sizeof *array);
    for (size_t i = 0, row = 0; i < s->m; i++) {
        if (!u->used[i])
            continue;
        array[row + row * rows] = s->sigmas[i];
        for (size_t j = 0; j < n; j++)
            array[row + (u->n_used + j) * rows] = dot_row(k, s, i, j);
        k->room->whitened[row++] = s->innovations[i];
    }
    for (size_t j = 0; j < n; j++)
        memcpy(array + u->n_used + (u->n_used + j) * rows, &MATRIX_AT(k->root, 0, j), n * sizeof *array);
}

static void find_correction(struct kalman *k, struct kalman_update *u)
{
    const size_t n = k->n, m = u->n_used, rows = n + m;
    const double *array = k->room->array;
    double *e = k->room->whitened;
    u->nis = 0;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < i; j++)
            e[i] -= array[i + j * rows] * e[j];
        e[i] /= array[i + i * rows];
        u->nis += e[i] * e[i];
    }
    for (size_t i = 0; i < n; i++) {
        u->correction[i] = 0;
        for (size_t j = 0; j < m; j++)
            u->correction[i] += array[m + i + j * rows] * e[j];
    }
}

/* L^-1 c of the sensors that are used, by rows. */
static void find_seen(const struct kalman *k, const struct kalman_sensors *s, struct kalman_update *u)
{
    const size_t m = u->n_used, rows = k->n + m;
    const double *array = k->room->array;
    for (size_t sensor = 0, i = 0; sensor < s->m; sensor++) {
        if (!u->used[sensor])
            continue;
        for (size_t c = 0; c < k->n; c++) {
            double x = s->c[sensor + c * s->m];
            for (size_t j = 0; j < i; j++)
                x -= array[i + j * rows] * u->seen[j + c * m];
            u->seen[i + c * m] = x / array[i + i * rows];
        }
        i++;
    }
}

static void leave_trace(const struct kalman *k, const struct kalman_sensors *s, struct kalman_update *u)
{
    const size_t m = u->n_used, rows = k->n + m;
    find_seen(k, s, u);
    for (size_t j = 0; j < m; j++) {
        u->whitened[j] = k->room->whitened[j];
        for (size_t i = 0; i < k->n; i++)
            u->gain[i + j * k->n] = k->room->array[m + i + j * rows];
    }
}

bool kalman_update(struct kalman *k, const struct kalman_sensors *sensors, struct kalman_update *update)
{
    look_for_outliers(k, sensors, update);
    const size_t rows = k->n + update->n_used;
    update->nis = 0;
    memset(update->correction, 0, k->n * sizeof *update->correction);
    if (update->n_used == 0)
        return true;
    fill_array(k, sensors, update);
    if (!make_triangular(k->room, rows, rows))
        return false;
    find_correction(k, update);
    if (update->gain)
        leave_trace(k, sensors, update);
    return take_root(k, rows, update->n_used) && isfinite(update->nis);
}

double kalman_covariance(const struct kalman *k, size_t i, size_t j)
{
    double sum = 0;
    for (size_t c = 0; c < k->n; c++)
        sum += MATRIX_AT(k->root, i, c) * MATRIX_AT(k->root, j, c);
    return sum;
}

double kalman_deviation(const struct kalman *k, size_t state)
{
    return sqrt(kalman_covariance(k, state, state));
}
