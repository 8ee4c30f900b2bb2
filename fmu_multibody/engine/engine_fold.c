/* Folds: at a dead point of the independent coordinates two ways of assembly meet. The mechanism runs through, from one to the
 * other; its states only touch the point and come back, and equations on the way they came from would follow them without a
 * word: as if the mechanism had bounced. What tells a bounce from a motion that really turns is the acceleration. An
 * independent velocity that changes its sign gives the time of the step, dw_i / a_i; a dependent one of the same loops that
 * changes its sign with it must have changed by as much as its own acceleration gives in that time. */
#include "fmu_multibody/engine/engine_full.h"
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>

/* Whether a coordinate has changed its direction since m; slower than `rest`, directions mean nothing. */
static bool has_reversed(const struct engine *e, size_t coordinate, double rest, const double *m)
{
    const double before = m[e->n + coordinate], after = e->over_real->w[coordinate];
    return (before < -rest && after > rest) || (before > rest && after < -rest);
}

static bool dependent_reversed(const struct engine *e, size_t k, const double *m)
{
    return has_reversed(e, e->dependent[k], 1e-6, m);
}

/* The first independent coordinate from `from` on that has turned and moves the dependent coordinate k. */
static size_t turned_with(const struct engine *e, size_t k, size_t from, const double *m)
{
    size_t i = from;
    while (i < e->n_independent &&
           (e->group[e->independent[i]] != e->group[e->dependent[k]] || !has_reversed(e, e->independent[i], 0, m)))
        i++;
    return i;
}

bool engine_has_turned(const struct engine *e, const double *m)
{
    for (size_t k = 0; k < e->n_dependent; k++)
        if (dependent_reversed(e, k, m) && turned_with(e, k, 0, m) < e->n_independent)
            return true;
    return false;
}

/* Whether one of the independent coordinates explains the turn of the dependent coordinate k. */
static bool turn_is_real(const struct engine *e, size_t k, const double *m, const double *a)
{
    const double *w = e->over_real->w;
    const size_t d = e->dependent[k];
    const double change = w[d] - m[e->n + d];
    for (size_t j = turned_with(e, k, 0, m); j < e->n_independent; j = turned_with(e, k, j + 1, m)) {
        const size_t i = e->independent[j];
        const double time = (w[i] - m[e->n + i]) / a[i];
        if (fabs(change - a[d] * time) < 0.7 * fabs(change))
            return true;
    }
    return false;
}

bool engine_turn_check(const struct engine *e, const double *dx, const double *m, struct model_report *report)
{
    double *a = e->augmented->a;
    if (!engine_has_turned(e, m))
        return true;
    engine_full_accelerations_real(e, dx, a);
    for (size_t k = 0; k < e->n_dependent; k++) {
        const size_t turned = dependent_reversed(e, k, m) ? turned_with(e, k, 0, m) : e->n_independent;
        char dependent[120], independent[120];
        if (turned < e->n_independent && !turn_is_real(e, k, m, a))
            return model_fail(
                report,
                "the states have gone through a dead point: joint '%s' runs on where '%s' comes back, and "
                "the independent coordinates cannot tell; choose others as independent",
                mechanism_coordinate_name(e->mechanism, e->dependent[k], dependent, sizeof dependent),
                mechanism_coordinate_name(e->mechanism, e->independent[turned], independent, sizeof independent));
    }
    return true;
}
