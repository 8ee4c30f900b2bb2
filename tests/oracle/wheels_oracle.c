#include "tests/oracle/wheels_oracle.h"
#include "tests/oracle/wheels_algebra.h"

#include <math.h>
#include <stddef.h>

const struct wheels_vehicle wheels_disc = {
    .n_bodies = 1,
    .bodies = {{.mass = 1, .inertia = {0.0625L, 0.125L, 0.0625L}, .parent = -1, .radius = 0.5L}},
    .up = 1,
    .g = 9.81L,
    .n_solved = 1,
    .solved = {WHEELS_Z},
    .n_independent = 3,
    .independent = {WHEELS_YAW, WHEELS_LEAN, WHEELS_PITCH},
};

/* sin and cos of pi/10 */
#define SIN_TILT 0.309016994374947424102293417182819059L
#define COS_TILT 0.951056516295153572116439333379382143L

const struct wheels_vehicle wheels_bicycle = {
    .n_bodies = 4,
    .bodies =
        {
            {.mass = 85, .com = {0.3L, 0, -0.6L}, .inertia = {9.2L, 11, 2.8L, 0, 2.4L}, .parent = -1},
            {.mass = 2, .inertia = {0.0603L, 0.12L, 0.0603L}, .parent = 0, .axis = {0, 1, 0}, .radius = 0.3L},
            {.mass = 4,
             .com = {-0.2L, 0, -0.7L},
             .inertia = {0.05892L, 0.06L, 0.00708L, 0, -0.00756L},
             .parent = 0,
             .at = {1.1L, 0, 0.3L},
             .axis = {SIN_TILT, 0, COS_TILT}},
            {.mass = 3,
             .inertia = {0.1405L, 0.28L, 0.1405L},
             .parent = 2,
             .at = {-0.08L, 0, -0.35L},
             .axis = {0, 1, 0},
             .radius = 0.35L},
        },
    .up = -1,
    .g = 9.81L,
    .n_solved = 2,
    .solved = {WHEELS_Z, WHEELS_PITCH},
    .n_independent = 3,
    .independent = {WHEELS_LEAN, WHEELS_HINGES + 1, WHEELS_HINGES},
};

/* ---- kinematics ---- */

static const struct vector e_x = {{1, 0, 0}}, e_y = {{0, 1, 0}}, e_z = {{0, 0, 1}};

struct place { /* of a body, in the world */
    struct turn R;
    struct vector origin, com, axis; /* axis: of its hinge */
    struct vector v, omega;          /* velocity of the origin, angular velocity */
};

struct pose {
    struct vector lean_axis, pitch_axis;
    struct place at[WHEELS_BODIES];
};

static void pose_find(const struct wheels_vehicle *v, const number *q, const number *dq, struct pose *pose)
{
    const struct turn yaw = about(e_z, q[WHEELS_YAW]);
    const struct turn lean = about(e_x, q[WHEELS_LEAN]), pitch = about(e_y, q[WHEELS_PITCH]);
    const struct turn leant = product(&yaw, &lean);
    pose->lean_axis = turned(&yaw, e_x);
    pose->pitch_axis = turned(&leant, e_y);
    for (int i = 0; i < v->n_bodies; i++) {
        const struct wheels_body *b = &v->bodies[i];
        struct place *p = &pose->at[i];
        if (b->parent < 0) {
            p->R = product(&leant, &pitch);
            p->origin = (struct vector){{q[WHEELS_X], q[WHEELS_Y], q[WHEELS_Z]}};
            p->v = (struct vector){{dq[WHEELS_X], dq[WHEELS_Y], dq[WHEELS_Z]}};
            p->omega = sum(dq[WHEELS_YAW], e_z, dq[WHEELS_LEAN], pose->lean_axis);
            p->omega = sum(1, p->omega, dq[WHEELS_PITCH], pose->pitch_axis);
        } else {
            const struct place *parent = &pose->at[b->parent];
            const struct turn hinge = about(given(b->axis), q[WHEELS_HINGES + i - 1]);
            const struct vector arm = turned(&parent->R, given(b->at));
            p->R = product(&parent->R, &hinge);
            p->axis = turned(&parent->R, given(b->axis));
            p->origin = sum(1, parent->origin, 1, arm);
            p->v = sum(1, parent->v, 1, cross(parent->omega, arm));
            p->omega = sum(1, parent->omega, dq[WHEELS_HINGES + i - 1], p->axis);
        }
        p->com = sum(1, p->origin, 1, turned(&p->R, given(b->com)));
    }
}

