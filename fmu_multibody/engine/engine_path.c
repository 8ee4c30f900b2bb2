/* Positions that follow the states: from the accepted configuration in the memory along a straight line of the independent
 * coordinates to those in x.
 *
 * Mostly one Newton iteration does it, from where the velocities lead. In a singular position several ways of assembly meet (a
 * parallelogram that folds flat can open again as one or be crossed), and a Newton iteration near it may end on any of them.
 * What the mechanism does there is decided by its inertia: it goes on in its direction. So near such a position the line is
 * followed in pieces over which the direction of motion stays nearly the same, and that step over the position itself. */
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>
#include <string.h>

/* Newton's method for the dependent positions, as long as it contracts well: that keeps it on the branch of its guess. */
static bool positions_close(const struct engine *e)
{
    enum { MOST_STEPS = 30 };
    struct model_report unused;
    double last = INFINITY;
    for (int k = 0; k < MOST_STEPS; k++) {
        double size;
        if (!engine_position_step_real(e, &size, &unused))
            return false;
        if (size <= 1e-9) /* quadratic: what is left is below rounding */
            return true;
        if (!(size < (k == 0 ? 1 : last / 4)))
            break;
        last = size;
    }
    return false;
}

/* The line: independent positions, and behind them the admissible ones. */
static double line_change(const struct engine *e, const double *m, const double *x, size_t i)
{
    const size_t n_f = e->n_independent;
    return i < n_f ? x[i] - m[e->independent[i]] : x[n_f + i] - m[e->dependent[e->m + i - n_f]];
}

static size_t line_coordinate(const struct engine *e, size_t i)
{
    return i < e->n_independent ? e->independent[i] : e->dependent[e->m + i - e->n_independent];
}

static void line_place(const struct engine *e, const double *m, const double *x, double share)
{
    const size_t n_f = e->n_independent;
    for (size_t i = 0; i < n_f + e->l; i++) {
        const size_t coordinate = line_coordinate(e, i);
        e->over_real->z[coordinate] =
            share < 1 ? m[coordinate] + share * line_change(e, m, x, i) : (i < n_f ? x[i] : x[n_f + i]);
    }
}

/* How long the mechanism takes for the line at the velocities of the memory; 0 where it rests. */
static double line_time(const struct engine *e, const double *m, const double *x)
{
    double along = 0, square = 0;
    for (size_t i = 0; i < e->n_independent + e->l; i++) {
        const double velocity = m[e->n + line_coordinate(e, i)];
        along += velocity * line_change(e, m, x, i);
        square += velocity * velocity;
    }
    return square > 0 ? along / square : 0;
}

/* ---- piece by piece ---- */

/* d(dependent positions)/d(share of the line), where D is factored. */
static void tangent_find(const struct engine *e, const double *m, const double *x, double *tangent)
{
    const struct workspace_real *w = e->over_real;
    for (size_t r = 0; r < e->m; r++) {
        tangent[r] = 0;
        for (size_t i = 0; i < e->n_independent + e->l; i++)
            tangent[r] -= w->D[r * e->n + line_coordinate(e, i)] * line_change(e, m, x, i);
    }
    engine_dependent_solve_real(e, e->m, tangent);
}

/* The direction in which the line begins. In a singular position itself the velocities alone tell it. */
static bool tangent_begin(const struct engine *e, const double *m, const double *x, size_t *weakest)
{
    const double useless = 1e-5;
    struct model_report unused;
    struct workspace_real *w = e->over_real;
    double size;
    memcpy(w->z, m, e->n * sizeof *m);
    const bool is_factored = engine_position_step_real(e, &size, &unused);
    if (is_factored && engine_regularity_real(e, e->m, weakest) > useless) {
        tangent_find(e, m, x, e->tangent);
        return true;
    }
    const double time = line_time(e, m, x);
    for (size_t i = 0; i < e->m; i++)
        e->tangent[i] = time * m[e->n + e->dependent[i]];
    return time != 0;
}

static double dependent_size(const struct engine *e, const double *change, const double *less, size_t *largest)
{
    double size = 0;
    for (size_t i = 0; i < e->m; i++) {
        const double one = engine_motion_size(e, e->dependent[i], less ? change[i] - less[i] : change[i]);
        if (!(one <= size)) {
            size = one;
            *largest = i;
        }
    }
    return size;
}

