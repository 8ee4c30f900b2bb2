/* Long trees, whose accelerations come from articulated bodies: they and their derivatives against the closed equations of a chain of rods in
 * long doubles, and with all that can act on links against the dense mass matrix. Derivatives of trees against the complex step. */
#include "fmu_multibody/engine/engine.h"
#include "fmu_multibody/engine/engine_full.h"
#include "tests/fmu_multibody/random.h"
#include "tests/fmu_multibody/rig.h"
#include "tests/testing.h"

#include <stdlib.h>
#include <string.h>

static struct engine *engine_of(struct mechanism *m)
{
    struct model_report report = {""};
    if (!mechanism_partition(m, NULL, &report))
        fail_msg("%s", report.text);
    struct engine *e = engine_open(m);
    assert_non_null(e);
    if (!engine_setup(e, &report))
        fail_msg("%s", report.text);
    return e;
}

/* ---- closed equations ---- */

enum { MOST_RODS = 320 };

/* Uniform rods of mass 1 and length 1 hang on each other in the plane; theta are their angles from x, gravity is along -y:
 * sum of m_ij (cos(theta_i - theta_j) theta_j'' + sin(theta_i - theta_j) theta_j'^2) = -g (n - i + 1/2) cos(theta_i), with
 * m_ij = n - max(i, j) + 1/2 for i != j and m_ii = n - i + 1/3, i = 1 ... n. */
static void rods_accelerate(int n, const double complex *x, long double complex *accelerations)
{
    static long double complex M[MOST_RODS][MOST_RODS], theta[MOST_RODS], rate[MOST_RODS];
    for (int i = 0; i < n; i++) {
        theta[i] = x[i] + (i > 0 ? theta[i - 1] : 0);
        rate[i] = x[n + i] + (i > 0 ? rate[i - 1] : 0);
    }
    for (int i = 0; i < n; i++) {
        accelerations[i] = -9.81 * (n - i - 0.5L) * ccosl(theta[i]);
        for (int j = 0; j < n; j++) {
            const long double m = n - (i > j ? i : j) - (i == j ? 2 / 3.L : 0.5L);
            M[i][j] = m * ccosl(theta[i] - theta[j]);
            accelerations[i] -= m * csinl(theta[i] - theta[j]) * rate[j] * rate[j];
        }
    }
    for (int k = 0; k < n; k++) /* positive: no pivots */
        for (int i = k + 1; i < n; i++) {
            const long double complex l = M[i][k] / M[k][k];
            for (int j = k; j < n; j++)
                M[i][j] -= l * M[k][j];
            accelerations[i] -= l * accelerations[k];
        }
    for (int i = n; i-- > 0;) {
        for (int j = i + 1; j < n; j++)
            accelerations[i] -= M[i][j] * accelerations[j];
        accelerations[i] /= M[i][i];
    }
    for (int i = n; i-- > 1;)
        accelerations[i] -= accelerations[i - 1];
}

static void rods_make(struct mechanism_body *rods)
{
    for (int i = 0; i < MOST_RODS; i++) {
        rods[i] = (struct mechanism_body){.name = "rod", .parent = i - 1, .mass = 1, .com = {0.5, 0, 0}};
        rods[i].joint = (struct mechanism_joint){.name = "rod", .kind = JOINT_REVOLUTE, .position = {i > 0}};
        rods[i].joint.axis[2] = 1;
        rods[i].inertia[1] = rods[i].inertia[2] = 1 / 12.;
    }
}

/* Accelerations, and their derivatives along a direction with all coordinates and rates, by the complex step. */
static void rods_move_as_their_closed_equations_say(void **state)
{
    (void)state;
    static const int counts[] = {5, 20, 80, 160, MOST_RODS};
    static struct mechanism_body rods[MOST_RODS];
    static double complex x[2 * MOST_RODS], dx[2 * MOST_RODS];
    static double real[2 * MOST_RODS], rates[2 * MOST_RODS];
    static long double complex expected[MOST_RODS];
    const double no_memory = 0, step = 1e-100;
    const double complex no_complex_memory = 0;
    struct model_report report = {""};
    uint64_t seed = 77;
    rods_make(rods);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        const int n = counts[k];
        struct mechanism m = {.name = "rods", .gravity = {0, -9.81, 0}, .n_bodies = (size_t)n, .bodies = rods};
        struct engine *e = engine_of(&m);
        for (int i = 0; i < 2 * n; i++) {
            real[i] = random_between(&seed, -1, 1);
            x[i] = real[i] + random_between(&seed, -1, 1) * step * I;
        }
        if (!engine_rates_real(e, &no_memory, real, NULL, rates, &report) ||
            !engine_rates_complex(e, &no_complex_memory, x, NULL, dx, &report))
            fail_msg("%s", report.text);
        rods_accelerate(n, x, expected);
        double largest = 0, steepest = 0;
        for (int i = 0; i < n; i++) {
            largest = fmax(largest, fabs((double)creall(expected[i])));
            steepest = fmax(steepest, fabs((double)(cimagl(expected[i]) / step)));
        }
        const double rounding = 1e-12 * (n > 80 ? 10 : 1);
        for (int i = 0; i < n; i++) {
            assert_near(rates[n + i], (double)creall(expected[i]), rounding * largest);
            assert_near(cimag(dx[n + i]) / step, (double)(cimagl(expected[i]) / step), rounding * steepest);
        }
        free(e);
    }
}

