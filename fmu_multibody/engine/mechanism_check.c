/* What a mechanism must be before it is worth assembling. */
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>

static bool body_exists(const struct mechanism *m, int body, bool ground_allowed)
{
    return (body == MECHANISM_GROUND && ground_allowed) || (body >= 0 && (size_t)body < m->n_bodies);
}

static bool has_direction(const double axis[3])
{
    const double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    return square > 0 && isfinite(square);
}

static bool parallel(const double a[3], const double b[3])
{
    const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    const double aa = a[0] * a[0] + a[1] * a[1] + a[2] * a[2], bb = b[0] * b[0] + b[1] * b[1] + b[2] * b[2];
    return x * x + y * y + z * z <= 1e-20 * aa * bb;
}

static bool coordinate_exists(const struct mechanism *m, int body, int coordinate)
{
    return body_exists(m, body, false) && coordinate >= 0 &&
           (size_t)coordinate < joint_coordinates(m->bodies[body].joint.kind);
}

/* No moment of inertia exceeds the sum of the other two, whatever the axes: then the tensor of the mass distribution,
 * trace/2 - I, is positive semidefinite, which its principal minors tell. */
static bool inertia_possible(const double J[6])
{
    const double half = (J[0] + J[1] + J[2]) / 2, slack = 1e-9 * half;
    const double xx = half - J[0] + slack, yy = half - J[1] + slack, zz = half - J[2] + slack;
    const double xy = -J[3], xz = -J[4], yz = -J[5];
    const double determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    return xx >= 0 && yy >= 0 && zz >= 0 && xx * yy >= xy * xy && xx * zz >= xz * xz && yy * zz >= yz * yz &&
           determinant >= -slack * half * half;
}

static bool inertia_fails(const struct mechanism_body *body, struct model_report *report)
{
    static const char *const moments[3] = {"Ixx", "Iyy", "Izz"};
    const double *J = body->inertia;
    int alone = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(J[k]) > fabs(J[alone]))
            alone = k;
    const int second = alone == 0, third = 3 - alone - second;
    const char *text = "no body has such an inertia (a moment is larger than the sum of the other two)";
    if (!(J[alone] > 0) || J[second] != 0 || J[third] != 0 || J[3] != 0 || J[4] != 0 || J[5] != 0)
        return model_fail(report, "body '%s': %s", body->name, text);
    return model_fail(
        report,
        "body '%s': %s; %s stands alone: give %s and %s %g, half of it, which changes nothing where the body moves "
        "in a plane",
        body->name, text, moments[alone], moments[second], moments[third], J[alone] / 2);
}

static bool joint_check(const struct mechanism_joint *joint, struct model_report *report)
{
    const bool has_axis = joint->kind == JOINT_REVOLUTE || joint->kind == JOINT_PRISMATIC ||
                          joint->kind == JOINT_CYLINDRICAL || joint->kind == JOINT_SCREW;
    const bool has_angles = joint->kind == JOINT_SPHERICAL || joint->kind == JOINT_FREE;
    if (joint->kind == JOINT_UNIVERSAL && joint->cardan[0] == joint->cardan[1])
        return model_fail(report, "joint '%s': both of its turns are about the same axis", joint->name);
    if (has_axis && !has_direction(joint->axis))
        return model_fail(report, "joint '%s': its axis has no direction", joint->name);
    if (joint->kind == JOINT_SCREW && !(fabs(joint->pitch) > 0))
        return model_fail(report, "joint '%s': its pitch is %g m: what only turns is a revolute joint", joint->name,
                          joint->pitch);
    for (int k = 0; has_angles && k < 3; k++)
        if (joint->cardan[k] < 0 || joint->cardan[k] > 2 || (k > 0 && joint->cardan[k] == joint->cardan[k - 1]))
            return model_fail(report, "joint '%s': two Cardan angles in a row turn about the same axis", joint->name);
    for (size_t k = 0; k < joint_coordinates(joint->kind); k++) {
        const struct mechanism_coordinate *c = &joint->coordinates[k];
        if (c->lower > c->upper)
            return model_fail(report, "joint '%s': its lower limit %g is above its upper limit %g", joint->name,
                              c->lower, c->upper);
    }
    return true;
}

static bool bodies_check(const struct mechanism *m, struct model_report *report)
{
    for (size_t b = 0; b < m->n_bodies; b++) {
        const struct mechanism_body *body = &m->bodies[b];
        if (!body_exists(m, body->parent, true) || body->parent >= (int)b)
            return model_fail(report, "body '%s': its parent is not an earlier body", body->name);
        if (!(body->mass >= 0))
            return model_fail(report, "body '%s': its mass %g kg is negative", body->name, body->mass);
        if (!inertia_possible(body->inertia))
            return inertia_fails(body, report);
        if (!joint_check(&body->joint, report))
            return false;
    }
    return true;
}

