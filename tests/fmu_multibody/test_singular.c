/* Singular positions: where ways of assembly meet, the mechanism goes on in its direction. */
#include "tests/testing.h"

#include "tests/fmu_multibody/rig.h"

#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* N parallelograms in a row (Gonzalez, Masarati, Cuadrado, Naya 2017, without springs): cranks A_i at (i, 0), couplers between
 * their ends, all rods of 1 m and 1 kg. The crank A_0 at the angle `start`. */
static struct rig *parallelograms(int n, double start, double velocity)
{
    static const char *const cranks[] = {"A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10"};
    static const char *const couplers[] = {"", "B0", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"};
    static const char *const cuts[] = {"",     "cut1", "cut2", "cut3", "cut4", "cut5",
                                       "cut6", "cut7", "cut8", "cut9", "cut10"};
    struct rig *r = rig_new();
    int crank = 0;
    r->m.gravity[1] = -9.81;
    for (int i = 0; i <= n; i++) {
        const int before = crank;
        if (i > 0) {
            struct mechanism_body *coupler = rig_body(r, couplers[i], before, JOINT_REVOLUTE, 1, 0, 0);
            rig_rod(coupler, 1, 1);
            rig_start(coupler, -start, false);
        }
        crank = (int)r->m.n_bodies;
        struct mechanism_body *rod = rig_body(r, cranks[i], MECHANISM_GROUND, JOINT_REVOLUTE, i, 0, 0);
        rig_rod(rod, 1, 1);
        rig_start(rod, start, i == 0);
        rod->joint.coordinates[0].wanted_independent = i == 0;
        rod->joint.coordinates[0].velocity = velocity;
        rod->joint.coordinates[0].velocity_given = i == 0;
        if (i > 0)
            rig_cut(r, cuts[i], CUT_REVOLUTE, crank - 1, 1, 0, crank, 1, 0);
    }
    rig_build(r);
    assert_int_equal(r->n_states, 2);
    return r;
}

/* As long as all cranks stay parallel: T = (N + 1) m l^2/6 phi'^2 + N m l^2/2 phi'^2, V = ((N + 1)/2 + N) m g l sin phi. */
static double parallel_acceleration(int n, double phi)
{
    return -(1.5 * n + 0.5) * 9.81 * cos(phi) / ((n + 1) / 3.0 + n);
}

static double parallel_energy(int n, const double *x)
{
    return ((n + 1) / 6.0 + n / 2.0) * x[1] * x[1] + (1.5 * n + 0.5) * 9.81 * sin(x[0]);
}

static void step_runge_kutta(struct rig *r, double h)
{
    double k[4][8] = {{0}}, start[8] = {0};
    for (size_t i = 0; i < r->n_states; i++)
        start[i] = r->x[i];
    for (int stage = 0; stage < 4; stage++) {
        rig_rates(r, k[stage]);
        for (size_t i = 0; i < r->n_states; i++)
            r->x[i] = start[i] + h * (stage < 2 ? k[stage][i] / 2 : k[stage][i]);
    }
    for (size_t i = 0; i < r->n_states; i++)
        r->x[i] = start[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    if (!engine_accept(r->e, r->x, r->memory, &r->report))
        fail_msg("%s", r->report.text);
}

static void step_euler(struct rig *r, double h)
{
    double dx[4];
    rig_rates(r, dx);
    r->x[1] += h * dx[1];
    r->x[0] += h * r->x[1];
    if (!engine_accept(r->e, r->x, r->memory, &r->report))
        fail_msg("%s", r->report.text);
}

/* At and near both flat positions, coming from 0.03 rad before. Rounding is magnified by at most one over the distance from the
 * position cubed, which the engine keeps above 3e-3: by 2e-16 * 4.3^2 / 2.7e-8 = 1.4e-7 for each loop. */
static void accelerations_are_those_of_the_parallelogram(void **state)
{
    (void)state;
    for (int n = 1; n <= 10; n++)
        for (int flat = 0; flat < 2; flat++)
            for (int k = -20; k <= 20; k++) {
                const double beside = k == 0 ? 0 : pow(10, -1.5 - 0.5 * abs(k)) * (k < 0 ? -1 : 1);
                struct rig *r = parallelograms(n, flat * pi - 0.03, 4.3);
                double dx[2];
                r->x[0] = flat * pi + beside;
                rig_rates(r, dx);
                assert_near(dx[0], 4.3, 0);
                assert_near(dx[1], parallel_acceleration(n, r->x[0]), n * 1.4e-7);
                rig_free(r);
            }
}

/* d(phi'')/d(phi) by hand; the same bound, with one more power of the distance. */
static void derivatives_are_those_of_the_parallelogram(void **state)
{
    (void)state;
    for (int n = 1; n <= 3; n++)
        for (int k = 0; k <= 8; k++) {
            struct rig *r = parallelograms(n, pi - 0.03, 4.3);
            double J[4];
            r->x[0] = pi - (k == 0 ? 0 : pow(10, -1.5 - 0.5 * k));
            rig_jacobian(r, J);
            assert_near(J[0], 0, 0);
            assert_near(J[1], 1, 0);
            assert_near(J[2], (1.5 * n + 0.5) * 9.81 * sin(r->x[0]) / ((n + 1) / 3.0 + n), n * 5e-5);
            assert_near(J[3], 0, n * 1.4e-7);
            rig_free(r);
        }
}

/* The same equation by steps of a hundredth: order four makes them exact to 1e-8 of the engine's own error. */
static void parallel_motion(int n, double end, int steps, double x[2])
{
    const double h = end / steps;
    for (int step = 0; step < steps; step++) {
        double k[4][2], at[2] = {x[0], x[1]};
        for (int stage = 0; stage < 4; stage++) {
            k[stage][0] = at[1];
            k[stage][1] = parallel_acceleration(n, at[0]);
            for (int i = 0; i < 2; i++)
                at[i] = x[i] + h * (stage < 2 ? k[stage][i] / 2 : k[stage][i]);
        }
        for (int i = 0; i < 2; i++)
            x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
}

/* From 60 degrees with -3 rad/s: both flat positions many times in four seconds, with steps that hit them or do not. The error
 * is that of Runge and Kutta's method for the one equation with the same steps, and what rounding near a position adds. */
static void it_runs_through_as_a_parallelogram(void **state)
{
    (void)state;
    static const int loops[] = {1, 2, 3, 10};
    for (size_t k = 0; k < sizeof loops / sizeof *loops; k++)
        for (int steps = 397; steps < 3000; steps *= 2) {
            const int n = loops[k];
            struct rig *r = parallelograms(n, pi / 3, -3);
            double same[2] = {pi / 3, -3};
            for (int step = 0; step < steps; step++) {
                step_runge_kutta(r, 4.0 / steps);
                parallel_motion(n, 4.0 / steps, 1, same);
            }
            assert_near(r->x[0], same[0], 1e-6);
            assert_near(r->x[1], same[1], 1e-6);
            assert_near(parallel_energy(n, r->x), parallel_energy(n, same), 1e-5 * n);
            rig_free(r);
        }
}

/* With long Euler steps the energy wavers, but no crank ever leaves the others. */
static void long_steps_keep_the_cranks_parallel(void **state)
{
    (void)state;
    for (int n = 1; n <= 5; n++)
        for (double h = 0.001; h < 0.04; h *= 1.7) {
            struct rig *r = parallelograms(n, pi / 3, -5);
            for (double t = 0; t < 3; t += h) {
                step_euler(r, h);
                for (size_t i = 0; i < r->n; i += 2) /* A_0, B_0, A_1, B_1 ... */
                    assert_near(r->memory[i], r->memory[0], 1e-8);
            }
            rig_free(r);
        }
}

/* A parallelogram on a swing, two degrees of freedom, beside another one that turns at its own pace: nothing takes energy away.
 * Runge and Kutta's method: half of the step, at most a 14th of the error. */
static double energy_lost(double h)
{
    struct rig *r = rig_new();
    struct mechanism_body *swing = rig_body(r, "swing", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 5, 0);
    rig_rod(swing, 2, 1);
    for (int k = 0; k < 2; k++) {
        const int first = (int)r->m.n_bodies, ground = k ? MECHANISM_GROUND : 0;
        for (int i = 0; i < 3; i++) { /* crank, coupler, rocker: 1, 0.7, 1 on a base of 0.7 */
            struct mechanism_body *body = rig_body(r, ((const char *[]){"crank", "coupler", "rocker"})[i],
                                                   i == 1 ? first : ground, JOINT_REVOLUTE,
                                                   i == 0   ? 0
                                                   : i == 1 ? 1
                                                            : 0.7,
                                                   0, 0);
            rig_rod(body, 1, i == 1 ? 0.7 : 1);
            rig_start(body, i == 1 ? -1 : 1, i == 0);
            body->joint.coordinates[0].wanted_independent = i == 0;
            body->joint.coordinates[0].velocity = i == 0 ? (k ? 9 : 6) : 0;
            body->joint.coordinates[0].velocity_given = i == 0;
        }
        rig_cut(r, k ? "pin2" : "pin1", CUT_REVOLUTE, first + 1, 0.7, 0, first + 2, 1, 0);
    }
    rig_build(r);
    assert_int_equal(r->n_states, 6);
    assert_true(engine_configure_real(r->e, r->memory, r->x, &r->report));
    const double before = engine_kinetic_energy_real(r->e) + engine_potential_energy_real(r->e);
    for (int step = 0; step < (int)(3 / h + 0.5); step++)
        step_runge_kutta(r, h);
    assert_true(engine_configure_real(r->e, r->memory, r->x, &r->report));
    const double after = engine_kinetic_energy_real(r->e) + engine_potential_energy_real(r->e);
    for (int k = 0; k < 2; k++) /* swing; crank, coupler, rocker, twice */
        assert_near(r->memory[1 + 3 * k], r->memory[3 + 3 * k], 1e-8);
    rig_free(r);
    return fabs(after - before);
}

static void energy_stays_with_several_degrees_of_freedom(void **state)
{
    (void)state;
    const double coarse = energy_lost(0.01), fine = energy_lost(0.005);
    if (!(fine < 1e-3 && coarse / fine > 14))
        fail_msg("energy lost: %g J and %g J", coarse, fine);
}

/* Slider on the x axis, crank and rod of the same length and mass 1, slider of mass 2: at 90 degrees the slider is over the
 * crank's joint and could stay there. phi'' = -(A'/2 phi'^2 + g cos phi) / A, with T = A(phi)/2 phi'^2. */
static double equal_crank_acceleration(double phi, double dphi)
{
    const double s = sin(phi), c = cos(phi);
    const double A = 1 / 3. + 1 / 12. + 2.25 * s * s + 0.25 * c * c + 8 * s * s;
    return -(10 * s * c * dphi * dphi + 9.81 * c) / A;
}

static struct rig *equal_crank(double start, double velocity)
{
    struct rig *r = rig_new();
    struct mechanism_body *crank = rig_body(r, "crank", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 0, 0);
    rig_rod(crank, 1, 1);
    struct mechanism_body *rod = rig_body(r, "rod", 0, JOINT_REVOLUTE, 1, 0, 0);
    rig_rod(rod, 1, 1);
    struct mechanism_body *slider = rig_body(r, "slider", MECHANISM_GROUND, JOINT_PRISMATIC, 0, 0, 0);
    slider->mass = 2;
    slider->joint.axis[0] = 1;
    slider->joint.axis[2] = 0;
    rig_start(crank, start, true);
    rig_start(rod, -2 * start, false);
    rig_start(slider, 2 * cos(start), false);
    crank->joint.coordinates[0].wanted_independent = true;
    crank->joint.coordinates[0].velocity = velocity;
    crank->joint.coordinates[0].velocity_given = true;
    rig_cut(r, "pin", CUT_SPHERICAL, 1, 1, 0, 2, 0, 0);
    rig_build(r);
    return r;
}

static void a_slider_goes_on_through_the_crank_joint(void **state)
{
    (void)state;
    for (int k = -12; k <= 12; k++) {
        struct rig *r = equal_crank(pi / 2 - 0.05, 3);
        const double beside = k == 0 ? 0 : pow(10, -1.5 - 0.5 * abs(k)) * (k < 0 ? -1 : 1);
        double dx[2];
        r->x[0] = pi / 2 + beside;
        rig_rates(r, dx);
        /* rounding as above; the interpolation's error, (1e-2)^4 / 6 of the fourth derivatives of z, R and g, which are 2 cos
         * phi and 2 cos phi phi'^2: 2e-9 and 2e-8 */
        assert_near(dx[1], equal_crank_acceleration(r->x[0], 3), 3e-7);
        assert_near(engine_positions_real(r->e)[2], 2 * cos(r->x[0]), 1e-8);
        rig_free(r);
    }
}

/* The direction is what decides; at rest in the position itself there is none. */
static void a_rest_in_a_singular_position_is_told(void **state)
{
    (void)state;
    struct rig *r = parallelograms(2, pi - 0.03, 0);
    double dx[2];
    r->x[0] = pi;
    assert_true(engine_accept(r->e, r->x, r->memory, &r->report));
    r->x[0] = pi + 0.02;
    assert_false(engine_rates_real(r->e, r->memory, r->x, r->u, dx, &r->report));
    assert_non_null(strstr(r->report.text, "the mechanism is in a singular position: joint '"));
    rig_free(r);
}

/* Two slider-cranks side by side, each with a push on its slider. */
static struct rig *two_slider_cranks(void)
{
    struct rig *r = rig_new();
    r->m.gravity[1] = 0;
    for (int k = 0; k < 2; k++) {
        const int first = 3 * k;
        struct mechanism_body *crank =
            rig_body(r, k ? "crank2" : "crank1", MECHANISM_GROUND, JOINT_REVOLUTE, 0, 3 * k, 0);
        rig_rod(crank, 4, 0.5);
        rig_start(crank, 0.6, false);
        struct mechanism_body *rod = rig_body(r, k ? "rod2" : "rod1", first, JOINT_REVOLUTE, 0.5, 0, 0);
        rig_rod(rod, 1, 1.2);
        rig_start(rod, -0.8, false);
        struct mechanism_body *slider =
            rig_body(r, k ? "slider2" : "slider1", MECHANISM_GROUND, JOINT_PRISMATIC, 0, 3 * k, 0);
        slider->mass = 2;
        slider->joint.axis[0] = 1;
        slider->joint.axis[2] = 0;
        rig_start(slider, 1.6, true);
        slider->joint.coordinates[0].wanted_independent = true;
        rig_cut(r, k ? "pin2" : "pin1", CUT_SPHERICAL, first + 1, 1.2, 0, first + 2, 0, 0);
        r->loads[r->m.n_loads++] =
            (struct mechanism_load){.name = "push", .kind = LOAD_JOINT, .point = {first + 2, {0, 0, 0}}};
    }
    rig_build(r);
    return r;
}

/* Both sliders turn in the middle of their stroke. The first one's push has changed within the step, so that the acceleration at
 * its end says nothing of the step's length: that must not make a dead point of the second loop's turn. */
static void a_loop_is_not_judged_by_another_one(void **state)
{
    (void)state;
    struct rig *r = two_slider_cranks();
    double dx[4];
    r->x[2] = 0.05;
    r->x[3] = 0.05;
    assert_true(engine_accept(r->e, r->x, r->memory, &r->report));
    r->x[2] = -1e-5; /* the first slider turns, too, but hardly moves a crank */
    r->x[3] = -0.05;
    r->u[0] = -5e5;
    r->u[1] = -2000;
    rig_rates(r, dx);
    assert_true(engine_has_turned(r->e, r->memory));
    if (!engine_turn_check(r->e, dx, r->memory, &r->report))
        fail_msg("%s", r->report.text);
    rig_free(r);
}

/* A point mass of 2 kg on a spring of length 0 to where it is: x'' = -(k x + c x')/m in every direction it moves. Moving along x,
 * the damper resists by c x'; across it, at no length, by c y' as well. */
static void a_spring_without_length_has_its_stiffness(void **state)
{
    (void)state;
    for (int moving = 0; moving < 2; moving++) {
        struct rig *r = rig_new();
        r->m.gravity[1] = 0;
        for (int k = 0; k < 2; k++) {
            struct mechanism_body *b = rig_body(r, k ? "y" : "x", k - 1, JOINT_PRISMATIC, 0, 0, 0);
            b->joint.axis[2] = 0;
            b->joint.axis[k] = 1;
        }
        r->bodies[1].mass = 2;
        r->springs[r->m.n_springs++] = (struct mechanism_spring){
            .name = "spring", .a = {MECHANISM_GROUND, {0}}, .b = {1, {0}}, .stiffness = 50, .damping = 3};
        rig_build(r);
        double J[16], dx[4];
        r->x[2] = moving * 0.7;
        rig_jacobian(r, J);
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                assert_near(J[(2 + i) * 4 + j], i == j ? -25 : 0, 1e-13);
                assert_near(J[(2 + i) * 4 + 2 + j], i == j ? -1.5 : 0, 1e-13);
            }
        rig_rates(r, dx);
        assert_near(dx[2], -1.5 * r->x[2], 1e-15);
        assert_near(dx[3], 0, 0);
        rig_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accelerations_are_those_of_the_parallelogram),
        cmocka_unit_test(derivatives_are_those_of_the_parallelogram),
        cmocka_unit_test(it_runs_through_as_a_parallelogram),
        cmocka_unit_test(long_steps_keep_the_cranks_parallel),
        cmocka_unit_test(energy_stays_with_several_degrees_of_freedom),
        cmocka_unit_test(a_slider_goes_on_through_the_crank_joint),
        cmocka_unit_test(a_rest_in_a_singular_position_is_told),
        cmocka_unit_test(a_loop_is_not_judged_by_another_one),
        cmocka_unit_test(a_spring_without_length_has_its_stiffness),
    };
    return cmocka_run_group_tests_name("singular positions", tests, NULL, NULL);
}
