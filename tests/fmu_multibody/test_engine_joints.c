/* Every cut joint against the same joint in the tree: body B moves on a moving body A, once by the joint's own coordinates, once as
 * a free body that a loop ties to A. Both must accelerate alike. Massless bodies stand in where the tree needs several joints. */
#include "tests/testing.h"

#include "fmu_multibody/engine/engine_full.h"
#include "tests/fmu_multibody/rig.h"

#include <string.h>

enum { BODY_A, BODY_B_FREE };

static const int cardan[3] = {2, 0, 1};
static const double place_on_a[3] = {0.4, -0.2, 0.3};

static void make_heavy(struct mechanism_body *body, double mass)
{
    const double inertia[6] = {0.3, 0.5, 0.4, 0.04, -0.03, 0.02}, com[3] = {0.2, -0.1, 0.3};
    body->mass = mass;
    memcpy(body->inertia, inertia, sizeof inertia);
    memcpy(body->com, com, sizeof com);
}

static void set_vector(double *to, double x, double y, double z)
{
    to[0] = x;
    to[1] = y;
    to[2] = z;
}

/* A turns about a tilted axis on the ground. */
static struct rig *rig_with_a(void)
{
    struct rig *r = rig_new();
    struct mechanism_body *a = rig_body(r, "a", MECHANISM_GROUND, JOINT_REVOLUTE, 0.1, 0.2, 0.3);
    set_vector(a->joint.axis, 1, 2, 2);
    make_heavy(a, 3);
    a->joint.coordinates[0].position = 0.7;
    a->joint.coordinates[0].velocity = 1.3;
    a->joint.coordinates[0].wanted_independent = true;
    return r;
}

static struct mechanism_body *add_on_a(struct rig *r, const char *name, int parent, enum joint_kind kind)
{
    struct mechanism_body *body = rig_body(r, name, parent, kind, 0, 0, 0);
    if (parent == BODY_A)
        memcpy(body->joint.position, place_on_a, sizeof place_on_a);
    for (size_t k = 0; k < joint_coordinates(kind); k++) {
        body->joint.coordinates[k].position = 0.3 + 0.2 * (double)k;
        body->joint.coordinates[k].velocity = -0.8 + 0.5 * (double)k;
    }
    return body;
}

static void make_b(struct mechanism_body *body)
{
    make_heavy(body, 2);
}

/* Coordinates and rates of a free body where `body` of the tree is. */
static void take_placement(struct rig *tree, int body, struct mechanism_body *free_one)
{
    double p[3], v[3], tip[3][3], R[9];
    assert_true(engine_configure_real(tree->e, tree->memory, tree->x, &tree->report));
    engine_place_of_real(tree->e, (struct mechanism_point){body, {0, 0, 0}}, p, v);
    engine_frame_of_real(tree->e, body, R);
    for (int k = 0; k < 3; k++) {
        struct mechanism_point point = {body, {0, 0, 0}};
        double where[3];
        point.at[k] = 1;
        engine_place_of_real(tree->e, point, where, tip[k]);
    }
    /* R = Rz(q1) Rx(q2) Ry(q3) */
    const double q[3] = {atan2(-R[1], R[4]), asin(R[7]), atan2(-R[6], R[8])};
    /* w = half the sum of e x de/dt over the body's axes */
    double w[3] = {0};
    for (int k = 0; k < 3; k++) {
        const double e[3] = {R[k], R[3 + k], R[6 + k]};
        const double d[3] = {tip[k][0] - v[0], tip[k][1] - v[1], tip[k][2] - v[2]};
        w[0] += (e[1] * d[2] - e[2] * d[1]) / 2;
        w[1] += (e[2] * d[0] - e[0] * d[2]) / 2;
        w[2] += (e[0] * d[1] - e[1] * d[0]) / 2;
    }
    /* w = q1' z + q2' x1 + q3' y2 */
    const double c1 = cos(q[0]), s1 = sin(q[0]);
    const double along_x1 = w[0] * c1 + w[1] * s1, across = -w[0] * s1 + w[1] * c1;
    const double rate3 = across / cos(q[1]), rates[3] = {w[2] - rate3 * sin(q[1]), along_x1, rate3};
    for (int k = 0; k < 3; k++) {
        free_one->joint.cardan[k] = cardan[k];
        free_one->joint.coordinates[k].position = p[k];
        free_one->joint.coordinates[k].velocity = v[k];
        free_one->joint.coordinates[3 + k].position = q[k];
        free_one->joint.coordinates[3 + k].velocity = rates[k];
    }
}

