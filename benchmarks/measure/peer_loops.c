#include "benchmarks/measure/peer_loops.h"
#include "fmu_multibody/engine/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- linkages ---- */

static bool take(struct peer_linkage *l, int rods, int pins, int free)
{
    *l = (struct peer_linkage){.n_rods = rods, .n_pins = pins, .n_free = free};
    l->rods = calloc((size_t)rods, sizeof *l->rods);
    l->pins = calloc((size_t)pins, sizeof *l->pins);
    l->free = calloc((size_t)free, sizeof *l->free);
    l->x = calloc(2 * (size_t)rods, sizeof *l->x);
    if (l->rods && l->pins && l->free && l->x)
        return true;
    peer_linkage_free(l);
    return false;
}

void peer_linkage_free(struct peer_linkage *l)
{
    free(l->rods);
    free(l->pins);
    free(l->free);
    free(l->x);
    *l = (struct peer_linkage){0};
}

/* Upright rods at 0, 1, 2 m, all at one angle; between their ends level rods of 1 m. */
static void four_bars(struct peer_linkage *l, int loops)
{
    const double angle = 1.9, rate = 0.4;
    for (int i = 0; i <= loops; i++) {
        const int upright = 2 * i, level = 2 * i - 1;
        l->rods[upright] = (struct peer_rod){-1, i, 1};
        l->x[upright] = angle;
        l->x[l->n_rods + upright] = rate;
        if (i == 0)
            continue;
        l->rods[level] = (struct peer_rod){upright - 2, 0, 1};
        l->x[level] = -angle;
        l->x[l->n_rods + level] = -rate;
        l->pins[i - 1] = (struct peer_pin){level, upright};
    }
}

/* Cranks of 2 m, 3 m apart, and arms of 3 m that meet above them. */
static void five_bar(struct peer_linkage *l, int k, double left, double right)
{
    enum { LEFT, RIGHT, LEFT_ARM, RIGHT_ARM, RODS };
    const int first = RODS * k;
    const double crank = 2, arm = 3, rates[2] = {0.5, -0.3};
    const double ax = crank * cos(left), ay = crank * sin(left), bx = 3 + crank * cos(right), by = crank * sin(right);
    const double dx = bx - ax, dy = by - ay, half = hypot(dx, dy) / 2;
    const double level = atan2(dy, dx), rise = acos(half / arm), p = level + rise, q = level + acos(-half / arm);
    /* crank rates[0] z x a + arm v z x p = crank rates[1] z x b + arm w z x q */
    const double sx = crank * (rates[0] * -sin(left) - rates[1] * -sin(right));
    const double sy = crank * (rates[0] * cos(left) - rates[1] * cos(right));
    const double determinant = arm * sin(p - q);
    const double v = (sx * cos(q) + sy * sin(q)) / determinant, w = (sx * cos(p) + sy * sin(p)) / determinant;
    const double angles[RODS] = {left, right, p - left, q - right};
    const double turns[RODS] = {rates[0], rates[1], v - rates[0], w - rates[1]};
    for (int i = 0; i < RODS; i++) {
        l->rods[first + i] =
            (struct peer_rod){i < 2 ? -1 : first + i - 2, 5 * k + (i == RIGHT ? 3 : 0), i < 2 ? crank : arm};
        l->x[first + i] = angles[i];
        l->x[l->n_rods + first + i] = turns[i];
    }
    l->pins[k] = (struct peer_pin){first + LEFT_ARM, first + RIGHT_ARM};
    l->free[2 * k] = first + LEFT;
    l->free[2 * k + 1] = first + RIGHT;
}

bool peer_linkage_make(struct peer_linkage *l, enum peer_linkage_kind kind, int loops)
{
    if (kind == PEER_FOUR_BARS) {
        if (!take(l, 2 * loops + 1, loops, 1))
            return false;
        four_bars(l, loops);
        return true;
    }
    if (!take(l, 4 * loops, loops, 2 * loops))
        return false;
    for (int k = 0; k < loops; k++)
        five_bar(l, k, 1.9 + 0.01 * (k % 7), 1.1 - 0.01 * (k % 5));
    return true;
}

/* ---- our engine ---- */

struct peer_loops {
    struct engine *engine;
    struct mechanism_body *bodies;
    struct mechanism_cut *cuts;
    double *memory, *x, *dx;
    int n_rods, n_free, *free;
    struct model_report report;
};

