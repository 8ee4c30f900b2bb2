#include "export/scene.h"

#include "export/bending.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct view {
    const struct mechanism *mechanism;
    struct scene *scene;
    bool has_no_memory;
    struct shape nowhere; /* handed out then */
};

static struct shape *add(struct view *v, enum shape_kind kind, int body, const char *label)
{
    struct scene *s = v->scene;
    if (s->n == s->room) {
        const size_t room = s->room ? 2 * s->room : 64;
        struct shape *shapes = realloc(s->shapes, room * sizeof *shapes);
        if (!shapes) {
            v->has_no_memory = true;
            return &v->nowhere;
        }
        s->shapes = shapes;
        s->room = room;
    }
    s->shapes[s->n] = (struct shape){.kind = kind, .body = body, .label = label};
    return &s->shapes[s->n++];
}

static const double origin[3] = {0, 0, 0};

static struct mechanism_point point_of(int body, const double at[3])
{
    return (struct mechanism_point){.body = body, .at = {at[0], at[1], at[2]}};
}

static void add_link(struct view *v, int body, const double at[3], bool *has_any)
{
    if (body == MECHANISM_GROUND) {
        add(v, SHAPE_GROUND, body, NULL)->at = point_of(body, at);
        return;
    }
    if (at[0] == 0 && at[1] == 0 && at[2] == 0)
        return;
    struct shape *link = add(v, SHAPE_LINK, body, has_any[body] ? NULL : v->mechanism->bodies[body].name);
    link->at = point_of(body, origin);
    link->to = point_of(body, at);
    has_any[body] = true;
}

bool scene_is_coordinate(const struct mechanism *m, size_t body)
{
    for (size_t i = 0; i < m->n_flexibles; i++)
        if (body >= (size_t)m->flexibles[i].first_body && body < (size_t)m->flexibles[i].first_body + m->flexibles[i].n)
            return true;
    return false;
}

/* From node to node: each is the last of the coordinates that hang in each other. */
static void add_beams(struct view *v, bool *has_any)
{
    const struct mechanism *m = v->mechanism;
    for (size_t i = 0; i < m->n_flexibles; i++) {
        const struct mechanism_flexible *beam = &m->flexibles[i];
        int before = beam->body;
        for (int node = beam->first_body; node < beam->first_body + (int)beam->n; node++) {
            const bool is_last = node + 1 == beam->first_body + (int)beam->n || m->bodies[node + 1].parent != node;
            if (!is_last || m->bodies[node].parent == beam->body) /* modes hang in the body itself */
                continue;
            struct shape *link = add(v, SHAPE_LINK, beam->body, has_any[beam->body] ? NULL : beam->name);
            link->at = point_of(before, origin);
            link->to = point_of(node, origin);
            link->bends = true;
            has_any[beam->body] = true;
            before = node;
        }
    }
}