/* ---- everything that acts on links, against the dense mass matrix ---- */

static void random_vector(uint64_t *seed, double size, double v[3])
{
    for (int k = 0; k < 3; k++)
        v[k] = random_between(seed, -size, size);
}

/* A tree whose joints are of every kind, with springs, actuators and loads of every kind. */
static struct rig *rig_tree(int bodies, uint64_t *seed)
{
    static const enum joint_kind kinds[] = {JOINT_REVOLUTE, JOINT_SPHERICAL, JOINT_PRISMATIC, JOINT_FREE, JOINT_FIXED};
    struct rig *r = rig_new();
    for (int i = 0; i < bodies; i++) {
        double at[3];
        random_vector(seed, 0.5, at);
        struct mechanism_body *b =
            rig_body(r, "body", (int)floor(random_between(seed, -1, i)), kinds[i % 5], at[0], at[1], at[2]);
        random_vector(seed, 1, b->joint.axis);
        random_vector(seed, 1, b->joint.orientation);
        b->mass = random_between(seed, 0.5, 2);
        random_vector(seed, 0.3, b->com);
        for (int k = 0; k < 3; k++)
            b->inertia[k] = random_between(seed, 0.1, 0.15);
        b->inertia[4] = 0.01;
    }
    for (int i = 0; i < 4; i++) {
        const int body = 5 * i + (i == 3);
        r->springs[i] = (struct mechanism_spring){
            .name = "spring", .a = {body, {0.1, 0, 0.2}}, .b = {i - 1, {0, 2, 0}}, .stiffness = 20, .damping = 3};
        r->joint_springs[i] = (struct mechanism_joint_spring){
            .name = "twist", .body = body, .coordinate = 0, .stiffness = 5, .rest = 0.2, .damping = 1};
        r->actuators[i] = (struct mechanism_actuator){.name = "push",
                                                      .kind = i % 2 ? ACTUATOR_COORDINATE : ACTUATOR_POINTS,
                                                      .a = {MECHANISM_GROUND, {3, 0, i}},
                                                      .b = {body, {0, 0.1, 0}},
                                                      .body = body};
        r->loads[i] = (struct mechanism_load){.name = "load",
                                              .kind = (enum load_kind)i,
                                              .point = {body, {0.3, 0.1 * i, 0}},
                                              .direction = {1, 0.4, -0.2 * i}};
    }
    r->m.n_springs = r->m.n_joint_springs = r->m.n_actuators = r->m.n_loads = 4;
    return r;
}

/* M z'' = -tau at rest, with M and tau of the dense way. */
static void dense_accelerations(const struct rig *r, double *accelerations)
{
    const size_t n = r->n;
    double *M = calloc(n * n, sizeof *M), *tau = calloc(n, sizeof *tau);
    struct model_report report = {""};
    engine_full_place_real(r->e, r->x, r->x + n);
    assert_true(engine_full_forces_real(r->e, NULL, r->u, tau, &report));
    engine_full_mass_real(r->e, M);
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++) {
            const double l = M[i * n + k] / M[k * n + k];
            for (size_t j = k; j < n; j++)
                M[i * n + j] -= l * M[k * n + j];
            tau[i] -= l * tau[k];
        }
    for (size_t i = n; i-- > 0;) {
        accelerations[i] = -tau[i];
        for (size_t j = i + 1; j < n; j++)
            accelerations[i] -= M[i * n + j] * accelerations[j];
        accelerations[i] /= M[i * n + i];
    }
    free(M);
    free(tau);
}

