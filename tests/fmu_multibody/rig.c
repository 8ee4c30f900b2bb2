#include "tests/testing.h"

#include "tests/fmu_multibody/rig.h"

#include <stdlib.h>

struct rig *rig_new(void)
{
    struct rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->m = (struct mechanism){.name = "rig", .gravity = {0, -9.81, 0}};
    r->m.bodies = r->bodies;
    r->m.cuts = r->cuts;
    r->m.contacts = r->contacts;
    r->m.springs = r->springs;
    r->m.joint_springs = r->joint_springs;
    r->m.loads = r->loads;
    r->m.actuators = r->actuators;
    return r;
}

struct mechanism_body *rig_body(struct rig *r, const char *name, int parent, enum joint_kind kind, double x, double y,
                                double z)
{
    struct mechanism_body *body = &r->bodies[r->m.n_bodies++];
    *body = (struct mechanism_body){.name = name, .parent = parent};
    body->joint = (struct mechanism_joint){.name = name, .kind = kind, .position = {x, y, z}, .axis = {0, 0, 1}};
    for (int k = 0; k < 3; k++)
        body->joint.cardan[k] = k;
    return body;
}

void rig_rod(struct mechanism_body *body, double mass, double length)
{
    body->mass = mass;
    body->com[0] = length / 2;
    body->inertia[1] = body->inertia[2] = mass * length * length / 12;
}

void rig_start(struct mechanism_body *body, double position, bool given)
{
    body->joint.coordinates[0].position = position;
    body->joint.coordinates[0].position_given = given;
}

struct mechanism_cut *rig_cut(struct rig *r, const char *name, enum cut_kind kind, int a, double xa, double ya, int b,
                              double xb, double yb)
{
    struct mechanism_cut *cut = &r->cuts[r->m.n_cuts++];
    *cut = (struct mechanism_cut){.name = name,
                                  .kind = kind,
                                  .a = {a, {xa, ya, 0}},
                                  .b = {b, {xb, yb, 0}},
                                  .axis_a = {0, 0, 1},
                                  .axis_b = {0, 0, 1}};
    return cut;
}

struct mechanism_actuator *rig_actuator(struct rig *r, const char *name, int a, double xa, double ya, int b, double xb,
                                        double yb)
{
    struct mechanism_actuator *actuator = &r->actuators[r->m.n_actuators++];
    *actuator = (struct mechanism_actuator){.name = name, .a = {a, {xa, ya, 0}}, .b = {b, {xb, yb, 0}}};
    return actuator;
}

bool rig_try(struct rig *r)
{
    r->report.text[0] = 0;
    if (!mechanism_partition(&r->m, r->u, &r->report))
        return false;
    r->e = engine_open(&r->m);
    assert_non_null(r->e);
    const struct mechanism_sizes sizes = mechanism_sizes(&r->m);
    r->n = sizes.coordinates;
    r->n_states = sizes.states;
    r->n_inputs = mechanism_inputs(&r->m);
    assert_true(r->n <= RIG_MOST);
    return engine_setup(r->e, &r->report) && engine_initialize_real(r->e, r->u, r->memory, r->x, &r->report);
}

void rig_build(struct rig *r)
{
    if (!rig_try(r))
        fail_msg("%s", r->report.text);
}

void rig_free(struct rig *r)
{
    free(r->e);
    free(r);
}

void rig_rates(struct rig *r, double *dx)
{
    if (!engine_rates_real(r->e, r->memory, r->x, r->u, dx, &r->report))
        fail_msg("%s", r->report.text);
}

void rig_jacobian(struct rig *r, double *J)
{
    const double step = 1e-100;
    double complex m[2 * RIG_MOST], x[2 * RIG_MOST], u[16], dx[2 * RIG_MOST];
    for (size_t i = 0; i < 2 * r->n; i++)
        m[i] = r->memory[i];
    for (size_t i = 0; i < r->n_inputs; i++)
        u[i] = r->u[i];
    for (size_t j = 0; j < r->n_states; j++) {
        for (size_t i = 0; i < r->n_states; i++)
            x[i] = i == j ? r->x[i] + step * I : r->x[i];
        if (!engine_rates_complex(r->e, m, x, u, dx, &r->report))
            fail_msg("%s", r->report.text);
        for (size_t i = 0; i < r->n_states; i++)
            J[i * r->n_states + j] = cimag(dx[i]) / step;
    }
}

struct rig *rig_manipulator(double L, double L_h, double x_B, double y_B)
{
    struct rig *r = rig_new();
    struct mechanism_body *link1 = rig_body(r, "shoulder", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0);
    rig_rod(link1, 200, L);
    struct mechanism_body *load = rig_body(r, "gripper", 0, JOINT_FIXED, L, 0, 0);
    load->mass = 250;
    struct mechanism_body *link2 = rig_body(r, "elbow", 1, JOINT_REVOLUTE, 0, 0, 0);
    link2->mass = 100;
    link2->com[0] = L_h;
    rig_actuator(r, "cylinder", MECHANISM_GROUND, x_B, y_B, 0, L / 2, 0);
    return r;
}

struct rig *rig_four_bar(void)
{
    struct rig *r = rig_new();
    struct mechanism_body *crank = rig_body(r, "crank", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0);
    struct mechanism_body *coupler = rig_body(r, "coupler", 0, JOINT_REVOLUTE, 2, 0, 0);
    struct mechanism_body *rocker = rig_body(r, "rocker", 1, JOINT_REVOLUTE, 8, 0, 0);
    rig_rod(crank, 16, 2);
    rig_rod(coupler, 64, 8);
    rig_rod(rocker, 40, 5);
    rig_start(crank, acos(-1) / 3, true);
    rig_start(coupler, -0.6, false);
    rig_start(rocker, -1.5, false);
    crank->joint.coordinates[0].wanted_independent = true;
    rig_cut(r, "pivot", CUT_REVOLUTE, MECHANISM_GROUND, 10, 0, 2, 5, 0);
    rig_actuator(r, "cylinder", MECHANISM_GROUND, -1, 0, 0, 1, 0);
    return r;
}

struct rig *rig_chain(int n)
{
    static char names[RIG_MOST][16];
    struct rig *r = rig_new();
    for (int i = 0; i < n; i++) {
        snprintf(names[i], sizeof names[i], "joint%d", i + 1);
        struct mechanism_body *body = rig_body(r, names[i], i - 1, i % 5 == 3 ? JOINT_PRISMATIC : JOINT_REVOLUTE,
                                               i == 0 ? 0 : 0.4, 0.1, -0.05 * i);
        body->joint.axis[0] = 0.3 * i;
        body->joint.axis[1] = 1 - 0.2 * i;
        body->joint.orientation[0] = 0.3;
        body->joint.orientation[1] = -0.2 * i;
        body->joint.orientation[2] = 0.7;
        body->mass = 1 + 0.1 * i;
        body->com[0] = 0.2;
        body->com[1] = 0.03 * i;
        body->com[2] = -0.01;
        const double inertia[6] = {0.03, 0.05, 0.06, 0.004, -0.003, 0.002};
        for (int k = 0; k < 6; k++)
            body->inertia[k] = inertia[k];
        body->joint.coordinates[0].position = 0.3 - 0.15 * i;
        body->joint.coordinates[0].velocity = 0.5 + 0.1 * i;
    }
    return r;
}
