/* Open chains and trees of up to 320 bodies: accelerations that the engine finds need, by recursive Newton-Euler inverse
 * dynamics, the forces that it was given, and the joints carry what these formulas say. */
#include "fmu_multibody/engine/engine.h"
#include "tests/oracle/chain_oracle.h"
#include "tests/fmu_multibody/random.h"
#include "tests/testing.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 320 };

struct chain {
    struct chain_body bodies[MOST];
    struct mechanism_body parts[MOST];
    struct mechanism_load loads[MOST];
    struct mechanism mechanism;
};

static void random_vector(uint64_t *seed, double size, double v[3])
{
    for (int k = 0; k < 3; k++)
        v[k] = random_between(seed, -size, size);
}

/* Of a few point masses: always a possible tensor. */
static void random_inertia(uint64_t *seed, double inertia[6])
{
    memset(inertia, 0, 6 * sizeof *inertia);
    for (int i = 0; i < 4; i++) {
        double r[3];
        random_vector(seed, 0.4, r);
        const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        for (int k = 0; k < 3; k++)
            inertia[k] += square - r[k] * r[k];
        inertia[3] -= r[0] * r[1], inertia[4] -= r[0] * r[2], inertia[5] -= r[1] * r[2];
    }
}

static void chain_make(struct chain *c, int n, bool branches, uint64_t *seed)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < n; i++) {
        struct chain_body *b = &c->bodies[i];
        b->parent = branches ? (int)floor(random_between(seed, -1, i)) : i - 1;
        b->slides = random_between(seed, 0, 1) < 0.2;
        random_vector(seed, 0.5, b->at);
        random_vector(seed, 1, b->axis);
        b->mass = random_between(seed, 0.5, 3);
        random_vector(seed, 0.3, b->com);
        random_inertia(seed, b->inertia);

        struct mechanism_body *part = &c->parts[i];
        part->name = part->joint.name = "link";
        part->parent = b->parent < 0 ? MECHANISM_GROUND : b->parent;
        part->joint.kind = b->slides ? JOINT_PRISMATIC : JOINT_REVOLUTE;
        memcpy(part->joint.position, b->at, sizeof b->at);
        memcpy(part->joint.axis, b->axis, sizeof b->axis);
        part->mass = b->mass;
        memcpy(part->com, b->com, sizeof b->com);
        memcpy(part->inertia, b->inertia, sizeof b->inertia);
        c->loads[i] = (struct mechanism_load){.name = "drive", .kind = LOAD_JOINT, .point = {.body = i}};
    }
    c->mechanism = (struct mechanism){.name = "chain",
                                      .gravity = {1.2, -9.81, 0.7},
                                      .n_bodies = (size_t)n,
                                      .bodies = c->parts,
                                      .n_loads = (size_t)n,
                                      .loads = c->loads};
}

static struct engine *chain_engine(struct chain *c)
{
    struct model_report report = {""};
    if (!mechanism_partition(&c->mechanism, NULL, &report))
        fail_msg("%s", report.text);
    struct engine *e = engine_open(&c->mechanism);
    assert_non_null(e);
    if (!engine_setup(e, &report))
        fail_msg("%s", report.text);
    return e;
}

