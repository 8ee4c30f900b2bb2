/* The engine over complex numbers: exact derivatives. */
#include "fmu_multibody/engine/engine_full.h"
#include "fmu_multibody/engine/engine_impl.h"
#include "numerics/complex_math.h"

#include <math.h>
#include <string.h>

static inline void turn_complex(double complex angle, double complex *c, double complex *s)
{
    *c = cos(angle);
    *s = sin(angle);
}

/* A derivative follows from the constraints, never from the memory. */
static bool velocities_recall_complex(const struct engine *e, const double complex *m, const double complex *x)
{
    (void)e, (void)m, (void)x;
    return false;
}

static bool positions_take_complex(const struct engine *e, const double complex *x);

/* Of a tree mostly nobody looks at the frames over complex numbers. */
static bool moves_later_complex(const struct engine *e)
{
    return e->n_dependent == 0;
}

static bool tree_accelerate_complex(const struct engine *e, const double complex *u, double complex *dx,
                                    struct model_report *report);

static void cardan_watch_complex(const struct engine *e)
{
    (void)e; /* derivatives are no steps */
}

#define KERNEL_ONLY_COMPLEX
#define KERNEL_FILE "fmu_multibody/engine/engine_kernel.h"
#include "numerics/kernel.h"

/* What a change of the payloads' masses asks for, at the accelerations that engine_tangent_prepare() has kept. */
static void payloads_change(const struct engine *e, const double complex *u)
{
    for (size_t k = 0; k < e->mechanism->n_payloads; k++) {
        const double change = cimag(u[mechanism_payload_input(e->mechanism, k)]), *a = e->tree->carried + 3 * k;
        struct frame_complex *f = &e->over_complex->frames[e->payloads[k].slot];
        double complex arm[3], force[3];
        to_ground_complex(f->R, e->payloads[k].at, arm);
        for (int i = 0; i < 3; i++) {
            force[i] = change * a[i] * I;
            f->f[i] += force[i];
        }
        cross_add_complex(arm, force, f->n);
    }
}

/* Of a tree the rates are real, and the derivative along the imaginary parts is found without complex factors: what its inertia
 * needs by engine_tangent.c, what acts on it over complex numbers. */
static bool tree_accelerate_complex(const struct engine *e, const double complex *u, double complex *dx,
                                    struct model_report *report)
{
    const size_t n = e->n;
    struct workspace_complex *w = e->over_complex;
    const struct workspace_real *real = e->over_real;
    double *forces = e->tree->forces, *x = real->x, *dz = real->dx, *dw = dz + n;
    for (size_t i = 0; i < 2 * n; i++)
        x[i] = creal(w->configured_x[i]);
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        real->inputs[i] = creal(u[i]);
    if (!engine_tangent_prepare(e, real->memory, x, real->inputs, report))
        return false;
    if (e->has_points)
        engine_ends_move_complex(e);
    for (size_t i = 0; i <= n && e->has_points; i++)
        for (int k = 0; k < 3; k++)
            w->frames[i].f[k] = w->frames[i].n[k] = 0;
    for (size_t i = 0; i < n; i++) {
        w->tau[i] = 0;
        dz[i] = cimag(w->configured_x[i]);
        dw[i] = cimag(w->configured_x[n + i]);
    }
    if (!engine_springs_pull_complex(e, w->tau, report) || !engine_inputs_push_complex(e, u, w->tau, report))
        return false;
    payloads_change(e, u);
    for (size_t i = n; i-- > 0;)
        if (e->links[i].has_end) /* the other frames are older */
            link_gather_complex(e, i, w->tau);
    engine_tangent_forces(e, dz, dw, forces);
    for (size_t i = 0; i < n; i++)
        forces[i] = -forces[i] - cimag(w->tau[i]);
    engine_tree_solve(e, forces);
    for (size_t i = 0; i < n; i++) {
        dx[i] = w->configured_x[n + i];
        dx[n + i] = e->tree->rates[n + i] + forces[i] * I;
    }
    return true;
}

/* From the converged real positions, which may be those beside x, one complex Newton step makes the derivatives exact. */
static bool positions_take_complex(const struct engine *e, const double complex *x)
{
    struct model_report unused;
    struct workspace_complex *w = e->over_complex;
    const size_t n_f = e->n_independent;
    const double *z = e->over_real->z;
    double size;
    for (size_t i = 0; i < e->n; i++)
        w->z[i] = z[i];
    for (size_t i = 0; i < n_f; i++)
        w->z[e->independent[i]] += cimag(x[i]) * I;
    for (size_t i = 0; i < e->l; i++)
        w->z[e->dependent[e->m + i]] += cimag(x[2 * n_f + i]) * I;
    return e->m == 0 || engine_position_step_complex(e, &size, &unused);
}

bool engine_follow_positions_complex(const struct engine *e, const double complex *m, const double complex *x,
                                     size_t *weak, struct model_report *report)
{
    double *memory = e->over_real->memory, *states = e->over_real->x;
    *weak = 0;
    for (size_t i = 0; i < engine_remembered(e); i++)
        memory[i] = creal(m[i]);
    for (size_t i = 0; i < 2 * e->n_independent + e->l; i++)
        states[i] = creal(x[i]);
    if (!engine_stands_at_real(e, memory, states) && !engine_follow_positions_real(e, memory, states, weak, report))
        return false;
    return positions_take_complex(e, x) || engine_partition_fails(e, 0, report);
}
