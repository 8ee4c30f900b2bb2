/* Folds: at a dead point of the independent coordinates two ways of assembly meet. The mechanism runs through, from one to the
 * other; its states only touch the point and come back, and equations on the way they came from would follow them without a
 * word: as if the mechanism had bounced. What tells a bounce from a motion that really turns is the acceleration. An
 * independent velocity that changes its sign gives the time of the step, dw_i / a_i; a dependent one that changes its sign
 * with it must have changed by as much as its own acceleration gives in that time. */
#include "fmu_multibody/engine/engine_full.h"
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>

/* The first coordinate from `from` on that has changed its direction since m; slower than `rest`, directions mean nothing. */
static size_t reversed(const struct engine *e, size_t count, const size_t *coordinates, size_t from, double rest,
                       const double *m)
{
    for (size_t i = from; i < count; i++) {
        const double before = m[e->n + coordinates[i]], after = e->over_reals->w[coordinates[i]];
        if ((before < -rest && after > rest) || (before > rest && after < -rest))
            return i;
    }
    return count;
}

static size_t reversed_independent(const struct engine *e, const double *m)
{
    return reversed(e, e->n_independent, e->independent, 0, 0, m);
}

static size_t reversed_dependent(const struct engine *e, size_t from, const double *m)
{
    return reversed(e, e->n_dependent, e->dependent, from, 1e-6, m);
}

bool engine_has_turned(const struct engine *e, const double *m)
{
    return e->n_dependent > 0 && reversed_independent(e, m) < e->n_independent &&
           reversed_dependent(e, 0, m) < e->n_dependent;
}

bool engine_turn_check(const struct engine *e, const double *dx, const double *m, struct model_report *report)
{
    const double *w = e->over_reals->w;
    double *a = e->augmented->a;
    if (!engine_has_turned(e, m))
        return true;
    engine_full_accelerations_real(e, dx, a);
    const size_t i = e->independent[reversed_independent(e, m)];
    const double time = (w[i] - m[e->n + i]) / a[i];
    for (size_t k = reversed_dependent(e, 0, m); k < e->n_dependent; k = reversed_dependent(e, k + 1, m)) {
        const size_t d = e->dependent[k];
        const double change = w[d] - m[e->n + d];
        char dependent[120], independent[120];
        if (!(fabs(change - a[d] * time) < 0.7 * fabs(change)))
            return model_fail(
                report,
                "the states have gone through a dead point: joint '%s' runs on where '%s' comes back, and "
                "the independent coordinates cannot tell; choose others as independent",
                mechanism_coordinate_name(e->mechanism, d, dependent, sizeof dependent),
                mechanism_coordinate_name(e->mechanism, i, independent, sizeof independent));
    }
    return true;
}

/* A dead point itself: near it the dependent positions are known to the root of the rounding only, 1e-8 of a pivot. States that
 * were recalled with all coordinates need no pivot. */
bool engine_dead_point_check(const struct engine *e, struct model_report *report)
{
    const struct workspace_real *w = e->over_reals;
    const size_t n_d = e->n_dependent;
    double *scales = w->column;
    if (!w->is_factored)
        return true;
    for (size_t i = 0; i < n_d; i++) {
        scales[i] = 0;
        for (size_t j = 0; j < e->n; j++)
            scales[i] = fmax(scales[i], fabs(w->D[i * e->n + j]));
    }
    for (size_t k = 0; k < n_d; k++) {
        const double scale = scales[w->pivots[k]]; /* rows were exchanged on the way */
        scales[w->pivots[k]] = scales[k];
        scales[k] = scale;
    }
    for (size_t k = 0; k < n_d; k++) {
        char name[120];
        if (!(fabs(w->factors[k * n_d + k]) > 1e-7 * scales[k]))
            return model_fail(report,
                              "the independent coordinates are at a dead point: they do not tell how joint '%s' moves; "
                              "choose others as independent",
                              mechanism_coordinate_name(e->mechanism, e->dependent[k], name, sizeof name));
    }
    return true;
}