static void check_chain(int n, bool branches, uint64_t seed)
{
    static struct chain c;
    chain_make(&c, n, branches, &seed);
    struct engine *e = chain_engine(&c);
    const struct mechanism_sizes sizes = mechanism_sizes(&c.mechanism);
    assert_int_equal(sizes.states, 2 * n);
    double x[2 * MOST], dx[2 * MOST], u[MOST], forces[MOST], inertial[MOST], *m = calloc(sizes.memory + 1, sizeof *m);
    struct model_report report = {""};
    const double rest[MOST] = {0}, weightless[3] = {0};
    assert_true(engine_initialize_real(e, rest, m, x, &report));
    for (int trial = 0; trial < 10; trial++) {
        for (int i = 0; i < n; i++) {
            x[i] = random_between(&seed, -3, 3);
            x[n + i] = random_between(&seed, -2, 2);
            u[i] = random_between(&seed, -100, 100);
        }
        if (!engine_rates_real(e, m, x, u, dx, &report))
            fail_msg("%s", report.text);
        chain_forces(c.bodies, n, c.mechanism.gravity, x, x + n, dx + n, forces);
        /* What is added and subtracted on the way is as large as the inertial forces. */
        chain_forces(c.bodies, n, weightless, x, rest, dx + n, inertial);
        double scale = 100;
        for (int i = 0; i < n; i++)
            scale = fmax(scale, fabs(inertial[i]));
        for (int i = 0; i < n; i++) {
            assert_near(dx[i], x[n + i], 0);
            assert_near(forces[i], u[i], 1e-12 * n * scale);
        }
    }
    free(m);
    free(e);
}

static void check_reactions(int n, bool branches, uint64_t seed)
{
    static struct chain c;
    static double expected[6 * MOST], own[6 * MOST], accelerations[3 * MOST];
    chain_make(&c, n, branches, &seed);
    struct engine *e = chain_engine(&c);
    double x[2 * MOST], dx[2 * MOST], u[MOST], forces[MOST], m[1] = {0};
    const double rest[MOST] = {0};
    struct model_report report = {""};
    assert_true(engine_initialize_real(e, rest, m, x, &report));
    for (int i = 0; i < n; i++) {
        x[i] = random_between(&seed, -3, 3);
        x[n + i] = random_between(&seed, -2, 2);
        u[i] = random_between(&seed, -100, 100);
    }
    if (!engine_rates_real(e, m, x, u, dx, &report) || !engine_balance_real(e, u, &report))
        fail_msg("%s", report.text);
    chain_reactions(c.bodies, n, c.mechanism.gravity, x, x + n, dx + n, forces, expected, own, accelerations);
    double scale = 100;
    for (int i = 0; i < 6 * n; i++)
        scale = fmax(scale, fabs(expected[i]));
    for (int i = 0; i < n; i++) {
        double force[3], moment[3], in_body[6], a[3];
        engine_joint_reaction_real(e, (size_t)i, MECHANISM_GROUND, force, moment);
        engine_joint_reaction_real(e, (size_t)i, i, in_body, in_body + 3);
        engine_acceleration_of_real(e, (struct mechanism_point){.body = i}, a);
        for (int k = 0; k < 3; k++) {
            assert_near(force[k], expected[6 * i + k], 1e-12 * n * scale);
            assert_near(moment[k], expected[6 * i + 3 + k], 1e-12 * n * scale);
            assert_near(in_body[k], own[6 * i + k], 1e-12 * n * scale);
            assert_near(in_body[3 + k], own[6 * i + 3 + k], 1e-12 * n * scale);
            assert_near(a[k], accelerations[3 * i + k], 1e-12 * n * scale);
        }
    }
    free(e);
}

static void joints_carry_what_newton_and_euler_say(void **state)
{
    (void)state;
    for (int n = 1; n <= 30; n++) {
        check_reactions(n, false, 300 + (uint64_t)n);
        check_reactions(n, true, 400 + (uint64_t)n);
    }
}

static void serial_chains_need_the_forces_they_were_given(void **state)
{
    (void)state;
    for (int n = 1; n <= 30; n++)
        check_chain(n, false, 1000 + (uint64_t)n);
    check_chain(100, false, 17);
    check_chain(MOST, false, 18);
}

static void branched_trees_need_the_forces_they_were_given(void **state)
{
    (void)state;
    for (int n = 2; n <= 30; n++)
        check_chain(n, true, 5000 + (uint64_t)n);
    check_chain(100, true, 27);
    check_chain(MOST, true, 28);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(serial_chains_need_the_forces_they_were_given),
        cmocka_unit_test(joints_carry_what_newton_and_euler_say),
        cmocka_unit_test(branched_trees_need_the_forces_they_were_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
