/* Where a mechanism ends: impossible data, assemblies and configurations are told with the joint's name. */
#include "tests/testing.h"

#include "tests/fmu_multibody/rig.h"

#include <string.h>

static void assert_says(const struct rig *r, const char *part)
{
    if (!strstr(r->report.text, part))
        fail_msg("\"%s\" does not say \"%s\"", r->report.text, part);
}

static void refused(struct rig *r, const char *part)
{
    assert_false(rig_try(r));
    assert_says(r, part);
    rig_free(r);
}

/* ---- data ---- */

static void impossible_bodies_are_refused(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    r->bodies[1].mass = -1;
    refused(r, "body 'coupler': its mass -1 kg is negative");
    r = rig_four_bar();
    r->bodies[1].inertia[2] = 1000;
    refused(r, "body 'coupler': no body has such an inertia");
    r = rig_four_bar();
    r->bodies[1].parent = 1;
    refused(r, "body 'coupler': its parent is not an earlier body");
    r = rig_four_bar();
    r->bodies[1].joint.axis[2] = 0;
    refused(r, "joint 'coupler': its axis has no direction");
    r = rig_four_bar();
    r->bodies[1].joint.coordinates[0].lower = 1;
    refused(r, "joint 'coupler': its lower limit 1 is above its upper limit 0");
    r = rig_four_bar();
    r->bodies[1].joint.kind = JOINT_SPHERICAL;
    r->bodies[1].joint.cardan[1] = 0;
    refused(r, "joint 'coupler': two Cardan angles in a row turn about the same axis");
}

/* What the hint says moves in the plane as before: a coupler with all three moments and one with the moment about z alone. */
static void a_moment_that_stands_alone_gets_a_hint(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    double dx[2][2];
    rig_build(r);
    rig_rates(r, dx[0]);
    rig_free(r);
    r = rig_four_bar();
    double *J = r->bodies[1].inertia;
    const double moment = J[2];
    J[0] = J[1] = 0;
    refused(r, "body 'coupler': no body has such an inertia (a moment is larger than the sum of the other two); Izz "
               "stands alone: "
               "give Ixx and Iyy ");
    r = rig_four_bar();
    J = r->bodies[1].inertia;
    J[0] = J[1] = moment / 2;
    rig_build(r);
    rig_rates(r, dx[1]);
    assert_near(dx[1][1], dx[0][1], 1e-12 * fabs(dx[0][1]));
    rig_free(r);
}

static void impossible_joints_and_forces_are_refused(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    r->cuts[0].b.body = MECHANISM_GROUND;
    refused(r, "cut joint 'pivot' must connect two different bodies");
    r = rig_four_bar();
    r->cuts[0].axis_b[2] = 0;
    refused(r, "cut joint 'pivot': its axis on the second body has no direction");
    r = rig_four_bar();
    r->cuts[0].kind = CUT_PRISMATIC;
    r->cuts[0].side_a[2] = 3;
    refused(r, "cut joint 'pivot': its side is parallel to its axis");
    r = rig_four_bar();
    r->cuts[0].kind = CUT_DISTANCE;
    refused(r, "cut joint 'pivot': its length 0 m is not positive");
    r = rig_four_bar();
    r->actuators[0].b.body = 3;
    refused(r, "actuator 'cylinder': there is no such body");
    r = rig_four_bar();
    r->loads[r->m.n_loads++] = (struct mechanism_load){.name = "push", .kind = LOAD_JOINT, .coordinate = 1};
    refused(r, "load 'push': there is no such body or joint coordinate");
}

/* ---- assembly ---- */

static void a_loop_that_cannot_close_is_told_with_its_gap(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    r->cuts[0].a.at[0] = 16; /* 2 + 8 + 5 = 15 m are there, and the crank stands at 60 degrees */
    refused(r, "cannot be assembled: joint 'pivot' stays open by");
    r = rig_four_bar();
    r->cuts[0].a.at[2] = 1e-3; /* out of the plane */
    assert_false(rig_try(r));
    assert_says(r, "joint 'pivot' stays open by 0.001");
    assert_says(r, "rank 2 of 5 rows, 2 unknown coordinates");
    rig_free(r);
}