static void trees_accelerate_as_the_dense_mass_matrix_says(void **state)
{
    (void)state;
    uint64_t seed = 4711;
    for (int bodies = 17; bodies <= 31; bodies += 7) {
        struct rig *r = rig_tree(bodies, &seed);
        rig_build(r);
        for (int trial = 0; trial < 5; trial++) {
            double dx[2 * RIG_MOST], expected[RIG_MOST], largest = 0;
            for (size_t i = 0; i < r->n_states; i++)
                r->x[i] = random_between(&seed, -1, 1);
            for (size_t i = 0; i < r->n_inputs; i++)
                r->u[i] = random_between(&seed, -30, 30);
            rig_rates(r, dx);
            dense_accelerations(r, expected);
            for (size_t i = 0; i < r->n; i++)
                largest = fmax(largest, fabs(expected[i]));
            for (size_t i = 0; i < r->n; i++)
                assert_near(dx[r->n + i], expected[i], 1e-12 * largest);
        }
        rig_free(r);
    }
}

/* ---- derivatives, against the complex step through forces and dense mass matrix ---- */

/* M z'' = -tau in complex numbers. */
static void stepped_accelerations(const struct rig *r, const double complex *x, const double complex *u,
                                  double complex *accelerations)
{
    const size_t n = r->n;
    double complex *M = calloc(n * n, sizeof *M), *tau = calloc(n, sizeof *tau);
    struct model_report report = {""};
    engine_full_place_complex(r->e, x, x + n);
    assert_true(engine_full_forces_complex(r->e, NULL, u, tau, &report));
    engine_full_mass_complex(r->e, M);
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++) {
            const double complex l = M[i * n + k] / M[k * n + k];
            for (size_t j = k; j < n; j++)
                M[i * n + j] -= l * M[k * n + j];
            tau[i] -= l * tau[k];
        }
    for (size_t i = n; i-- > 0;) {
        accelerations[i] = -tau[i];
        for (size_t j = i + 1; j < n; j++)
            accelerations[i] -= M[i * n + j] * accelerations[j];
        accelerations[i] /= M[i * n + i];
    }
    free(M);
    free(tau);
}

static void check_derivatives(struct rig *r, uint64_t *seed)
{
    const double step = 1e-100;
    double complex m[2 * RIG_MOST] = {0}, x[2 * RIG_MOST], u[16], dx[2 * RIG_MOST], expected[RIG_MOST];
    rig_build(r);
    for (size_t i = 0; i < r->n_states; i++)
        r->x[i] = random_between(seed, -1, 1);
    for (size_t i = 0; i < r->n_inputs; i++)
        r->u[i] = random_between(seed, -30, 30);
    for (size_t j = 0; j <= r->n_states + r->n_inputs; j++) { /* the last direction is a mixed one */
        const bool mixed = j == r->n_states + r->n_inputs;
        for (size_t i = 0; i < r->n_states; i++)
            x[i] = r->x[i] + (mixed ? random_between(seed, -1, 1) : i == j) * step * I;
        for (size_t i = 0; i < r->n_inputs; i++)
            u[i] = r->u[i] + (mixed ? random_between(seed, -1, 1) : r->n_states + i == j) * step * I;
        if (!engine_rates_complex(r->e, m, x, u, dx, &r->report))
            fail_msg("%s", r->report.text);
        stepped_accelerations(r, x, u, expected);
        double largest = 0;
        for (size_t i = 0; i < r->n; i++)
            largest = fmax(largest, fabs(cimag(expected[i])));
        for (size_t i = 0; i < r->n; i++) {
            assert_true(dx[i] == x[r->n + i]);
            assert_near(cimag(dx[r->n + i]) / step, cimag(expected[i]) / step, 2e-12 * (largest / step + 1));
        }
    }
    rig_free(r);
}

static void derivatives_of_trees_are_those_of_the_complex_step(void **state)
{
    (void)state;
    uint64_t seed = 2718;
    check_derivatives(rig_manipulator(1, 0.5, sqrt(3) / 2, 0), &seed);
    for (int n = 1; n <= 20; n += 3)
        check_derivatives(rig_chain(n), &seed);
    check_derivatives(rig_tree(17, &seed), &seed);
    check_derivatives(rig_tree(24, &seed), &seed);
}

