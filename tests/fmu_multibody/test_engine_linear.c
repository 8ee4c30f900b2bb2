/* Linearized mechanisms: rolling disc and bicycle (nonholonomic), the N-loop four-bar at its equilibrium. Eigenvalues are compared
 * through their power sums, the traces of J^k: zeros add nothing to them. */
#include "tests/testing.h"

#include "tests/fmu_multibody/rig.h"

enum { MOST_STATES = 24 };

static double trace_of_power(size_t n, const double *J, int power)
{
    double P[MOST_STATES * MOST_STATES], Q[MOST_STATES * MOST_STATES], trace = 0;
    for (size_t i = 0; i < n * n; i++)
        P[i] = J[i];
    for (int k = 1; k < power; k++) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                Q[i * n + j] = 0;
                for (size_t s = 0; s < n; s++)
                    Q[i * n + j] += P[i * n + s] * J[s * n + j];
            }
        for (size_t i = 0; i < n * n; i++)
            P[i] = Q[i];
    }
    for (size_t i = 0; i < n; i++)
        trace += P[i * n + i];
    return trace;
}

static void assert_spectrum(struct rig *r, size_t states, size_t count, const double complex *eigenvalues)
{
    double J[MOST_STATES * MOST_STATES];
    assert_int_equal(r->n_states, states);
    rig_jacobian(r, J);
    for (int power = 1; power <= (int)count; power++) {
        double complex sum = 0;
        double scale = 1;
        for (size_t i = 0; i < count; i++) {
            double complex term = 1;
            for (int k = 0; k < power; k++)
                term *= eigenvalues[i];
            sum += term;
            scale += cabs(term);
        }
        assert_near(trace_of_power(states, J, power), creal(sum), 1e-11 * scale);
    }
}

static struct mechanism_body *free_body(struct rig *r, const char *name, double x, double y, double z)
{
    struct mechanism_body *body = rig_body(r, name, MECHANISM_GROUND, JOINT_FREE, 0, 0, 0);
    const int order[3] = {2, 0, 1}; /* yaw, lean, pitch or spin */
    const double at[3] = {x, y, z};
    for (int k = 0; k < 3; k++) {
        body->joint.cardan[k] = order[k];
        body->joint.coordinates[k].position = at[k];
    }
    return body;
}

/* lambda^2 = 4 g / (5 R) - 12 Omega^2 / 5 for a uniform disc that rolls upright; the other six eigenvalues are zero. */
static void a_rolling_disc_falls_below_its_critical_speed(void **state)
{
    (void)state;
    for (int v = 0; v <= 3; v++) {
        const double R = 0.5, g = 9.81, Omega = v / R;
        struct rig *r = rig_new();
        r->m.gravity[1] = 0;
        r->m.gravity[2] = -g;
        struct mechanism_body *disc = free_body(r, "disc", 0, 0, R);
        disc->mass = 3;
        disc->inertia[0] = disc->inertia[2] = 3 * R * R / 4;
        disc->inertia[1] = 3 * R * R / 2;
        disc->joint.coordinates[5].velocity = Omega;
        for (int k = 3; k < 6; k++)
            disc->joint.coordinates[k].wanted_independent = true;
        r->contacts[r->m.n_contacts++] =
            (struct mechanism_contact){.name = "contact", .axis = {0, 1, 0}, .radius = R, .normal = {0, 0, 1}};
        rig_build(r);
        assert_near(engine_velocities_real(r->e)[0], 0, 0); /* nothing is placed yet */
        assert_true(engine_configure_real(r->e, r->memory, r->x, &r->report));
        assert_near(engine_velocities_real(r->e)[0], v, 1e-14); /* rolls forwards */
        const double complex lambda = csqrt(4 * g / (5 * R) - 12 * Omega * Omega / 5);
        assert_spectrum(r, 8, 2, (const double complex[]){lambda, -lambda});
        rig_free(r);
    }
}