static void states_that_do_not_determine_the_mechanism_are_refused(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    r->bodies[1].joint.coordinates[0].wanted_independent =
        true; /* one degree of freedom has one independent coordinate */
    r->bodies[1].joint.coordinates[0].position = -37.9043841173972 * acos(-1) / 180;
    refused(r, "the others have rank 1 in its constraints, 2 is needed");
}

static void velocities_that_contradict_are_refused(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    for (int b = 0; b < 3; b++) {
        r->bodies[b].joint.coordinates[0].velocity = 1;
        r->bodies[b].joint.coordinates[0].velocity_given = true;
    }
    refused(r, "the given velocities contradict joint 'pivot'");
}

static void a_disc_that_lies_flat_is_refused(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    struct mechanism_body *disc = rig_body(r, "disc", MECHANISM_GROUND, JOINT_FREE, 0, 0, 0);
    disc->mass = 1;
    disc->inertia[0] = disc->inertia[1] = disc->inertia[2] = 1;
    r->contacts[r->m.n_contacts++] =
        (struct mechanism_contact){.name = "coin", .axis = {0, 0, 1}, .radius = 1, .normal = {0, 0, 1}};
    refused(r, "contact 'coin': the disc lies flat on the plane");
}

static void a_torque_that_no_position_holds_has_no_equilibrium(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    rig_rod(rig_body(r, "pendulum", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0), 2, 1);
    r->m.start = START_EQUILIBRIUM;
    r->loads[r->m.n_loads++] = (struct mechanism_load){.name = "motor", .kind = LOAD_JOINT};
    r->u[0] = 9.82; /* the weight's largest moment is 9.81 N m */
    refused(r, "no equilibrium was found near the start: joint 'pendulum'");
}

/* ---- in motion ---- */

static void rates_refused(struct rig *r, const char *part)
{
    double dx[32];
    assert_false(engine_rates_real(r->e, r->memory, r->x, r->u, dx, &r->report));
    assert_says(r, part);
    rig_free(r);
}

/* The rocker swings to and fro against the coupler: beyond its ends there is no crank. */
static void independent_coordinates_out_of_reach_are_told(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    r->bodies[0].joint.coordinates[0].position_given = false;
    r->bodies[0].joint.coordinates[0].wanted_independent = false;
    r->bodies[2].joint.coordinates[0].wanted_independent = true;
    rig_build(r);
    r->x[0] = -0.8; /* -0.8128 rad is where crank and ground lie on one line: 12^2 = 8^2 + 5^2 + 80 cos(z3) */
    rates_refused(r, "the loop at joint 'pivot' cannot be closed (a gap of");
}

static struct rig *slider_crank(void)
{
    struct rig *r = rig_new();
    rig_rod(rig_body(r, "crank", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0), 4, 0.5);
    rig_rod(rig_body(r, "rod", 0, JOINT_REVOLUTE, 0.5, 0, 0), 1, 1.2);
    struct mechanism_body *slider = rig_body(r, "slider", MECHANISM_GROUND, JOINT_PRISMATIC, 0, 0, 0);
    slider->mass = 2;
    slider->joint.axis[0] = 1;
    slider->joint.axis[2] = 0;
    slider->joint.coordinates[0].wanted_independent = true;
    rig_start(&r->bodies[0], 0.5, false);
    rig_start(&r->bodies[1], -0.7, false);
    rig_start(slider, 1.6, true);
    rig_cut(r, "pin", CUT_SPHERICAL, 1, 1.2, 0, 2, 0, 0);
    r->loads[r->m.n_loads++] = (struct mechanism_load){.name = "push", .kind = LOAD_JOINT, .point = {2, {0, 0, 0}}};
    rig_build(r);
    return r;
}

