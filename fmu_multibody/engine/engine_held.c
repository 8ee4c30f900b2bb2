/* The equilibrium near the start with actuators that hold their lengths. Unknown are the independent positions q and the forces f of
 * these actuators: accelerations from rest are zero, and the lengths are those of the assembled start. Accelerations are affine in f, so
 * that Newton's method knows f after its first step. Of actuators that do the same one holds: what each of them gives is not asked here
 * (engine_static_forces()). */
#include "fmu_multibody/engine/engine_impl.h"

#include "numerics/dense.h"

#include <math.h>
#include <string.h>

/* A coordinate that nothing pulls anywhere stays where it is: one that comes back with less than this, in 1/s2, counts as such. */
static const double neutral = 1e-9;
static const double increment = 1e-100; /* of the complex step */

bool engine_holds(const struct mechanism *m)
{
    bool holds = false;
    for (size_t k = 0; m->start == START_EQUILIBRIUM && k < m->n_actuators; k++)
        holds = holds || m->actuators[k].holds;
    return holds;
}

static void load_complex(const struct engine *e, const double *near)
{
    struct workspace_complex *w = e->over_complex;
    for (size_t i = 0; i < engine_remembered(e); i++)
        w->memory[i] = near[i];
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        w->inputs[i] = e->held->inputs[i];
}

/* What is not at rest as the complex workspace stands, into its dx behind the velocities. */
static bool unrest(const struct engine *e, enum unrest what, struct model_report *report)
{
    struct workspace_complex *w = e->over_complex;
    return what == UNREST_FORCES ? engine_pushed_forces(e, w->memory, w->x, w->inputs, w->dx + e->n_independent, report)
                                 : engine_pushed_rates(e, w->memory, w->x, w->inputs, w->dx, report);
}

/* That along a change of position j; how the lengths change with it. */
static bool follow_position(const struct engine *e, enum unrest what, const double *x, size_t j, double *lengths,
                            size_t stride, struct model_report *report)
{
    const struct held *h = e->held;
    struct workspace_complex *w = e->over_complex;
    for (size_t i = 0; i < 2 * e->n_independent + e->l; i++)
        w->x[i] = i == j ? x[i] + increment * I : x[i];
    if (!unrest(e, what, report))
        return false;
    for (size_t k = 0; k < h->n; k++) {
        double complex s, ds;
        engine_actuator_complex(e, h->which[k], NULL, &s, &ds, NULL);
        lengths[k * stride] = cimag(s) / increment;
    }
    return true;
}

/* The actuators that hold, at x: as many as have lengths that change independently of each other. */
static bool choose(const struct engine *e, const double *near, const double *x, struct model_report *report)
{
    struct held *h = e->held;
    const size_t n_f = e->n_independent;
    h->n = 0;
    for (size_t k = 0; k < e->mechanism->n_actuators; k++)
        if (e->mechanism->actuators[k].holds)
            h->which[h->n++] = k;
    if (h->n == 0)
        return true;
    load_complex(e, near);
    for (size_t j = 0; j < n_f; j++)
        if (!follow_position(e, UNREST_ACCELERATIONS, x, j, h->matrix + j, n_f, report))
            return false;
    h->n = dense_rank(h->n, n_f, h->matrix, 1e-9, h->order, h->columns, h->scales);
    for (size_t k = 0; k < h->n; k++)
        h->order[k] = h->which[h->order[k]];
    memcpy(h->which, h->order, h->n * sizeof *h->which);
    return true;
}

