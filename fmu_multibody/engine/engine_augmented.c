/* Index-3 augmented Lagrangian with projections, trapezoidal rule, positions as primary variables: eqs. 2.20 to 2.25 and 2.57 to
 * 2.60 of the dissertation. All coordinates are unknown; the tangent is exact, by the complex step.
 *
 * A step begins with accelerations and multipliers that fulfil the constraints at its states and inputs, where the papers carry
 * projected ones over from the step before: a jump of an input is then no part of the step before it. Positions and velocities
 * of all coordinates are in the memory, so that steps go on where the independent ones do not determine the others. */
#include "fmu_multibody/engine/engine_full.h"
#include "fmu_multibody/engine/engine_impl.h"

#include "numerics/dense.h"
#include "numerics/projection.h"

#include <math.h>
#include <string.h>

struct engine_augmented engine_augmented_default(void)
{
    return (struct engine_augmented){.penalty = 1e11, .tolerance = 1e-9, .max_iterations = 20};
}

static bool tangent_fails(struct model_report *report)
{
    return model_fail(report, "the tangent matrix of the augmented Lagrangian method is singular");
}

static struct projection projection(const struct engine *e, double weight)
{
    struct augmented *s = e->augmented;
    return (struct projection){e->n, e->m, weight, s->W, s->D, s->tangent, s->column, s->pivots};
}

/* Accelerations that fulfil D z'' + (dD/dt) dz/dt = 0, and their multipliers: an augmented Lagrangian again, (M + beta D^T D) z'' =
 * -tau_0 - D^T (lambda + beta bias). With beta far above the masses every pass gains about five digits. */
static bool accelerations_begin(const struct engine *e, const double *u, struct model_report *report)
{
    enum { PASSES = 5 };
    struct augmented *s = e->augmented;
    const size_t n = e->n;
    double mass = 0, square = 0;
    if (!engine_full_rows_real(e, NULL, s->D, s->bias, report) || !engine_full_forces_real(e, NULL, u, s->f, report))
        return false;
    engine_full_mass_real(e, s->W);
    for (size_t i = 0; i < n; i++)
        mass = fmax(mass, s->W[i * n + i]);
    for (size_t i = 0; i < e->m * n; i++)
        square = fmax(square, s->D[i] * s->D[i]);
    const double beta = e->m > 0 ? 1e5 * mass / square : 0;
    const struct projection heavy = projection(e, beta);
    if (!projection_factor(&heavy))
        return tangent_fails(report);
    memset(s->lambda, 0, e->m * sizeof *s->lambda);
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t i = 0; i < n; i++) {
            s->a_0[i] = -s->f[i];
            for (size_t r = 0; r < e->m; r++)
                s->a_0[i] -= s->D[r * n + i] * (s->lambda[r] + beta * s->bias[r]);
        }
        dense_solve(n, s->tangent, s->pivots, s->a_0);
        for (size_t r = 0; r < e->m; r++) {
            double left = s->bias[r];
            for (size_t i = 0; i < n; i++)
                left += s->D[r * n + i] * s->a_0[i];
            s->lambda[r] += beta * left;
        }
    }
    return true;
}

static bool step_begin(const struct engine *e, const double *u, const double *m, const double *x,
                       struct model_report *report)
{
    struct augmented *s = e->augmented;
    if (!engine_configure_real(e, m, x, report))
        return false;
    memcpy(s->z_0, engine_positions_real(e), e->n * sizeof *s->z_0);
    memcpy(s->w_0, engine_velocities_real(e), e->n * sizeof *s->w_0);
    return accelerations_begin(e, u, report);
}

/* What the rule makes of z: dz/dt = 2/h (z - z_0) - w_0, z'' = 2/h (dz/dt - w_0) - a_0. */
static void follow_rule(const struct engine *e, double h)
{
    struct augmented *s = e->augmented;
    for (size_t i = 0; i < e->n; i++) {
        s->w[i] = 2 / h * (s->z[i] - s->z_0[i]) - s->w_0[i];
        s->a[i] = 2 / h * (s->w[i] - s->w_0[i]) - s->a_0[i];
    }
}

