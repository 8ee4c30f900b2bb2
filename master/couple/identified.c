#include "master/couple/identified.h"

#include "numerics/dense.h"

#include <math.h>
#include <string.h>

/* A micro step counts e times less after 50 others. */
static const double forgetting = 0.98;
/* A fit that leaves more than this part of what rates do is none. */
static const double most_left = 0.01;
/* Directions in which nothing has moved are left alone: beside this part of what has. */
static const double smallest_part = 1e-10;

/* The parts of `sums`. */
static double *means(struct identified *m)
{
    return m->sums + 2;
}

static double *products(struct identified *m)
{
    return means(m) + m->n + m->n_outputs;
}

static double *squares(struct identified *m) /* of rates */
{
    return products(m) + m->n * (m->n + m->n_outputs);
}

bool identified_open(struct identified *m, size_t n_outputs, size_t n_inputs, const bool *direct, struct arena *a)
{
    const size_t n = n_outputs + 2 * n_inputs, all = n + n_outputs;
    *m = (struct identified){
        .n_outputs = n_outputs, .n_inputs = n_inputs, .n = n, .n_sums = 2 + all + n * all + n_outputs};
    m->direct = ARENA_TAKE(a, n_outputs * n_inputs + 1, bool);
    m->sums = ARENA_TAKE(a, m->n_sums, double);
    m->last = ARENA_TAKE(a, all + 1, double);
    m->given_before = ARENA_TAKE(a, n_inputs + 1, double);
    m->jacobian = matrix_take(a, 2 * n_outputs, n_outputs + n_inputs);
    m->rates = ARENA_TAKE(a, n_outputs + 1, double);
    m->now = ARENA_TAKE(a, all + 1, double);
    m->deviation = ARENA_TAKE(a, all + 1, double);
    m->factors = ARENA_TAKE(a, n * n + 1, double);
    m->solution = ARENA_TAKE(a, n + 1, double);
    m->scales = ARENA_TAKE(a, n + 1, double);
    m->chosen = ARENA_TAKE(a, n + 1, size_t);
    m->pivots = ARENA_TAKE(a, n + 1, size_t);
    if (!m->direct || !m->sums || !m->last || !m->given_before || !m->jacobian.a || !m->rates || !m->now ||
        !m->deviation || !m->factors || !m->solution || !m->scales || !m->chosen || !m->pivots)
        return false;
    memcpy(m->direct, direct, n_outputs * n_inputs * sizeof *direct);
    return true;
}

void identified_forget(struct identified *m)
{
    memset(m->sums, 0, m->n_sums * sizeof *m->sums);
    memset(m->last, 0, (m->n + m->n_outputs) * sizeof *m->last);
}

/* Means and products about them, with weights that fade (D. H. D. West, Commun. ACM 22, 1979). */
void identified_learn(struct identified *m, double h, const double *before, const double *after, const double *mean,
                      const double *change)
{
    const size_t n_y = m->n_outputs, n_u = m->n_inputs, n = m->n, all = n + n_y;
    double *const now = m->now, *const deviation = m->deviation, *const mu = means(m), *const S = products(m);
    for (size_t i = 0; i < n_y; i++) {
        now[i] = (before[i] + after[i]) / 2;
        now[n + i] = (after[i] - before[i]) / h;
    }
    for (size_t j = 0; j < n_u; j++) {
        now[n_y + j] = mean[j];
        now[n_y + n_u + j] = change[j] / h;
    }
    const double older = forgetting * m->sums[0], weight = older + 1;
    m->sums[0] = weight;
    m->sums[1] += 1;
    for (size_t i = 0; i < all; i++) {
        deviation[i] = now[i] - mu[i];
        mu[i] += deviation[i] / weight;
    }
    for (size_t j = 0; j < all; j++)
        for (size_t i = 0; i < n; i++)
            S[i + j * n] = forgetting * S[i + j * n] + older / weight * deviation[i] * deviation[j];
    for (size_t i = 0; i < n_y; i++)
        squares(m)[i] = forgetting * squares(m)[i] + older / weight * deviation[n + i] * deviation[n + i];
    memcpy(m->last, now, all * sizeof *now);
}