/* From a wheel's centre to its lowest point, and the rate of that vector. */
static struct vector contact_arm(const struct wheels_vehicle *v, const struct place *p, long double radius,
                                 struct vector *rate)
{
    const struct vector up = {{0, 0, v->up}}, a = turned(&p->R, e_y), da = cross(p->omega, a);
    const number slope = dot(up, a), size2 = 1 - slope * slope, size = csqrtl(size2);
    const struct vector down = sum(-1, up, slope, a); /* in the wheel's plane, of length `size` */
    const struct vector ddown = sum(dot(up, da), a, slope, da);
    *rate = sum(radius / size, ddown, -radius * dot(down, ddown) / (size * size2), down);
    return sum(radius / size, down, 0, a);
}

static number height(const struct wheels_vehicle *v, const struct place *p, long double radius)
{
    struct vector rate;
    return v->up * sum(1, p->origin, 1, contact_arm(v, p, radius, &rate)).v[2];
}

/* Heights of the wheels' lowest points, and the velocities there. */
static int contacts_find(const struct wheels_vehicle *v, const struct pose *pose, number *heights, number *velocities)
{
    int n = 0;
    for (int i = 0; i < v->n_bodies; i++) {
        if (v->bodies[i].radius == 0)
            continue;
        struct vector rate;
        const struct place *p = &pose->at[i];
        const struct vector arm = contact_arm(v, p, v->bodies[i].radius, &rate);
        const struct vector speed = sum(1, p->v, 1, cross(p->omega, arm));
        heights[n] = height(v, p, v->bodies[i].radius);
        for (int k = 0; k < 3; k++)
            velocities[3 * n + k] = speed.v[k];
        n++;
    }
    return n;
}

/* Newton's method with slopes from differences: converges fast enough, to the last digit. */
static bool positions_solve(const struct wheels_vehicle *v, number *q)
{
    const number rest[WHEELS_COORDINATES] = {0};
    struct pose pose;
    number heights[2], moved[2], unused[6], A[MOST][MOST];
    for (int iteration = 0; iteration < 60; iteration++) {
        pose_find(v, q, rest, &pose);
        contacts_find(v, &pose, heights, unused);
        for (int j = 0; j < v->n_solved; j++) {
            const number before = q[v->solved[j]];
            q[v->solved[j]] += 1e-9L;
            pose_find(v, q, rest, &pose);
            contacts_find(v, &pose, moved, unused);
            q[v->solved[j]] = before;
            for (int i = 0; i < v->n_solved; i++)
                A[i][j] = (moved[i] - heights[i]) / 1e-9L;
        }
        long double left = 0;
        if (!solve(v->n_solved, A, heights))
            return false;
        for (int j = 0; j < v->n_solved; j++) {
            q[v->solved[j]] -= heights[j];
            left = fmaxl(left, cabsl(heights[j]));
        }
        if (left < 1e-18L)
            return true;
    }
    return false;
}