/* Crank and rod on one line: the slider's place says nothing about the crank's motion. */
static void states_at_a_dead_point_are_told(void **state)
{
    (void)state;
    struct rig *r = slider_crank();
    r->x[0] = 1.7;
    rates_refused(r, "the states do not determine the mechanism here: joint '");
}

/* The accepted states `before`, then `after`, both with the rates that the equations give. */
static bool turns(struct rig *r, const double before[2], const double after[2])
{
    double dx[2];
    for (int i = 0; i < 2; i++)
        r->x[i] = before[i];
    assert_true(engine_accept(r->e, r->x, r->memory, &r->report));
    for (int i = 0; i < 2; i++)
        r->x[i] = after[i];
    rig_rates(r, dx);
    assert_true(engine_has_turned(r->e, r->memory));
    return engine_turn_check(r->e, dx, r->memory, &r->report);
}

/* The slider 0.1 mm before its end, out and back: a crank that runs on is seen so as well as one that is stopped by a push. */
static void dead_points_that_states_went_through_are_told(void **state)
{
    (void)state;
    struct rig *r = slider_crank();
    assert_false(turns(r, (const double[]){1.6999, +0.05}, (const double[]){1.6999, -0.05}));
    assert_says(r, "the states have gone through a dead point: joint '");
    assert_says(r, "runs on where 'slider' comes back");
    r->u[0] = -2000;
    assert_true(turns(r, (const double[]){1.6, +0.05}, (const double[]){1.6, -0.05}));
    r->u[0] = +2000; /* and the other way, in the middle of the stroke */
    assert_true(turns(r, (const double[]){1.2, -0.5}, (const double[]){1.2, +0.5}));
    rig_free(r);
}

static void massless_ends_are_told(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    rig_rod(rig_body(r, "arm", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0), 2, 1);
    rig_body(r, "hand", 0, JOINT_REVOLUTE, 1, 0, 0);
    rig_build(r);
    rates_refused(r, "the mass that moves with joint 'hand' is zero");
}

static void singular_cardan_angles_are_told(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    struct mechanism_body *body = rig_body(r, "ball", MECHANISM_GROUND, JOINT_SPHERICAL, 0, 0, 0);
    body->mass = 1;
    body->inertia[0] = body->inertia[1] = body->inertia[2] = 1;
    body->joint.keeps_angles = true;
    rig_build(r);
    r->x[1] = acos(-1) / 2;
    rates_refused(r, "joint 'ball': its second Cardan angle (1.5708 rad)");
}

/* Near 90 degrees the first angle turns 200 times as fast as the body: a step of 1 ms does not follow, one of 1 us does. */
static void cardan_angles_that_a_step_does_not_follow_are_told(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    struct mechanism_body *body = rig_body(r, "ball", MECHANISM_GROUND, JOINT_SPHERICAL, 0, 0, 0);
    body->mass = 1;
    body->inertia[0] = body->inertia[1] = body->inertia[2] = 1;
    body->joint.keeps_angles = true;
    rig_build(r);
    double dx[6];
    r->x[1] = acos(-1) / 2 - 0.005;
    r->x[3] = 100;
    r->x[5] = -100; /* about the first axis, which is nearly the third */
    for (int k = 0; k < 2; k++) {
        rig_rates(r, dx);
        r->x[0] += 1e-3;
        assert_int_equal(engine_cardan_check(r->e, k ? 1e-6 : 1e-3, 0.05, &r->report), k == 1);
    }
    assert_says(r, "joint 'ball': near the singular position of its Cardan angles");
    r->x[1] = 0.3; /* far from there 100 rad/s are the body's own */
    r->x[5] = 0;
    rig_rates(r, dx);
    assert_true(engine_cardan_check(r->e, 1e-3, 0.05, &r->report));
    rig_free(r);
}

