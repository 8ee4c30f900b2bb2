/* An equilibrium with bodies that bend, or with actuators that hold their lengths, to which the accelerations do not lead: while nothing holds
 * it, what carries a load falls with it, and the load seems to be without weight. Forces along the coordinates tell more: Newton's method
 * brings those to zero that nothing balances. Its steps are shortened until the next one, by the same factors, is shorter: that weighs stiff
 * and soft coordinates alike (the natural monotonicity test of Deuflhard, Newton Methods for Nonlinear Problems, 2004, 3.3). Where the way is
 * too far for that, the forces that would hold the mechanism as it was assembled are taken away in parts. */
#include "fmu_multibody/engine/engine_impl.h"

#include "numerics/dense.h"

#include <math.h>
#include <string.h>

bool engine_settles(const struct mechanism *m)
{
    return m->start == START_EQUILIBRIUM && (m->n_flexibles > 0 || engine_holds(m));
}

/* What forces and lengths lack at x where `held` of the forces at the start are held from outside: into the step. */
static bool lacks(const struct engine *e, const double *near, const double *x, double held)
{
    struct held *h = e->held;
    double *forces = e->equilibrium_forces;
    if (!engine_forces_at_rest(e, near, x, h->inputs, forces))
        return false;
    for (size_t i = 0; i < e->n_independent; i++)
        forces[i] -= held * h->start_forces[i];
    engine_held_lacks(e, forces, h->step);
    return true;
}

static double length(size_t n, const double *step)
{
    double square = 0;
    for (size_t i = 0; i < n; i++)
        square += step[i] * step[i];
    return sqrt(square);
}

/* Moves x along the direction, which is `size` long. */
static bool move(const struct engine *e, double held, double size, double *x, double *near)
{
    const double longest = 0.2, least = 1e-3; /* rad or m; of the direction */
    struct held *h = e->held;
    const size_t n_f = e->n_independent;
    memcpy(h->trial, x, (2 * n_f + e->l) * sizeof *x);
    for (double part = fmin(1, longest / size); part > least * fmin(1, longest / size); part /= 2) {
        for (size_t i = 0; i < n_f; i++)
            h->trial[i] = x[i] + part * h->direction[i];
        if (!lacks(e, near, h->trial, held))
            continue;
        engine_held_solve(e);
        if (length(n_f, h->step) < (1 - part / 4) * size) {
            memcpy(x, h->trial, n_f * sizeof *x);
            engine_remember(e, e->over_real->z, NULL, near);
            return true;
        }
    }
    return false;
}

static bool approach(const struct engine *e, double held, double *x, double *near)
{
    enum { MOST_STEPS = 60 };
    const double close = 1e-8; /* rad or m: accelerations lead from there */
    struct model_report unused;
    struct held *h = e->held;
    const size_t n_f = e->n_independent;
    for (int k = 0; k < MOST_STEPS; k++) {
        if (!engine_held_linearize(e, UNREST_FORCES, near, x, &unused) || !lacks(e, near, x, held))
            return false;
        engine_held_solve(e);
        engine_held_push(e);
        const double size = length(n_f, h->step);
        if (size < close)
            return true;
        memcpy(h->direction, h->step, n_f * sizeof *h->step);
        if (!isfinite(size) || !move(e, held, size, x, near))
            return false;
    }
    return false;
}

/* Where Newton's method has been, to go back there. */
static void keep(const struct engine *e, const double *x, const double *near)
{
    const struct held *h = e->held;
    memcpy(h->kept_x, x, (2 * e->n_independent + e->l) * sizeof *x);
    memcpy(h->kept_memory, near, engine_remembered(e) * sizeof *near);
    memcpy(h->kept_inputs, h->inputs, mechanism_inputs(e->mechanism) * sizeof *h->inputs);
}

static void go_back(const struct engine *e, double *x, double *near)
{
    const struct held *h = e->held;
    memcpy(x, h->kept_x, (2 * e->n_independent + e->l) * sizeof *x);
    memcpy(near, h->kept_memory, engine_remembered(e) * sizeof *near);
    memcpy(h->inputs, h->kept_inputs, mechanism_inputs(e->mechanism) * sizeof *h->inputs);
}

bool engine_settle(const struct engine *e, const double *u, double *x, double *near)
{
    const double least = 1e-3; /* of the forces at the start, taken away at once */
    struct model_report unused;
    double held = 1, part = 1;
    if (!engine_held_begin(e, u, near, x, &unused) ||
        !engine_forces_at_rest(e, near, x, e->held->inputs, e->held->start_forces))
        return false;
    keep(e, x, near);
    while (held > 0 && part > least) {
        const double wanted = fmax(0, held - part);
        if (approach(e, wanted, x, near)) {
            held = wanted;
            part *= 2;
            keep(e, x, near);
        } else {
            go_back(e, x, near);
            part /= 4;
        }
    }
    return held == 0 && engine_held_newton(e, x, near, &unused);
}
