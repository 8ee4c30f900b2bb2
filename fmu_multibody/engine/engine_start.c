/* Memory and states at the start: as assembled, or the equilibrium near it. */
#include "fmu_multibody/engine/engine_impl.h"

#include "numerics/dense.h"

#include <math.h>
#include <string.h>

static void states_take(const struct engine *e, const double *z, const double *w, double *x)
{
    const size_t n_f = e->n_independent;
    for (size_t i = 0; i < n_f; i++) {
        x[i] = z[e->independent[i]];
        x[n_f + i] = w ? w[e->independent[i]] : 0;
    }
    for (size_t i = 0; i < e->l; i++)
        x[2 * n_f + i] = z[e->dependent[e->m + i]];
}

void engine_remember(const struct engine *e, const double *z, const double *w, double *m)
{
    for (size_t i = 0; e->n_dependent > 0 && i < e->n; i++) {
        m[i] = z[i];
        m[e->n + i] = w ? w[i] : 0;
    }
}

/* ---- equilibrium: independent accelerations from rest are zero ---- */

/* Places the mechanism; into equilibrium_pushed go the inputs u and what pushes from outside there. */
static bool push_real(const struct engine *e, const double *m, const double *x, const double *u,
                      struct model_report *report)
{
    if (!engine_configure_real(e, m, x, report))
        return false;
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        e->equilibrium_pushed[i] = u[i];
    if (e->pushes.who)
        e->pushes.over_real(e->pushes.who, e->equilibrium_pushed);
    return true;
}

/* The same, with what pushes from outside in u itself. */
static bool push_complex(const struct engine *e, const double complex *m, const double complex *x, double complex *u,
                         struct model_report *report)
{
    if (!engine_configure_complex(e, m, x, report))
        return false;
    if (e->pushes.who)
        e->pushes.over_complex(e->pushes.who, u);
    return true;
}

bool engine_pushed_rates(const struct engine *e, const double complex *m, const double complex *x, double complex *u,
                         double complex *dx, struct model_report *report)
{
    return push_complex(e, m, x, u, report) && engine_accelerate_complex(e, u, dx, report);
}

bool engine_pushed_forces(const struct engine *e, const double complex *m, const double complex *x, double complex *u,
                          double complex *forces, struct model_report *report)
{
    return push_complex(e, m, x, u, report) && engine_unbalanced_complex(e, u, forces, report);
}

/* The flexible body to whose bending a coordinate belongs; NULL: to none. */
static const char *bent_body(const struct engine *e, size_t coordinate)
{
    const struct mechanism *m = e->mechanism;
    for (size_t i = 0; i < m->n_flexibles; i++) {
        const size_t first = mechanism_first_coordinate(m, (size_t)m->flexibles[i].first_body);
        if (coordinate >= first && coordinate < first + m->flexibles[i].n)
            return m->flexibles[i].name;
    }
    return NULL;
}

bool engine_refuse_equilibrium(const struct engine *e, const char *how, const double *accelerations,
                               struct model_report *report)
{
    size_t worst = 0;
    char name[120];
    for (size_t i = 0; i < e->n_independent; i++)
        if (!(fabs(accelerations[i]) <= fabs(accelerations[worst])))
            worst = i;
    mechanism_coordinate_name(e->mechanism, e->independent[worst], name, sizeof name);
    const char *beam = bent_body(e, e->independent[worst]);
    if (beam)
        return model_fail(
            report,
            "no equilibrium was found near the start%s: '%s' still accelerates by %g; the beam '%.60s' may "
            "be too soft for what it carries (youngs_modulus, inertia_z)",
            how, name, accelerations[worst], beam);
    return model_fail(report,
                      "no equilibrium was found near the start%s: joint '%s' still accelerates by %g; hold it (spring, "
                      "actuator), begin nearer to where it rests, or say \"start\": \"given\"",
                      how, name, accelerations[worst]);
}

