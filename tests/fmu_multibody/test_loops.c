/* Several loops in one mechanism, which the engine closes one after another: unconnected ones move as each of them alone, and the
 * order in which a mechanism names them changes nothing. */
#include "tests/fmu_multibody/rig.h"
#include "tests/testing.h"

/* A four-bar linkage whose crank begins at (at, 0), with the angle `phi`, and is driven by a spring. */
static void add_four_bar(struct rig *r, double at, double phi, double stiffness)
{
    const int first = (int)r->m.n_bodies;
    struct mechanism_body *crank = rig_body(r, "crank", MECHANISM_GROUND, JOINT_REVOLUTE, at, 0, 0);
    struct mechanism_body *coupler = rig_body(r, "coupler", first, JOINT_REVOLUTE, 2, 0, 0);
    struct mechanism_body *rocker = rig_body(r, "rocker", first + 1, JOINT_REVOLUTE, 8, 0, 0);
    rig_rod(crank, 16, 2);
    rig_rod(coupler, 64, 8);
    rig_rod(rocker, 40, 5);
    rig_start(crank, phi, true);
    rig_start(coupler, -0.6, false);
    rig_start(rocker, -1.5, false);
    crank->joint.coordinates[0].wanted_independent = true;
    crank->joint.coordinates[0].velocity = 0.4;
    crank->joint.coordinates[0].velocity_given = true;
    rig_cut(r, "pivot", CUT_REVOLUTE, MECHANISM_GROUND, at + 10, 0, first + 2, 5, 0);
    r->springs[r->m.n_springs++] = (struct mechanism_spring){.name = "spring",
                                                             .a = {MECHANISM_GROUND, {at + 3, 7, 0}},
                                                             .b = {first + 1, {4, 0, 0}},
                                                             .stiffness = stiffness,
                                                             .free_length = 1,
                                                             .damping = 5};
}

static const double phi[3] = {1.0, 1.3, 0.7}, stiffness[3] = {100, 300, 50};

static void unconnected_loops_move_as_each_alone(void **state)
{
    (void)state;
    double all[6], J[36], alone[2], J_alone[4];
    struct rig *r = rig_new();
    for (int i = 0; i < 3; i++)
        add_four_bar(r, 20 * i, phi[i], stiffness[i]);
    rig_build(r);
    assert_int_equal(r->n_states, 6);
    rig_rates(r, all);
    rig_jacobian(r, J);
    for (size_t i = 0; i < 3; i++) {
        struct rig *one = rig_new();
        add_four_bar(one, 0, phi[i], stiffness[i]);
        rig_build(one);
        rig_rates(one, alone);
        rig_jacobian(one, J_alone);
        assert_near(all[i], alone[0], 1e-15);
        assert_near(all[3 + i], alone[1], 1e-12 * fabs(alone[1]));
        for (size_t j = 0; j < 3; j++) {
            assert_near(J[(3 + i) * 6 + j], i == j ? J_alone[2] : 0, 1e-11 * fabs(J_alone[2]));
            assert_near(J[(3 + i) * 6 + 3 + j], i == j ? J_alone[3] : 0, 1e-11 * fabs(J_alone[2]));
        }
        rig_free(one);
    }
    rig_free(r);
}

/* Two loops on each other: a rod from the first rocker's end to a rod on the ground beside it, named before it or behind it. */
static void the_order_of_loops_does_not_matter(void **state)
{
    (void)state;
    double dx[2][2];
    for (int order = 0; order < 2; order++) {
        struct rig *r = rig_new();
        add_four_bar(r, 0, 1.0, 100);
        rig_rod(rig_body(r, "rod", 2, JOINT_REVOLUTE, 0, 0, 0), 5, 9);
        rig_start(&r->bodies[3], 1.4, false);
        rig_rod(rig_body(r, "lever", MECHANISM_GROUND, JOINT_REVOLUTE, 18, 0, 0), 7, 6);
        rig_start(&r->bodies[4], 2, false);
        rig_cut(r, "end", CUT_REVOLUTE, 3, 9, 0, 4, 6, 0);
        if (order == 1) {
            const struct mechanism_cut first = r->cuts[0];
            r->cuts[0] = r->cuts[1];
            r->cuts[1] = first;
        }
        rig_build(r);
        assert_int_equal(r->n_states, 2);
        rig_rates(r, dx[order]);
        rig_free(r);
    }
    assert_near(dx[0][1], dx[1][1], 1e-12 * fabs(dx[0][1]));
}

enum { FIVE_BAR = 4 };

