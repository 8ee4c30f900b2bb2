/* Where a guess leaves pressures open, oil is let flow from there until all is still. A relief valve that is closed at the guess says
 * nothing about the pressure before it; in time the pump raises the pressure until it opens.
 *
 * Every volume takes oil as if all were equally stiff, pistons give way so that they hold their forces, spools stay:
 *
 *     dp/dt = q(p) - a ds,  a^T p = F
 *
 * in steps of the implicit Euler rule with one Newton iteration each, which grow as long as the linear prediction is right. Time has no
 * meaning here: with ever longer steps the last ones are Newton's for q(p) = a ds. */
#include "fmu_hydraulics/circuit/circuit_equilibrium.h"
#include "numerics/dense.h"

#include <math.h>

enum { MOST_STEPS = 2000 };

struct settling {
    const struct equilibrium *e;
    size_t n_p, n; /* unknown pressures; with the pistons' velocities */
    double flow;   /* unit of flows: the largest at the beginning */
    double area;   /* unit of areas */
    double *matrix, *step, *before;
    size_t *pivots;
};

size_t equilibrium_settle_room(const struct circuit *c)
{
    const size_t n = c->n_volumes + c->n_cylinders;
    return n * n + 3 * n;
}

/* Number of a volume among those whose pressure is unknown. */
static size_t place(const struct circuit *c, size_t volume)
{
    size_t n = 0;
    for (size_t i = 0; i < volume; i++)
        n += equilibrium_is_free(c, (int)i);
    return n;
}

static struct settling settling_place(const struct equilibrium *e)
{
    const struct circuit *c = e->c;
    struct settling s = {.e = e, .n_p = place(c, c->n_volumes)};
    s.n = s.n_p;
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (equilibrium_holds_force(c, k)) {
            s.n++;
            s.area = fmax(s.area, fmax(c->cylinders[k].piston.area_A, c->cylinders[k].piston.area_B));
        }
    s.matrix = e->settling;
    s.step = s.matrix + s.n * s.n;
    s.before = s.step + s.n;
    s.pivots = (size_t *)(void *)(s.before + s.n);
    return s;
}

/* Net flows into these volumes, the pistons at rest, in units of `flow`. */
static void flows(const struct settling *s, double *q)
{
    circuit_balance_complex(s->e->c, s->e->x, s->e->u, s->e->inflow);
    for (size_t i = 0; i < s->e->c->n_volumes; i++)
        if (equilibrium_is_free(s->e->c, (int)i))
            *q++ = creal(s->e->inflow[i]) / s->flow;
}

/* What a piston lacks to its force, and how pressures act on it, in scaled units. */
static double piston_row(const struct settling *s, size_t k, size_t column)
{
    const struct circuit *c = s->e->c;
    const struct circuit_cylinder *cylinder = &c->cylinders[k];
    const int nodes[2] = {cylinder->node_A, cylinder->node_B};
    const double areas[2] = {cylinder->piston.area_A, -cylinder->piston.area_B};
    double missing = creal(s->e->forces[k]);
    for (int side = 0; side < 2; side++) {
        missing -= areas[side] * creal(circuit_node_pressure_complex(c, nodes[side], s->e->x, s->e->u));
        if (equilibrium_is_free(c, nodes[side])) {
            const size_t i = place(c, (size_t)nodes[side]);
            s->matrix[i * s->n + column] += areas[side] / s->area;
            s->matrix[column * s->n + i] += areas[side] / s->area;
        }
    }
    return missing / (s->area * s->e->scale);
}

/* The change of the pressures, in units of the scale, over a step h; without flows (h = 0) the smallest that holds the forces. The
 * pistons' velocities stand behind. */
static bool find_step(const struct settling *s, double h)
{
    const struct equilibrium *e = s->e;
    const struct circuit *c = e->c;
    for (size_t i = 0; i < s->n * s->n; i++)
        s->matrix[i] = 0;
    for (size_t i = 0, j = 0; i < c->n_volumes; i++) {
        if (!equilibrium_is_free(c, (int)i))
            continue;
        const double complex at = e->x[i];
        if (h > 0) {
            e->x[i] = creal(at) + 1e-100 * e->scale * I;
            circuit_balance_complex(c, e->x, e->u, e->inflow);
            e->x[i] = at;
            for (size_t k = 0, row = 0; k < c->n_volumes; k++)
                if (equilibrium_is_free(c, (int)k))
                    s->matrix[j * s->n + row++] = -cimag(e->inflow[k]) / 1e-100 / s->flow;
        }
        s->matrix[j * s->n + j] += h > 0 ? 1 / h : 1;
        j++;
    }
    if (h > 0)
        flows(s, s->step);
    for (size_t i = 0; i < s->n_p && !(h > 0); i++)
        s->step[i] = 0;
    size_t column = s->n_p;
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (equilibrium_holds_force(c, k)) {
            s->step[column] = piston_row(s, k, column);
            column++;
        }
    if (!dense_factor(s->n, s->matrix, s->pivots))
        return false;
    dense_solve(s->n, s->matrix, s->pivots, s->step);
    return true;
}