/* ---- the model ---- */

/* What may explain the rate of output i, and has moved. */
static size_t choose(struct identified *m, size_t i)
{
    const double *const S = products(m), *const mu = means(m);
    const size_t first_slope = m->n_outputs + m->n_inputs;
    size_t k = 0;
    for (size_t j = 0; j < m->n; j++) {
        const double spread = S[j + j * m->n], size = mu[j] * mu[j] * m->sums[0];
        if ((j < first_slope || m->direct[i * m->n_inputs + j - first_slope]) && spread > 1e-24 * size && spread > 0)
            m->chosen[k++] = j;
    }
    return k;
}

/* The least squares of output i; what was not chosen is 0. */
static void explain(struct identified *m, size_t i, double *parameters)
{
    const double *const S = products(m);
    const size_t n = m->n, k = choose(m, i);
    memset(parameters, 0, n * sizeof *parameters);
    for (size_t a = 0; a < k; a++)
        m->scales[a] = sqrt(S[m->chosen[a] + m->chosen[a] * n]);
    for (size_t b = 0; b < k; b++) {
        for (size_t a = 0; a < k; a++)
            m->factors[a + b * k] =
                S[m->chosen[a] + m->chosen[b] * n] / (m->scales[a] * m->scales[b]) + (a == b ? smallest_part : 0);
        m->solution[b] = S[m->chosen[b] + (n + i) * n] / m->scales[b];
    }
    if (k == 0 || !dense_factor(k, m->factors, m->pivots))
        return;
    dense_solve(k, m->factors, m->pivots, m->solution);
    double explained = 0;
    for (size_t a = 0; a < k; a++) {
        parameters[m->chosen[a]] = m->solution[a] / m->scales[a];
        explained += parameters[m->chosen[a]] * S[m->chosen[a] + (n + i) * n];
    }
    if (!(squares(m)[i] - explained <= most_left * squares(m)[i]))
        memset(parameters, 0, n * sizeof *parameters);
}

static bool any(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (values[i] != 0)
            return true;
    return false;
}

static bool has_seen_enough(const struct identified *m)
{
    return m->sums[1] >= 2 * (double)m->n + 2;
}

void identified_update(struct identified *m, const double *outputs, const double *inputs, bool holds)
{
    const size_t n_y = m->n_outputs, n_u = m->n_inputs;
    matrix_zero(m->jacobian);
    memset(m->rates, 0, n_y * sizeof *m->rates);
    for (size_t i = 0; i < n_y; i++)
        MATRIX_AT(m->jacobian, n_y + i, i) = 1;
    if (holds || !has_seen_enough(m))
        return;
    for (size_t i = 0; i < n_y; i++) {
        double *const p = m->now;
        explain(m, i, p);
        if (!any(p, m->n))
            continue;
        /* The rate that was seen last, moved on to where outputs and inputs are. */
        double rate = m->last[m->n + i];
        for (size_t j = 0; j < n_y; j++) {
            MATRIX_AT(m->jacobian, i, j) = p[j];
            rate += p[j] * (outputs[j] - m->last[j]);
        }
        for (size_t j = 0; j < n_u; j++) {
            MATRIX_AT(m->jacobian, i, n_y + j) = p[n_y + j];
            MATRIX_AT(m->jacobian, n_y + i, n_y + j) = p[n_y + n_u + j];
            rate += p[n_y + j] * (inputs[j] - m->last[n_y + j]) - p[n_y + n_u + j] * m->last[n_y + n_u + j];
        }
        m->rates[i] = rate;
    }
    /* States are outputs less what inputs add at once. */
    for (size_t i = 0; i < n_y; i++)
        for (size_t j = 0; j < n_u; j++)
            for (size_t k = 0; k < n_y; k++)
                MATRIX_AT(m->jacobian, i, n_y + j) +=
                    MATRIX_AT(m->jacobian, i, k) * MATRIX_AT(m->jacobian, n_y + k, n_y + j);
}
