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