/* Lines from a body's frame to all of its points. */
static void add_links(struct view *v, bool *has_any)
{
    const struct mechanism *m = v->mechanism;
    add_beams(v, has_any);
    for (size_t i = 0; i < m->n_bodies; i++)
        if (m->bodies[i].joint.kind != JOINT_FREE && !scene_is_coordinate(m, i))
            add_link(v, m->bodies[i].parent, m->bodies[i].joint.position, has_any);
    for (size_t i = 0; i < m->n_cuts; i++) {
        add_link(v, m->cuts[i].a.body, m->cuts[i].a.at, has_any);
        add_link(v, m->cuts[i].b.body, m->cuts[i].b.at, has_any);
    }
    for (size_t i = 0; i < m->n_actuators; i++)
        if (m->actuators[i].kind == ACTUATOR_POINTS) {
            add_link(v, m->actuators[i].a.body, m->actuators[i].a.at, has_any);
            add_link(v, m->actuators[i].b.body, m->actuators[i].b.at, has_any);
        }
    for (size_t i = 0; i < m->n_springs; i++) {
        add_link(v, m->springs[i].a.body, m->springs[i].a.at, has_any);
        add_link(v, m->springs[i].b.body, m->springs[i].b.at, has_any);
    }
    struct mechanism_touch t;
    for (size_t i = 0; i < m->n_payloads; i++)
        add_link(v, m->payloads[i].point.body, m->payloads[i].point.at, has_any);
    for (size_t i = 0; mechanism_file_touch(v->scene->file, i, &t); i++) {
        add_link(v, t.at.body, t.at.at, has_any);
        if (!t.is_contact)
            add_link(v, t.other.body, t.other.at, has_any);
    }
    for (size_t i = 0; i < m->n_markers; i++)
        if (m->markers[i].point.body != MECHANISM_GROUND)
            add_link(v, m->markers[i].point.body, m->markers[i].point.at, has_any);
    for (size_t i = 0; i < m->n_bodies; i++)
        if (!has_any[i] && m->bodies[i].mass > 0)
            add_link(v, (int)i, m->bodies[i].com, has_any);
}

static void add_contacts(struct view *v)
{
    for (size_t i = 0; i < v->mechanism->n_contacts; i++) {
        const struct mechanism_contact *c = &v->mechanism->contacts[i];
        struct shape *disc = add(v, SHAPE_DISC, c->body, c->name);
        disc->at = point_of(c->body, c->centre);
        disc->to = point_of(c->body, c->axis);
        disc->radius = c->radius;
    }
}

static void add_between(struct view *v, enum shape_kind kind, struct mechanism_point a, struct mechanism_point b,
                        const char *label)
{
    struct shape *shape = add(v, kind, MECHANISM_GROUND, label);
    shape->at = a;
    shape->to = b;
}

/* Axes are given in the joint's frame, which lies in the parent. */
static struct mechanism_point joint_axis(const struct mechanism_body *body)
{
    const double *d = body->joint.axis;
    double axes[9], in_parent[3];
    mechanism_orientation(body->joint.orientation, axes);
    for (int k = 0; k < 3; k++)
        in_parent[k] = d[0] * axes[k] + d[1] * axes[3 + k] + d[2] * axes[6 + k];
    return point_of(body->parent, in_parent);
}

static void add_about(struct view *v, enum shape_kind kind, struct mechanism_point at, struct mechanism_point axis,
                      const char *label)
{
    struct shape *shape = add(v, kind, at.body, label);
    shape->at = at;
    shape->to = axis;
    shape->in_pages_only = true;
}

/* Torques on bodies, and what acts on the coordinate of a joint that turns or slides. */
static void add_load(struct view *v, const struct mechanism_load *load)
{
    const int body = load->point.body;
    const bool follows = load->kind == LOAD_FORCE_FOLLOWING || load->kind == LOAD_TORQUE_FOLLOWING;
    const struct mechanism_point direction = point_of(follows ? body : MECHANISM_GROUND, load->direction);
    if (load->kind == LOAD_FORCE || load->kind == LOAD_FORCE_FOLLOWING) {
        struct shape *force = add(v, SHAPE_FORCE, body, load->name);
        force->at = load->point;
        force->to = direction;
    } else if (load->kind == LOAD_TORQUE || load->kind == LOAD_TORQUE_FOLLOWING) {
        add_about(v, SHAPE_TORQUE, point_of(body, v->mechanism->bodies[body].com), direction, load->name);
    } else if (joint_coordinates(v->mechanism->bodies[body].joint.kind) == 1) {
        const bool turns = joint_turns(v->mechanism->bodies[body].joint.kind, 0);
        add_about(v, turns ? SHAPE_TORQUE : SHAPE_FORCE, point_of(body, origin),
                  joint_axis(&v->mechanism->bodies[body]), load->name);
    }
}

