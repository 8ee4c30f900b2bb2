/* Where a mechanism stands, or how it accelerates, when penalties hold its constraints (eqs. 11 and 12). */
#include "linearize/mechanism/constraint_terms_impl.h"

#include "linearize/mechanism/constraint_messages.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 60 };

struct penalty_system {
    struct matrix M_p, C_p, K_p, side;
    double *residual;
    lapack_int *pivots;
};

static bool system_take(struct penalty_system *s, size_t n, struct arena *a)
{
    *s = (struct penalty_system){.M_p = matrix_take(a, n, n),
                                 .C_p = matrix_take(a, n, n),
                                 .K_p = matrix_take(a, n, n),
                                 .side = matrix_take(a, n, 1),
                                 .residual = ARENA_TAKE(a, n + 1, double),
                                 .pivots = ARENA_TAKE(a, n + 1, lapack_int)};
    return s->M_p.a && s->C_p.a && s->K_p.a && s->side.a && s->residual && s->pivots;
}

/* lambda = alpha (d2Phi/dt2 + 2 xi omega dPhi/dt + omega^2 Phi) (eq. 11) */
static void multipliers_take(struct constraint_terms *t, const struct penalty_terms *p)
{
    const size_t n = t->choice.coordinates;
    for (size_t r = 0; r < t->rows; r++) {
        double first = 0, second = t->bias[r];
        for (size_t j = 0; j < n; j++) {
            first += t->D_by_rows[r * n + j] * t->w[j];
            second += t->D_by_rows[r * n + j] * t->a[j];
        }
        t->lambda[r] = p->alpha * (second + 2 * p->xi * p->omega * first + p->omega * p->omega * t->phi[r]);
    }
}

/* -(tau + D^T lambda): what is missing to H_3 = 0 (eq. 12). Returns its largest part of the forces that it is the sum of. */
static double missing_find(const struct constraint_terms *t, double *missing)
{
    const size_t n = t->choice.coordinates;
    double worst = 0, size = 1;
    for (size_t i = 0; i < n; i++) {
        missing[i] = -t->tau[i];
        size = fmax(size, fabs(t->tau[i]));
        for (size_t r = 0; r < t->rows; r++)
            missing[i] -= t->D_by_rows[r * n + i] * t->lambda[r];
        worst = fmax(worst, fabs(missing[i]));
    }
    return worst / size;
}

/* K_p x = side; where nothing brings a motion back, the smallest x. */
static bool step_solve(struct penalty_system *s)
{
    const lapack_int n = (lapack_int)s->K_p.rows;
    lapack_int rank = 0;
    memset(s->pivots, 0, s->K_p.rows * sizeof *s->pivots);
    return n == 0 ||
           lapack()->dgelsy(LAPACK_COL_MAJOR, n, n, 1, s->K_p.a, n, s->side.a, n, s->pivots, 1e-14, &rank) == 0;
}

/* At z, w and a: the matrices of eq. 15, and what is missing to eq. 12 on the right side. */
static bool system_find(struct constraint_terms *t, const struct penalty_terms *p, struct penalty_system *s,
                        struct error *error)
{
    if (!constraint_terms_place(t, error))
        return false;
    multipliers_take(t, p);
    if (!constraint_terms_differentiate(t, error))
        return false;
    missing_find(t, s->side.a);
    constrained_penalize(&t->equations, p, s->M_p, s->C_p, s->K_p);
    return true;
}

/* Newton's method from the mechanism's own equilibrium. */
static bool settle(struct constraint_terms *t, const struct penalty_terms *p, struct penalty_system *s,
                   struct error *error)
{
    const size_t n = t->choice.coordinates;
    for (size_t i = 0; i < n; i++)
        t->w[i] = t->a[i] = 0;
    double before = INFINITY;
    for (int k = 0; k < MOST_STEPS; k++) {
        if (!system_find(t, p, s, error))
            return false;
        if (!step_solve(s))
            break;
        double size = 0;
        for (size_t i = 0; i < n; i++) {
            size = fmax(size, fabs(s->side.a[i]));
            t->z[i] += s->side.a[i];
        }
        if (!(size < 1))
            break;
        if (size < 1e-15 || (size < 1e-11 && size >= before / 2)) /* as near as rounding allows */
            return true;
        before = size;
    }
    return error_raise(error, ERROR_CONSTRAINTS_PENALTY, t->path);
}

/* M_p z'' = -(tau_0 + D^T alpha (bias + 2 xi omega D dz/dt + omega^2 Phi)), tau_0 without accelerations. */
static bool accelerate(struct constraint_terms *t, const struct penalty_terms *p, struct penalty_system *s,
                       struct error *error)
{
    const size_t n = t->choice.coordinates;
    memset(t->a, 0, n * sizeof *t->a);
    if (!system_find(t, p, s, error))
        return false;
    if (!matrix_solve(s->M_p, s->side, s->pivots))
        return error_raise(error, ERROR_CONSTRAINTS_PENALTY, t->path);
    memcpy(t->a, s->side.a, n * sizeof *t->a);
    return true;
}

/* Phi is a difference of lengths; times alpha its rounding would be seen. What is missing to equilibrium tells the rest. */
static bool multipliers_refine(struct constraint_terms *t, const struct penalty_terms *p, struct penalty_system *s,
                               struct error *error)
{
    double *more = ARENA_TAKE(&t->arena, t->rows + 1, double);
    if (!more)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    if (!constraint_terms_place(t, error))
        return false;
    multipliers_take(t, p);
    missing_find(t, s->residual);
    if (!constrained_multipliers(&t->equations, s->residual, more, &t->arena, error))
        return false;
    for (size_t r = 0; r < t->rows; r++)
        t->lambda[r] += more[r];
    return true;
}

bool constraint_terms_penalize(struct constraint_terms *t, const struct penalty_terms *p, double *violation,
                               struct error *error)
{
    struct penalty_system s;
    if (t->choice.nonholonomic > 0)
        return error_raise(error, ERROR_CONSTRAINTS_ROLLING, t->path, engine_row_name(t->engine, t->choice.holonomic));
    if (!system_take(&s, t->choice.coordinates, &t->arena))
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    if (!(t->is_equilibrium ? settle(t, p, &s, error) : accelerate(t, p, &s, error)) ||
        !multipliers_refine(t, p, &s, error))
        return false;
    *violation = 0;
    for (size_t r = 0; r < t->rows; r++)
        *violation = fmax(*violation, fabs(t->phi[r]));
    return constraint_terms_differentiate(t, error);
}