/* Moves the pressures by a part of the step; false where one of them, *escaped, leaves the oil's range. */
static bool move(const struct settling *s, double part, size_t *escaped)
{
    const struct circuit *c = s->e->c;
    bool inside = true;
    for (size_t i = 0, j = 0; i < c->n_volumes; i++)
        if (equilibrium_is_free(c, (int)i)) {
            s->e->x[i] += part * s->step[j++] * s->e->scale;
            const double p = creal(s->e->x[i]);
            if (inside && !(p > c->fluid.p_lowest && p < fmin(c->fluid.p_highest, EQUILIBRIUM_HIGHEST))) {
                inside = false;
                *escaped = i;
            }
        }
    return inside;
}

/* The largest of the flows q that is left, the pistons moving as the step says; less what the pressures take up over the step h (0:
 * nothing). */
static double largest(const struct settling *s, const double *q, double h)
{
    const struct circuit *c = s->e->c;
    double size = 0;
    for (size_t i = 0, j = 0; i < c->n_volumes; i++) {
        if (!equilibrium_is_free(c, (int)i))
            continue;
        double left = q[j] - (h > 0 ? s->step[j] / h : 0);
        size_t column = s->n_p;
        for (size_t k = 0; k < c->n_cylinders; k++) {
            const struct circuit_cylinder *cylinder = &c->cylinders[k];
            if (!equilibrium_holds_force(c, k))
                continue;
            if (cylinder->node_A == (int)i)
                left -= cylinder->piston.area_A / s->area * s->step[column];
            if (cylinder->node_B == (int)i)
                left += cylinder->piston.area_B / s->area * s->step[column];
            column++;
        }
        size = fmax(size, fabs(left));
        j++;
    }
    return size;
}

/* Whether the step is next to nothing beside the pressures. */
static bool step_is_small(const struct settling *s)
{
    const struct circuit *c = s->e->c;
    double step = 0, size = s->e->scale;
    for (size_t i = 0, j = 0; i < c->n_volumes; i++)
        if (equilibrium_is_free(c, (int)i)) {
            step = fmax(step, fabs(s->step[j++]) * s->e->scale);
            size = fmax(size, fabs(creal(s->e->x[i])));
        }
    return step < 1e-15 * size;
}

static enum equilibrium_settled follow(const struct settling *s, size_t *escaped)
{
    double h = 0.1; /* the largest flow raises its pressure by a tenth of the scale */
    for (int k = 0; k < MOST_STEPS; k++) {
        flows(s, s->before);
        if (!find_step(s, h))
            return EQUILIBRIUM_UNKNOWN;
        const double driving = largest(s, s->before, 0);
        if (driving < 1e-10)
            return EQUILIBRIUM_SETTLED;
        const bool inside = move(s, 1, escaped);
        flows(s, s->before);
        if (inside && largest(s, s->before, h) <= 0.5 * driving) {
            h = fmin(3 * h, 1e12);
            continue;
        }
        const bool is_small = step_is_small(s);
        move(s, -1, &(size_t){0});
        h /= 4;
        if (is_small) /* as still as rounding lets it be; or at the end of the oil's range, and still driven */
            return inside ? EQUILIBRIUM_SETTLED : EQUILIBRIUM_ESCAPED;
    }
    return EQUILIBRIUM_SETTLED; /* as far as rounding allows, where valves are very steep: Newton's method decides */
}

/* The guess again, with the forces held by raised pressures alone: where the smallest change would empty a chamber. */
static bool raise_pressures(const struct settling *s)
{
    const struct circuit *c = s->e->c;
    size_t nowhere;
    move(s, -1, &nowhere);
    for (int sweep = 0; sweep < 50; sweep++) /* chambers that cylinders share */
        for (size_t k = 0; k < c->n_cylinders; k++) {
            const struct circuit_cylinder *cylinder = &c->cylinders[k];
            const int A = cylinder->node_A, B = cylinder->node_B;
            if (!equilibrium_holds_force(c, k))
                continue;
            const double area_A = cylinder->piston.area_A, area_B = cylinder->piston.area_B;
            const double missing = creal(s->e->forces[k]) -
                                   area_A * creal(circuit_node_pressure_complex(c, A, s->e->x, s->e->u)) +
                                   area_B * creal(circuit_node_pressure_complex(c, B, s->e->x, s->e->u));
            const bool is_free_A = equilibrium_is_free(c, A), is_free_B = equilibrium_is_free(c, B);
            if (is_free_A && (missing > 0 || !is_free_B))
                s->e->x[A] += missing / area_A;
            else
                s->e->x[B] -= missing / area_B;
        }
    for (size_t i = 0; i < s->n_p; i++)
        s->step[i] = 0;
    return move(s, 0, &nowhere);
}

void equilibrium_hold_forces(const struct equilibrium *e)
{
    const struct settling s = settling_place(e);
    size_t nowhere;
    if (s.n > s.n_p && find_step(&s, 0) && !move(&s, 1, &nowhere))
        move(&s, -1, &nowhere);
}

enum equilibrium_settled equilibrium_settle(const struct equilibrium *e, size_t *escaped)
{
    struct settling s = settling_place(e);
    *escaped = 0;
    if (s.n_p == 0)
        return EQUILIBRIUM_UNKNOWN;
    if (s.n > s.n_p && !(find_step(&s, 0) && (move(&s, 1, escaped) || raise_pressures(&s))))
        return EQUILIBRIUM_UNKNOWN;
    s.flow = 1;
    flows(&s, s.before);
    double most = 0;
    for (size_t i = 0; i < s.n_p; i++)
        most = fmax(most, fabs(s.before[i]));
    if (!(most > 0))
        return EQUILIBRIUM_SETTLED;
    s.flow = most;
    return follow(&s, escaped);
}
