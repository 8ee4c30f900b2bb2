/* Screw joints: their closed solution, the recursive Newton-Euler formulas over a slide and a turn in a row, loops, derivatives, stops and
 * friction. */
#include "tests/testing.h"

#include "fmu_multibody/engine/engine.h"
#include "tests/fmu_multibody/from_file.h"
#include "tests/fmu_multibody/random.h"
#include "tests/oracle/chain_oracle.h"

#include <string.h>

static const double two_pi = 6.283185307179586476925287;

#define HEAD(gravity) "{\"type\": \"mechanism\", \"name\": \"Test\", \"gravity\": " gravity ", "
#define SPINDLE(more, last)                                                                                            \
    HEAD("[0, 0, -9.81]")                                                                                              \
    "\"bodies\": {\"spindle\": {\"mass\": 40, \"inertia\": [0.9, 0.9, 0.3, 0, 0, 0]}}, \"joints\": {\"s\": "           \
    "{\"type\": "                                                                                                      \
    "\"screw\", \"parent\": \"ground\", \"child\": \"spindle\", \"pitch\": -0.02, \"start\": 0.4, \"start_rate\": 7, " \
    "\"reaction\": \"ground\"" more "}}" last "}"

/* Under an axial force F and a torque T about its axis: (J + m h^2) q'' = T + h (F - m g), h = p/2 pi. The joint gives what is missing in
 * Newton's equation along the axis, and Euler's; T of a drive is a part of what the joint does. */
static void a_spindle_moves_by_its_closed_solution(void **state)
{
    (void)state;
    struct from_file f;
    const double h = -0.02 / two_pi, J = 0.3, m = 40, F = 5000, T = 6, g = 9.81;
    from_file_open_text(
        &f, SPINDLE("", ", \"drives\": {\"motor\": {\"coordinate\": \"s\"}}, \"forces\": {\"load\": {\"body\": "
                        "\"spindle\", \"direction\": [0, 0, 1]}}, \"markers\": {\"tip\": {\"body\": "
                        "\"spindle\", \"at\": [0, 0, 1]}}"));
    from_file_set(&f, "motor.drive", T);
    from_file_set(&f, "load.force", F);
    from_file_initialize(&f);
    from_file_update(&f);
    const double expected = (T + h * (F - m * g)) / (J + m * h * h);
    assert_near(from_file_value(&f, "der(ds)"), expected, 1e-12 * fabs(expected));
    assert_near(from_file_value(&f, "tip.z"), 1 + h * 0.4, 1e-15);
    assert_near(from_file_value(&f, "tip.vz"), h * 7, 1e-15);
    assert_near(from_file_value(&f, "kinetic_energy"), (J + m * h * h) * 49 / 2, 1e-12);
    assert_near(from_file_value(&f, "potential_energy"), m * g * h * 0.4, 1e-12);
    assert_near(from_file_value(&f, "s.Fz"), m * h * expected + m * g - F, 1e-9);
    assert_near(from_file_value(&f, "s.Mz"), J * expected, 1e-11);
    /* without friction moment and force of the thread go together: M_z = T - h F_z */
    assert_near(from_file_value(&f, "s.Mz"), T - h * from_file_value(&f, "s.Fz"), 1e-10);
    double rates[2], y[20];
    from_file_differentiate(&f, "load.force", rates, y);
    assert_near(rates[1], h / (J + m * h * h), 1e-15);
    from_file_differentiate(&f, "motor.drive", rates, y);
    assert_near(rates[1], 1 / (J + m * h * h), 1e-15);
    from_file_close(&f);
}

/* ---- in space ---- */

enum { MOST_LINKS = 16 };

