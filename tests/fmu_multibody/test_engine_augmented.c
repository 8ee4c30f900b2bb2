/* The two formulations: augmented Lagrangian steps against the partitioned equations. */
#include "tests/testing.h"

#include "tests/fmu_multibody/rig.h"

/* Classical Runge-Kutta steps of the partitioned equations, small enough to be taken as exact. */
static void partitioned_motion(struct rig *r, double end, int steps)
{
    const double h = end / steps;
    double k[4][8], start[8];
    for (int step = 0; step < steps; step++) {
        for (size_t i = 0; i < r->n_states; i++)
            start[i] = r->x[i];
        for (int stage = 0; stage < 4; stage++) {
            rig_rates(r, k[stage]);
            for (size_t i = 0; i < r->n_states; i++)
                r->x[i] = start[i] + h * (stage < 2 ? k[stage][i] / 2 : k[stage][i]);
        }
        for (size_t i = 0; i < r->n_states; i++)
            r->x[i] = start[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
        assert_true(engine_accept(r->e, r->x, r->memory, &r->report));
    }
}

struct augmented_result {
    double error[2], residual;
    int most_iterations;
};

static struct augmented_result augmented_motion(struct rig *(*make)(void), double end, int steps, const double *exact)
{
    struct rig *r = make();
    struct augmented_result result = {.residual = 0};
    struct engine_augmented options = engine_augmented_default();
    rig_build(r);
    for (int step = 0; step < steps; step++) {
        struct engine_step_summary summary;
        if (!engine_step_augmented(r->e, &options, end / steps, r->u, r->u, r->memory, r->x, &summary, &r->report))
            fail_msg("%s", r->report.text);
        result.residual = fmax(result.residual, summary.residual);
        result.most_iterations =
            summary.iterations > result.most_iterations ? summary.iterations : result.most_iterations;
    }
    for (int i = 0; i < 2; i++)
        result.error[i] = fabs(r->x[i] - exact[i]);
    rig_free(r);
    return result;
}

/* Second order: a quarter of the error for half of the step; constraints below 1e-8 m. */
static void both_formulations_agree(struct rig *(*make)(void), double end, int steps)
{
    struct rig *r = make();
    rig_build(r);
    partitioned_motion(r, end, 2000);
    const struct augmented_result coarse = augmented_motion(make, end, steps, r->x);
    const struct augmented_result fine = augmented_motion(make, end, 2 * steps, r->x);
    for (int i = 0; i < 2; i++) {
        const double ratio = coarse.error[i] / fine.error[i];
        if (!(ratio > 3.7 && ratio < 4.3))
            fail_msg("state %d: errors %g and %g", i, coarse.error[i], fine.error[i]);
        assert_true(fine.error[i] < 2e-4);
    }
    assert_true(coarse.residual < 1e-8 && fine.residual < 1e-8);
    assert_true(coarse.most_iterations <= 5);
    rig_free(r);
}

static void the_four_bar_moves_alike_in_both(void **state)
{
    (void)state;
    both_formulations_agree(rig_four_bar, 1, 200);
}

static struct rig *manipulator(void)
{
    struct rig *r = rig_manipulator(1, 0.5, sqrt(3) / 2, 0);
    rig_start(&r->bodies[0], 0.5, true);
    rig_start(&r->bodies[2], 4, true);
    r->u[0] = 8000;
    return r;
}

static void an_open_chain_moves_alike_in_both(void **state)
{
    (void)state;
    both_formulations_agree(manipulator, 0.5, 100);
}

/* The same four-bar with the papers' massless cylinder as two more bodies, whose piston is tied to the crank. */
static struct rig *four_bar_with_cylinder(void)
{
    struct rig *r = rig_four_bar();
    struct mechanism_body *chamber = rig_body(r, "chamber", MECHANISM_GROUND, JOINT_REVOLUTE, -1, 0, 0);
    rig_start(chamber, 0.5, false);
    struct mechanism_body *rod = rig_body(r, "rod", 3, JOINT_PRISMATIC, 0, 0, 0);
    rod->joint.axis[0] = 1;
    rod->joint.axis[2] = 0;
    rig_start(rod, 1.7, false);
    rig_cut(r, "eye", CUT_REVOLUTE, 0, 1, 0, 4, 0, 0);
    r->actuators[0] = (struct mechanism_actuator){.name = "cylinder", .kind = ACTUATOR_COORDINATE, .body = 4};
    r->u[0] = -300;
    return r;
}

static struct rig *four_bar_pushed(void)
{
    struct rig *r = rig_four_bar();
    r->u[0] = -300;
    return r;
}

static void massless_bodies_change_nothing(void **state)
{
    (void)state;
    struct rig *bare = four_bar_pushed(), *dressed = four_bar_with_cylinder();
    double dx[2], with_cylinder[2], J[4], J_with[4], s, ds, force;
    rig_build(bare);
    rig_build(dressed);
    assert_int_equal(dressed->n_states, 2);
    for (int k = 0; k < 10; k++) {
        bare->x[0] = dressed->x[0] = 0.8 + 0.1 * k;
        bare->x[1] = dressed->x[1] = 1 - 0.3 * k;
        rig_rates(bare, dx);
        rig_rates(dressed, with_cylinder);
        assert_near(with_cylinder[1], dx[1], 1e-12 * (1 + fabs(dx[1])));
        engine_actuator_real(dressed->e, 0, dressed->u, &s, &ds, &force);
        assert_near(s, 2 * cos(bare->x[0] / 2), 1e-14);
        assert_near(ds, -sin(bare->x[0] / 2) * bare->x[1], 1e-13);
        rig_jacobian(bare, J);
        rig_jacobian(dressed, J_with);
        for (int i = 0; i < 4; i++)
            assert_near(J_with[i], J[i], 1e-11 * (1 + fabs(J[i])));
    }
    rig_free(bare);
    rig_free(dressed);
    both_formulations_agree(four_bar_with_cylinder, 1, 200);
}

/* A crank of 0.5 m with a rod of 1.2 m and a slider along x, without gravity; the state is the crank's angle or the slider's place. */
static struct rig *crank_slider(bool by_slider)
{
    struct rig *r = rig_new();
    r->m.gravity[1] = 0;
    struct mechanism_body *crank = rig_body(r, "crank", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0);
    struct mechanism_body *rod = rig_body(r, "rod", 0, JOINT_REVOLUTE, 0.5, 0, 0);
    struct mechanism_body *slider = rig_body(r, "slider", MECHANISM_GROUND, JOINT_PRISMATIC, 0, 0, 0);
    rig_rod(crank, 4, 0.5);
    rig_rod(rod, 1, 1.2);
    slider->mass = 2;
    slider->joint.axis[0] = 1;
    slider->joint.axis[2] = 0;
    rig_start(crank, 1, !by_slider);
    rig_start(rod, -1.4, false);
    const double reach = 0.5 * cos(1) + sqrt(1.2 * 1.2 - 0.25 * sin(1) * sin(1)); /* at one radian */
    rig_start(slider, reach, by_slider);
    r->bodies[by_slider ? 2 : 0].joint.coordinates[0].wanted_independent = true;
    rig_cut(r, "pin", CUT_SPHERICAL, 1, 1.2, 0, 2, 0, 0);
    crank->joint.coordinates[0].velocity = 6;
    if (by_slider) { /* the slider's speed at six radians per second */
        const double q = 0.25 * sin(1) * cos(1) / sqrt(1.2 * 1.2 - 0.25 * sin(1) * sin(1));
        slider->joint.coordinates[0].velocity = -6 * (0.5 * sin(1) + q);
    }
    return r;
}

/* Two dead points in every turn: there the slider's place determines nothing, and the partitioned equations end. Steps in all
 * coordinates go through, and come out where the crank's own equations say. */
static void full_coordinates_go_through_dead_points(void **state)
{
    (void)state;
    struct rig *r = crank_slider(false);
    rig_build(r);
    partitioned_motion(r, 2, 4000);
    assert_true(r->x[0] > 1 + 2 * acos(-1));
    const double angle = r->x[0];
    rig_free(r);
    double error[2];
    for (int k = 0; k < 2; k++) {
        r = crank_slider(true);
        rig_build(r);
        struct engine_augmented options = engine_augmented_default();
        const int steps = 1000 << k;
        for (int step = 0; step < steps; step++) {
            struct engine_step_summary summary;
            if (!engine_step_augmented(r->e, &options, 2.0 / steps, r->u, r->u, r->memory, r->x, &summary, &r->report))
                fail_msg("step %d: %s", step, r->report.text);
            assert_true(summary.residual < 1e-8);
            if (!engine_accept(r->e, r->x, r->memory, &r->report))
                fail_msg("step %d: %s", step, r->report.text);
        }
        error[k] = fabs(r->memory[0] - angle);
        rig_free(r);
    }
    if (!(error[0] / error[1] > 3.7 && error[0] / error[1] < 4.3 && error[1] < 2e-4))
        fail_msg("errors of the angle: %g, %g", error[0], error[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_four_bar_moves_alike_in_both),
        cmocka_unit_test(an_open_chain_moves_alike_in_both),
        cmocka_unit_test(massless_bodies_change_nothing),
        cmocka_unit_test(full_coordinates_go_through_dead_points),
    };
    return cmocka_run_group_tests_name("formulations", tests, NULL, NULL);
}
