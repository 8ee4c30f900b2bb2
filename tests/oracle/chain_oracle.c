#include "tests/oracle/chain_oracle.h"

#include <math.h>
#include <stddef.h>

enum { CHAIN_BODIES = 320 };

struct vector {
    long double v[3];
};
struct turn {
    long double m[3][3];
};

static struct vector given(const double a[3])
{
    return (struct vector){{a[0], a[1], a[2]}};
}

static struct vector sum(struct vector a, long double f, struct vector b) /* a + f b */
{
    return (struct vector){{a.v[0] + f * b.v[0], a.v[1] + f * b.v[1], a.v[2] + f * b.v[2]}};
}

static struct vector cross(struct vector a, struct vector b)
{
    return (struct vector){
        {a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}

static long double dot(struct vector a, struct vector b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static struct vector turned(const struct turn *R, struct vector a)
{
    struct vector b;
    for (int i = 0; i < 3; i++)
        b.v[i] = R->m[i][0] * a.v[0] + R->m[i][1] * a.v[1] + R->m[i][2] * a.v[2];
    return b;
}

static struct vector turned_back(const struct turn *R, struct vector a)
{
    struct vector b;
    for (int i = 0; i < 3; i++)
        b.v[i] = R->m[0][i] * a.v[0] + R->m[1][i] * a.v[1] + R->m[2][i] * a.v[2];
    return b;
}

/* R times a turn about the unit vector n of its frame, column by column: cos, sin and the part along n. (A turn about R n, in
 * the world, would make the rounding in the length of R n grow from link to link.) */
static struct turn turn_about(const struct turn *R, struct vector n, long double angle)
{
    struct turn T;
    for (int j = 0; j < 3; j++) {
        const struct vector column = {{j == 0, j == 1, j == 2}};
        const struct vector side = cross(n, column);
        const struct vector away = cross(side, n);
        const struct vector along = sum(column, -1, away);
        const struct vector result = turned(R, sum(sum(along, cosl(angle), away), sinl(angle), side));
        for (int i = 0; i < 3; i++)
            T.m[i][j] = result.v[i];
    }
    return T;
}

struct motion {
    struct turn R;
    struct vector axis;          /* of the joint, in the world */
    struct vector origin, com;   /* places */
    struct vector v, a;          /* of the origin; gravity is an acceleration of the ground */
    struct vector omega, alpha;  /* angular */
    struct vector force, moment; /* that the joint must carry, moment about the origin */
};

static void motion_forward(const struct chain_body *b, const struct motion *parent, long double q, long double dq,
                           long double ddq, struct motion *m)
{
    const struct vector n = given(b->axis);
    const long double size = sqrtl(dot(n, n));
    const struct vector unit = sum((struct vector){{0}}, 1 / size, n);
    m->axis = turned(&parent->R, unit);
    struct vector arm = turned(&parent->R, given(b->at));
    m->omega = parent->omega, m->alpha = parent->alpha;
    m->R = parent->R;
    if (b->slides) {
        arm = sum(arm, q, m->axis);
    } else {
        m->R = turn_about(&parent->R, unit, q);
        m->omega = sum(m->omega, dq, m->axis);
        m->alpha = sum(sum(m->alpha, ddq, m->axis), dq, cross(parent->omega, m->axis));
    }
    m->origin = sum(parent->origin, 1, arm);
    m->v = sum(parent->v, 1, cross(parent->omega, arm));
    m->a = sum(sum(parent->a, 1, cross(parent->alpha, arm)), 1, cross(parent->omega, cross(parent->omega, arm)));
    if (b->slides) {
        m->v = sum(m->v, dq, m->axis);
        m->a = sum(sum(m->a, ddq, m->axis), 2 * dq, cross(parent->omega, m->axis));
    }
    m->com = turned(&m->R, given(b->com)); /* from the origin */
}

static void motion_load(const struct chain_body *b, struct motion *m)
{
    const double *J = b->inertia;
    const struct turn inertia = {{{J[0], J[3], J[4]}, {J[3], J[1], J[5]}, {J[4], J[5], J[2]}}};
    const struct vector a_com = sum(sum(m->a, 1, cross(m->alpha, m->com)), 1, cross(m->omega, cross(m->omega, m->com)));
    const struct vector omega = turned_back(&m->R, m->omega), alpha = turned_back(&m->R, m->alpha);
    const struct vector euler = sum(turned(&inertia, alpha), 1, cross(omega, turned(&inertia, omega)));
    m->force = sum((struct vector){{0}}, b->mass, a_com);
    m->moment = sum(turned(&m->R, euler), 1, cross(m->com, m->force));
}

void chain_reactions(const struct chain_body *bodies, int n, const double gravity[3], const double *q, const double *dq,
                     const double *ddq, double *forces, double *reactions, double *own, double *accelerations)
{
    struct motion motions[CHAIN_BODIES];
    struct motion ground = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    ground.a = sum(ground.a, -1, given(gravity));
    for (int i = 0; i < n; i++) {
        const int p = bodies[i].parent;
        motion_forward(&bodies[i], p < 0 ? &ground : &motions[p], q[i], dq[i], ddq[i], &motions[i]);
        motion_load(&bodies[i], &motions[i]);
    }
    for (int i = n; i-- > 0;) {
        struct motion *m = &motions[i];
        forces[i] = (double)dot(m->axis, bodies[i].slides ? m->force : m->moment);
        const struct vector force = turned_back(&m->R, m->force), moment = turned_back(&m->R, m->moment);
        for (int k = 0; k < 3 && reactions; k++) {
            reactions[6 * i + k] = (double)m->force.v[k];
            reactions[6 * i + 3 + k] = (double)m->moment.v[k];
            own[6 * i + k] = (double)force.v[k];
            own[6 * i + 3 + k] = (double)moment.v[k];
            accelerations[3 * i + k] = (double)(m->a.v[k] + gravity[k]);
        }
        if (bodies[i].parent < 0)
            continue;
        struct motion *p = &motions[bodies[i].parent];
        p->force = sum(p->force, 1, m->force);
        p->moment = sum(sum(p->moment, 1, m->moment), 1, cross(sum(m->origin, -1, p->origin), m->force));
    }
}

void chain_forces(const struct chain_body *bodies, int n, const double gravity[3], const double *q, const double *dq,
                  const double *ddq, double *forces)
{
    chain_reactions(bodies, n, gravity, q, dq, ddq, forces, NULL, NULL, NULL);
}