double engine_accelerations_at_rest(const struct engine *e, const double *near, const double *x, const double *u,
                                    double *acceleration)
{
    const size_t n_f = e->n_independent;
    struct model_report unused;
    double *dx = e->equilibrium_rates, sum = 0;
    if (!push_real(e, near, x, u, &unused) || !engine_accelerate_real(e, e->equilibrium_pushed, dx, &unused))
        return INFINITY;
    for (size_t i = 0; i < n_f; i++) {
        acceleration[i] = dx[n_f + i];
        sum += dx[n_f + i] * dx[n_f + i];
    }
    return sum;
}

bool engine_forces_at_rest(const struct engine *e, const double *near, const double *x, const double *u, double *forces)
{
    struct model_report unused;
    return push_real(e, near, x, u, &unused) && engine_unbalanced_real(e, e->equilibrium_pushed, forces, &unused);
}

/* d(accelerations)/d(independent positions), by columns. */
static bool accelerations_jacobian(const struct engine *e, const double *near, const double *x, const double *u,
                                   struct model_report *report)
{
    const double step = 1e-100;
    const size_t n_f = e->n_independent, states = 2 * n_f + e->l;
    struct workspace_complex *w = e->over_complex;
    for (size_t i = 0; i < engine_remembered(e); i++)
        w->memory[i] = near[i];
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        w->inputs[i] = u[i];
    for (size_t j = 0; j < n_f; j++) {
        for (size_t i = 0; i < states; i++)
            w->x[i] = i == j ? x[i] + step * I : x[i];
        if (!engine_pushed_rates(e, w->memory, w->x, w->inputs, w->dx, report))
            return false;
        for (size_t i = 0; i < n_f; i++)
            e->jacobian[j * n_f + i] = cimag(w->dx[n_f + i]) / step;
    }
    return true;
}

/* The damped step: (J^T J + damping) step = -J^T f. */
static bool damped_step(const struct engine *e, double damping, const double *f, double *step)
{
    const size_t n_f = e->n_independent;
    double trace = 0;
    for (size_t i = 0; i < n_f; i++) {
        const double *column = e->jacobian + i * n_f;
        step[i] = 0;
        for (size_t k = 0; k < n_f; k++)
            step[i] -= column[k] * f[k];
        for (size_t j = 0; j < n_f; j++) {
            e->square[j * n_f + i] = 0;
            for (size_t k = 0; k < n_f; k++)
                e->square[j * n_f + i] += column[k] * e->jacobian[j * n_f + k];
        }
        trace += e->square[i * n_f + i];
    }
    for (size_t i = 0; i < n_f; i++)
        e->square[i * n_f + i] += fmax(damping, 1e-15) * trace + 1e-300;
    if (!dense_factor(n_f, e->square, e->jacobian_pivots))
        return false;
    dense_solve(n_f, e->square, e->jacobian_pivots, step);
    return true;
}

/* Where bodies bend, stiff and soft coordinates are too far apart for J^T J, and a step that comes nearer in the soft ones may well
 * accelerate the stiff ones: Newton's own steps, of 0.2 rad or m at most, whatever they accelerate on the way. False: they lead nowhere, or
 * farther than `farthest` from the assembled start. */
static bool equilibrium_approach(const struct engine *e, const double *u, double farthest, double *x, double *near)
{
    enum { MOST_STEPS = 60 };
    const double longest = 0.2;
    const size_t n_f = e->n_independent;
    struct model_report unused;
    double *f = e->equilibrium_forces, *step = e->step, size = INFINITY;
    for (int k = 0; k < MOST_STEPS; k++) {
        if (!isfinite(engine_accelerations_at_rest(e, near, x, u, f)) ||
            !accelerations_jacobian(e, near, x, u, &unused) || !dense_factor(n_f, e->jacobian, e->jacobian_pivots))
            return false;
        memcpy(step, f, n_f * sizeof *step);
        dense_solve(n_f, e->jacobian, e->jacobian_pivots, step);
        size = dense_largest(n_f, step);
        for (size_t i = 0; i < n_f; i++)
            x[i] -= step[i] * fmin(1, longest / size);
        if (!(size > 1e-12))
            break;
        if (!isfinite(engine_accelerations_at_rest(e, near, x, u, f)))
            return false;
        engine_remember(e, e->over_real->z, NULL, near);
    }
    for (size_t i = 0; i < n_f; i++)
        step[i] = x[i] - e->z_0[e->independent[i]];
    return size < ENGINE_AT_REST && dense_largest(n_f, step) <= farthest;
}