static void accelerations(struct rig *r, double *a)
{
    double dx[2 * RIG_MOST];
    rig_rates(r, dx);
    engine_full_accelerations_real(r->e, dx, a);
}

/* The tree is made; the loop ties a free body to A by `cut`. */
static void compare(struct rig *tree, int body, struct mechanism_cut cut, size_t rows)
{
    rig_build(tree);
    struct rig *loop = rig_with_a();
    struct mechanism_body *free_one = rig_body(loop, "b", MECHANISM_GROUND, JOINT_FREE, 0, 0, 0);
    make_b(free_one);
    free_one->joint.keeps_angles = true; /* they are compared with those that it is given */
    take_placement(tree, body, free_one);
    cut.name = "cut";
    cut.a.body = BODY_A;
    memcpy(cut.a.at, place_on_a, sizeof place_on_a);
    cut.b.body = BODY_B_FREE;
    loop->cuts[loop->m.n_cuts++] = cut;
    rig_build(loop);
    const struct engine_summary summary = engine_summary(loop->e);
    assert_int_equal(summary.holonomic, rows);
    assert_int_equal(summary.dropped, 0);
    assert_int_equal(loop->n_states, tree->n_states);

    /* the free body was placed where the joint has it: assembly had nothing to do */
    assert_true(engine_configure_real(loop->e, loop->memory, loop->x, &loop->report));
    for (size_t k = 0; k < 6; k++) {
        assert_near(engine_positions_real(loop->e)[1 + k], free_one->joint.coordinates[k].position, 1e-12);
        assert_near(engine_velocities_real(loop->e)[1 + k], free_one->joint.coordinates[k].velocity, 1e-11);
    }
    assert_near(engine_kinetic_energy_real(loop->e), engine_kinetic_energy_real(tree->e), 1e-11);
    assert_near(engine_potential_energy_real(loop->e), engine_potential_energy_real(tree->e), 1e-11);

    double of_tree[RIG_MOST], of_loop[RIG_MOST];
    accelerations(tree, of_tree);
    accelerations(loop, of_loop);
    assert_near(of_loop[0], of_tree[0], 1e-10 * (1 + fabs(of_tree[0])));
    rig_free(tree);
    rig_free(loop);
}

static void a_revolute_joint(void **state)
{
    (void)state;
    struct rig *tree = rig_with_a();
    struct mechanism_body *b = add_on_a(tree, "b", BODY_A, JOINT_REVOLUTE);
    set_vector(b->joint.axis, 1, -1, 0.5);
    make_b(b);
    compare(tree, 1, (struct mechanism_cut){.kind = CUT_REVOLUTE, .axis_a = {1, -1, 0.5}, .axis_b = {1, -1, 0.5}}, 5);
}

static void a_prismatic_joint(void **state)
{
    (void)state;
    struct rig *tree = rig_with_a();
    struct mechanism_body *b = add_on_a(tree, "b", BODY_A, JOINT_PRISMATIC);
    set_vector(b->joint.axis, 1, -1, 0.5);
    make_b(b);
    compare(tree, 1, (struct mechanism_cut){.kind = CUT_PRISMATIC, .axis_a = {1, -1, 0.5}, .axis_b = {1, -1, 0.5}}, 5);
}