static void bodies_make(struct peer_loops *p, const struct peer_linkage *l)
{
    for (int i = 0; i < l->n_rods; i++) {
        const struct peer_rod *rod = &l->rods[i];
        const double m = rod->length, across = m * m * m / 12;
        p->bodies[i] =
            (struct mechanism_body){.name = "rod",
                                    .parent = rod->parent < 0 ? MECHANISM_GROUND : rod->parent,
                                    .mass = m,
                                    .com = {m / 2, 0, 0},
                                    .inertia = {PEER_ALONG, across, across},
                                    .joint = {.name = "hinge",
                                              .kind = JOINT_REVOLUTE,
                                              .position = {rod->parent < 0 ? rod->at : l->rods[rod->parent].length},
                                              .axis = {0, 0, 1}}};
        p->bodies[i].joint.coordinates[0].position = l->x[i];
    }
    for (int i = 0; i < l->n_free; i++) {
        struct mechanism_coordinate *c = &p->bodies[l->free[i]].joint.coordinates[0];
        c->wanted_independent = c->position_given = c->velocity_given = true;
        c->velocity = l->x[l->n_rods + l->free[i]];
    }
    for (int i = 0; i < l->n_pins; i++)
        p->cuts[i] = (struct mechanism_cut){.name = "pin",
                                            .kind = CUT_POINT_ON_LINE,
                                            .a = {l->pins[i].a, {l->rods[l->pins[i].a].length, 0, 0}},
                                            .b = {l->pins[i].b, {l->rods[l->pins[i].b].length, 0, 0}},
                                            .axis_a = {0, 0, 1}};
}

static bool set_up(struct peer_loops *p, const struct peer_linkage *l)
{
    const size_t n = (size_t)l->n_rods;
    p->n_rods = l->n_rods, p->n_free = l->n_free;
    p->bodies = calloc(n, sizeof *p->bodies);
    p->cuts = calloc((size_t)l->n_pins, sizeof *p->cuts);
    p->free = calloc((size_t)l->n_free, sizeof *p->free);
    p->memory = calloc(2 * n + 1, sizeof *p->memory);
    p->x = calloc(2 * n, sizeof *p->x);
    p->dx = calloc(2 * n, sizeof *p->dx);
    if (!p->bodies || !p->cuts || !p->free || !p->memory || !p->x || !p->dx)
        return model_fail(&p->report, "out of memory");
    memcpy(p->free, l->free, (size_t)l->n_free * sizeof *p->free);
    bodies_make(p, l);
    struct mechanism m = {.name = "linkage",
                          .gravity = {0, -PEER_GRAVITY, 0},
                          .n_bodies = n,
                          .bodies = p->bodies,
                          .n_cuts = (size_t)l->n_pins,
                          .cuts = p->cuts};
    if (!mechanism_partition(&m, NULL, &p->report))
        return false;
    p->engine = engine_open(&m);
    if (!p->engine)
        return model_fail(&p->report, "out of memory");
    return engine_setup(p->engine, &p->report) && engine_initialize_real(p->engine, NULL, p->memory, p->x, &p->report);
}

struct peer_loops *peer_loops_open(const struct peer_linkage *l, char why[PEER_WHY])
{
    struct peer_loops *p = calloc(1, sizeof *p);
    if (p && set_up(p, l))
        return p;
    snprintf(why, PEER_WHY, "%s", p ? p->report.text : "out of memory");
    peer_loops_close(p);
    return NULL;
}

void peer_loops_close(struct peer_loops *p)
{
    if (!p)
        return;
    free(p->engine);
    free(p->bodies);
    free(p->cuts);
    free(p->free);
    free(p->memory);
    free(p->x);
    free(p->dx);
    free(p);
}

bool peer_loops_accelerate(struct peer_loops *p, const double *x, double *free_accelerations)
{
    for (int i = 0; i < p->n_free; i++) {
        p->x[i] = x[p->free[i]];
        p->x[p->n_free + i] = x[p->n_rods + p->free[i]];
    }
    if (!engine_rates_real(p->engine, p->memory, p->x, NULL, p->dx, &p->report))
        return false;
    memcpy(free_accelerations, p->dx + p->n_free, (size_t)p->n_free * sizeof *p->dx);
    return true;
}

const char *peer_loops_why(const struct peer_loops *p)
{
    return p->report.text;
}