/* Contact velocities are linear in the rates: build the system column by column. */
static bool rates_solve(const struct wheels_vehicle *v, const number *q, number *dq)
{
    const int n = wheels_coordinates(v);
    number A[MOST][MOST], b[MOST] = {0}, heights[2], velocities[6] = {0};
    for (int j = 0; j < n; j++) {
        number unit[WHEELS_COORDINATES] = {0};
        unit[j] = 1;
        struct pose pose;
        pose_find(v, q, unit, &pose);
        const int rows = 3 * contacts_find(v, &pose, heights, velocities);
        for (int i = 0; i < rows; i++)
            A[i][j] = velocities[i];
        for (int i = 0; i < v->n_independent; i++)
            A[rows + i][j] = v->independent[i] == j;
    }
    for (int i = 0; i < v->n_independent; i++)
        b[n - v->n_independent + i] = dq[v->independent[i]];
    if (!solve(n, A, b))
        return false;
    for (int j = 0; j < n; j++)
        dq[j] = b[j];
    return true;
}

/* ---- Newton and Euler ---- */

struct
    system { /* unknowns: for each body the acceleration of its mass centre and its angular acceleration; reactions */
    int n, rows, reactions;
    number A[MOST][MOST], b[MOST];
};

/* Row of the acceleration of a point of body i: component k is a_com + alpha x arm. */
static void point_row(struct system *s, int row, int k, int i, struct vector arm, number sign)
{
    const int j = (k + 1) % 3, l = (k + 2) % 3;
    s->A[row][6 * i + k] += sign;
    s->A[row][6 * i + 3 + j] += sign * arm.v[l];
    s->A[row][6 * i + 3 + l] -= sign * arm.v[j];
}

/* The force in direction k, unknown number `reaction`, on body i at `arm` from its mass centre. */
static void force_column(struct system *s, int reaction, int i, int k, struct vector arm, number sign)
{
    struct vector unit = {{0}};
    unit.v[k] = 1;
    const struct vector moment = cross(arm, unit);
    s->A[6 * i + k][reaction] -= sign;
    for (int l = 0; l < 3; l++)
        s->A[6 * i + 3 + l][reaction] -= sign * moment.v[l];
}

static void body_equations(struct system *s, const struct wheels_vehicle *v, int i, const struct place *p)
{
    const struct wheels_body *b = &v->bodies[i];
    const long double *e = b->inertia;
    const struct turn body = {{{e[0], e[3], e[4]}, {e[3], e[1], e[5]}, {e[4], e[5], e[2]}}};
    struct turn transposed;
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            transposed.m[k][l] = p->R.m[l][k];
    const struct turn half = product(&p->R, &body), J = product(&half, &transposed);
    const struct vector gyroscopic = cross(p->omega, turned(&J, p->omega));
    for (int k = 0; k < 3; k++) {
        s->A[6 * i + k][6 * i + k] = b->mass;
        for (int l = 0; l < 3; l++)
            s->A[6 * i + 3 + k][6 * i + 3 + l] = J.m[k][l];
        s->b[6 * i + 3 + k] = -gyroscopic.v[k];
    }
    s->b[6 * i + 2] = -b->mass * v->g * v->up;
}

static struct vector centripetal(const struct place *p, struct vector arm)
{
    return cross(p->omega, cross(p->omega, arm));
}

static void hinge_equations(struct system *s, const struct wheels_vehicle *v, int i, const struct pose *pose,
                            number rate)
{
    const int j = v->bodies[i].parent;
    const struct place *p = &pose->at[i], *parent = &pose->at[j];
    const struct vector arm = sum(1, p->origin, -1, p->com), parent_arm = sum(1, p->origin, -1, parent->com);
    const struct vector bias = sum(1, centripetal(parent, parent_arm), -1, centripetal(p, arm));
    for (int k = 0; k < 3; k++) {
        point_row(s, s->rows, k, i, arm, 1);
        point_row(s, s->rows, k, j, parent_arm, -1);
        s->b[s->rows++] = bias.v[k];
        force_column(s, s->reactions, i, k, arm, 1);
        force_column(s, s->reactions++, j, k, parent_arm, -1);
    }
    const struct vector aside = cabsl(p->axis.v[0]) < 0.6L ? e_x : e_z;
    const struct vector across[2] = {cross(p->axis, aside), cross(p->axis, cross(p->axis, aside))};
    const struct vector turning = sum(rate, cross(parent->omega, p->axis), 0, e_x);
    for (int m = 0; m < 2; m++) {
        for (int k = 0; k < 3; k++) {
            s->A[s->rows][6 * i + 3 + k] += across[m].v[k];
            s->A[s->rows][6 * j + 3 + k] -= across[m].v[k];
            s->A[6 * i + 3 + k][s->reactions] -= across[m].v[k];
            s->A[6 * j + 3 + k][s->reactions] += across[m].v[k];
        }
        s->b[s->rows++] = dot(across[m], turning);
        s->reactions++;
    }
}