static void limits_are_told_when_a_step_is_accepted(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    r->bodies[2].joint.coordinates[0].lower = -2;
    r->bodies[2].joint.coordinates[0].upper = -1;
    r->actuators[0].lower = 1.6;
    r->actuators[0].upper = 1.8;
    rig_build(r);
    const double start = r->memory[1];
    r->x[0] = 2.4;
    assert_false(engine_accept(r->e, r->x, r->memory, &r->report));
    assert_says(r, "joint 'rocker' has reached its limit");
    r->x[0] = 1.4;
    assert_false(engine_accept(r->e, r->x, r->memory, &r->report));
    assert_says(r, "actuator 'cylinder' has reached its limit: the length 1.52968 m is not within 1.6 and 1.8 m");
    assert_near(r->memory[1], start, 0); /* refused steps leave the memory */
    r->x[0] = 1.1;
    assert_true(engine_accept(r->e, r->x, r->memory, &r->report));
    rig_free(r);
    r = rig_four_bar();
    r->bodies[0].joint.coordinates[0].upper = 1;
    refused(r, "joint 'crank' has reached its limit: 1.0472 is not within 0 and 1");
}

/* Two rods along one line hold their common point: the second row is redundant where it stands, but not beside it. */
static void a_row_that_was_redundant_only_at_the_start_is_told(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    rig_body(r, "x", MECHANISM_GROUND, JOINT_PRISMATIC, 0, 0, 0)->joint.axis[0] = 1;
    rig_body(r, "y", 0, JOINT_PRISMATIC, 0, 0, 0)->joint.axis[1] = 1;
    for (int b = 0; b < 2; b++)
        r->bodies[b].joint.axis[2] = 0;
    r->bodies[1].mass = 1;
    rig_cut(r, "left", CUT_DISTANCE, MECHANISM_GROUND, -1, 0, 1, 0, 0)->length = 1;
    rig_cut(r, "right", CUT_DISTANCE, MECHANISM_GROUND, 1, 0, 1, 0, 0)->length = 1;
    rig_build(r);
    assert_int_equal(engine_summary(r->e).dropped, 1);
    r->x[0] = 0.1;
    assert_false(engine_accept(r->e, r->x, r->memory, &r->report));
    assert_says(r, "a row that was redundant at the start is violated by");
    rig_free(r);
}

static void other_numbers_with_other_states_are_refused(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    rig_build(r);
    struct mechanism *m = engine_mechanism(r->e); /* a parallelogram, stretched out: its rank falls to one */
    m->bodies[1].joint.position[0] = 5;
    m->cuts[0].a.at[0] = 8;
    for (int b = 0; b < 3; b++) {
        m->bodies[b].joint.coordinates[0].position = b == 2 ? acos(-1) : 0;
        m->bodies[b].joint.coordinates[0].position_given = true;
    }
    assert_false(engine_setup(r->e, &r->report));
    assert_says(r, "rank");
    rig_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_bodies_are_refused),
        cmocka_unit_test(a_moment_that_stands_alone_gets_a_hint),
        cmocka_unit_test(impossible_joints_and_forces_are_refused),
        cmocka_unit_test(a_loop_that_cannot_close_is_told_with_its_gap),
        cmocka_unit_test(states_that_do_not_determine_the_mechanism_are_refused),
        cmocka_unit_test(velocities_that_contradict_are_refused),
        cmocka_unit_test(a_disc_that_lies_flat_is_refused),
        cmocka_unit_test(a_torque_that_no_position_holds_has_no_equilibrium),
        cmocka_unit_test(independent_coordinates_out_of_reach_are_told),
        cmocka_unit_test(states_at_a_dead_point_are_told),
        cmocka_unit_test(dead_points_that_states_went_through_are_told),
        cmocka_unit_test(massless_ends_are_told),
        cmocka_unit_test(singular_cardan_angles_are_told),
        cmocka_unit_test(cardan_angles_that_a_step_does_not_follow_are_told),
        cmocka_unit_test(limits_are_told_when_a_step_is_accepted),
        cmocka_unit_test(a_row_that_was_redundant_only_at_the_start_is_told),
        cmocka_unit_test(other_numbers_with_other_states_are_refused),
    };
    return cmocka_run_group_tests_name("messages of the engine", tests, NULL, NULL);
}