static void a_spherical_joint(void **state)
{
    (void)state;
    struct rig *tree = rig_with_a();
    make_b(add_on_a(tree, "b", BODY_A, JOINT_SPHERICAL));
    compare(tree, 1, (struct mechanism_cut){.kind = CUT_SPHERICAL}, 3);
}

static void a_point_on_a_line(void **state)
{
    (void)state;
    struct rig *tree = rig_with_a();
    struct mechanism_body *slider = add_on_a(tree, "slider", BODY_A, JOINT_PRISMATIC);
    set_vector(slider->joint.axis, 1, -1, 0.5);
    make_b(add_on_a(tree, "b", 1, JOINT_SPHERICAL));
    compare(tree, 2, (struct mechanism_cut){.kind = CUT_POINT_ON_LINE, .axis_a = {1, -1, 0.5}}, 2);
}

static void a_rod_of_constant_length(void **state)
{
    (void)state;
    struct rig *tree = rig_with_a();
    struct mechanism_body *swing = add_on_a(tree, "swing", BODY_A, JOINT_REVOLUTE);
    set_vector(swing->joint.axis, 0, 1, 0);
    struct mechanism_body *rod = add_on_a(tree, "rod", 1, JOINT_REVOLUTE);
    set_vector(rod->joint.axis, 0, 0, 1);
    struct mechanism_body *b = add_on_a(tree, "b", 2, JOINT_SPHERICAL);
    set_vector(b->joint.position, 0.6, 0, 0);
    make_b(b);
    compare(tree, 3, (struct mechanism_cut){.kind = CUT_DISTANCE, .length = 0.6}, 1);
}

/* A free top without gravity keeps its angular momentum, whatever the Cardan angles do: here its rate, by the chain rule. */
static void a_free_top_keeps_its_momentum(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    r->m.gravity[1] = 0;
    struct mechanism_body *top = rig_body(r, "top", MECHANISM_GROUND, JOINT_FREE, 0, 0, 0);
    const double inertia[6] = {0.3, 0.5, 0.4, 0, 0, 0};
    top->mass = 2;
    memcpy(top->inertia, inertia, sizeof inertia);
    memcpy(top->joint.cardan, cardan, sizeof cardan);
    for (int k = 0; k < 6; k++) {
        top->joint.coordinates[k].position = 0.1 * k;
        top->joint.coordinates[k].velocity = 1 - 0.3 * k;
    }
    rig_build(r);
    const double h = 1e-3;
    double L[2][3];
    for (int side = 0; side < 2; side++) { /* a Runge-Kutta step forwards and one backwards */
        double k[4][12], start[12], x[12];
        memcpy(start, r->x, sizeof start);
        const double step = side == 0 ? -h : h;
        for (int stage = 0; stage < 4; stage++) {
            rig_rates(r, k[stage]);
            for (int i = 0; i < 12; i++)
                r->x[i] = start[i] + step * (stage < 2 ? k[stage][i] / 2 : k[stage][i]);
        }
        for (int i = 0; i < 12; i++)
            x[i] = r->x[i] = start[i] + step / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
        assert_true(engine_configure_real(r->e, r->memory, x, &r->report));
        double R[9], p[3], v[3], tip[3], where[3], w[3] = {0};
        engine_frame_of_real(r->e, 0, R);
        engine_place_of_real(r->e, (struct mechanism_point){0, {0, 0, 0}}, p, v);
        for (int a = 0; a < 3; a++) {
            struct mechanism_point point = {0, {0, 0, 0}};
            point.at[a] = 1;
            engine_place_of_real(r->e, point, where, tip);
            for (int i = 0; i < 3; i++) {
                const int j = (i + 1) % 3, l = (i + 2) % 3;
                w[i] += (R[3 * j + a] * (tip[l] - v[l]) - R[3 * l + a] * (tip[j] - v[j])) / 2;
            }
        }
        for (int i = 0; i < 3; i++) {
            L[side][i] = 0;
            for (int a = 0; a < 3; a++)
                L[side][i] += R[3 * i + a] * inertia[a] * (R[a] * w[0] + R[3 + a] * w[1] + R[6 + a] * w[2]);
        }
        memcpy(r->x, start, sizeof start);
    }
    for (int i = 0; i < 3; i++)
        assert_near(L[0][i], L[1][i], 1e-12);
    rig_free(r);
}