/* Newton's last steps, undamped, where the Jacobian allows them: the size of the last one. */
static double equilibrium_polish(const struct engine *e, const double *u, double *x, struct model_report *report)
{
    const size_t n_f = e->n_independent;
    double *f = e->equilibrium_forces, *step = e->step, size = INFINITY;
    for (int k = 0; k < 3; k++) {
        engine_remember(e, e->over_real->z, NULL, e->trial);
        if (!isfinite(engine_accelerations_at_rest(e, e->trial, x, u, f)) ||
            !accelerations_jacobian(e, e->trial, x, u, report) || !dense_factor(n_f, e->jacobian, e->jacobian_pivots))
            return INFINITY;
        memcpy(step, f, n_f * sizeof *step);
        dense_solve(n_f, e->jacobian, e->jacobian_pivots, step);
        size = dense_largest(n_f, step);
        if (!(size < 1e-4)) /* nearly singular: leave it at what damping found */
            return size;
        for (size_t i = 0; i < n_f; i++)
            x[i] -= step[i];
    }
    return size;
}

/* By accelerations from x on, which are measured by those of the start. */
static bool equilibrium_find(const struct engine *e, const double *u, double at_start, double *x, double *near,
                             struct model_report *report)
{
    enum { MOST_STEPS = 200 };
    const size_t n_f = e->n_independent, states = 2 * n_f + e->l;
    double *f = e->equilibrium_forces, *trial = e->equilibrium_trial, *step = e->step;
    double damping = 1e-3, sum = engine_accelerations_at_rest(e, near, x, u, f);
    const double scale = 1 + sqrt(at_start);
    for (int k = 0; k < MOST_STEPS && sum > 0 && damping < 1e12; k++) {
        if (!isfinite(sum) || !accelerations_jacobian(e, near, x, u, report))
            break;
        double after = INFINITY;
        if (damped_step(e, damping, f, step)) {
            memcpy(trial, x, states * sizeof *trial);
            for (size_t i = 0; i < n_f; i++)
                trial[i] += step[i];
            after = dense_largest(n_f, step) < 1 ? engine_accelerations_at_rest(e, near, trial, u, f) : INFINITY;
        }
        if (after < sum) {
            memcpy(x, trial, states * sizeof *x);
            engine_remember(e, e->over_real->z, NULL, near);
            sum = after;
            damping /= 10;
            if (dense_largest(n_f, step) < 1e-13)
                break;
        } else {
            if (sum <= 1e-22 * scale * scale)
                break;
            damping = fmax(4 * damping, 1e-12);
            sum = engine_accelerations_at_rest(e, near, x, u, f);
        }
    }
    const bool is_small = sqrt(sum) < 1e-7 * scale,
               is_near = isfinite(sum) && equilibrium_polish(e, u, x, report) < ENGINE_AT_REST;
    return is_small || is_near || engine_refuse_equilibrium(e, "", f, report);
}

/* The configuration from which it is looked for. */
static void assembled_take(const struct engine *e, double *x, double *near)
{
    states_take(e, e->z_0, NULL, x);
    engine_remember(e, e->z_0, NULL, near);
    engine_charts_begin(e, near);
}

/* From the assembled start on, by accelerations. */
static bool equilibrium_by_accelerations(const struct engine *e, const double *u, double farthest, double *x,
                                         double *near, struct model_report *report)
{
    assembled_take(e, x, near);
    if (engine_holds(e->mechanism))
        return engine_held_begin(e, u, near, x, report) && engine_held_newton(e, x, near, report);
    const double at_start = engine_accelerations_at_rest(e, near, x, u, e->equilibrium_forces);
    const bool arrives = e->mechanism->n_flexibles == 0 || equilibrium_approach(e, u, farthest, x, near);
    return (arrives || isinf(farthest)) && equilibrium_find(e, u, at_start, x, near, report);
}