/* The kept row that is violated most where z is. */
static bool gap_find(const struct engine *e, size_t *worst, double *gap, struct model_report *report)
{
    struct workspace_real *w = e->over_real;
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

/* Whether the loops stay open at x, also where Newton's method comes to a double root slowly. */
static bool gap_stays(const struct engine *e, const double *m, const double *x)
{
    enum { SLOW_STEPS = 30 };
    struct model_report unused;
    const struct workspace_real *w = e->over_real;
    double gap, size;
    size_t worst;
    line_place(e, m, x, 1);
    for (size_t i = 0; i < e->m; i++)
        w->z[e->dependent[i]] = w->guess[i];
    for (int k = 0; k < SLOW_STEPS; k++)
        if (!engine_position_step_real(e, &size, &unused))
            return true;
    return !gap_find(e, &worst, &gap, &unused) || !(gap < 1e-12);
}

static enum engine_path follow_line(const struct engine *e, const double *m, const double *x, size_t *culprit)
{
    enum { MOST_PIECES = 400 };
    const double shortest = 1e-7, most_turn = 0.25;
    struct workspace_real *w = e->over_real;
    double share = 0, step = 1, length = 0;
    size_t any;
    for (size_t i = 0; i < e->n_independent + e->l; i++)
        length = fmax(length, engine_motion_size(e, line_coordinate(e, i), line_change(e, m, x, i)));
    if (!tangent_begin(e, m, x, culprit))
        return PATH_FORKS;
    for (size_t i = 0; i < e->m; i++)
        w->guess[i] = m[e->dependent[i]];
    for (int piece = 0; share < 1; piece++) {
        if (piece == MOST_PIECES || !(step > shortest))
            return gap_stays(e, m, x) ? PATH_OPEN : PATH_FORKS;
        line_place(e, m, x, share + step);
        for (size_t i = 0; i < e->m; i++)
            w->z[e->dependent[i]] = e->ahead[i] = w->guess[i] + step * e->tangent[i];
        if (!positions_close(e)) {
            step /= 2;
            continue;
        }
        if (engine_regularity_real(e, e->m, &any) < ENGINE_SINGULAR) {
            if (share + step >= 1) /* whoever asked for this place knows what to do there */
                return PATH_FOLLOWED;
            step = fmin(1.5 * step, 1 - share);
            continue;
        }
        tangent_find(e, m, x, e->next_tangent);
        for (size_t i = 0; i < e->m; i++)
            e->ahead[i] -= w->z[e->dependent[i]];
        const double size = fmax(
            length, fmax(dependent_size(e, e->tangent, NULL, &any), dependent_size(e, e->next_tangent, NULL, &any)));
        if (dependent_size(e, e->next_tangent, e->tangent, culprit) > most_turn * size ||
            dependent_size(e, e->ahead, NULL, culprit) > most_turn * step * size) {
            step /= 2;
            continue;
        }
        memcpy(e->tangent, e->next_tangent, e->m * sizeof *e->tangent);
        for (size_t i = 0; i < e->m; i++)
            w->guess[i] = w->z[e->dependent[i]];
        share += step;
        step = fmin(2 * step, 1 - share);
    }
    return PATH_FOLLOWED;
}

/* The fastest independent coordinate of each group, and with `all` of its others, too. */
static void speeds_find(const struct engine *e, const double *m, const double *x, bool all)
{
    const size_t n_f = e->n_independent;
    memset(e->speeds, 0, e->n * sizeof *e->speeds);
    for (size_t i = 0; i < n_f; i++) {
        double *speed = &e->speeds[e->group[e->independent[i]]];
        *speed = fmax(*speed, engine_motion_size(e, e->independent[i], x[n_f + i]));
    }
    for (size_t i = 0; all && i < e->n; i++)
        e->speeds[e->group[i]] = fmax(e->speeds[e->group[i]], engine_motion_size(e, i, m[e->n + i]));
}

static double beside(const struct engine *e, size_t coordinate, double velocity, double distance, size_t weak)
{
    const size_t group = e->group[coordinate];
    if (e->speeds[group] > 0)
        return distance * velocity / e->speeds[group];
    return group == e->group[e->dependent[weak]] ? distance / engine_motion_size(e, coordinate, 1) : 0;
}

static enum engine_path follow_beside(const struct engine *e, const double *m, const double *x, double distance,
                                      size_t weak, size_t *culprit)
{
    const size_t n_f = e->n_independent;
    memcpy(e->point, x, (2 * n_f + e->l) * sizeof *x);
    for (size_t i = 0; i < n_f; i++)
        e->point[i] += beside(e, e->independent[i], x[n_f + i], distance, weak);
    for (size_t i = 0; i < e->l; i++) {
        const size_t coordinate = e->dependent[e->m + i];
        if (e->speeds[e->group[coordinate]] > 0)
            e->point[2 * n_f + i] += beside(e, coordinate, m[e->n + coordinate], distance, weak);
    }
    return follow_line(e, m, e->point, culprit);
}

bool engine_beside(const struct engine *e, const double *m, const double *x, double distance, size_t weak,
                   enum engine_path *path, size_t *culprit)
{
    speeds_find(e, m, x, true);
    *path = follow_beside(e, m, x, distance, weak, culprit);
    return *path == PATH_FOLLOWED && engine_regularity_real(e, e->m, culprit) >= ENGINE_SINGULAR;
}

/* At a fold the independent coordinates hardly move: ahead in terms of them is far ahead. */
bool engine_folds(const struct engine *e, const double *m, const double *x, size_t weak)
{
    const double distance = 0.02;
    size_t any;
    speeds_find(e, m, x, false);
    return follow_beside(e, m, x, distance, weak, &any) == PATH_OPEN ||
           follow_beside(e, m, x, -distance, weak, &any) == PATH_OPEN;
}

/* ---- why it ends ---- */

/* A gap is left; or there is none, but Newton's method comes to it as slowly as to a double root, since the states say too
 * little there. */
static bool closing_fails(const struct engine *e, const double *m, const double *x, struct model_report *report)
{
    enum { SLOW_STEPS = 30 };
    const struct workspace_real *w = e->over_real;
    size_t first, worst, column = 0;
    double gap, size;
    line_place(e, m, x, 1);
    for (size_t i = 0; i < e->m; i++)
        w->z[e->dependent[i]] = w->guess[i];
    if (!gap_find(e, &first, &gap, report))
        return false;
    for (int k = 0; k < SLOW_STEPS; k++) {
        double left;
        if (!engine_position_step_real(e, &size, report) || !gap_find(e, &worst, &left, report))
            return false;
        for (size_t i = 1; i < e->m; i++)
            if (fabs(w->factors[i * e->m + i]) < fabs(w->factors[column * e->m + column]))
                column = i;
        if (left < 1e-12)
            return engine_partition_fails(e, column, report);
    }
    return model_fail(
        report,
        "the loop at joint '%s' cannot be closed (a gap of %.3g m is left): the mechanism is stretched out or "
        "jams",
        e->rows[e->kept[first]].name, gap);
}

/* ---- from the memory to x ---- */

bool engine_recall_positions(const struct engine *e, const double *m, const double *x)
{
    const size_t n_f = e->n_independent;
    bool same = e->n_dependent > 0;
    for (size_t i = 0; same && i < n_f; i++)
        same = m[e->independent[i]] == x[i];
    for (size_t i = 0; same && i < e->l; i++)
        same = m[e->dependent[e->m + i]] == x[2 * n_f + i];
    if (same)
        memcpy(e->over_real->z, m, e->n * sizeof *m);
    return same;
}

/* At once, from where the velocities lead: right where no singular position is as near as the mechanism has moved. */
static bool follow_at_once(const struct engine *e, const double *m, const double *x)
{
    const double most_guess = 1, caution = 4; /* D changes by about as much as the coordinates do */
    struct workspace_real *w = e->over_real;
    const double time = line_time(e, m, x);
    double motion = 0;
    size_t any;
    line_place(e, m, x, 1);
    for (size_t i = 0; i < e->m; i++) {
        const double ahead = time * m[e->n + e->dependent[i]];
        w->z[e->dependent[i]] = m[e->dependent[i]] + (fabs(ahead) < most_guess ? ahead : 0);
    }
    if (!positions_close(e))
        return false;
    const double regularity = engine_regularity_real(e, e->m, &any);
    for (size_t i = 0; i < e->n; i++)
        motion = fmax(motion, engine_motion_size(e, i, w->z[i] - m[i]));
    return regularity >= caution * motion || regularity < ENGINE_SINGULAR; /* there it is bridged */
}

bool engine_follow_positions_real(const struct engine *e, const double *m, const double *x, size_t *weak,
                                  struct model_report *report)
{
    *weak = 0;
    e->over_real->is_configured = false;
    if (engine_recall_positions(e, m, x))
        return true;
    if (e->m == 0) {
        line_place(e, m, x, 1);
        return true;
    }
    return follow_at_once(e, m, x) || follow_line(e, m, x, weak) == PATH_FOLLOWED || closing_fails(e, m, x, report);
}
