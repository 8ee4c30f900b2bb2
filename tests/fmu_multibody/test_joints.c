/* Joints of two and three coordinates: accelerations need, by the recursive Newton-Euler formulas over simple joints, the forces that were
 * given; two shafts with a universal joint turn as its cross says. */
#include "tests/testing.h"

#include "fmu_multibody/engine/engine.h"
#include "tests/fmu_multibody/from_file.h"
#include "tests/fmu_multibody/random.h"
#include "tests/oracle/chain_oracle.h"

#include <string.h>

enum { MOST = 4 };

/* The same as simple joints in a row; `coordinates` of them are the joint's, the last one is a hinge of a second body. */
struct equal {
    enum joint_kind kind;
    int cardan[3], coordinates;
    bool slides[3];
    double axes[3][3];
};
static const struct equal equals[] = {
    {JOINT_UNIVERSAL, {0, 1, 2}, 2, {false, false}, {{1, 0, 0}, {0, 1, 0}}},
    {JOINT_UNIVERSAL, {2, 0, 1}, 2, {false, false}, {{0, 0, 1}, {1, 0, 0}}},
    {JOINT_CYLINDRICAL, {0, 1, 2}, 2, {true, false}, {{0.3, -1, 2}, {0.3, -1, 2}}},
    {JOINT_PLANAR, {0, 1, 2}, 3, {true, true, false}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {JOINT_PLANAR, {2, 0, 1}, 3, {true, true, false}, {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}},
};
enum { N_EQUALS = sizeof equals / sizeof *equals };

static void joints_need_the_forces_they_were_given(void **state)
{
    (void)state;
    static const double inertia[6] = {0.7, 0.9, 1.1, 0.1, -0.05, 0.2}, gravity[3] = {1.2, -9.81, 0.7};
    uint64_t seed = 11;
    for (int k = 0; k < N_EQUALS; k++) {
        const struct equal *same = &equals[k];
        const int n = same->coordinates + 1;
        struct chain_body chain[MOST];
        struct mechanism_body bodies[2];
        struct mechanism_load loads[MOST];
        memset(chain, 0, sizeof chain);
        memset(bodies, 0, sizeof bodies);
        memset(loads, 0, sizeof loads);
        for (int i = 0; i < n; i++) {
            chain[i].parent = i - 1;
            loads[i] = (struct mechanism_load){.name = "drive", .kind = LOAD_JOINT, .point = {.body = i == n - 1}};
            loads[i].coordinate = i == n - 1 ? 0 : i;
            if (i < n - 1) {
                chain[i].slides = same->slides[i];
                memcpy(chain[i].axis, same->axes[i], sizeof chain[i].axis);
            }
        }
        for (int b = 0; b < 2; b++) {
            struct chain_body *last = &chain[b == 0 ? n - 2 : n - 1];
            struct mechanism_body *body = &bodies[b];
            body->name = body->joint.name = b == 0 ? "first" : "second";
            body->parent = b - 1;
            body->mass = last->mass = 3 + b;
            for (int i = 0; i < 3; i++)
                body->com[i] = last->com[i] = random_between(&seed, -0.4, 0.4);
            memcpy(body->inertia, inertia, sizeof inertia);
            memcpy(last->inertia, inertia, sizeof inertia);
            for (int i = 0; i < 3; i++)
                body->joint.position[i] = chain[b == 0 ? 0 : n - 1].at[i] = random_between(&seed, -1, 1);
        }
        bodies[0].joint.kind = same->kind;
        memcpy(bodies[0].joint.cardan, same->cardan, sizeof same->cardan);
        memcpy(bodies[0].joint.axis, same->axes[0], sizeof same->axes[0]);
        bodies[1].joint.kind = JOINT_REVOLUTE;
        bodies[1].joint.axis[1] = chain[n - 1].axis[1] = 1;
        struct mechanism m = {.name = "pair", .n_bodies = 2, .bodies = bodies, .n_loads = (size_t)n, .loads = loads};
        memcpy(m.gravity, gravity, sizeof gravity);
        struct model_report report = {""};
        if (!mechanism_partition(&m, NULL, &report))
            fail_msg("%s", report.text);
        struct engine *e = engine_open(&m);
        assert_non_null(e);
        double x[2 * MOST], dx[2 * MOST], u[MOST], forces[MOST], memory[1] = {0}, reactions[6 * MOST], own[6 * MOST],
                                                                 accelerations[3 * MOST], force[3], moment[3];
        assert_true(engine_setup(e, &report) && engine_initialize_real(e, (const double[MOST]){0}, memory, x, &report));
        for (int trial = 0; trial < 20; trial++) {
            for (int i = 0; i < n; i++) {
                x[i] = random_between(&seed, -1.2, 1.2);
                x[n + i] = random_between(&seed, -2, 2);
                u[i] = random_between(&seed, -50, 50);
            }
            if (!engine_rates_real(e, memory, x, u, dx, &report) || !engine_balance_real(e, u, &report))
                fail_msg("%s", report.text);
            chain_reactions(chain, n, gravity, x, x + n, dx + n, forces, reactions, own, accelerations);
            for (int i = 0; i < n; i++)
                assert_near(forces[i], u[i], 1e-10);
            engine_joint_reaction_real(e, 0, MECHANISM_GROUND, force, moment);
            for (int i = 0; i < 3; i++) {
                assert_near(force[i], reactions[6 * (n - 2) + i], 1e-10);
                assert_near(moment[i], reactions[6 * (n - 2) + 3 + i], 1e-10);
            }
        }
        free(e);
    }
}

/* A shaft along x turns with 1 rad/s; a second one lies in bearings along n, 0.5 rad off. The arms of the cross are e, on the first, and
 * f on the second, across both e and n: what both shafts turn must be the same along e x f. */
static void shafts_of_a_universal_joint_turn_as_its_cross_says(void **state)
{
    (void)state;
    struct from_file f;
    const double pi = 3.14159265358979323846, n[3] = {cos(0.5), sin(0.5), 0};
    from_file_open_text(
        &f,
        "{\"type\": \"mechanism\", \"name\": \"Shafts\", \"gravity\": [0, 0, 0], \"bodies\": {"
        "\"first\": {\"mass\": 1, \"inertia\": [0.1, 0.1, 0.1, 0, 0, 0]}, \"second\": {\"mass\": 1,"
        "\"inertia\": [0.1, 0.1, 0.1, 0, 0, 0], \"motion\": true}}, \"joints\": {"
        "\"drive\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"first\", \"axis\": [1, 0, 0],"
        "\"start_rate\": 1},"
        "\"cross\": {\"type\": \"universal\", \"parent\": \"first\", \"child\": \"second\", \"axes\": \"yz\","
        "\"start\": [0, 0.5]}},"
        "\"loops\": {\"bearing\": {\"type\": \"revolute\", \"a\": {\"body\": \"second\", \"axis\": [1, 0, 0]},"
        "\"b\": {\"body\": \"ground\", \"axis\": [\"cos(0.5)\", \"sin(0.5)\", 0]}}}, \"independent\": [\"drive\"]}");
    for (int i = 0; i < 8; i++) {
        const double angle = i * pi / 9;
        from_file_set(&f, "joints.drive.start", angle);
        from_file_set(&f, "joints.cross.start[1]", atan2(sin(angle) * sin(0.5), cos(0.5)));
        from_file_set(&f, "joints.cross.start[2]", asin(cos(angle) * sin(0.5)));
        from_file_initialize(&f);
        from_file_update(&f);
        const double e[3] = {0, cos(angle), sin(angle)};
        const double arm[3] = {n[1] * e[2] - n[2] * e[1], n[2] * e[0] - n[0] * e[2], n[0] * e[1] - n[1] * e[0]};
        const double k[3] = {e[1] * arm[2] - e[2] * arm[1], e[2] * arm[0] - e[0] * arm[2],
                             e[0] * arm[1] - e[1] * arm[0]};
        const double ratio = k[0] / (n[0] * k[0] + n[1] * k[1] + n[2] * k[2]);
        assert_near(from_file_value(&f, "second.wx"), ratio * n[0], 1e-12);
        assert_near(from_file_value(&f, "second.wy"), ratio * n[1], 1e-12);
        assert_near(from_file_value(&f, "second.wz"), 0, 1e-12);
    }
    from_file_close(&f);
}

/* Coordinates of files: names, units, start values; a screw driver that slides and turns by itself. */
static void files_have_these_joints(void **state)
{
    (void)state;
    struct from_file f;
    from_file_open_text(&f,
                        "{\"type\": \"mechanism\", \"name\": \"Driver\", \"gravity\": [0, 0, -9.81], \"bodies\": {"
                        "\"bit\": {\"mass\": 2, \"inertia\": [0.2, 0.2, 0.3, 0, 0, 0]},"
                        "\"puck\": {\"mass\": 4, \"inertia\": [0.3, 0.3, 0.5, 0, 0, 0]}}, \"joints\": {"
                        "\"c\": {\"type\": \"cylindrical\", \"parent\": \"ground\", \"child\": \"bit\","
                        "\"start\": [0.5, 1.5], \"start_rate\": [0.1, 0.2]},"
                        "\"p\": {\"type\": \"planar\", \"parent\": \"ground\", \"child\": \"puck\", \"axes\": \"zx\","
                        "\"start\": [1, 2, 3]}},"
                        "\"drives\": {\"turn\": {\"coordinate\": \"c.angle\", \"law\": 6},"
                        "\"push\": {\"coordinate\": \"p.x\", \"law\": 8}}}");
    from_file_initialize(&f);
    from_file_update(&f);
    assert_near(from_file_value(&f, "c.displacement"), 0.5, 0);
    assert_near(from_file_value(&f, "c.angle"), 1.5, 0);
    assert_near(from_file_value(&f, "c.ddisplacement"), 0.1, 0);
    assert_near(from_file_value(&f, "der(c.ddisplacement)"), -9.81, 1e-14);
    assert_near(from_file_value(&f, "der(c.dangle)"), 6 / 0.3, 1e-13);
    assert_near(from_file_value(&f, "p.z"), 1, 0);
    assert_near(from_file_value(&f, "p.x"), 2, 0);
    assert_near(from_file_value(&f, "p.angle"), 3, 0);
    assert_near(from_file_value(&f, "der(p.dz)"), -9.81, 1e-14);
    assert_near(from_file_value(&f, "der(p.dx)"), 2, 1e-14);
    from_file_close(&f);
}

/* An arm that swings, and a box in a joint at its end, moving: once the joint carries the box in the tree, once the box is free of the arm and
 * the same joint closes a loop between them. Accelerations, the joint's force and moment and their derivatives are the same. */
#define ARM_AND_BOX(joint, loops)                                                                                      \
    "{\"type\": \"mechanism\", \"name\": \"Arm\", \"gravity\": [1, -9, 3], \"bodies\": {"                              \
    "\"arm\": {\"mass\": 3, \"com\": [0.4, 0.1, 0], \"inertia\": [0.2, 0.3, 0.4, 0.01, 0.02, 0]},"                     \
    "\"box\": {\"mass\": 5, \"com\": [0.2, -0.1, 0.3], \"inertia\": [0.5, 0.6, 0.7, 0.03, -0.02, 0.01]}}, "            \
    "\"joints\": {\"hinge\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"arm\", \"axis\": [1, 2, "   \
    "2], "                                                                                                             \
    "\"start\": 0.3, \"start_rate\": 0.7}, \"j\": {\"parent\": \"arm\", \"child\": \"box\", \"at\": [0.8, 0.2, "       \
    "-0.1], " joint "}}, " loops

#define CLOSED(type, axis_a, axis_b)                                                                                   \
    "\"loops\": {\"l\": {\"type\": \"" type "\", \"reaction\": \"b\", \"a\": {\"body\": \"arm\", \"at\": [0.8, 0.2, "  \
    "-0.1], \"axis\": " axis_a "}, \"b\": {\"body\": \"box\", \"axis\": " axis_b "}}}, "

static void joints_that_close_loops_are_those_of_the_tree(void **state)
{
    (void)state;
    static const char *const reactions[] = {".Fx", ".Fy", ".Fz", ".Mx", ".My", ".Mz"};
    static const struct {
        const char *tree, *loop;
        const char *coordinates[2][3]; /* of the tree's joint, of the free one */
        size_t rows;
    } rows[] = {
        {ARM_AND_BOX(
             "\"type\": \"universal\", \"start\": [0.4, -0.6], \"start_rate\": [1.1, -0.8], \"reaction\": \"child\"",
             "\"springs\": {}}"),
         ARM_AND_BOX(
             "\"type\": \"free\", \"start\": [0, 0, 0, 0.4, -0.6, 0], \"start_rate\": [0, 0, 0, 1.1, -0.8, 0]",
             CLOSED("universal", "[1, 0, 0]", "[0, 3, 0]") "\"independent\": [\"hinge\", \"j.angle1\", \"j.angle2\"]}"),
         {{"j.angle1", "j.angle2", NULL}, {"j.angle1", "j.angle2", NULL}},
         4},
        {ARM_AND_BOX(
             "\"type\": \"cylindrical\", \"start\": [0.4, -0.6], \"start_rate\": [1.1, -0.8], \"reaction\": \"child\"",
             "\"springs\": {}}"),
         ARM_AND_BOX(
             "\"type\": \"free\", \"start\": [0, 0, 0.4, 0, 0, -0.6], \"start_rate\": [0, 0, 1.1, 0, 0, -0.8]",
             CLOSED("cylindrical", "[0, 0, 2]", "[0, 0, 1]") "\"independent\": [\"hinge\", \"j.z\", \"j.angle3\"]}"),
         {{"j.displacement", "j.angle", NULL}, {"j.z", "j.angle3", NULL}},
         4},
        {ARM_AND_BOX("\"type\": \"planar\", \"start\": [0.4, -0.6, 0.9], \"start_rate\": [1.1, -0.8, 0.5], "
                     "\"reaction\": \"child\"",
                     "\"springs\": {}}"),
         ARM_AND_BOX(
             "\"type\": \"free\", \"start\": [0.4, -0.6, 0, 0, 0, 0.9], \"start_rate\": [1.1, -0.8, 0, 0, 0, 0.5]",
             CLOSED("planar", "[0, 0, 2]",
                    "[0, 0, 1]") "\"independent\": [\"hinge\", \"j.x\", \"j.y\", \"j.angle3\"]}"),
         {{"j.x", "j.y", "j.angle"}, {"j.x", "j.y", "j.angle3"}},
         3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum { ROOM = 8 };
        struct from_file f[2];
        double rates[2][ROOM], outputs[2][100];
        char name[2][40];
        for (int k = 0; k < 2; k++) {
            from_file_open_text(&f[k], k ? rows[i].loop : rows[i].tree);
            from_file_initialize(&f[k]);
            from_file_update(&f[k]);
        }
        const size_t n = f[0].live.layout.count[MODEL_STATE];
        assert_int_equal(n, 2 * (7 - rows[i].rows));
        assert_int_equal(f[1].live.layout.count[MODEL_STATE], n);
        assert_near(from_file_value(&f[1], "der(dhinge)"), from_file_value(&f[0], "der(dhinge)"), 1e-10);
        for (int c = 0; c < 3 && rows[i].coordinates[0][c]; c++) {
            for (int k = 0; k < 2; k++) {
                const char *coordinate = rows[i].coordinates[k][c] + strlen("j.");
                snprintf(name[k], sizeof name[k], "der(j.d%s)", coordinate);
            }
            assert_near(from_file_value(&f[1], name[1]), from_file_value(&f[0], name[0]), 1e-10);
        }
        for (int r = 0; r < 6; r++) {
            snprintf(name[0], sizeof name[0], "j%s", reactions[r]);
            snprintf(name[1], sizeof name[1], "l%s", reactions[r]);
            assert_near(from_file_value(&f[1], name[1]), from_file_value(&f[0], name[0]), 1e-9);
        }
        for (int k = 0; k < 2; k++)
            from_file_differentiate(&f[k], "hinge", rates[k], outputs[k]);
        for (size_t s = 0; s < n; s++)
            assert_near(rates[1][s], rates[0][s], 1e-9);
        from_file_close(&f[0]);
        from_file_close(&f[1]);
    }
}

static void axes_of_joints_that_close_loops_are_needed(void **state)
{
    (void)state;
    static const char *const types[] = {"universal", "cylindrical", "planar"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 ARM_AND_BOX("\"type\": \"free\"",
                             "\"loops\": {\"l\": {\"type\": \"%s\", \"a\": {\"body\": \"arm\", \"axis\": [0, 0, 1]}, "
                             "\"b\": {\"body\": \"box\"}}}}"),
                 types[i]);
        from_file_check_refused(text, "loops.l.b: the member \"axis\" is missing: both sides of such a joint have one");
        snprintf(text, sizeof text,
                 ARM_AND_BOX("\"type\": \"free\"",
                             "\"loops\": {\"l\": {\"type\": \"%s\", \"a\": {\"body\": \"arm\", \"axis\": [0, 0, 1]}, "
                             "\"b\": {\"body\": \"box\", \"axis\": [0, 0, 0]}}}}"),
                 types[i]);
        from_file_check_refused(text, "cut joint 'l': its axis on the second body has no direction");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_close_loops_are_those_of_the_tree),
        cmocka_unit_test(axes_of_joints_that_close_loops_are_needed),
        cmocka_unit_test(joints_need_the_forces_they_were_given),
        cmocka_unit_test(shafts_of_a_universal_joint_turn_as_its_cross_says),
        cmocka_unit_test(files_have_these_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