bool engine_equilibrium(const struct engine *e, const double *u, double *x, struct model_report *report)
{
    const double half_a_turn = 3; /* what is beyond it is not near the start, and taken where there is nothing else */
    double *near = e->trial;
    bool found = equilibrium_by_accelerations(e, u, half_a_turn, x, near, report);
    if (!found && engine_settles(e->mechanism)) {
        assembled_take(e, x, near);
        found = engine_settle(e, u, x, near) ||
                (!engine_holds(e->mechanism) && equilibrium_by_accelerations(e, u, INFINITY, x, near, report));
    }
    return found && engine_configure_real(e, near, x, report);
}

/* ---- initial memory and states ---- */

bool engine_initialize_real(const struct engine *e, const double *u, double *m, double *x, struct model_report *report)
{
    engine_cardan_forget(e);
    engine_charts_begin(e, m);
    if (e->mechanism->start == START_EQUILIBRIUM) {
        if (!engine_equilibrium(e, u, x, report))
            return false;
        engine_remember(e, e->over_real->z, NULL, m);
        if (!engine_limits_check(e, e->over_real->z, report))
            return false;
    } else {
        engine_remember(e, e->z_0, e->w_0, m);
        states_take(e, e->z_0, e->w_0, x);
    }
    engine_charts_change(e, m, x);
    return true;
}

/* Along a change of the inputs an equilibrium moves by -J^-1 of the change of the accelerations. */
static bool equilibrium_follow(const struct engine *e, const double complex *u, const double *near, const double *start,
                               const double *inputs, const double complex *m, double complex *x,
                               struct model_report *report)
{
    const size_t n_f = e->n_independent;
    struct workspace_complex *w = e->over_complex;
    double *step = e->step;
    if (!accelerations_jacobian(e, near, start, inputs, report))
        return false;
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        w->inputs[i] = u[i];
    if (!engine_pushed_rates(e, m, x, w->inputs, w->dx, report))
        return false;
    if (!dense_factor(n_f, e->jacobian, e->jacobian_pivots))
        return model_fail(report, "the equilibrium at the start is not isolated: its derivative does not exist");
    double largest = 0; /* the complex step is tiny: solve for numbers of size one */
    for (size_t i = 0; i < n_f; i++)
        largest = fmax(largest, fabs(cimag(w->dx[n_f + i])));
    for (size_t i = 0; i < n_f; i++)
        step[i] = largest > 0 ? cimag(w->dx[n_f + i]) / largest : 0;
    dense_solve(n_f, e->jacobian, e->jacobian_pivots, step);
    for (size_t i = 0; i < n_f; i++)
        x[i] -= step[i] * largest * I;
    return true;
}

bool engine_initialize_complex(const struct engine *e, const double complex *u, double complex *m, double complex *x,
                               struct model_report *report)
{
    const size_t states = 2 * e->n_independent + e->l;
    double *inputs = e->equilibrium_inputs, *near = e->equilibrium_memory, *start = e->equilibrium_x;
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        inputs[i] = creal(u[i]);
    if (!engine_initialize_real(e, inputs, near, start, report))
        return false;
    for (size_t i = 0; i < engine_remembered(e); i++)
        m[i] = near[i];
    for (size_t i = 0; i < states; i++)
        x[i] = start[i];
    if (e->mechanism->start != START_EQUILIBRIUM)
        return true;
    if (engine_holds(e->mechanism) ? !engine_held_follow(e, u, near, start, m, x, report)
                                   : !equilibrium_follow(e, u, near, start, inputs, m, x, report))
        return false;
    if (!engine_configure_complex(e, m, x, report))
        return false;
    memcpy(m, e->over_complex->z, engine_first_chart(e) / 2 * sizeof *m);
    return true;
}