/* Loads: a force, a torque and their following kinds give the power that they should: d(energy)/dt. */
static void loads_do_the_work_of_their_velocities(void **state)
{
    (void)state;
    for (int kind = LOAD_FORCE; kind <= LOAD_JOINT; kind++) {
        struct rig *r = rig_chain(3);
        r->joint_springs[r->m.n_joint_springs++] =
            (struct mechanism_joint_spring){.name = "spring", .body = 1, .stiffness = 30, .rest = 0.2};
        r->springs[r->m.n_springs++] = (struct mechanism_spring){.name = "rope",
                                                                 .a = {MECHANISM_GROUND, {1, 0, 0}},
                                                                 .b = {2, {0.1, 0.2, 0.3}},
                                                                 .stiffness = 20,
                                                                 .free_length = 0.4};
        r->loads[r->m.n_loads++] = (struct mechanism_load){
            .name = "load", .kind = (enum load_kind)kind, .point = {2, {0.3, 0.1, -0.2}}, .direction = {0.5, -1, 2}};
        r->u[0] = 7;
        rig_build(r);
        double p[3], v[3], tip[3], where[3], R[9], power = 0, dx[6];
        rig_rates(r, dx);
        engine_place_of_real(r->e, r->loads[0].point, p, v);
        engine_frame_of_real(r->e, 2, R);
        const bool follows = kind == LOAD_FORCE_FOLLOWING || kind == LOAD_TORQUE_FOLLOWING;
        double force[3], w[3] = {0};
        for (int a = 0; a < 3; a++) {
            struct mechanism_point point = r->loads[0].point;
            point.at[a] += 1;
            engine_place_of_real(r->e, point, where, tip);
            for (int i = 0; i < 3; i++) {
                const int j = (i + 1) % 3, l = (i + 2) % 3;
                w[i] += (R[3 * j + a] * (tip[l] - v[l]) - R[3 * l + a] * (tip[j] - v[j])) / 2;
            }
        }
        for (int i = 0; i < 3; i++) {
            const double *d = r->loads[0].direction;
            force[i] = 7 * (follows ? R[3 * i] * d[0] + R[3 * i + 1] * d[1] + R[3 * i + 2] * d[2] : d[i]);
            power += force[i] * (kind == LOAD_FORCE || kind == LOAD_FORCE_FOLLOWING ? v[i] : w[i]);
        }
        if (kind == LOAD_JOINT)
            power = 7 * engine_velocities_real(r->e)[2];
        /* the energy along the motion, by the complex step */
        const double step = 1e-100;
        double complex m[3], x[6];
        for (int i = 0; i < 3; i++)
            m[i] = r->memory[i];
        for (int i = 0; i < 6; i++)
            x[i] = r->x[i] + step * dx[i] * I;
        assert_true(engine_configure_complex(r->e, m, x, &r->report));
        const double complex energy = engine_kinetic_energy_complex(r->e) + engine_potential_energy_complex(r->e);
        assert_near(cimag(energy) / step, power, 1e-12 * (1 + fabs(power)));
        rig_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_revolute_joint),
        cmocka_unit_test(a_prismatic_joint),
        cmocka_unit_test(a_spherical_joint),
        cmocka_unit_test(a_point_on_a_line),
        cmocka_unit_test(a_rod_of_constant_length),
        cmocka_unit_test(a_free_top_keeps_its_momentum),
        cmocka_unit_test(loads_do_the_work_of_their_velocities),
    };
    return cmocka_run_group_tests_name("joints", tests, NULL, NULL);
}