/* Along the coordinate of a joint: a cylinder that is as long as the coordinate with its offset, or a motor. */
static void add_joint_actuator(struct view *v, const struct mechanism_actuator *actuator)
{
    const struct mechanism_body *body = &v->mechanism->bodies[actuator->body];
    const struct mechanism_point axis = joint_axis(body);
    struct mechanism_point from = point_of(body->parent, body->joint.position);
    if (body->joint.kind == JOINT_REVOLUTE || body->joint.kind == JOINT_SCREW)
        add_about(v, SHAPE_MOTOR, point_of(actuator->body, origin), axis, actuator->name);
    if (body->joint.kind != JOINT_PRISMATIC)
        return;
    for (int i = 0; i < 3; i++)
        from.at[i] -= actuator->offset * axis.at[i];
    add_about(v, SHAPE_ACTUATOR, from, point_of(actuator->body, origin), actuator->name);
}

static void add_elements(struct view *v)
{
    const struct mechanism *m = v->mechanism;
    for (size_t i = 0; i < m->n_springs; i++)
        add_between(v, m->springs[i].stiffness != 0 || m->springs[i].by_stretch.count > 0 ? SHAPE_SPRING : SHAPE_DAMPER,
                    m->springs[i].a, m->springs[i].b, m->springs[i].name);
    for (size_t i = 0; i < m->n_actuators; i++)
        if (m->actuators[i].kind == ACTUATOR_POINTS)
            add_between(v, SHAPE_ACTUATOR, m->actuators[i].a, m->actuators[i].b, m->actuators[i].name);
        else
            add_joint_actuator(v, &m->actuators[i]);
    for (size_t i = 0; i < m->n_loads; i++)
        if (!m->loads[i].is_internal)
            add_load(v, &m->loads[i]);
}

static void add_joints(struct view *v)
{
    static const enum shape_kind of_joint[] = {
        [JOINT_REVOLUTE] = SHAPE_REVOLUTE, [JOINT_PRISMATIC] = SHAPE_PRISMATIC, [JOINT_SPHERICAL] = SHAPE_SPHERICAL,
        [JOINT_FIXED] = SHAPE_FIXED,       [JOINT_UNIVERSAL] = SHAPE_SPHERICAL, [JOINT_CYLINDRICAL] = SHAPE_REVOLUTE,
        [JOINT_PLANAR] = SHAPE_REVOLUTE,   [JOINT_SCREW] = SHAPE_REVOLUTE};
    const struct mechanism *m = v->mechanism;
    for (size_t i = 0; i < m->n_bodies; i++) {
        const struct mechanism_joint *joint = &m->bodies[i].joint;
        if (joint->kind == JOINT_FREE || scene_is_coordinate(m, i))
            continue;
        struct shape *shape = add(v, of_joint[joint->kind], (int)i, joint->name);
        shape->at = point_of((int)i, origin);
        shape->to = joint_axis(&m->bodies[i]);
    }
}

static void add_cuts(struct view *v)
{
    static const enum shape_kind of_cut[] = {
        [CUT_REVOLUTE] = SHAPE_REVOLUTE,       [CUT_PRISMATIC] = SHAPE_PRISMATIC, [CUT_SPHERICAL] = SHAPE_SPHERICAL,
        [CUT_POINT_ON_LINE] = SHAPE_PRISMATIC, [CUT_DISTANCE] = SHAPE_DISTANCE,   [CUT_UNIVERSAL] = SHAPE_SPHERICAL,
        [CUT_CYLINDRICAL] = SHAPE_REVOLUTE,    [CUT_PLANAR] = SHAPE_REVOLUTE};
    for (size_t i = 0; i < v->mechanism->n_cuts; i++) {
        const struct mechanism_cut *cut = &v->mechanism->cuts[i];
        struct shape *shape = add(v, of_cut[cut->kind], cut->b.body, cut->name);
        shape->closes_a_loop = true;
        shape->at = cut->b;
        shape->to = cut->kind == CUT_DISTANCE ? cut->a : point_of(cut->a.body, cut->axis_a);
    }
}

