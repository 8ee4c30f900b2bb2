/* The engine on mechanisms that others have solved: LIM's manipulator, Publication II's four-bar, loops. */
#include "tests/testing.h"

#include "tests/oracle/lim_oracle.h"
#include "tests/fmu_multibody/rig.h"
#include "benchmarks/reference/recomputed.h"

static double pi(void)
{
    return acos(-1);
}

/* theta1 = z1, theta2 = z1 + z2; 50 placements against the oracle's projected point masses. */
static void the_manipulator_accelerates_like_the_oracle(void **state)
{
    (void)state;
    struct rig *r = rig_manipulator(1.3, 0.7, 0.6, -0.2);
    rig_build(r);
    assert_int_equal(r->n_states, 4);
    struct oracle_parameters p = oracle_default();
    p.L = 1.3L, p.L_h = 0.7L, p.x_B = 0.6L, p.y_B = -0.2L;
    p.m = 200, p.m_p = 250, p.m_h = 100;
    for (int k = 0; k < 50; k++) {
        const long double x[4] = {0.3L + 0.04L * k, 4 + 0.05L * k, 0.02L * k - 0.4L, 0.7L - 0.03L * k};
        r->x[0] = (double)x[0];
        r->x[1] = (double)(x[1] - x[0]);
        r->x[2] = (double)x[2];
        r->x[3] = (double)(x[3] - x[2]);
        r->u[0] = 5000 - 100.0 * k;
        double dx[4], s, ds, force;
        long double acceleration[2];
        rig_rates(r, dx);
        oracle_accelerations(&p, x, (long double)r->u[0], acceleration);
        assert_near(dx[0], r->x[2], 0);
        assert_near(dx[1], r->x[3], 0);
        assert_near(dx[2], (double)acceleration[0], 1e-12 * (1 + fabs(dx[2])));
        assert_near(dx[2] + dx[3], (double)acceleration[1], 1e-12 * (1 + fabs(dx[3])));
        engine_actuator_real(r->e, 0, r->u, &s, &ds, &force);
        assert_near(s, (double)oracle_length(&p, x[0]), 1e-15);
        assert_near(ds, (double)oracle_length_rate(&p, x), 1e-15);
        assert_near(force, r->u[0], 0);
        assert_near(engine_kinetic_energy_real(r->e) + engine_potential_energy_real(r->e), (double)oracle_energy(&p, x),
                    1e-11);
        assert_true(engine_static_forces_real(r->e, r->u, &force, &r->report));
        const long double at_rest[4] = {x[0], x[1], 0, 0};
        const double held = (double)oracle_static_force(&p, at_rest);
        assert_near(force, held, 1e-12 * fabs(held) + 1e-9);
        assert_near(engine_velocities_real(r->e)[1], r->x[3], 0); /* statics leaves the velocities */
    }
    rig_free(r);
}

/* Publication II: the loop at 60 degrees, the cylinder's length and the force that holds it (recomputed.h). The spatial
 * revolute joint has five rows, a planar loop needs two. */
static void the_four_bar_closes_and_stands(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    rig_build(r);
    assert_int_equal(r->n_states, 2);
    const struct engine_summary summary = engine_summary(r->e);
    assert_int_equal(summary.rows, 5);
    assert_int_equal(summary.holonomic, 2);
    assert_int_equal(summary.dropped, 3);
    assert_string_equal(engine_dropped(r->e, 0), "pivot");
    double dx[2], s, ds, force;
    rig_rates(r, dx);
    const double *z = engine_positions_real(r->e);
    assert_near(z[1] * 180 / pi(), LUT2_FOUR_BAR_Z2, 2e-13);
    assert_near(z[2] * 180 / pi(), LUT2_FOUR_BAR_Z3, 2e-13);
    assert_true(engine_residual_real(r->e) < 4e-15);
    engine_actuator_real(r->e, 0, NULL, &s, &ds, NULL);
    assert_near(s, sqrt(3), 1e-15);
    assert_near(ds, 0, 0);
    assert_true(engine_static_forces_real(r->e, r->u, &force, &r->report));
    assert_near(force, LUT2_FOUR_BAR_FORCE, 0.5e-9);
    r->u[0] = force;
    rig_rates(r, dx);
    assert_near(dx[1], 0, 1e-13);
    rig_free(r);
}

/* Velocity and acceleration of the loop against the closed form by the crank: the same mechanism driven along, differentiated in
 * time by the complex step of the positions alone. */
static void the_four_bar_keeps_its_loop_in_motion(void **state)
{
    (void)state;
    struct rig *r = rig_four_bar();
    rig_build(r);
    for (int k = 0; k < 40; k++) {
        r->x[0] = 1 + 0.11 * k; /* the crank turns all around */
        r->x[1] = 2 - 0.1 * k;
        assert_true(engine_configure_real(r->e, r->memory, r->x, &r->report));
        assert_true(engine_residual_real(r->e) < 1e-14);
        double v[3], p[3];
        engine_place_of_real(r->e, (struct mechanism_point){2, {5, 0, 0}}, p, v);
        assert_near(p[0], 10, 1e-14);
        assert_near(p[1], 0, 1e-14);
        for (int i = 0; i < 3; i++)
            assert_near(v[i], 0, 1e-13);
        assert_true(engine_accept(r->e, r->x, r->memory, &r->report));
    }
    rig_free(r);
}

