/* Models joined over their connections, and stepped. */
#include "master/couple/standin.h"
#include "master/couple/couple_messages.h"

#include "numerics/dense.h"
#include "numerics/dense_product.h"
#include "numerics/exponential.h"

#include <string.h>

/* ---- drivers ---- */

double *standin_drivers(const struct standin *s)
{
    return component_linear_inputs(s->linear, 0);
}

double *standin_driver_slopes(const struct standin *s)
{
    return component_linear_inputs(s->linear, 1);
}

/* ---- joining ---- */

static double element(const struct standin *s, const struct standin_world *w, size_t member, size_t row, size_t column)
{
    return MATRIX_AT(*w->models[s->members[member]].jacobian, row, column);
}

/* C, D E and D F of all outputs. */
static void collect_outputs(struct standin *s, const struct standin_world *w)
{
    matrix_zero(s->C);
    matrix_zero(s->DE);
    matrix_zero(s->DF);
    for (size_t i = 0; i < s->n_outputs; i++) {
        const size_t y = s->outputs[i];
        size_t member = 0;
        while (member < s->n_members && s->members[member] != w->x->y_ports[y].component)
            member++;
        if (member == s->n_members)
            continue; /* it answers */
        const size_t n = w->models[s->members[member]].n_states;
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(s->C, i, s->first_state[member] + j) = element(s, w, member, w->y_row[y], j);
        for (size_t k = 0; k < s->n_inputs; k++) {
            const struct standin_input *in = &s->inputs[k];
            if (in->member == member)
                MATRIX_AT(in->from_inside ? s->DF : s->DE, i, in->from) +=
                    in->factor * element(s, w, member, w->y_row[y], in->column);
        }
    }
}

static void solve_columns(struct matrix m, const struct matrix factors, const size_t *pivots)
{
    for (size_t j = 0; j < m.columns; j++)
        dense_solve(m.rows, factors.a, pivots, m.a + j * m.rows);
}

/* y = (1 - D F)^-1 (C xi + D E w) */
static bool solve_loops(struct standin *s)
{
    if (s->n_outputs == 0 || matrix_norm(s->DF) == 0)
        return true;
    for (size_t i = 0; i < s->n_outputs * s->n_outputs; i++)
        s->DF.a[i] = -s->DF.a[i];
    for (size_t i = 0; i < s->n_outputs; i++)
        MATRIX_AT(s->DF, i, i) += 1;
    if (!dense_factor(s->n_outputs, s->DF.a, s->pivots))
        return false;
    solve_columns(s->C, s->DF, s->pivots);
    solve_columns(s->DE, s->DF, s->pivots);
    return true;
}

/* A and B of the members, what comes from inside replaced by its outputs. */
static void collect_rates(struct standin *s, const struct standin_world *w)
{
    const size_t n = s->n_states;
    matrix_zero(s->jacobian);
    for (size_t m = 0; m < s->n_members; m++) {
        const struct standin_model *p = &w->models[s->members[m]];
        const size_t at = s->first_state[m], n_m = p->n_states;
        for (size_t j = 0; j < n_m; j++)
            for (size_t i = 0; i < n_m; i++)
                MATRIX_AT(s->jacobian, at + i, at + j) = MATRIX_AT(*p->jacobian, i, j);
        for (size_t i = 0; i < n_m; i++)
            MATRIX_AT(s->jacobian, at + i, n + s->n_drivers) = p->rates[i];
    }
    for (size_t k = 0; k < s->n_inputs; k++) {
        const struct standin_input *in = &s->inputs[k];
        const size_t at = s->first_state[in->member], n_m = w->models[s->members[in->member]].n_states;
        for (size_t i = 0; i < n_m; i++) {
            const double b = in->factor * element(s, w, in->member, i, in->column);
            if (b == 0)
                continue;
            if (!in->from_inside) {
                MATRIX_AT(s->jacobian, at + i, n + in->from) += b;
                continue;
            }
            for (size_t j = 0; j < n; j++)
                MATRIX_AT(s->jacobian, at + i, j) += b * MATRIX_AT(s->C, in->from, j);
            for (size_t j = 0; j < s->n_drivers; j++)
                MATRIX_AT(s->jacobian, at + i, n + j) += b * MATRIX_AT(s->DE, in->from, j);
        }
    }
    for (size_t i = 0; i < s->n_heard; i++) {
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(s->jacobian, n + i, j) = MATRIX_AT(s->C, i, j);
        for (size_t j = 0; j < s->n_drivers; j++)
            MATRIX_AT(s->jacobian, n + i, n + j) = MATRIX_AT(s->DE, i, j);
    }
}

/* ---- the map of a micro step ---- */

static bool is_used_already(const struct standin *s, double h)
{
    const size_t n = s->n_states;
    if (h != s->h_used)
        return false;
    for (size_t j = 0; j < n; j++)
        if (memcmp(&MATRIX_AT(s->A_used, 0, j), &MATRIX_AT(s->jacobian, 0, j), n * sizeof(double)) != 0)
            return false;
    return true;
}