/* Body `k` of a five-bar linkage, whose two freedoms are the cranks 0 and 1; `bodies` is where each of its bodies is. */
static void add_five_bar_body(struct rig *r, int k, double at, const double *start, int *bodies)
{
    static const char *const names[FIVE_BAR] = {"left", "right", "upper left", "upper right"};
    static const double base[FIVE_BAR] = {0, 3, 2, 2}, length[FIVE_BAR] = {2, 2, 3, 3};
    bodies[k] = (int)r->m.n_bodies;
    struct mechanism_body *body = rig_body(r, names[k], k < 2 ? MECHANISM_GROUND : bodies[k - 2], JOINT_REVOLUTE,
                                           base[k] + (k < 2 ? at : 0), 0, 0);
    rig_rod(body, 2 + k, length[k]);
    rig_start(body, start[k], k < 2);
    if (k < 2) {
        body->joint.coordinates[0].wanted_independent = true;
        body->joint.coordinates[0].velocity = 0.5 - k;
        body->joint.coordinates[0].velocity_given = true;
    }
}

static void add_five_bar_cut(struct rig *r, const int *bodies)
{
    rig_cut(r, "tip", CUT_REVOLUTE, bodies[2], 3, 0, bodies[3], 3, 0);
}

/* The bodies of both are named in turn, so that the freedoms of one are not side by side. */
static void loops_with_two_freedoms_move_as_each_alone(void **state)
{
    (void)state;
    static const double start[2][FIVE_BAR] = {{1.9, 1.1, -0.9, 1.0}, {2.1, 1.3, -1.0, 0.8}};
    int bodies[2][FIVE_BAR];
    double all[8], J[64], alone[4], J_alone[16];
    struct rig *r = rig_new();
    for (int k = 0; k < FIVE_BAR; k++)
        for (int i = 0; i < 2; i++)
            add_five_bar_body(r, k, 10 * i, start[i], bodies[i]);
    add_five_bar_cut(r, bodies[0]);
    add_five_bar_cut(r, bodies[1]);
    rig_build(r);
    assert_int_equal(r->n_states, 8);
    rig_rates(r, all);
    rig_jacobian(r, J);
    for (size_t i = 0; i < 2; i++) {
        struct rig *one = rig_new();
        for (int k = 0; k < FIVE_BAR; k++)
            add_five_bar_body(one, k, 0, start[i], bodies[0]);
        add_five_bar_cut(one, bodies[0]);
        rig_build(one);
        rig_rates(one, alone);
        rig_jacobian(one, J_alone);
        for (size_t f = 0; f < 4; f++) /* positions and velocities of the left crank, of the right one */
            for (size_t g = 0; g < 4; g++) {
                assert_near(all[2 * f + i], alone[f], 1e-12 * fabs(alone[f]));
                assert_near(J[(2 * f + i) * 8 + 2 * g + i], J_alone[f * 4 + g], 1e-11 * (1 + fabs(J_alone[f * 4 + g])));
                assert_near(J[(2 * f + i) * 8 + 2 * g + 1 - i], 0, 0);
            }
        rig_free(one);
    }
    rig_free(r);
}

/* Two five-bars on one swing move with each other, whichever is named first. */
static void loops_on_one_body_move_with_it(void **state)
{
    (void)state;
    static const double start[2][FIVE_BAR] = {{1.9, 1.1, -0.9, 1.0}, {2.1, 1.3, -1.0, 0.8}};
    double dx[2][10];
    for (int order = 0; order < 2; order++) {
        int bodies[2][FIVE_BAR];
        struct rig *r = rig_new();
        struct mechanism_body *swing = rig_body(r, "swing", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0);
        rig_rod(swing, 10, 12);
        rig_start(swing, 0.2, true);
        for (int k = 0; k < FIVE_BAR; k++)
            for (int i = 0; i < 2; i++) {
                const int which = order == 0 ? i : 1 - i;
                add_five_bar_body(r, k, 7 * which, start[which], bodies[i]);
                if (k < 2)
                    r->bodies[bodies[i][k]].parent = 0;
            }
        add_five_bar_cut(r, bodies[order]);
        add_five_bar_cut(r, bodies[1 - order]);
        rig_build(r);
        assert_int_equal(r->n_states, 10);
        rig_rates(r, dx[order]);
        rig_free(r);
    }
    static const size_t turned[5] = {0, 2, 1, 4, 3};
    for (size_t i = 0; i < 5; i++)
        assert_near(dx[0][5 + i], dx[1][5 + turned[i]], 1e-11 * fabs(dx[0][5 + i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unconnected_loops_move_as_each_alone),
        cmocka_unit_test(the_order_of_loops_does_not_matter),
        cmocka_unit_test(loops_with_two_freedoms_move_as_each_alone),
        cmocka_unit_test(loops_on_one_body_move_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