/* f = h^2/4 (M z'' + C - Q + Phi_z^T (lambda + alpha Phi)); multipliers take over what the penalty held at the new positions. */
static bool step_residual(const struct engine *e, double penalty, double h, const double *u, bool is_first,
                          struct model_report *report)
{
    struct augmented *s = e->augmented;
    engine_full_place_real(e, s->z, s->w);
    if (!engine_full_forces_real(e, s->a, u, s->f, report) || !engine_full_rows_real(e, s->phi, s->D, NULL, report))
        return false;
    for (size_t r = 0; r < e->m; r++) {
        if (!is_first)
            s->lambda[r] += penalty * s->phi[r]; /* eq. 2.20 */
        s->pushed[r] = s->lambda[r] + penalty * s->phi[r];
    }
    for (size_t i = 0; i < e->n; i++) {
        for (size_t r = 0; r < e->m; r++)
            s->f[i] += s->D[r * e->n + i] * s->pushed[r];
        s->f[i] *= h * h / 4;
    }
    return true;
}

/* df/dz and its part without constraints, W = M + h/2 C + h^2/4 K (eq. 2.23). */
static bool step_tangent(const struct engine *e, double penalty, double h, const double *u, struct model_report *report)
{
    const double step = 1e-100, share = h * h / 4;
    const size_t n = e->n;
    struct augmented *s = e->augmented;
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        s->u_c[i] = u[i];
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) {
            s->z_c[i] = s->z[i];
            s->w_c[i] = s->w[i];
            s->a_c[i] = s->a[i];
        }
        s->z_c[j] += step * I;
        s->w_c[j] += 2 / h * step * I;
        s->a_c[j] += 4 / (h * h) * step * I;
        engine_full_place_complex(e, s->z_c, s->w_c);
        if (!engine_full_forces_complex(e, s->a_c, s->u_c, s->f_c, report) ||
            !engine_full_rows_complex(e, s->phi_c, s->D_c, NULL, report))
            return false;
        for (size_t i = 0; i < n; i++) {
            double complex constraint = 0;
            for (size_t r = 0; r < e->m; r++)
                constraint += s->D_c[r * n + i] * (s->lambda[r] + penalty * s->phi_c[r]);
            s->W[j * n + i] = share * cimag(s->f_c[i]) / step;
            s->tangent[j * n + i] = s->W[j * n + i] + share * cimag(constraint) / step;
        }
    }
    return true;
}

/* Eq. 2.21, at the placement of the last residual. */
static bool velocities_project(const struct engine *e, double penalty, double h, struct model_report *report)
{
    const struct projection onto = projection(e, h * h / 4 * penalty);
    if (!projection_factor(&onto))
        return tangent_fails(report);
    projection_apply(&onto, NULL, e->augmented->w);
    return true;
}

bool engine_step_augmented(const struct engine *e, const struct engine_augmented *options, double h,
                           const double *u_begin, const double *u_end, double *m, double *x,
                           struct engine_step_summary *summary, struct model_report *report)
{
    struct augmented *s = e->augmented;
    const size_t n = e->n, n_f = e->n_independent;
    if (e->l > 0)
        return model_fail(report,
                          "the augmented Lagrangian formulation has no rolling contacts: use the partitioning one");
    if (!step_begin(e, u_begin, m, x, report))
        return false;
    for (size_t i = 0; i < n; i++)
        s->z[i] = s->z_0[i] + h * s->w_0[i] + h * h / 2 * s->a_0[i];
    *summary = (struct engine_step_summary){.iterations = 0};
    for (double size = INFINITY; !(size <= options->tolerance);) {
        if (++summary->iterations > options->max_iterations)
            return model_fail(report,
                              "the augmented Lagrangian method does not converge: the positions still change by %.3g "
                              "after %d iterations; reduce the step",
                              size, options->max_iterations);
        follow_rule(e, h);
        if (!step_residual(e, options->penalty, h, u_end, summary->iterations == 1, report) ||
            !step_tangent(e, options->penalty, h, u_end, report))
            return false;
        if (!dense_factor(n, s->tangent, s->pivots))
            return tangent_fails(report);
        dense_solve(n, s->tangent, s->pivots, s->f);
        size = 0;
        for (size_t i = 0; i < n; i++) {
            s->z[i] -= s->f[i];
            if (!(fabs(s->f[i]) <= size))
                size = fabs(s->f[i]);
        }
    }
    follow_rule(e, h);
    if (!step_residual(e, options->penalty, h, u_end, false, report) ||
        !velocities_project(e, options->penalty, h, report))
        return false;
    for (size_t r = 0; r < e->m; r++)
        summary->residual = fmax(summary->residual, fabs(s->phi[r]));
    for (size_t i = 0; i < n_f; i++) {
        x[i] = s->z[e->independent[i]];
        x[n_f + i] = s->w[e->independent[i]];
    }
    engine_remember(e, s->z, s->w, m);
    return true;
}
