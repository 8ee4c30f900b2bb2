#include "export/bending.h"

#include "export/scene.h"

#include <math.h>
#include <string.h>

struct frame {
    double o[3], q[4]; /* place; unit quaternion w, x, y, z */
};

static const struct frame ground = {{0, 0, 0}, {1, 0, 0, 0}};

static struct frame frame_of(const double *frames, int body)
{
    struct frame f = ground;
    if (body != MECHANISM_GROUND) {
        memcpy(f.o, frames + FRAME_VALUES * body, sizeof f.o);
        memcpy(f.q, frames + FRAME_VALUES * body + 3, sizeof f.q);
    }
    return f;
}

static void multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

static void turn(const double q[4], const double v[3], double out[3])
{
    const double pure[4] = {0, v[0], v[1], v[2]}, back[4] = {q[0], -q[1], -q[2], -q[3]};
    double half[4], whole[4];
    multiply(q, pure, half);
    multiply(half, back, whole);
    memcpy(out, whole + 1, 3 * sizeof *out);
}

/* b as it is seen from a. */
static struct frame seen(struct frame a, struct frame b)
{
    const double back[4] = {a.q[0], -a.q[1], -a.q[2], -a.q[3]};
    const double way[3] = {b.o[0] - a.o[0], b.o[1] - a.o[1], b.o[2] - a.o[2]};
    struct frame f = ground;
    turn(back, way, f.o);
    multiply(back, b.q, f.q);
    return f;
}

static struct frame inside(struct frame a, struct frame b)
{
    struct frame f = ground;
    turn(a.q, b.o, f.o);
    for (int i = 0; i < 3; i++)
        f.o[i] += a.o[i];
    multiply(a.q, b.q, f.q);
    return f;
}

double bending_of(const struct mechanism *m, const double *frames, int body)
{
    const struct mechanism_joint *joint = &m->bodies[body].joint;
    const struct frame in_parent = seen(frame_of(frames, m->bodies[body].parent), frame_of(frames, body));
    double along = 0, way = 0;
    for (int i = 0; i < 3; i++) {
        along += in_parent.q[i + 1] * joint->axis[i];
        way += (in_parent.o[i] - joint->position[i]) * joint->axis[i];
    }
    /* No beam turns by more than half a turn. */
    return joint->kind == JOINT_REVOLUTE ? 2 * atan(along / in_parent.q[0]) : way;
}

/* Where the body of a coordinate of a beam is in its parent. */
static struct frame bent(const struct mechanism_joint *joint, double coordinate)
{
    struct frame f = ground;
    memcpy(f.o, joint->position, sizeof f.o);
    if (joint->kind == JOINT_REVOLUTE)
        f.q[0] = cos(coordinate / 2);
    for (int i = 0; i < 3; i++) {
        if (joint->kind == JOINT_REVOLUTE)
            f.q[i + 1] = sin(coordinate / 2) * joint->axis[i];
        else
            f.o[i] += coordinate * joint->axis[i];
    }
    return f;
}

bool bending_leaves_direction(enum joint_kind kind)
{
    return kind != JOINT_FIXED && kind != JOINT_PRISMATIC;
}

void bending_enlarge(const struct mechanism *m, double times, const double *exact, double *drawn)
{
    for (size_t i = 0; i < m->n_bodies; i++) { /* parents come first */
        const struct mechanism_body *body = &m->bodies[i];
        const struct frame own = frame_of(exact, (int)i), in_parent = seen(frame_of(exact, body->parent), own);
        const bool is_coordinate = scene_is_coordinate(m, i);
        struct frame f = inside(frame_of(drawn, body->parent),
                                is_coordinate ? bent(&body->joint, times * bending_of(m, exact, (int)i)) : in_parent);
        if (!is_coordinate && bending_leaves_direction(body->joint.kind))
            memcpy(f.q, own.q, sizeof f.q);
        memcpy(drawn + FRAME_VALUES * i, f.o, sizeof f.o);
        memcpy(drawn + FRAME_VALUES * i + 3, f.q, sizeof f.q);
    }
}