static bool is_beam(const struct mechanism *m, size_t body)
{
    for (size_t i = 0; i < m->n_flexibles; i++)
        if (m->flexibles[i].body == (int)body)
            return true;
    return false;
}

static void add_points(struct view *v)
{
    const struct mechanism *m = v->mechanism;
    for (size_t i = 0; i < m->n_bodies; i++)
        if (m->bodies[i].mass > 0) {
            struct shape *mass = add(v, SHAPE_MASS, (int)i, NULL);
            mass->at = point_of((int)i, m->bodies[i].com);
            mass->to = point_of((int)i, origin);
            mass->in_pages_only = is_beam(m, i); /* its centre is not fixed to it */
        }
    for (size_t i = 0; i < m->n_markers; i++)
        add(v, SHAPE_MARKER, m->markers[i].point.body, m->markers[i].name)->at = m->markers[i].point;
}

static void add_touches(struct view *v)
{
    struct mechanism_touch t;
    for (size_t i = 0; mechanism_file_touch(v->scene->file, i, &t); i++)
        if (t.is_contact) {
            struct shape *contact = add(v, SHAPE_CONTACT, t.at.body, t.name);
            contact->at = t.at;
            contact->to = t.other;
            contact->radius = t.radius;
            memcpy(contact->normal, t.normal, sizeof contact->normal);
        } else {
            add_between(v, SHAPE_BUSHING, t.at, t.other, t.name);
        }
    for (size_t i = 0; i < v->mechanism->n_payloads; i++) {
        const struct mechanism_payload *p = &v->mechanism->payloads[i];
        add(v, SHAPE_PAYLOAD, p->point.body, p->name)->at = p->point;
    }
}

/* Shapes in the order in which they are drawn. */
static bool gather(struct view *v)
{
    bool *has_any = calloc(v->mechanism->n_bodies + 1, sizeof *has_any);
    if (!has_any)
        return false;
    add_contacts(v);
    add_links(v, has_any);
    add_elements(v);
    add_joints(v);
    add_cuts(v);
    add_touches(v);
    add_points(v);
    free(has_any);
    return !v->has_no_memory;
}

static bool gather_beams(struct scene *scene)
{
    const struct mechanism *m = scene->mechanism;
    scene->beams = calloc(m->n_flexibles + 1, sizeof *scene->beams);
    for (; scene->beams && scene->n_beams < m->n_flexibles; scene->n_beams++) {
        struct scene_beam *b = &scene->beams[scene->n_beams];
        b->beam = &m->flexibles[scene->n_beams];
        if (!beam_line_make(&b->line, m, b->beam))
            return false;
        b->at = calloc(b->line.n_points, sizeof *b->at);
        if (!b->at) {
            beam_line_free(&b->line);
            return false;
        }
    }
    return scene->beams != NULL;
}

bool scene_make(struct scene *scene, const struct mechanism_file *file, struct model_report *report)
{
    const struct model_type *type = mechanism_file_type(file);
    *scene = (struct scene){.file = file,
                            .mechanism = mechanism_file_mechanism(file),
                            .title = *type->description ? type->description : type->name};
    memcpy(scene->gravity, scene->mechanism->gravity, sizeof scene->gravity);
    struct view v = {.mechanism = scene->mechanism, .scene = scene};
    if (gather(&v) && gather_beams(scene))
        return true;
    scene_free(scene);
    return model_fail(report, "out of memory");
}

/* ---- in space ---- */

bool shape_has_end(enum shape_kind kind)
{
    return kind == SHAPE_LINK || kind == SHAPE_ACTUATOR || kind == SHAPE_SPRING || kind == SHAPE_DAMPER ||
           kind == SHAPE_DISTANCE || kind == SHAPE_MASS || kind == SHAPE_BUSHING || kind == SHAPE_CONTACT;
}

