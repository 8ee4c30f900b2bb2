/* When a model leaves its domain under an explicit method, the step may be the reason: beyond the method's stability an error
 * grows with every step, until the model complains about a state that it never had.
 *
 * The model is linearized, and the matrix A by which one step multiplies an error is built from its Jacobian J. The step is too
 * long where the spectral radius of A is above 1 and above what the model itself makes of an error, exp(h max Re lambda), which
 * the same method tells with far smaller steps. */
#include "numerics/solver_impl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATES = 200,
    SQUARINGS = 16, /* of A: its norm's 2^16-th root is the spectral radius but for n^(1/2^16) */
    HALVINGS = 24   /* of the step */
};
static const double much = 0.01; /* growth of an error in a step, as a logarithm */

struct room {
    double *J, *A, *B, *C; /* n by n, by columns */
};

/* C = A B */
static void multiply(size_t n, const double *A, const double *B, double *C)
{
    memset(C, 0, n * n * sizeof *C);
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < n; k++)
            for (size_t i = 0; i < n; i++)
                C[j * n + i] += A[k * n + i] * B[j * n + k];
}

/* euler.c: x_r += h (J x)_r for all but the positions, which follow by the new velocities. */
static void euler_matrix(const struct solver *s, double h, const double *J, double *A)
{
    const size_t n = s->n_x, n_positions = s->type->n_positions;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = n_positions; i < n; i++)
            A[j * n + i] = (i == j) + h * J[j * n + i];
        for (size_t i = 0; i < n_positions; i++)
            A[j * n + i] = (i == j) + h * A[j * n + n_positions + i];
    }
}

/* runge_kutta.c: 1 + z (1 + z/2 (1 + z/3 (1 + z/4))) with z = h J. */
static void runge_kutta_matrix(const struct solver *s, double h, const struct room *room)
{
    const size_t n = s->n_x;
    memset(room->A, 0, n * n * sizeof *room->A);
    for (size_t i = 0; i < n; i++)
        room->A[i * n + i] = 1;
    for (int order = 4; order >= 1; order--) {
        multiply(n, room->J, room->A, room->C);
        for (size_t k = 0; k < n * n; k++)
            room->A[k] = (k % (n + 1) == 0) + h / order * room->C[k];
    }
}

/* Logarithm of the spectral radius of the matrix of a step of h. */
static double growth(const struct solver *s, enum solver_kind kind, double h, int squarings, const struct room *room)
{
    const size_t n = s->n_x;
    if (kind == SOLVER_EULER)
        euler_matrix(s, h, room->J, room->A);
    else
        runge_kutta_matrix(s, h, room);
    double sum = 0, weight = 1;
    for (int k = 0; k < squarings; k++, weight /= 2) {
        double norm = 0;
        for (size_t i = 0; i < n * n; i++)
            norm = fmax(norm, fabs(room->A[i]));
        if (!(norm > 0 && isfinite(norm)))
            return norm > 0 ? INFINITY : -INFINITY;
        sum += weight * log(norm);
        for (size_t i = 0; i < n * n; i++)
            room->B[i] = room->A[i] / norm;
        multiply(n, room->B, room->B, room->A);
    }
    return sum;
}

static bool differentiate(struct solver *s, const struct solver_problem *problem, double t, const double *x,
                          const double *u, double *J)
{
    const size_t n = s->n_x;
    struct model_report ignored;
    double *seed = s->k[3];
    memset(seed, 0, n * sizeof *seed);
    const struct model_point at = {problem->constants, problem->scratch, t, problem->m, x, u};
    if (!s->type->over_real.rates(problem->constants, problem->scratch, t, problem->m, x, u, s->k[0], s->kq[0],
                                  &ignored))
        return false;
    for (size_t j = 0; j < n; j++) {
        seed[j] = 1;
        const struct model_direction along = {.x = seed};
        const struct model_change change = {.rates = J + j * n};
        if (!model_differentiate(s->type, &s->layout, at, along, change, s->complex_room, &ignored))
            return false;
        seed[j] = 0;
    }
    for (size_t i = 0; i < n * n; i++)
        if (!isfinite(J[i]))
            return false;
    return true;
}

/* At the model's first states with the present inputs. */
static bool differentiate_at_start(struct solver *s, const struct solver_problem *problem, double t, double *J)
{
    const double *u = solver_inputs_at(&problem->inputs, t, s->u);
    struct model_report ignored;
    double *first = s->saved, *m = s->saved + s->n_x + s->n_q;
    return s->type->over_real.initialize &&
           s->type->over_real.initialize(problem->constants, problem->scratch, t, u, m, first, &ignored) &&
           differentiate(s, problem, t, first, u, J);
}

static void say(struct model_report *report, enum solver_kind kind, double h, double grows, double better)
{
    model_fail(
        report,
        "the step of %.3g s is too long for solver %d (an error grows %.2g-fold in it; set step_size to %.2g s or "
        "less, or take solver 3 or 4)",
        h, (int)kind, exp(fmin(grows, 700)), better);
}

/* Whether it was the step: then it says so. */
static bool judge(struct solver *s, enum solver_kind kind, double h, const struct room *room,
                  struct model_report *report)
{
    /* Over as long a time as that of the steps of h: in a short one positions and velocities in their own units seem to grow. */
    const double smallest = ldexp(h, -HALVINGS),
                 own = fmax(0, growth(s, kind, smallest, SQUARINGS + HALVINGS, room) / smallest);
    const double grows = growth(s, kind, h, SQUARINGS, room);
    if (!(grows > much + h * own))
        return false;
    double better = h;
    while (better > smallest && growth(s, kind, better, SQUARINGS, room) > much + better * own)
        better /= 2;
    if (better <= smallest)
        return false;
    say(report, kind, h, grows, better);
    return true;
}

/* Where x is, or else at the start: there the model may be beyond its domain already, or so far away that it would explode by itself. */
bool solver_steps_are_too_long(struct solver *s, const struct solver_settings *settings,
                               const struct solver_problem *problem, double t, const double *x,
                               struct model_report *report)
{
    const size_t n = s->n_x;
    const bool is_explicit = settings->kind == SOLVER_EULER || settings->kind == SOLVER_RUNGE_KUTTA;
    if (!is_explicit || solver_is_model_s_own(s, problem) || n == 0 || n > MOST_STATES || !(s->last_H > 0))
        return false;
    double *block = malloc(4 * n * n * sizeof *block);
    if (!block)
        return false;
    const struct room room = {block, block + n * n, block + 2 * n * n, block + 3 * n * n};
    const double h = s->last_H / solver_micro_steps(s->last_H, settings->step_size);
    const double *u = solver_inputs_at(&problem->inputs, t, s->u);
    const bool found = (differentiate(s, problem, t, x, u, room.J) && judge(s, settings->kind, h, &room, report)) ||
                       (differentiate_at_start(s, problem, t, room.J) && judge(s, settings->kind, h, &room, report));
    free(block);
    return found;
}

void solver_explain(struct solver *s, const struct solver_settings *settings, const struct solver_problem *problem,
                    double t, const double *x, struct model_report *report)
{
    const struct model_report what = *report;
    struct model_report why;
    if (solver_steps_are_too_long(s, settings, problem, t, x, &why))
        model_fail(report, "%s: %s", why.text, what.text);
}