/* The benchmark of Meijaard et al. with 15 digits (recomputed with 40 to 80): n = 9, m = 2, l = 4. */
static struct rig *bicycle(double v)
{
    struct rig *r = rig_new();
    const double r_R = 0.3, r_F = 0.35, w = 1.02, c = 0.08, tilt = acos(-1) / 10;
    r->m.gravity[1] = 0;
    r->m.gravity[2] = 9.81;
    struct mechanism_body *frame = free_body(r, "frame", 0, 0, -r_R);
    *frame = (struct mechanism_body){.name = "frame",
                                     .parent = MECHANISM_GROUND,
                                     .joint = frame->joint,
                                     .mass = 85,
                                     .com = {0.3, 0, -0.9 + r_R},
                                     .inertia = {9.2, 11, 2.8, 0, 2.4, 0}};
    frame->joint.coordinates[0].velocity = v;
    frame->joint.coordinates[4].wanted_independent = true;
    struct mechanism_body *rear = rig_body(r, "rear_spin", 0, JOINT_REVOLUTE, 0, 0, 0);
    struct mechanism_body *front_frame = rig_body(r, "steer", 0, JOINT_REVOLUTE, w + c, 0, r_R);
    struct mechanism_body *front = rig_body(r, "front_spin", 2, JOINT_REVOLUTE, -c, 0, -r_F);
    const double spin[3] = {0, 1, 0}, steer[3] = {sin(tilt), 0, cos(tilt)};
    const double rear_inertia[3] = {0.0603, 0.12, 0.0603}, front_inertia[3] = {0.1405, 0.28, 0.1405};
    const double fork_inertia[6] = {0.05892, 0.06, 0.00708, 0, -0.00756, 0}, fork_com[3] = {0.9 - w - c, 0, -0.7};
    for (int k = 0; k < 3; k++) {
        rear->joint.axis[k] = front->joint.axis[k] = spin[k];
        front_frame->joint.axis[k] = steer[k];
        rear->inertia[k] = rear_inertia[k];
        front->inertia[k] = front_inertia[k];
        front_frame->com[k] = fork_com[k];
    }
    for (int k = 0; k < 6; k++)
        front_frame->inertia[k] = fork_inertia[k];
    rear->mass = 2;
    front->mass = 3;
    front_frame->mass = 4;
    rear->joint.coordinates[0].velocity = -v / r_R;
    rear->joint.coordinates[0].wanted_independent = true;
    front_frame->joint.coordinates[0].wanted_independent = true;
    for (int k = 0; k < 2; k++)
        r->contacts[r->m.n_contacts++] = (struct mechanism_contact){.name = k == 0 ? "rear" : "front",
                                                                    .body = k == 0 ? 1 : 3,
                                                                    .axis = {0, 1, 0},
                                                                    .radius = k == 0 ? r_R : r_F,
                                                                    .normal = {0, 0, -1}};
    return r;
}

static void the_bicycle_weaves_and_capsizes_as_published(void **state)
{
    (void)state;
    static const struct {
        double v;
        double complex lambda[4];
    } reference[] = {
        {0, {-5.53094371765393, -3.13164324790656, 3.13164324790656, 5.53094371765393}},
        {5,
         {-14.0783896927982, -0.775341882195842 - 4.46486771378823 * I, -0.775341882195842 + 4.46486771378823 * I,
          -0.322866429004087}},
    };
    for (size_t k = 0; k < 2; k++) {
        struct rig *r = bicycle(reference[k].v);
        rig_build(r);
        const struct engine_summary summary = engine_summary(r->e);
        assert_int_equal(summary.coordinates, 9);
        assert_int_equal(summary.holonomic, 2);
        assert_int_equal(summary.nonholonomic, 4);
        assert_spectrum(r, 10, 4, reference[k].lambda);
        rig_free(r);
    }
}

