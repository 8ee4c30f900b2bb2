/* The engine over doubles. */
#include "fmu_multibody/engine/engine_full.h"
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>
#include <string.h>
#include <tgmath.h>

#define KERNEL(name) name##_real
#define KERNEL_WORK  over_reals
#define scalar       double

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

#include "fmu_multibody/engine/engine_algebra_kernel.h"
#include "fmu_multibody/engine/engine_motion_kernel.h"
#include "fmu_multibody/engine/engine_rows_kernel.h"
#include "fmu_multibody/engine/engine_forces_kernel.h"
#include "fmu_multibody/engine/engine_partition_kernel.h"
#include "fmu_multibody/engine/engine_bridge_kernel.h"
#include "fmu_multibody/engine/engine_reduced_kernel.h"
#include "fmu_multibody/engine/engine_output_kernel.h"
#include "fmu_multibody/engine/engine_full_kernel.h"

/* Whether x has the velocities of the memory, too. */
static bool velocities_recall_real(const struct engine *e, const double *m, const double *x)
{
    const size_t n_f = e->n_independent;
    bool same = engine_recall_positions(e, m, x);
    for (size_t i = 0; same && i < n_f; i++)
        same = m[e->n + e->independent[i]] == x[n_f + i];
    if (same)
        memcpy(e->over_reals->w, m + e->n, e->n * sizeof *m);
    return same;
}