/* Outputs and rates in any order, at points that follow each other, are those of a new engine. */
static void questions_in_any_order_have_the_same_answers(void **state)
{
    (void)state;
    uint64_t seed = 31, other = 31;
    struct rig *r = rig_tree(20, &seed), *fresh = rig_tree(20, &other);
    rig_build(r);
    rig_build(fresh);
    double complex m[2 * RIG_MOST] = {0}, x[2 * RIG_MOST], u[16], dx[2 * RIG_MOST], again[2 * RIG_MOST];
    for (int trial = 0; trial < 4; trial++) {
        double complex s[4][2], energy = 0;
        double real[2 * RIG_MOST];
        for (size_t i = 0; i < r->n_states; i++)
            x[i] = random_between(&seed, -1, 1) + 1e-100 * I;
        for (size_t i = 0; i < r->n_inputs; i++)
            u[i] = 3 + 1e-100 * I;
        assert_true(engine_configure_complex(r->e, m, x, &r->report));
        if (trial % 2) {
            rig_rates(r, real); /* elsewhere, over reals */
            energy = engine_kinetic_energy_complex(r->e);
        }
        for (size_t k = 0; k < 4; k++)
            engine_actuator_complex(r->e, k, NULL, &s[k][0], &s[k][1], NULL);
        assert_true(engine_accelerate_complex(r->e, u, dx, &r->report));
        assert_true(engine_rates_complex(fresh->e, m, x, u, again, &r->report));
        assert_memory_equal(dx, again, r->n_states * sizeof *dx);
        for (size_t k = 0; k < 4; k++) {
            double complex t[2];
            engine_actuator_complex(fresh->e, k, NULL, &t[0], &t[1], NULL);
            assert_memory_equal(t, s[k], sizeof t);
        }
        if (trial % 2)
            assert_true(energy == engine_kinetic_energy_complex(fresh->e));
    }
    rig_free(r);
    rig_free(fresh);
}

/* Inputs change what the links need, and nothing else of a placement: a second question there has the answer of a new one. */
static void inputs_at_one_placement_are_told_apart(void **state)
{
    (void)state;
    uint64_t seed = 99;
    double first[2 * RIG_MOST], other[2 * RIG_MOST], again[2 * RIG_MOST];
    struct rig *r = rig_tree(20, &seed);
    rig_build(r);
    rig_rates(r, first);
    r->u[0] = r->u[5] = 7;
    rig_rates(r, other);
    r->u[0] = r->u[5] = 0;
    rig_rates(r, again);
    assert_memory_equal(first, again, r->n_states * sizeof *first);
    assert_memory_not_equal(first, other, r->n_states * sizeof *first);
    rig_free(r);
}

/* Reactions come from the dense mass matrix: rates at the same placement are what they were. */
static void rates_after_reactions_are_the_same(void **state)
{
    (void)state;
    uint64_t seed = 7;
    double first[2 * RIG_MOST], again[2 * RIG_MOST];
    struct rig *r = rig_tree(20, &seed);
    rig_build(r);
    rig_rates(r, first);
    assert_true(engine_balance_real(r->e, r->u, &r->report));
    rig_rates(r, again);
    assert_memory_equal(first, again, r->n_states * sizeof *first);
    rig_free(r);
}

static void a_joint_that_moves_no_mass_is_named(void **state)
{
    (void)state;
    struct rig *r = rig_chain(14);
    double dx[2 * RIG_MOST];
    r->bodies[13].mass = 0;
    memset(r->bodies[13].inertia, 0, sizeof r->bodies[13].inertia);
    rig_build(r);
    assert_false(engine_rates_real(r->e, r->memory, r->x, r->u, dx, &r->report));
    assert_string_equal(r->report.text, "the mass that moves with joint 'joint14' is zero");
    rig_free(r);
    r = rig_chain(14); /* two hinges on one axis, and no mass between them: rounding alone resists */
    for (int k = 0; k < 3; k++) {
        r->bodies[7].joint.axis[k] = r->bodies[6].joint.axis[k];
        r->bodies[7].joint.position[k] = r->bodies[7].joint.orientation[k] = 0;
    }
    r->bodies[6].mass = 0;
    memset(r->bodies[6].inertia, 0, sizeof r->bodies[6].inertia);
    rig_build(r);
    assert_false(engine_rates_real(r->e, r->memory, r->x, r->u, dx, &r->report));
    assert_string_equal(r->report.text, "the mass that moves with joint 'joint7' is zero");
    rig_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rods_move_as_their_closed_equations_say),
        cmocka_unit_test(trees_accelerate_as_the_dense_mass_matrix_says),
        cmocka_unit_test(derivatives_of_trees_are_those_of_the_complex_step),
        cmocka_unit_test(questions_in_any_order_have_the_same_answers),
        cmocka_unit_test(inputs_at_one_placement_are_told_apart),
        cmocka_unit_test(rates_after_reactions_are_the_same),
        cmocka_unit_test(a_joint_that_moves_no_mass_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