bool engine_held_linearize(const struct engine *e, enum unrest what, const double *near, const double *x,
                           struct model_report *report)
{
    struct held *h = e->held;
    struct workspace_complex *w = e->over_complex;
    const size_t n_f = e->n_independent, n = n_f + h->n;
    load_complex(e, near);
    for (size_t j = 0; j < n_f; j++) {
        double *column = h->matrix + j * n;
        if (!follow_position(e, what, x, j, column + n_f, 1, report))
            return false;
        for (size_t i = 0; i < n_f; i++)
            column[i] = cimag(w->dx[n_f + i]) / increment - (i == j ? neutral : 0);
    }
    for (size_t i = 0; i < 2 * n_f + e->l; i++)
        w->x[i] = x[i];
    for (size_t k = 0; k < h->n; k++) {
        double *column = h->matrix + (n_f + k) * n, largest = 0;
        const size_t input = mechanism_actuator_input(e->mechanism, h->which[k]);
        w->inputs[input] = h->inputs[input] + increment * I;
        if (!unrest(e, what, report))
            return false;
        w->inputs[input] = h->inputs[input];
        for (size_t i = 0; i < n_f; i++)
            largest = fmax(largest, fabs(column[i] = cimag(w->dx[n_f + i]) / increment));
        h->units[k] = largest > 0 ? 1 / largest : 1;
        for (size_t i = 0; i < n; i++)
            column[i] = i < n_f ? column[i] * h->units[k] : 0;
    }
    for (size_t i = 0; i < n_f; i++) {
        h->scales[i] = 0;
        for (size_t j = 0; j < n; j++)
            h->scales[i] = fmax(h->scales[i], fabs(h->matrix[j * n + i]));
        for (size_t j = 0; j < n; j++)
            h->matrix[j * n + i] /= h->scales[i];
    }
    return dense_factor(n, h->matrix, h->pivots) ||
           model_fail(report, "the equilibrium at the start, with actuators that hold their lengths, is not isolated");
}

void engine_held_solve(const struct engine *e)
{
    struct held *h = e->held;
    const size_t n_f = e->n_independent, n = n_f + h->n;
    for (size_t i = 0; i < n_f; i++)
        h->step[i] /= h->scales[i];
    dense_solve(n, h->matrix, h->pivots, h->step);
    for (size_t k = 0; k < h->n; k++)
        h->step[n_f + k] *= h->units[k];
}

void engine_held_lacks(const struct engine *e, const double *unrest, double *step)
{
    const struct held *h = e->held;
    for (size_t i = 0; i < e->n_independent; i++)
        step[i] = -unrest[i];
    for (size_t k = 0; k < h->n; k++) {
        double s, ds;
        engine_actuator_real(e, h->which[k], NULL, &s, &ds, NULL);
        step[e->n_independent + k] = h->lengths[h->which[k]] - s;
    }
}

/* Moves every position by its step, but no farther than `longest`; by a part of that where the whole leaves no placement. */
static bool move(const struct engine *e, const double *near, double *x, double *accelerations)
{
    enum { MOST_HALVINGS = 10 };
    const double longest = 0.2; /* rad or m */
    const struct held *h = e->held;
    double part = 1, taken = 0;
    for (int k = 0; k <= MOST_HALVINGS; k++, part /= 2) {
        for (size_t i = 0; i < e->n_independent; i++)
            x[i] += (part - taken) * fmax(-longest, fmin(longest, h->step[i]));
        taken = part;
        if (isfinite(engine_accelerations_at_rest(e, near, x, h->inputs, accelerations)))
            return true;
    }
    return false;
}

static bool report_none(const struct engine *e, const double *accelerations, struct model_report *report)
{
    return engine_refuse_equilibrium(e, " with actuators that hold their lengths", accelerations, report);
}

bool engine_held_begin(const struct engine *e, const double *u, const double *near, const double *x,
                       struct model_report *report)
{
    struct held *h = e->held;
    double *f = e->equilibrium_forces;
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        h->inputs[i] = u[i];
    for (size_t k = 0; k < e->mechanism->n_actuators; k++)
        if (e->mechanism->actuators[k].holds)
            h->inputs[mechanism_actuator_input(e->mechanism, k)] = 0;
    if (!isfinite(engine_accelerations_at_rest(e, near, x, h->inputs, f)))
        return report_none(e, f, report);
    for (size_t k = 0; k < e->mechanism->n_actuators; k++) {
        double ds;
        engine_actuator_real(e, k, NULL, &h->lengths[k], &ds, NULL);
    }
    return choose(e, near, x, report);
}

