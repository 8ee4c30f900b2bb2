/* The engine over doubles. */
#include "fmu_multibody/engine/engine_full.h"
#include "fmu_multibody/engine/engine_impl.h"
#include "numerics/complex_math.h"

#include <math.h>
#include <string.h>

static inline void turn_real(double angle, double *c, double *s)
{
    *c = cos(angle);
    *s = sin(angle);
}

static bool velocities_recall_real(const struct engine *e, const double *m, const double *x);

static void cardan_watch_real(const struct engine *e)
{
    if (e->n_cardan > 0)
        engine_cardan_watch(e);
}

static bool moves_later_real(const struct engine *e)
{
    (void)e;
    return false;
}

static bool tree_accelerate_real(const struct engine *e, const double *u, double *dx, struct model_report *report);

/* The positions that engine_beside() has found are these. */
static bool positions_take_real(const struct engine *e, const double *x)
{
    (void)e, (void)x;
    return true;
}

#define KERNEL_ONLY_REAL
#define KERNEL_FILE "fmu_multibody/engine/engine_kernel.h"
#include "numerics/kernel.h"

/* Whether x has the velocities of the memory, too. */
static bool velocities_recall_real(const struct engine *e, const double *m, const double *x)
{
    const size_t n_f = e->n_independent;
    bool same = engine_recall_positions(e, m, x);
    for (size_t i = 0; same && i < n_f; i++)
        same = m[e->n + e->independent[i]] == x[n_f + i];
    if (same)
        memcpy(e->over_real->w, m + e->n, e->n * sizeof *m);
    return same;
}

static bool tree_accelerate_real(const struct engine *e, const double *u, double *dx, struct model_report *report)
{
    const struct workspace_real *w = e->over_real;
    if (e->is_long_tree) {
        if (!engine_articulated_accelerate(e, u, report))
            return false;
    } else {
        if (!dynamics_real(e, u, report))
            return false;
        reduced_solve_real(e, w->rhs);
    }
    for (size_t i = 0; i < e->n; i++) {
        dx[i] = w->w[i];
        dx[e->n + i] = w->rhs[i];
    }
    return true;
}

void engine_tree_solve(const struct engine *e, double *forces)
{
    if (e->is_long_tree)
        engine_articulated_solve(e, forces);
    else
        reduced_solve_real(e, forces);
}