static bool cuts_check(const struct mechanism *m, struct model_report *report)
{
    for (size_t i = 0; i < m->n_cuts; i++) {
        const struct mechanism_cut *c = &m->cuts[i];
        const bool axes = c->kind != CUT_SPHERICAL && c->kind != CUT_POINT_ON_LINE && c->kind != CUT_DISTANCE;
        if (!body_exists(m, c->a.body, true) || !body_exists(m, c->b.body, true) || c->a.body == c->b.body)
            return model_fail(report, "cut joint '%s' must connect two different bodies", c->name);
        if ((axes || c->kind == CUT_POINT_ON_LINE) && !has_direction(c->axis_a))
            return model_fail(report, "cut joint '%s': its axis on the first body has no direction", c->name);
        if (axes && !has_direction(c->axis_b))
            return model_fail(report, "cut joint '%s': its axis on the second body has no direction", c->name);
        if (c->kind == CUT_PRISMATIC && ((has_direction(c->side_a) && parallel(c->axis_a, c->side_a)) ||
                                         (has_direction(c->side_b) && parallel(c->axis_b, c->side_b))))
            return model_fail(report, "cut joint '%s': its side is parallel to its axis", c->name);
        if (c->kind == CUT_DISTANCE && !(c->length > 0))
            return model_fail(report, "cut joint '%s': its length %g m is not positive", c->name, c->length);
    }
    for (size_t i = 0; i < m->n_contacts; i++) {
        const struct mechanism_contact *c = &m->contacts[i];
        if (!body_exists(m, c->body, false) || !has_direction(c->axis) || !has_direction(c->normal) || !(c->radius > 0))
            return model_fail(report, "contact '%s' needs a body, an axis, a normal and a positive radius", c->name);
    }
    return true;
}

static bool curve_check(const struct mechanism *m, struct mechanism_curve curve, const char *name,
                        struct model_report *report)
{
    const double *at = m->numbers + curve.first;
    for (size_t i = 1; i < curve.count; i++)
        if (!(at[i] > at[i - 1]))
            return model_fail(report, "spring '%s': %g in its table is not above %g before it", name, at[i], at[i - 1]);
    return true;
}

static bool forces_check(const struct mechanism *m, struct model_report *report)
{
    for (size_t i = 0; i < m->n_springs; i++) {
        const struct mechanism_spring *s = &m->springs[i];
        if (!body_exists(m, s->a.body, true) || !body_exists(m, s->b.body, true))
            return model_fail(report, "spring '%s': there is no such body", s->name);
        if (!curve_check(m, s->by_stretch, s->name, report) || !curve_check(m, s->by_rate, s->name, report))
            return false;
    }
    for (size_t i = 0; i < m->n_joint_springs; i++) {
        const struct mechanism_joint_spring *s = &m->joint_springs[i];
        if (!coordinate_exists(m, s->body, s->coordinate))
            return model_fail(report, "spring '%s': there is no such joint coordinate", s->name);
        if (!curve_check(m, s->by_stretch, s->name, report))
            return false;
    }
    for (size_t i = 0; i < m->n_loads; i++) {
        const struct mechanism_load *load = &m->loads[i];
        if (load->kind == LOAD_JOINT ? !coordinate_exists(m, load->point.body, load->coordinate)
                                     : !body_exists(m, load->point.body, false))
            return model_fail(report, "load '%s': there is no such body or joint coordinate", load->name);
    }
    for (size_t i = 0; i < m->n_payloads; i++)
        if (!body_exists(m, m->payloads[i].point.body, false))
            return model_fail(report, "payload '%s': there is no such body", m->payloads[i].name);
    for (size_t i = 0; i < m->n_actuators; i++) {
        const struct mechanism_actuator *a = &m->actuators[i];
        const bool placed = a->kind == ACTUATOR_COORDINATE
                                ? coordinate_exists(m, a->body, a->coordinate)
                                : body_exists(m, a->a.body, true) && body_exists(m, a->b.body, true);
        if (!placed)
            return model_fail(report, "actuator '%s': there is no such body or joint coordinate", a->name);
        if (a->lower > a->upper)
            return model_fail(report, "actuator '%s': its shortest length %g m is above its longest %g m", a->name,
                              a->lower, a->upper);
    }
    return true;
}

bool mechanism_check(const struct mechanism *m, struct model_report *report)
{
    return bodies_check(m, report) && cuts_check(m, report) && forces_check(m, report);
}
