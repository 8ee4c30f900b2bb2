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

/* Accelerations along a change of position j, into the complex workspace's dx; how the lengths change with it. */
static bool follow_position(const struct engine *e, const double *x, size_t j, double *lengths, size_t stride,
                            struct model_report *report)
{
    const struct held *h = e->held;
    struct workspace_complex *w = e->over_complex;
    for (size_t i = 0; i < 2 * e->n_independent + e->l; i++)
        w->x[i] = i == j ? x[i] + increment * I : x[i];
    if (!engine_pushed_rates(e, w->memory, w->x, w->inputs, w->dx, report))
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
    load_complex(e, near);
    for (size_t j = 0; j < n_f; j++)
        if (!follow_position(e, x, j, h->matrix + j, n_f, report))
            return false;
    h->n = dense_rank(h->n, n_f, h->matrix, 1e-9, h->order, h->columns, h->scales);
    for (size_t k = 0; k < h->n; k++)
        h->order[k] = h->which[h->order[k]];
    memcpy(h->which, h->order, h->n * sizeof *h->which);
    return true;
}

/* The factors of d(accelerations, lengths)/d(positions, forces), by columns; rows of accelerations in units of their largest element,
 * forces in such units that they accelerate by one. */
static bool linearize(const struct engine *e, const double *near, const double *x, struct model_report *report)
{
    struct held *h = e->held;
    struct workspace_complex *w = e->over_complex;
    const size_t n_f = e->n_independent, n = n_f + h->n;
    load_complex(e, near);
    for (size_t j = 0; j < n_f; j++) {
        double *column = h->matrix + j * n;
        if (!follow_position(e, x, j, column + n_f, 1, report))
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
        if (!engine_pushed_rates(e, w->memory, w->x, w->inputs, w->dx, report))
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

/* Solves for what is in h->step: by what accelerations and lengths are to change, and then by what positions and forces do. */
static void solve(const struct engine *e)
{
    struct held *h = e->held;
    const size_t n_f = e->n_independent, n = n_f + h->n;
    for (size_t i = 0; i < n_f; i++)
        h->step[i] /= h->scales[i];
    dense_solve(n, h->matrix, h->pivots, h->step);
    for (size_t k = 0; k < h->n; k++)
        h->step[n_f + k] *= h->units[k];
}

/* What accelerations and lengths lack, where the mechanism was placed last. */
static void lacks(const struct engine *e, const double *accelerations, double *step)
{
    const struct held *h = e->held;
    for (size_t i = 0; i < e->n_independent; i++)
        step[i] = -accelerations[i];
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

bool engine_held_equilibrium(const struct engine *e, const double *u, double *x, double *near,
                             struct model_report *report)
{
    enum { MOST_STEPS = 60 };
    struct held *h = e->held;
    const size_t n_f = e->n_independent;
    double *f = e->equilibrium_forces, size = INFINITY, last = INFINITY;
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        h->inputs[i] = u[i];
    for (size_t k = 0; k < e->mechanism->n_actuators; k++)
        if (e->mechanism->actuators[k].holds)
            h->inputs[mechanism_actuator_input(e->mechanism, k)] = 0;
    const double scale = 1 + engine_accelerations_at_rest(e, near, x, h->inputs, f);
    if (!isfinite(scale))
        return report_none(e, f, report);
    for (size_t k = 0; k < e->mechanism->n_actuators; k++) {
        double ds;
        engine_actuator_real(e, k, NULL, &h->lengths[k], &ds, NULL);
    }
    if (!choose(e, near, x, report))
        return false;
    for (int step = 0; step < MOST_STEPS && !(size < 1e-13) && !(size < 1e-9 && size >= last); step++) {
        last = size;
        if (!linearize(e, near, x, report) || !isfinite(engine_accelerations_at_rest(e, near, x, h->inputs, f)))
            return false;
        lacks(e, f, h->step);
        solve(e);
        size = dense_largest(n_f, h->step);
        for (size_t k = 0; k < h->n; k++)
            h->inputs[mechanism_actuator_input(e->mechanism, h->which[k])] += h->step[n_f + k];
        if (!isfinite(size) || !move(e, near, x, f))
            return report_none(e, f, report);
        engine_remember(e, e->over_real->z, NULL, near);
    }
    return (size < 1e-9 && dense_largest(n_f, f) < 1e-7 * scale) || report_none(e, f, report);
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
    if (!linearize(e, near, start, report))
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
        solve(e);
        for (size_t i = 0; i < n_f; i++)
            x[i] += h->step[i] * unit * I;
        for (size_t k = 0; k < h->n; k++)
            w->inputs[mechanism_actuator_input(e->mechanism, h->which[k])] += h->step[n_f + k] * unit * I;
    }
    return true;
}