static bool take_exponential(struct standin *s, double h)
{
    const size_t n = s->n_states;
    if (is_used_already(s, h))
        return true;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            MATRIX_AT(s->A_used, i, j) = MATRIX_AT(s->jacobian, i, j);
            s->hA[i + j * n] = h * MATRIX_AT(s->jacobian, i, j);
        }
    s->h_used = s->map.h = h;
    s->exponentials++;
    double *const phi[] = {s->phi[0].a, s->phi[1].a, s->phi[2].a};
    return exponential_phi(n, s->hA, 2, phi, s->room);
}

/* gamma = factor phi B */
static void multiply_inputs(const struct standin *s, struct matrix gamma, double factor, struct matrix phi)
{
    const size_t n = s->n_states;
    matrix_zero(gamma);
    for (size_t j = 0; j < gamma.columns; j++)
        for (size_t k = 0; k < n; k++) {
            const double b = factor * MATRIX_AT(s->jacobian, k, n + j);
            for (size_t i = 0; b != 0 && i < n; i++)
                MATRIX_AT(gamma, i, j) += MATRIX_AT(phi, i, k) * b;
        }
}

static void find_gains(struct standin *s, double h)
{
    const size_t n = s->n_states;
    for (size_t j = 0; j < s->n_own; j++) {
        for (size_t i = 0; i < n; i++)
            s->own_kick[i + j * n] = MATRIX_AT(s->map.gamma[1], i, j) / h;
        for (size_t i = 0; i < s->n_heard; i++) {
            double sum = MATRIX_AT(s->jacobian, n + i, n + j);
            for (size_t k = 0; k < n; k++)
                sum += MATRIX_AT(s->jacobian, n + i, k) * s->own_kick[k + j * n];
            MATRIX_AT(s->gain, i, j) = sum;
        }
    }
    for (const struct standin_answer *a = s->answers; a < s->answers + s->n_answers; a++)
        for (size_t j = 0; j < a->responses.n_inputs; j++)
            for (size_t i = 0; a->drivers[j] < s->n_own && i < a->responses.n_outputs; i++)
                MATRIX_AT(s->gain, a->heard[i], a->drivers[j]) += a->factors[j] * responses_gain(&a->responses, i, j);
}

bool standin_sample(struct standin *s, const struct standin_world *w, const double *y, int steps, double h, bool anew,
                    struct error *error)
{
    for (size_t k = 0; k < s->n_answers; k++)
        if (!responses_take(&s->answers[k].responses, w->x, y, steps, h, anew, error))
            return false;
    return true;
}

void standin_rewind(struct standin *s, bool changes_only)
{
    if (!s->linear)
        return;
    memset(component_linear_states(s->linear), 0, s->n_states * sizeof(double));
    standin_drivers(s)[s->n_drivers] = changes_only ? 0 : 1;
    for (size_t k = 0; k < s->n_answers; k++)
        responses_rewind(&s->answers[k].responses);
    s->changes_only = changes_only;
}

bool standin_update(struct standin *s, const struct standin_world *w, double h, struct error *error)
{
    if (!s->linear)
        return true;
    collect_outputs(s, w);
    if (!solve_loops(s))
        return error_raise(error, ERROR_STANDIN_LOOP, component_label(s->linear));
    collect_rates(s, w);
    if (!matrix_is_finite(s->jacobian) || !take_exponential(s, h))
        return error_raise(error, ERROR_STANDIN_NOT_FINITE, component_label(s->linear), TEXT("%.6g", h));
    multiply_inputs(s, s->map.gamma[0], h, s->phi[1]);
    multiply_inputs(s, s->map.gamma[1], h * h, s->phi[2]);
    find_gains(s, h);
    standin_rewind(s, false);
    return true;
}

/* ---- stepping ---- */

/* Of the drivers at the begin of the micro step. */
static void give_to_answer(const struct standin *s, struct standin_answer *a)
{
    const double *const drivers = standin_drivers(s), *const slopes = standin_driver_slopes(s);
    for (size_t j = 0; j < a->responses.n_inputs; j++) {
        a->in[j] = a->factors[j] * drivers[a->drivers[j]];
        a->slopes[j] = a->factors[j] * slopes[a->drivers[j]];
    }
}

static void take_from_answer(const struct standin *s, struct standin_answer *a, double *heard)
{
    responses_step(&a->responses, a->in, a->slopes, s->changes_only, a->out);
    for (size_t i = 0; i < a->responses.n_outputs; i++)
        heard[a->heard[i]] += a->out[i];
}

bool standin_step(struct standin *s, double *heard, struct error *error)
{
    double reached;
    for (size_t k = 0; k < s->n_answers; k++)
        give_to_answer(s, &s->answers[k]);
    if (component_step(s->linear, 0, s->map.h, &reached, error) != STEP_DONE)
        return false;
    component_linear_outputs(s->linear, heard);
    for (size_t k = 0; k < s->n_answers; k++)
        take_from_answer(s, &s->answers[k], heard);
    return true;
}

void standin_correct(struct standin *s, const double *change, double *heard)
{
    dense_add_product(s->n_states, s->n_own, s->own_kick, s->n_states, change, component_linear_states(s->linear));
    dense_add_product(s->n_heard, s->n_own, s->gain.a, s->gain.rows, change, heard);
    for (struct standin_answer *a = s->answers; a < s->answers + s->n_answers; a++)
        for (size_t j = 0; j < a->responses.n_inputs; j++)
            if (a->drivers[j] < s->n_own)
                responses_correct(&a->responses, j, a->factors[j] * change[a->drivers[j]]);
}
