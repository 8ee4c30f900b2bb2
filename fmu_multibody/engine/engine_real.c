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

#include "fmu_multibody/engine/engine_algebra_kernel.h"
#include "fmu_multibody/engine/engine_motion_kernel.h"
#include "fmu_multibody/engine/engine_rows_kernel.h"
#include "fmu_multibody/engine/engine_forces_kernel.h"
#include "fmu_multibody/engine/engine_reduced_kernel.h"
#include "fmu_multibody/engine/engine_output_kernel.h"
#include "fmu_multibody/engine/engine_full_kernel.h"

/* Newton's method for the dependent positions, as long as it contracts well: that keeps it on the branch of its guess. */
static bool positions_close(const struct engine *e, struct model_report *report)
{
    enum { MOST_STEPS = 30 };
    double last = INFINITY;
    for (int k = 0; k < MOST_STEPS; k++) {
        double size;
        if (!position_step_real(e, &size, report))
            return false;
        if (size <= 1e-9) /* quadratic: what is left is below rounding */
            return true;
        if (!(size < (k == 0 ? 1 : last / 4)))
            break;
        last = size;
    }
    return false;
}

/* The positions in x, with the last dependent ones that fulfilled the constraints. */
static void positions_aim(const struct engine *e, const double *m, const double *x, double share)
{
    struct workspace_real *w = e->over_reals;
    const size_t n_f = e->n_independent;
    for (size_t i = 0; i < n_f + e->l; i++) {
        const size_t coordinate = i < n_f ? e->independent[i] : e->dependent[e->m + i - n_f];
        const double target = i < n_f ? x[i] : x[n_f + i];
        w->z[coordinate] = share < 1 ? m[coordinate] + share * (target - m[coordinate]) : target;
    }
    for (size_t i = 0; i < e->m; i++)
        w->z[e->dependent[i]] = w->guess[i];
}

/* The kept row that is violated most where z is. */
static bool gap_find(const struct engine *e, size_t *worst, double *gap, struct model_report *report)
{
    struct workspace_real *w = e->over_reals;
    engine_move_positions_real(e, w->z);
    if (!engine_rows_real(e, e->kept, e->m, w->phi, NULL, report))
        return false;
    *worst = 0;
    for (size_t i = 1; i < e->m; i++)
        if (fabs(w->phi[i]) > fabs(w->phi[*worst]))
            *worst = i;
    *gap = fabs(w->phi[*worst]);
    return true;
}

/* Why the loops do not follow to x: a gap is left; or there is none, but Newton's method comes to it as slowly as to a double
 * root, since the states say too little there. */
static bool closing_fails(const struct engine *e, const double *m, const double *x, struct model_report *report)
{
    enum { SLOW_STEPS = 30 };
    const struct workspace_real *w = e->over_reals;
    size_t first, worst, column = 0;
    double gap, size;
    positions_aim(e, m, x, 1);
    if (!gap_find(e, &first, &gap, report))
        return false;
    for (int k = 0; k < SLOW_STEPS; k++) {
        double left;
        if (!position_step_real(e, &size, report) || !gap_find(e, &worst, &left, report))
            return false;
        for (size_t i = 1; i < e->m; i++)
            if (fabs(w->factors[i * e->m + i]) < fabs(w->factors[column * e->m + column]))
                column = i;
        if (left < 1e-12)
            return partition_fails_real(e, column, report);
    }
    return model_fail(
        report,
        "the loop at joint '%s' cannot be closed (a gap of %.3g m is left): the mechanism is stretched out or "
        "jams",
        e->rows[e->kept[first]].name, gap);
}

/* Whether x has the positions of the memory: then all of them are known, even where the partition is singular. */
static bool positions_recall(const struct engine *e, const double *m, const double *x)
{
    const size_t n_f = e->n_independent;
    bool same = e->n_dependent > 0;
    for (size_t i = 0; same && i < n_f; i++)
        same = m[e->independent[i]] == x[i];
    for (size_t i = 0; same && i < e->l; i++)
        same = m[e->dependent[e->m + i]] == x[2 * n_f + i];
    if (same)
        memcpy(e->over_reals->z, m, e->n * sizeof *m);
    return same;
}

/* The same for all of the states. */
static bool velocities_recall_real(const struct engine *e, const double *m, const double *x)
{
    const size_t n_f = e->n_independent;
    bool same = positions_recall(e, m, x);
    for (size_t i = 0; same && i < n_f; i++)
        same = m[e->n + e->independent[i]] == x[n_f + i];
    if (same)
        memcpy(e->over_reals->w, m + e->n, e->n * sizeof *m);
    return same;
}

/* From the accepted configuration m to the positions in x: at once where that is near, else in as many pieces as it takes. */
bool engine_follow_positions_real(const struct engine *e, const double *m, const double *x, struct model_report *report)
{
    struct workspace_real *w = e->over_reals;
    double done = 0, step = 1;
    w->is_configured = false;
    if (positions_recall(e, m, x))
        return true;
    for (size_t i = 0; i < e->m; i++)
        w->guess[i] = m[e->dependent[i]];
    while (done < 1) {
        positions_aim(e, m, x, done + step);
        if (e->m == 0)
            return true;
        if (positions_close(e, report)) {
            done += step;
            for (size_t i = 0; i < e->m; i++)
                w->guess[i] = w->z[e->dependent[i]];
            step = fmin(2 * step, 1 - done);
        } else {
            step /= 2;
            if (step < 1.0 / 1024)
                return closing_fails(e, m, x, report);
        }
    }
    return true;
}