/* A tree of hinges with a screw in it, at `screw`, against the same with a slide and a turn in a row: that the forces come back. */
static void check_chain(int n, int screw, uint64_t *seed)
{
    static const double inertia[6] = {0.7, 0.9, 1.1, 0.1, -0.05, 0.2}, gravity[3] = {1.2, -9.81, 0.7};
    struct chain_body chain[MOST_LINKS + 1];
    struct mechanism_body bodies[MOST_LINKS];
    struct mechanism_load loads[MOST_LINKS];
    memset(chain, 0, sizeof chain);
    memset(bodies, 0, sizeof bodies);
    memset(loads, 0, sizeof loads);
    const double pitch = random_between(seed, 0.5, 3), h = pitch / two_pi;
    for (int i = 0; i < n; i++) {
        struct mechanism_body *body = &bodies[i];
        struct chain_body *last = &chain[i < screw ? i : i + 1];
        body->name = body->joint.name = "body";
        body->parent = i == n - 1 ? i - 2 : i - 1; /* the last one is a branch */
        body->mass = last->mass = random_between(seed, 1, 3);
        body->joint.kind = i == screw ? JOINT_SCREW : JOINT_REVOLUTE;
        body->joint.pitch = pitch;
        memcpy(body->inertia, inertia, sizeof inertia);
        memcpy(last->inertia, inertia, sizeof inertia);
        last->parent = i == screw ? i : body->parent < screw ? body->parent : body->parent + 1;
        struct chain_body *first = i == screw ? &chain[i] : last;
        first->parent = i == screw ? body->parent : first->parent;
        first->slides = i == screw;
        for (int k = 0; k < 3; k++) {
            body->com[k] = last->com[k] = random_between(seed, -0.4, 0.4);
            body->joint.position[k] = first->at[k] = random_between(seed, -1, 1);
            body->joint.axis[k] = first->axis[k] = last->axis[k] = random_between(seed, -1, 1);
        }
        loads[i] = (struct mechanism_load){.name = "drive", .kind = LOAD_JOINT, .point = {.body = i}};
    }
    struct mechanism m = {
        .name = "tree", .n_bodies = (size_t)n, .bodies = bodies, .n_loads = (size_t)n, .loads = loads};
    memcpy(m.gravity, gravity, sizeof gravity);
    struct model_report report = {""};
    if (!mechanism_partition(&m, NULL, &report))
        fail_msg("%s", report.text);
    struct engine *e = engine_open(&m);
    assert_non_null(e);
    double x[2 * MOST_LINKS], dx[2 * MOST_LINKS], u[MOST_LINKS],
        memory[1] = {0}, of_chain[3][MOST_LINKS + 1], forces[MOST_LINKS + 1], reactions[6 * MOST_LINKS + 6],
        own[6 * MOST_LINKS + 6], accelerations[3 * MOST_LINKS + 3], force[3], moment[3];
    assert_true(engine_setup(e, &report) && engine_initialize_real(e, u, memory, x, &report));
    for (int i = 0; i < n; i++) {
        x[i] = random_between(seed, -1.2, 1.2);
        x[n + i] = random_between(seed, -2, 2);
        u[i] = random_between(seed, -50, 50);
    }
    if (!engine_rates_real(e, memory, x, u, dx, &report))
        fail_msg("%s", report.text);
    const double *of_joints[3] = {x, x + n, dx + n};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++) {
            of_chain[k][i < screw ? i : i + 1] = of_joints[k][i];
            if (i == screw)
                of_chain[k][i] = h * of_joints[k][i];
        }
    chain_reactions(chain, n + 1, gravity, of_chain[0], of_chain[1], of_chain[2], forces, reactions, own,
                    accelerations);
    for (int i = 0; i < n; i++)
        assert_near(i == screw ? h * forces[i] + forces[i + 1] : forces[i < screw ? i : i + 1], u[i], 1e-9);
    if (!engine_balance_real(e, u, &report))
        fail_msg("%s", report.text);
    engine_joint_reaction_real(e, (size_t)screw, MECHANISM_GROUND, force, moment);
    for (int k = 0; k < 3; k++) {
        assert_near(force[k], reactions[6 * (screw + 1) + k], 1e-9);
        assert_near(moment[k], reactions[6 * (screw + 1) + 3 + k], 1e-9);
    }
    /* along each state: central differences of fourth order */
    for (int j = 0; j < 2 * n; j++) {
        double complex x_c[2 * MOST_LINKS], dx_c[2 * MOST_LINKS], u_c[MOST_LINKS], memory_c[1] = {0};
        double at[4][2 * MOST_LINKS];
        for (int i = 0; i < 2 * n; i++)
            x_c[i] = x[i] + (i == j ? 1e-100 * I : 0);
        for (int i = 0; i < n; i++)
            u_c[i] = u[i];
        if (!engine_rates_complex(e, memory_c, x_c, u_c, dx_c, &report))
            fail_msg("%s", report.text);
        const double kept = x[j];
        for (int k = 0; k < 4; k++) {
            static const int steps[4] = {-2, -1, 1, 2};
            x[j] = kept + 1e-3 * steps[k];
            assert_true(engine_rates_real(e, memory, x, u, at[k], &report));
        }
        x[j] = kept;
        double largest = 1;
        for (int i = 0; i < n; i++)
            largest = fmax(largest, fabs(cimag(dx_c[n + i])) / 1e-100);
        for (int i = 0; i < n; i++)
            assert_near(cimag(dx_c[n + i]) / 1e-100,
                        (at[0][n + i] - 8 * at[1][n + i] + 8 * at[2][n + i] - at[3][n + i]) / 12e-3, 1e-7 * largest);
    }
    free(e);
}

/* Short trees by the mass matrix, long ones by articulated bodies. */
static void screws_need_the_forces_they_were_given(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int trial = 0; trial < 4; trial++) {
        check_chain(4, trial % 4, &seed);
        check_chain(13, 3 * trial + 1, &seed);
    }
}

/* ---- in a loop ---- */

/* A spindle in a bearing that only turns drives a nut, a screw on the spindle, which a slide keeps from turning: the nut runs by -p/2 pi of the
 * spindle's angle, (J + m h^2) q'' = T - h F, and its rates follow along every state. */
