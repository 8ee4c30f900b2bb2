/* A start in equilibrium with actuators that hold their lengths: what hangs comes to rest, the lengths stay, whatever force that takes. */
#include "tests/testing.h"

#include "tests/fmu_multibody/rig.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static const double g = 9.81, L = 4, m_boom = 120, m_load = 250, rope = 1.5, lift = 0.5, arm = 1.2;

/* A boom on the ground, a cylinder between its point `arm` and as far below the ground's origin, a load that does not hang yet, and a
 * torque on its hook. */
static struct rig *crane(int cylinders)
{
    struct rig *r = rig_new();
    rig_rod(rig_body(r, "boom", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0), m_boom, L);
    struct mechanism_body *load = rig_body(r, "load", 0, JOINT_REVOLUTE, L, 0, 0);
    load->mass = m_load;
    load->com[1] = -rope;
    rig_start(&r->bodies[0], lift, false);
    rig_start(load, 0.3, false);
    for (int i = 0; i < cylinders; i++)
        rig_actuator(r, i ? "twin" : "cylinder", MECHANISM_GROUND, 0, -arm, 0, arm, 0)->holds = true;
    r->loads[r->m.n_loads++] = (struct mechanism_load){.name = "hook", .kind = LOAD_JOINT, .point = {.body = 1}};
    r->m.start = START_EQUILIBRIUM;
    return r;
}

/* By hand: the torque u holds the load at the angle phi from the vertical, m g rope sin(phi) = u, and the weights' moment about the foot is
 * the force times its lever, ds/d(angle). */
static double force_by_hand(double phi, double *lever)
{
    const double s = arm * sqrt(2 + 2 * sin(lift));
    *lever = arm * arm * cos(lift) / s;
    return g * (m_boom * L / 2 * cos(lift) + m_load * (L * cos(lift) + rope * sin(phi))) / *lever;
}

static void what_hangs_comes_to_rest_and_lengths_stay(void **state)
{
    (void)state;
    for (int cylinders = 1; cylinders <= 2; cylinders++)
        for (int pushed = 0; pushed < 2; pushed++) {
            const double u = pushed ? 1000 : 0, phi = asin(u / (m_load * g * rope));
            struct rig *r = crane(cylinders);
            r->u[cylinders] = u;
            r->u[0] = 12345; /* does not matter */
            rig_build(r);
            assert_near(r->x[0], lift, 1e-12);
            assert_near(r->x[1], phi - lift, 1e-12);
            double forces[2], lever;
            const double expected = force_by_hand(phi, &lever) / cylinders; /* twins share it */
            assert_true(engine_static_forces_real(r->e, r->u, forces, &r->report));
            for (int i = 0; i < cylinders; i++)
                assert_near(forces[i], expected, 1e-10 * expected);
            rig_free(r);
        }
}

/* Along the torque: d(phi)/du = 1 / (m g rope cos(phi)), and the force grows by rope m g cos(phi) d(phi) / lever. */
static void the_start_moves_with_the_loads(void **state)
{
    (void)state;
    const double phi = asin(1000 / (m_load * g * rope)), slope = 1 / (m_load * g * rope * cos(phi));
    for (int cylinders = 1; cylinders <= 2; cylinders++) {
        struct rig *r = crane(cylinders);
        r->u[cylinders] = 1000;
        rig_build(r);
        double complex u[3] = {1 + 1e-100 * I, 1 + 1e-100 * I, 0}; /* the actuators' own inputs do not count */
        u[cylinders] = 1000 + 1e-100 * I;
        double complex m[1], x[4], forces[2];
        double lever;
        assert_true(engine_initialize_complex(r->e, u, m, x, &r->report));
        assert_near(cimag(x[0]) / 1e-100, 0, 1e-14);
        assert_near(cimag(x[1]) / 1e-100, slope, 1e-12 * slope);
        assert_true(engine_configure_complex(r->e, m, x, &r->report));
        assert_true(engine_static_forces_complex(r->e, u, forces, &r->report));
        force_by_hand(phi, &lever);
        for (int i = 0; i < cylinders; i++)
            assert_near(cimag(forces[i]) / 1e-100, 1 / lever / cylinders, 1e-12 / lever);
        rig_free(r);
    }
}

/* The papers' four-bar, whose crank the cylinder holds: all angles are those of the assembled start. */
static void a_loop_that_is_held_stays_as_it_was_assembled(void **state)
{
    (void)state;
    struct rig *given = rig_four_bar(), *held = rig_four_bar();
    rig_build(given);
    held->m.start = START_EQUILIBRIUM;
    held->actuators[0].holds = true;
    rig_build(held);
    assert_near(held->x[0], given->x[0], 1e-12);
    double forces[2][1];
    assert_true(engine_static_forces_real(given->e, given->u, forces[0], &given->report));
    assert_true(engine_static_forces_real(held->e, held->u, forces[1], &held->report));
    assert_near(forces[1][0], forces[0][0], 1e-9);
    for (int i = 0; i < 3; i++)
        assert_near(held->memory[i], given->memory[i], 1e-12);
    rig_free(given);
    rig_free(held);
}

/* Nothing holds what slides down a slope, and nothing moves what lies on a plane. */
static void what_no_force_holds_is_said(void **state)
{
    (void)state;
    struct rig *r = crane(1);
    struct mechanism_body *block = rig_body(r, "block", MECHANISM_GROUND, JOINT_PRISMATIC, 0, 0, 0);
    block->mass = 1;
    block->joint.axis[0] = block->joint.axis[1] = 1;
    block->joint.axis[2] = 0;
    assert_false(rig_try(r));
    if (!strstr(r->report.text, "actuators that hold their lengths: joint 'block' still accelerates"))
        fail_msg("%s", r->report.text);
    rig_free(r);
    r = crane(1);
    block = rig_body(r, "block", MECHANISM_GROUND, JOINT_PRISMATIC, 0, 0, 0);
    block->mass = 1;
    block->joint.axis[0] = 1;
    block->joint.axis[2] = 0;
    rig_start(block, 0.7, false);
    rig_build(r);
    assert_near(r->x[2], 0.7, 1e-6);
    rig_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_hangs_comes_to_rest_and_lengths_stay),
        cmocka_unit_test(the_start_moves_with_the_loads),
        cmocka_unit_test(a_loop_that_is_held_stays_as_it_was_assembled),
        cmocka_unit_test(what_no_force_holds_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