void engine_held_push(const struct engine *e)
{
    const struct held *h = e->held;
    for (size_t k = 0; k < h->n; k++)
        h->inputs[mechanism_actuator_input(e->mechanism, h->which[k])] += h->step[e->n_independent + k];
}

bool engine_held_newton(const struct engine *e, double *x, double *near, struct model_report *report)
{
    enum { MOST_STEPS = 60 };
    struct held *h = e->held;
    const size_t n_f = e->n_independent;
    double *f = e->equilibrium_forces, size = INFINITY, last = INFINITY;
    for (int step = 0; step < MOST_STEPS && !(size < 1e-13) && !(size < ENGINE_AT_REST && size >= last); step++) {
        last = size;
        if (!engine_held_linearize(e, UNREST_ACCELERATIONS, near, x, report) ||
            !isfinite(engine_accelerations_at_rest(e, near, x, h->inputs, f)))
            return false;
        engine_held_lacks(e, f, h->step);
        engine_held_solve(e);
        size = dense_largest(n_f, h->step);
        engine_held_push(e);
        if (!isfinite(size) || !move(e, near, x, f))
            return report_none(e, f, report);
        engine_remember(e, e->over_real->z, NULL, near);
    }
    return size < ENGINE_AT_REST || report_none(e, f, report);
}

/* What changes of accelerations and lengths are left over along a change of positions and inputs, in units of the first pass's largest. */
static bool rest_of(const struct engine *e, const double complex *m, const double complex *x, double *unit,
                    struct model_report *report)
{
    struct held *h = e->held;
    struct workspace_complex *w = e->over_complex;
    const size_t n_f = e->n_independent;
    if (!engine_pushed_rates(e, m, x, w->inputs, w->dx, report))
        return false;
    for (size_t i = 0; i < n_f; i++)
        h->step[i] = -cimag(w->dx[n_f + i]);
    for (size_t k = 0; k < h->n; k++) {
        double complex s, ds;
        engine_actuator_complex(e, h->which[k], NULL, &s, &ds, NULL);
        h->step[n_f + k] = -cimag(s);
    }
    if (!(*unit > 0))
        *unit = dense_largest(n_f + h->n, h->step);
    if (*unit > 0)
        for (size_t i = 0; i < n_f + h->n; i++)
            h->step[i] /= *unit;
    return true;
}

bool engine_held_follow(const struct engine *e, const double complex *u, const double *near, const double *start,
                        const double complex *m, double complex *x, struct model_report *report)
{
    enum { PASSES = 3 }; /* the later ones take what `neutral` has changed in the first one */
    struct held *h = e->held;
    struct workspace_complex *w = e->over_complex;
    const size_t n_f = e->n_independent;
    if (!engine_held_linearize(e, UNREST_ACCELERATIONS, near, start, report))
        return false;
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        w->inputs[i] = h->inputs[i] + cimag(u[i]) * I;
    for (size_t k = 0; k < e->mechanism->n_actuators; k++)
        if (e->mechanism->actuators[k].holds)
            w->inputs[mechanism_actuator_input(e->mechanism, k)] = h->inputs[mechanism_actuator_input(e->mechanism, k)];
    double unit = 0; /* the complex step is tiny: solve for numbers of size one */
    for (int pass = 0; pass < PASSES; pass++) {
        if (!rest_of(e, m, x, &unit, report))
            return false;
        engine_held_solve(e);
        for (size_t i = 0; i < n_f; i++)
            x[i] += h->step[i] * unit * I;
        for (size_t k = 0; k < h->n; k++)
            w->inputs[mechanism_actuator_input(e->mechanism, h->which[k])] += h->step[n_f + k] * unit * I;
    }
    return true;
}