static void a_nut_runs_along_its_spindle(void **state)
{
    (void)state;
    struct from_file f;
    const double p = 0.05, h = -p / two_pi, J = 0.2, m = 300, F = 900, T = 4;
    from_file_open_text(
        &f,
        HEAD("[0, 0, -9.81]") "\"bodies\": {\"spindle\": {\"mass\": 20, \"inertia\": [0.2, 1, 1, 0, 0, 0]}, \"nut\": "
                              "{\"mass\": 300, \"inertia\": [9, 9, 9, 0, 0, 0]}}, \"joints\": {\"turn\": {\"type\": "
                              "\"revolute\", \"parent\": \"ground\", \"child\": \"spindle\", \"axis\": [1, 0, 0], "
                              "\"start\": 2, \"start_rate\": 30}, \"thread\": {\"type\": \"screw\", \"parent\": "
                              "\"spindle\", \"child\": \"nut\", \"axis\": [1, 0, 0], \"pitch\": 0.05, \"start\": "
                              "-2.1}}, \"loops\": "
                              "{\"slide\": {\"type\": \"prismatic\", \"a\": {\"body\": \"ground\", \"axis\": [1, 0, "
                              "0]}, "
                              "\"b\": {\"body\": \"nut\", \"axis\": [1, 0, 0]}}}, \"independent\": [\"turn\"], "
                              "\"drives\": {\"motor\": {\"coordinate\": \"turn\"}}, \"forces\": {\"cut\": {\"body\": "
                              "\"nut\", \"direction\": [1, 0, 0]}}, \"markers\": {\"n\": {\"body\": \"nut\"}}}");
    from_file_set(&f, "motor.drive", T);
    from_file_set(&f, "cut.force", F);
    from_file_initialize(&f);
    from_file_update(&f);
    assert_near(from_file_value(&f, "thread"), -2, 1e-12);
    assert_near(from_file_value(&f, "n.x"), h * 2, 1e-14);
    assert_near(from_file_value(&f, "n.vx"), h * 30, 1e-13);
    const double expected = (T + h * F) / (J + m * h * h);
    assert_near(from_file_value(&f, "der(dturn)"), expected, 1e-10 * fabs(expected));
    double rates[2], y[20];
    from_file_differentiate(&f, "cut.force", rates, y);
    assert_near(rates[1], h / (J + m * h * h), 1e-12);
    from_file_close(&f);
}

/* ---- stops and friction ---- */

/* On the angle: Coulomb friction far from rest, and the stop's stiffness beyond its onset. */
static void stops_and_friction_act_on_the_angle(void **state)
{
    (void)state;
    struct from_file f;
    const double inertia = 0.3 + 40 * pow(0.02 / two_pi, 2), weight = -0.02 / two_pi * -40 * 9.81;
    from_file_open_text(&f,
                        SPINDLE(", \"limits\": [-1, 1], \"stops\": {\"stiffness\": 800, \"onset\": 0}, \"friction\": "
                                "{\"type\": \"Brown-McPhee\", \"F_c\": 2, \"F_s\": 3, \"v_s\": 0.01, \"sigma2\": 0}",
                                ""));
    from_file_initialize(&f);
    from_file_update(&f);
    assert_near(from_file_value(&f, "s.friction"), 2, 1e-6);
    assert_near(from_file_value(&f, "der(ds)"), (weight - from_file_value(&f, "s.friction")) / inertia, 1e-11);
    *from_file_find(&f, "s") = 1.25;
    from_file_update(&f);
    assert_near(from_file_value(&f, "s.stop_force"), -0.25 * 800, 1e-9);
    assert_near(from_file_value(&f, "der(ds)"), (weight - from_file_value(&f, "s.friction") - 200) / inertia, 1e-9);
    from_file_close(&f);
}

static void wrong_use_is_refused(void **state)
{
    (void)state;
#define WRONG(more)                                                                                                    \
    HEAD("[0, 0, 0]")                                                                                                  \
    "\"bodies\": {\"b\": {\"mass\": 1, \"inertia\": [1, 1, 1, 0, 0, 0]}}, \"joints\": {\"s\": {\"type\": \"screw\", "  \
    "\"parent\": \"ground\", \"child\": \"b\"" more "}}}"
    from_file_check_refused(WRONG(""), "joints.s: the member \"pitch\" is missing");
    from_file_check_refused(WRONG(", \"pitch\": 0"),
                            "joints.s: joint 's': its pitch is 0 m: what only turns is a revolute joint");
    from_file_check_refused(WRONG(", \"pitch\": 0.01, \"axis\": [0, 0, 0]"),
                            "joints.s: joint 's': its axis has no direction");
    from_file_check_refused(WRONG(", \"pitch\": \"10 rad\""), "pitch");
    from_file_check_refused(WRONG(", \"pitch\": 0.01, \"axes\": \"xy\""), "axes");
    from_file_check_refused(
        HEAD("[0, 0, 0]") "\"bodies\": {\"b\": {\"mass\": 1, \"inertia\": [1, 1, 1, 0, 0, 0]}}, \"joints\": {\"s\": "
                          "{\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"b\", \"pitch\": 0.01}}}",
        "pitch");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spindle_moves_by_its_closed_solution),
        cmocka_unit_test(screws_need_the_forces_they_were_given),
        cmocka_unit_test(a_nut_runs_along_its_spindle),
        cmocka_unit_test(stops_and_friction_act_on_the_angle),
        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