/* Gonzalez et al.: rods of 1 m and 1 kg, springs B_i to A_{i-1}; the equilibrium is found from phi = 2.2. */
static struct rig *n_loops(int N, double damping)
{
    static char names[2 * RIG_MOST][16];
    struct rig *r = rig_new();
    r->m.start = START_EQUILIBRIUM;
    for (int i = 0; i <= N; i++) {
        snprintf(names[i], sizeof names[i], "A%d", i);
        struct mechanism_body *rod = rig_body(r, names[i], MECHANISM_GROUND, JOINT_REVOLUTE, i, 0, 0);
        rig_rod(rod, 1, 1);
        rig_start(rod, 2.2, i == 0);
        rod->joint.coordinates[0].wanted_independent = i == 0;
    }
    for (int i = 1; i <= N; i++) {
        snprintf(names[N + i], sizeof names[0], "B%d", i);
        struct mechanism_body *rod = rig_body(r, names[N + i], i - 1, JOINT_REVOLUTE, 1, 0, 0);
        rig_rod(rod, 1, 1);
        rig_start(rod, -2.2, false);
        rig_cut(r, names[N + i], CUT_SPHERICAL, N + i, 1, 0, i, 1, 0);
        r->springs[r->m.n_springs++] = (struct mechanism_spring){.name = "spring",
                                                                 .a = {MECHANISM_GROUND, {i - 1, 0, 0}},
                                                                 .b = {i, {1, 0, 0}},
                                                                 .stiffness = 25,
                                                                 .free_length = sqrt(2),
                                                                 .damping = damping};
    }
    return r;
}

static void loops_swing_about_their_equilibrium_as_published(void **state)
{
    (void)state;
    static const struct {
        int N;
        double phi, undamped, re, im;
    } reference[] = {
        {1, 2.23433101901759, 2.14767663850228, -0.242385809310505, 2.13395502834838},
        {5, 1.89220365441078, 1.54552203022373, -0.234982523907560, 1.52755411012668},
        {20, 1.82167147278203, 1.37498671547089, -0.231157741522796, 1.35541675002764},
    };
    for (size_t k = 0; k < 3; k++)
        for (int damped = 0; damped < 2; damped++) {
            struct rig *r = n_loops(reference[k].N, damped);
            rig_build(r);
            assert_int_equal(r->n_states, 2);
            assert_near(r->x[0], reference[k].phi, 1e-14);
            double J[4];
            rig_jacobian(r, J);
            const double re = damped ? reference[k].re : 0, im = damped ? reference[k].im : reference[k].undamped;
            assert_near(J[0], 0, 0);
            assert_near(J[1], 1, 0);
            assert_near(J[3], 2 * re, 1e-12); /* the sum of the eigenvalues, and their product */
            assert_near(-J[2], re * re + im * im, 2e-12);
            rig_free(r);
        }
}

