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

static void cardan_watch_complex(const struct engine *e)
{
    (void)e; /* derivatives are no steps */
}

#define KERNEL_ONLY_COMPLEX
#define KERNEL_FILE "fmu_multibody/engine/engine_kernel.h"
#include "numerics/kernel.h"

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
