/* How far a placement is from a singular one, in which the dependent coordinates do not follow from the independent ones. */
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>
#include <stdint.h>

/* ---- coordinates that loops tie together ---- */

static size_t group_of(const struct engine *e, size_t coordinate)
{
    while (e->group[coordinate] != coordinate)
        coordinate = e->group[coordinate];
    return coordinate;
}

static void groups_join(struct engine *e, int slot, int end, size_t *group)
{
    for (; slot != end; slot = e->links[slot - 1].parent) {
        const size_t other = group_of(e, (size_t)slot - 1);
        if (*group == SIZE_MAX)
            *group = other;
        e->group[other] = *group;
    }
}

void engine_groups_make(struct engine *e)
{
    for (size_t i = 0; i < e->n; i++)
        e->group[i] = i;
    for (size_t r = 0; r < e->n_rows; r++) {
        size_t group = SIZE_MAX;
        groups_join(e, e->rows[r].a.slot, e->rows[r].meet, &group);
        groups_join(e, e->rows[r].b.slot, e->rows[r].meet, &group);
    }
    for (size_t i = 0; i < e->n; i++) {
        e->group[i] = group_of(e, i);
        e->is_in_loop[i] = false;
    }
    for (size_t i = 0; i < e->n; i++)
        for (size_t k = 0; k < e->n_dependent && !e->is_in_loop[i]; k++)
            e->is_in_loop[i] = e->group[i] == e->group[e->dependent[k]];
}

/* ---- scales: levers in metres beside slides without a unit ---- */

bool engine_scales_make(struct engine *e, struct model_report *report)
{
    struct workspace_real *w = e->over_real;
    double longest = 0;
    engine_move_positions_real(e, e->z_0);
    if (!engine_rows_real(e, e->kept, e->n_dependent, NULL, w->D, report))
        return false;
    for (size_t j = 0; j < e->n; j++) {
        e->scales[j] = 0;
        for (size_t r = 0; r < e->n_dependent; r++)
            if (e->rows[e->kept[r]].kind != ROW_AXES_DOT)
                e->scales[j] = fmax(e->scales[j], fabs(w->D[r * e->n + j]));
        if (e->links[j].revolute)
            longest = fmax(longest, e->scales[j]);
    }
    e->reach = longest > 0 ? longest : 1;
    for (size_t j = 0; j < e->n; j++) {
        if (!e->links[j].revolute)
            e->scales[j] = 1;
        else if (e->scales[j] < 0.01 * longest || longest == 0) /* no lever where it starts, or in no loop at all */
            e->scales[j] = longest > 0 ? 0.01 * longest : 1;
        if (e->links[j].revolute)
            e->reach = fmin(e->reach, e->scales[j]);
        e->scales[j] = 1 / e->scales[j];
    }
    return true;
}

double engine_motion_size(const struct engine *e, size_t coordinate, double change)
{
    if (!e->is_in_loop[coordinate])
        return 0;
    return fabs(change) / (e->links[coordinate].revolute ? 1 : e->reach);
}

/* ---- Cardan angles: near their singular position the first and the third turn against each other, far faster than the body ----
 *
 * They are looked at from where they turn twice as fast as the body. Those that have charts are counted anew from there on, after the
 * step: theirs are looked at a little later. */

void engine_cardan_watch(const struct engine *e)
{
    const struct workspace_real *w = e->over_real;
    for (size_t i = 0; i < e->n_cardan; i++) {
        const size_t first = e->cardan[i].first;
        const double most = e->cardan[i].has_charts ? 4 : 2;
        const double *outer = w->frames[e->links[first].parent].w, *inner = w->frames[first + 3].w;
        const double rate = fabs(w->w[first]);
        double square = 0;
        for (int k = 0; k < 3; k++)
            square += (inner[k] - outer[k]) * (inner[k] - outer[k]);
        if (!(rate * rate <= most * most * square) && !(rate <= e->cardan_rates[i]))
            e->cardan_rates[i] = rate;
    }
}

void engine_cardan_forget(const struct engine *e)
{
    for (size_t i = 0; i < e->n_cardan; i++)
        e->cardan_rates[i] = 0;
}

bool engine_cardan_check(const struct engine *e, double h, double most_turn, struct model_report *report)
{
    bool followed = true;
    for (size_t i = 0; followed && i < e->n_cardan; i++)
        if (h > 0 && !(e->cardan_rates[i] * h <= most_turn))
            followed = model_fail(
                report,
                "joint '%s': near the singular position of its Cardan angles (the second one is %.4g rad) the others "
                "turn by %.2g rad in a step of %.3g s, while the body hardly turns; reduce the step, take solver 4 or "
                "choose another order of the axes",
                e->mechanism->bodies[e->links[e->cardan[i].first].body].joint.name,
                e->over_real->z[e->cardan[i].first + 1], e->cardan_rates[i] * h, h);
    engine_cardan_forget(e);
    return followed;
}

/* ---- messages ---- */

bool engine_partition_fails(const struct engine *e, size_t column, struct model_report *report)
{
    char name[120];
    return model_fail(report,
                      "the states do not determine the mechanism here: joint '%s' cannot follow the independent "
                      "coordinates (rank %zu of %zu rows); choose others as independent",
                      mechanism_coordinate_name(e->mechanism, e->dependent[column], name, sizeof name), column,
                      e->n_dependent);
}

bool engine_forking_fails(const struct engine *e, size_t column, struct model_report *report)
{
    char name[120];
    return model_fail(report,
                      "the mechanism is in a singular position: joint '%s' can go on in more than one way, and the "
                      "motion does not tell in which; reduce the step, or start with another velocity",
                      mechanism_coordinate_name(e->mechanism, e->dependent[column], name, sizeof name));
}

bool engine_dead_point_fails(const struct engine *e, size_t column, struct model_report *report)
{
    char name[120];
    return model_fail(report,
                      "the independent coordinates are at a dead point: they do not tell how joint '%s' moves; "
                      "choose others as independent",
                      mechanism_coordinate_name(e->mechanism, e->dependent[column], name, sizeof name));
}