/* A rod of weight G = 19.62 N under a torque u: G l/2 cos(z) = u, so dz/du = -1 / (G l/2 sin(z)). */
static void an_equilibrium_moves_with_the_forces_that_hold_it(void **state)
{
    (void)state;
    struct rig *r = rig_new();
    rig_rod(rig_body(r, "pendulum", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0), 2, 1);
    r->m.start = START_EQUILIBRIUM;
    r->bodies[0].joint.coordinates[0].position = 1;
    r->loads[r->m.n_loads++] = (struct mechanism_load){.name = "motor", .kind = LOAD_JOINT};
    r->u[0] = 5;
    rig_build(r);
    assert_near(r->x[0], acos(5 / 9.81), 1e-14);
    double complex m[1], x[2];
    const double complex torque[1] = {5 + 1e-100 * I};
    assert_true(engine_initialize_complex(r->e, torque, m, x, &r->report));
    assert_near(creal(x[0]), acos(5 / 9.81), 1e-14);
    assert_near(cimag(x[0]) / 1e-100, -1 / (9.81 * sin(acos(5 / 9.81))), 1e-14);
    assert_near(cimag(x[1]), 0, 0);
    rig_free(r);

    /* a loop: its dependent coordinates move along, and are in the memory */
    r = rig_four_bar();
    r->m.start = START_EQUILIBRIUM;
    r->u[0] = -386.004887437;
    rig_build(r);
    assert_near(r->x[0], acos(-1) / 3, 1e-12);
    const double complex u[1] = {r->u[0] + 1e-100 * I};
    double complex memory[6];
    double J[4], dx[2], by_force[2];
    assert_true(engine_initialize_complex(r->e, u, memory, x, &r->report));
    rig_jacobian(r, J);
    rig_rates(r, dx);
    r->u[0] += 1; /* accelerations are affine in the force */
    rig_rates(r, by_force);
    assert_near(cimag(x[0]) / 1e-100, -(by_force[1] - dx[1]) / J[2], 1e-12);
    /* s = 2 cos(z1/2) gives the crank; the rocker by the loop's own derivative, dz3/dz1 = w3/w1 */
    r->x[1] = 1;
    assert_true(engine_configure_real(r->e, r->memory, r->x, &r->report));
    assert_near(cimag(memory[2]) / cimag(x[0]), engine_velocities_real(r->e)[2], 1e-12);
    rig_free(r);
}

/* Two cylinders side by side on one hinge share the load in proportion to their levers, the smallest forces; also where something else hangs
 * there that they do not hold. */
static void more_actuators_than_needed_share_the_load(void **state)
{
    (void)state;
    for (int hanging = 0; hanging < 2; hanging++) {
        struct rig *r = rig_new();
        rig_rod(rig_body(r, "beam", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0), 10, 2);
        if (hanging) {
            struct mechanism_body *load = rig_body(r, "load", 0, JOINT_REVOLUTE, 2, 0, 0);
            load->mass = 3;
            load->com[1] = -1;
        }
        rig_actuator(r, "inner", MECHANISM_GROUND, 0.5, -1, 0, 0.5, 0);
        rig_actuator(r, "outer", MECHANISM_GROUND, 1.5, -1, 0, 1.5, 0);
        rig_build(r);
        double forces[2];
        assert_true(engine_configure_real(r->e, r->memory, r->x, &r->report));
        assert_true(engine_static_forces_real(r->e, r->u, forces, &r->report));
        assert_near(forces[0] * 0.5 + forces[1] * 1.5, 98.1 + (hanging ? 3 * 9.81 * 2 : 0), 1e-12);
        assert_near(forces[1], 3 * forces[0], 1e-12);
        rig_free(r);
    }
}

/* A thousand kilometres from the origin the bicycle is no other one. */
static void the_place_on_the_plane_does_not_matter(void **state)
{
    (void)state;
    double J[2][100] = {{0}};
    for (int k = 0; k < 2; k++) {
        struct rig *r = bicycle(5);
        r->bodies[0].joint.coordinates[0].position = k * 1e6;
        rig_build(r);
        assert_int_equal(r->n_states, 10);
        rig_jacobian(r, J[k]);
        rig_free(r);
    }
    for (int i = 0; i < 100; i++)
        assert_near(J[1][i], J[0][i], 1e-8 * (1 + fabs(J[0][i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rolling_disc_falls_below_its_critical_speed),
        cmocka_unit_test(the_bicycle_weaves_and_capsizes_as_published),
        cmocka_unit_test(loops_swing_about_their_equilibrium_as_published),
        cmocka_unit_test(an_equilibrium_moves_with_the_forces_that_hold_it),
        cmocka_unit_test(more_actuators_than_needed_share_the_load),
        cmocka_unit_test(the_place_on_the_plane_does_not_matter),
    };
    return cmocka_run_group_tests_name("engine, linearized", tests, NULL, NULL);
}