/* The crank's angle does not tell whether the loop is open or crossed: the memory does, and nothing else. */
static void the_memory_tells_how_the_loop_is_assembled(void **state)
{
    (void)state;
    struct rig *open = rig_four_bar(), *crossed = rig_four_bar();
    crossed->bodies[1].joint.coordinates[0].position = -2;
    crossed->bodies[2].joint.coordinates[0].position = 1.6;
    rig_build(open);
    rig_build(crossed);
    /* mirrored in the line from the crank's end to the pivot: the transmission angle changes its sign */
    assert_near(crossed->memory[2], -open->memory[2], 1e-14);
    double first[2], second[2], elsewhere[2];
    open->x[0] = crossed->x[0] = 1.2;
    rig_rates(open, first);
    rig_rates(crossed, elsewhere);
    assert_true(fabs(first[1] - elsewhere[1]) > 0.1);
    for (size_t i = 0; i < 2 * open->n; i++) {
        const double held = open->memory[i];
        open->memory[i] = crossed->memory[i];
        crossed->memory[i] = held;
    }
    rig_rates(crossed, second);
    assert_near(second[1], first[1], 0); /* to the last bit: nothing is left of what the engine did before */
    rig_rates(open, second);
    assert_near(second[1], elsewhere[1], 0);
    rig_free(open);
    rig_free(crossed);
}

/* Runge-Kutta steps of order four: the energy's error falls sixteenfold where the step is halved. */
static double energy_drift(struct rig *r, int steps, double end)
{
    const double h = end / steps;
    const size_t n = r->n_states;
    double k[4][2 * RIG_MOST], start[2 * RIG_MOST], first = 0, last = 0;
    for (int step = 0; step <= steps; step++) {
        assert_true(engine_configure_real(r->e, r->memory, r->x, &r->report));
        last = engine_kinetic_energy_real(r->e) + engine_potential_energy_real(r->e);
        if (step == 0)
            first = last;
        for (size_t i = 0; i < n; i++)
            start[i] = r->x[i];
        for (int stage = 0; stage < 4; stage++) {
            rig_rates(r, k[stage]);
            for (size_t i = 0; i < n; i++)
                r->x[i] = start[i] + h * (stage < 2 ? k[stage][i] / 2 : k[stage][i]);
        }
        for (size_t i = 0; i < n; i++)
            r->x[i] = start[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
        assert_true(engine_accept(r->e, r->x, r->memory, &r->report));
    }
    return fabs(last - first);
}

static void energy_is_kept_at_the_integrators_order(struct rig *(*make)(void), double end, int steps)
{
    double drift[2];
    for (int k = 0; k < 2; k++) {
        struct rig *r = make();
        rig_build(r);
        drift[k] = energy_drift(r, steps << k, end);
        rig_free(r);
    }
    if (!(drift[0] / drift[1] > 12 && drift[0] / drift[1] < 40))
        fail_msg("the energy drifts by %g and %g J", drift[0], drift[1]);
}

static struct rig *chain_of_six(void)
{
    return rig_chain(6);
}

static void a_chain_keeps_its_energy(void **state)
{
    (void)state;
    energy_is_kept_at_the_integrators_order(chain_of_six, 0.4, 100);
}

static void a_loop_keeps_its_energy(void **state)
{
    (void)state;
    energy_is_kept_at_the_integrators_order(rig_four_bar, 2, 50);
}

/* The complex step against central differences of the rates, at rest and in motion. */
static void derivatives_are_those_of_the_rates(void **state)
{
    (void)state;
    static struct rig *(*const make[2])(void) = {rig_four_bar, chain_of_six};
    for (size_t kind = 0; kind < 2; kind++) {
        struct rig *r = make[kind]();
        rig_build(r);
        const size_t n = r->n_states;
        r->x[n - 1] = 1.5;
        double J[400], plus[20], minus[20];
        rig_jacobian(r, J);
        for (size_t j = 0; j < n; j++) {
            const double held = r->x[j], h = 1e-5;
            r->x[j] = held + h;
            rig_rates(r, plus);
            r->x[j] = held - h;
            rig_rates(r, minus);
            r->x[j] = held;
            for (size_t i = 0; i < n; i++)
                assert_near(J[i * n + j], (plus[i] - minus[i]) / (2 * h), 1e-6 * (1 + fabs(J[i * n + j])));
        }
        rig_free(r);
    }
}

/* The engine keeps its placement until something moves it: a derivative elsewhere in between, statics or another memory must not show. */
static void a_placement_is_that_of_its_states(void **state)
{
    (void)state;
    static struct rig *(*const make[2])(void) = {rig_four_bar, chain_of_six};
    for (size_t kind = 0; kind < 2; kind++) {
        struct rig *r = make[kind]();
        rig_build(r);
        double first[12], again[12], J[144], z[2], force;
        const double start = r->x[0];
        for (int k = 0; k < 3; k++) {
            r->x[0] = start + 0.1;
            rig_rates(r, first);
            z[0] = engine_positions_real(r->e)[1];
            r->x[0] = k == 0 ? start : start - 0.2; /* at the accepted configuration, and beside it */
            if (k < 2)
                rig_jacobian(r, J);
            else
                assert_true(engine_static_forces_real(r->e, r->u, &force, &r->report));
            r->x[0] = start + 0.1;
            rig_rates(r, again);
            z[1] = engine_positions_real(r->e)[1];
            assert_near(z[1], z[0], 0);
            for (size_t i = 0; i < r->n_states; i++)
                assert_near(again[i], first[i], 0);
        }
        rig_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manipulator_accelerates_like_the_oracle),
        cmocka_unit_test(the_four_bar_closes_and_stands),
        cmocka_unit_test(the_four_bar_keeps_its_loop_in_motion),
        cmocka_unit_test(the_memory_tells_how_the_loop_is_assembled),
        cmocka_unit_test(a_chain_keeps_its_energy),
        cmocka_unit_test(a_loop_keeps_its_energy),
        cmocka_unit_test(derivatives_are_those_of_the_rates),
        cmocka_unit_test(a_placement_is_that_of_its_states),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