static void contact_equations(struct system *s, const struct wheels_vehicle *v, int i, const struct place *p)
{
    struct vector rate;
    const struct vector centre_arm = sum(1, p->origin, -1, p->com);
    const struct vector arm = contact_arm(v, p, v->bodies[i].radius, &rate);
    const struct vector whole = sum(1, centre_arm, 1, arm);
    const struct vector bias = sum(1, centripetal(p, centre_arm), 1, cross(p->omega, rate));
    for (int k = 0; k < 3; k++) {
        point_row(s, s->rows, k, i, whole, 1);
        s->b[s->rows++] = -bias.v[k];
        force_column(s, s->reactions++, i, k, whole, 1);
    }
}

bool wheels_solve(const struct wheels_vehicle *v, number *q, number *dq, number *ddq)
{
    if (!positions_solve(v, q) || !rates_solve(v, q, dq))
        return false;
    struct pose pose;
    pose_find(v, q, dq, &pose);

    struct system s = {.rows = 6 * v->n_bodies, .reactions = 6 * v->n_bodies};
    for (int i = 0; i < v->n_bodies; i++)
        body_equations(&s, v, i, &pose.at[i]);
    for (int i = 1; i < v->n_bodies; i++)
        hinge_equations(&s, v, i, &pose, dq[WHEELS_HINGES + i - 1]);
    for (int i = 0; i < v->n_bodies; i++)
        if (v->bodies[i].radius > 0)
            contact_equations(&s, v, i, &pose.at[i]);
    if (!solve(s.rows, s.A, s.b))
        return false;

    /* alpha = ddyaw e_z + ddlean e_lean + ddpitch e_pitch + bias for the first body; hinges one after the other */
    const struct vector swing = sum(dq[WHEELS_YAW], e_z, dq[WHEELS_LEAN], pose.lean_axis);
    struct vector alpha = {{s.b[3], s.b[4], s.b[5]}};
    alpha = sum(1, alpha, -dq[WHEELS_YAW] * dq[WHEELS_LEAN], cross(e_z, pose.lean_axis));
    alpha = sum(1, alpha, -dq[WHEELS_PITCH], cross(swing, pose.pitch_axis));
    number A[MOST][MOST], turning[3];
    for (int k = 0; k < 3; k++) {
        A[k][0] = e_z.v[k], A[k][1] = pose.lean_axis.v[k], A[k][2] = pose.pitch_axis.v[k];
        turning[k] = alpha.v[k];
    }
    if (!solve(3, A, turning))
        return false;
    for (int m = 0; m < v->n_independent; m++) {
        const int c = v->independent[m];
        if (c < WHEELS_HINGES) {
            ddq[m] = turning[c - WHEELS_YAW];
            continue;
        }
        const int i = c - WHEELS_HINGES + 1, j = v->bodies[i].parent;
        const struct vector a = {{s.b[6 * i + 3], s.b[6 * i + 4], s.b[6 * i + 5]}};
        const struct vector b = {{s.b[6 * j + 3], s.b[6 * j + 4], s.b[6 * j + 5]}};
        ddq[m] = dot(pose.at[i].axis, sum(1, a, -1, b)); /* omega x axis is perpendicular to the axis */
    }
    return true;
}