static void turn(const double *frames, struct mechanism_point direction, double out[3])
{
    const double *v = direction.at;
    memcpy(out, v, 3 * sizeof *out);
    if (direction.body == MECHANISM_GROUND)
        return;
    /* v + 2 w (r x v) + 2 r x (r x v) */
    const double *q = frames + FRAME_VALUES * direction.body + 3, *r = q + 1;
    const double c[3] = {r[1] * v[2] - r[2] * v[1], r[2] * v[0] - r[0] * v[2], r[0] * v[1] - r[1] * v[0]};
    const double d[3] = {r[1] * c[2] - r[2] * c[1], r[2] * c[0] - r[0] * c[2], r[0] * c[1] - r[1] * c[0]};
    for (int i = 0; i < 3; i++)
        out[i] += 2 * (q[0] * c[i] + d[i]);
}

static void locate(const double *frames, struct mechanism_point point, double out[3])
{
    turn(frames, point, out);
    for (int i = 0; i < 3 && point.body != MECHANISM_GROUND; i++)
        out[i] += frames[FRAME_VALUES * point.body + i];
}

static void note_axis(struct scene *scene, const double axis[3])
{
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (int i = 0; i < 3 && length > 0; i++)
        for (int j = 0; j < 3; j++)
            scene->axes[i][j] += axis[i] * axis[j] / (length * length);
}

/* From a point of the plane to the one below the sphere. */
static void place_foot(struct shape *contact, const double *frames)
{
    double *n = contact->n, square = 0, away = 0;
    turn(frames, point_of(contact->to.body, contact->normal), n);
    for (int i = 0; i < 3; i++) {
        square += n[i] * n[i];
        away += (contact->a[i] - contact->b[i]) * n[i];
    }
    for (int i = 0; i < 3; i++)
        contact->b[i] = contact->a[i] - away / fmax(square, 1e-300) * n[i];
}

static void place_beam(const struct mechanism *m, const double *frames, struct scene_beam *b)
{
    const struct flexible_numbers numbers = flexible_numbers(m, b->beam);
    memset(b->at, 0, b->line.n_points * sizeof *b->at);
    for (size_t j = 0; j < b->line.n; j++) {
        const double q = bending_of(m, frames, b->beam->first_body + (int)j);
        const int axis = (int)numbers.direction[j] % 3; /* of a twist, which moves no point of the line, any */
        for (size_t i = 0; i < b->line.n_points; i++)
            b->at[i][axis] += b->line.shapes[i * b->line.n + j] * q;
    }
    for (size_t i = 0; i < b->line.n_points; i++) {
        const double in_body[3] = {b->line.x[i] + b->at[i][0], b->at[i][1], b->at[i][2]};
        locate(frames, point_of(b->beam->body, in_body), b->at[i]);
    }
}

void scene_place(struct scene *scene, const double *frames)
{
    for (size_t i = 0; i < scene->n_beams; i++)
        place_beam(scene->mechanism, frames, &scene->beams[i]);
    memset(scene->axes, 0, sizeof scene->axes);
    for (size_t i = 0; i < scene->n; i++) {
        struct shape *shape = &scene->shapes[i];
        locate(frames, shape->at, shape->a);
        if (shape_has_end(shape->kind))
            locate(frames, shape->to, shape->b);
        else
            turn(frames, shape->to, shape->b);
        if (shape->kind == SHAPE_CONTACT)
            place_foot(shape, frames);
        if (shape->kind == SHAPE_REVOLUTE && !shape->closes_a_loop)
            note_axis(scene, shape->b);
    }
}

void scene_free(struct scene *scene)
{
    for (size_t i = 0; i < scene->n_beams; i++) {
        beam_line_free(&scene->beams[i].line);
        free(scene->beams[i].at);
    }
    free(scene->beams);
    free(scene->shapes);
    *scene = (struct scene){0};
}
