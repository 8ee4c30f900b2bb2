/* The circuit's equations against the papers' numbers (Agundez 2023 and Jaiswal 2021, recomputed with 15 digits and more),
 * against LIM's equations in the oracle, and at the ends of their domain. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/hand_made.h"
#include "tests/oracle/lim_oracle.h"
#include "tests/fmu_hydraulics/publication2.h"

#include <string.h>

enum { S, DS, U_REF, P_PUMP, P_TANK };
enum { P1, P2, P3, U };

static double complex room[400];
static struct model_report report;

static void setup_papers(struct hand_made_papers *made, double retracted, double stroke, struct friction friction)
{
    hand_made_papers(made, retracted, stroke, friction);
    assert_true(circuit_setup(&made->circuit, &report));
    assert_true(circuit_equilibrium_room(&made->circuit) <= sizeof room / sizeof *room);
}

/* p3 = 3.5 MPa is trapped; p1 = p2 follow from the force: Agundez' equilibrium, Publication II's, Publication I's two. */
static void pressures_at_rest_follow_from_the_force(void **state)
{
    (void)state;
    static const struct {
        double force, p;
    } rows[] = {{-48.25061092968444, 2820478.970954171},
                {-386.004887437476, 2753284.892633368803},
                {11029.380862269649631, 5024303.7293417069941},
                {-4151.69125370742, 2004125.39347635}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand_made_papers made;
        setup_papers(&made, 1.43, 0.9, (struct friction){0});
        const double u[] = {1.73, 0, 0, 7.6e6, 1e5};
        double m[1], x[4];
        assert_true(circuit_initialize_real(&made.circuit, true, u, &rows[i].force, m, x, room, &report));
        assert_near(x[P1], rows[i].p, 2e-8);
        assert_near(x[P2], rows[i].p, 2e-8);
        assert_true(x[P3] == 3.5e6 && x[U] == 0);
        assert_near(circuit_force_real(&made.circuit, 0, m, x, u), rows[i].force, 1e-10);
    }
}

static double slope(const struct circuit *c, const double *x, const double *u, size_t row, size_t state, size_t input)
{
    double complex cx[8], cu[8], dx[8], m[2] = {0};
    for (size_t i = 0; i < circuit_states(c); i++)
        cx[i] = x[i];
    for (size_t i = 0; i < circuit_inputs(c); i++)
        cu[i] = u[i];
    if (state < circuit_states(c))
        cx[state] += 1e-100 * I;
    if (input < circuit_inputs(c))
        cu[input] += 1e-100 * I;
    assert_true(circuit_rates_complex(c, m, cx, cu, dx, &report));
    return cimag(dx[row]) / 1e-100;
}

#define NOTHING ((size_t)-1)

/* Agundez' equilibrium: volumes, effective bulk moduli, and the hydraulic block of the 6 x 6 Jacobian of eq. 88: nu5 to nu8, with
 * ds/dphi2 = -1/2 there; the spool's column is one-sided. */
static void the_hydraulic_block_of_the_jacobian_is_exact(void **state)
{
    (void)state;
    struct hand_made_papers made;
    setup_papers(&made, sqrt(3) - 0.3, 0.9, (struct friction){0});
    const struct circuit *c = &made.circuit;
    const double u[] = {sqrt(3), 0, 0, 7.6e6, 1e5}, p = 2820478.970954171, x[] = {p, p, 3.5e6, 0}, m[1] = {0};
    assert_near(circuit_volume_size_real(c, 1, m, x, u), 0.0015393644737231008, 1e-17);
    assert_near(circuit_volume_size_real(c, 2, m, x, u), 0.002517161297349077, 2e-17);
    assert_near(circuit_bulk_modulus_real(c, 0, m, x, u), 402439024.3902439, 1e-6);
    assert_near(circuit_bulk_modulus_real(c, 1, m, x, u), 1360817369.7890432, 3e-6);
    assert_near(circuit_bulk_modulus_real(c, 2, m, x, u), 1326041258.423467, 3e-6);
    assert_near(made.throttle.opening.flow_coefficient, 1.0982013101645156e-06, 1e-21);

    assert_near(slope(c, x, u, P1, P1, NOTHING), -20981.96411960468, 1e-9);
    assert_near(slope(c, x, u, P1, P2, NOTHING), 20981.96411960468, 1e-9);
    assert_near(slope(c, x, u, P2, P1, NOTHING), 2170.8276484544085, 1e-10);
    assert_near(slope(c, x, u, P2, P2, NOTHING), -2170.8276484544085, 1e-10);
    assert_near(-0.5 * slope(c, x, u, P2, NOTHING, DS), 2221765631.094147, 1e-4);
    assert_near(-0.5 * slope(c, x, u, P3, NOTHING, DS), -1070572864.166135, 1e-4);
    assert_near(slope(c, x, u, U, U, NOTHING), -222.22222222222223, 1e-12);
    for (size_t row = P1; row <= P3; row++)
        assert_near(slope(c, x, u, row, NOTHING, S), 0, 1e-12); /* nothing flows: the volumes' sizes do not matter */

    assert_near(slope(c, x, u, P1, U, NOTHING), 399373339.324004, 1e-5);
    assert_near(slope(c, x, u, P3, U, NOTHING), -20767927.1011609, 1e-6);
    const double left[] = {p, p, 3.5e6, -1e-300};
    assert_near(slope(c, left, u, P1, U, NOTHING), 301307240.373195, 1e-5);
    assert_near(slope(c, left, u, P3, U, NOTHING), -22805816.2339221, 1e-6);
}

/* Publication II's circuit in motion, computed with 30 digits: spool to either side, throttle turbulent and laminar. */
static void rates_in_motion_are_the_papers_equations(void **state)
{
    (void)state;
    static const struct {
        double x[4], s, ds, command, rates[4];
    } rows[] = {
        {{2.9e6, 2.5e6, 3.3e6, 7},
         1.8,
         0.09,
         10,
         {-3162336337.2357692342, 175877467.74598844934, 57709056.743036541332, 666.66666666666666667}},
        {{3.8e6, 3.9e6, 5.2e6, -6},
         1.7,
         -0.08,
         -10,
         {-10135554.929636058335, 152607924.54759198338, -63740818.297244047509, -888.88888888888888889}},
        {{7.55e6, 7.45e6, 1.2e5, 2},
         1.75,
         0.01,
         0,
         {-2057348309.8206203198, 162557756.71544481891, 21033124.964600135281, -444.44444444444444444}},
    };
    struct hand_made_papers made;
    setup_papers(&made, 1.43, 0.9, (struct friction){0});
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double u[] = {rows[i].s, rows[i].ds, rows[i].command, 7.6e6, 1e5};
        double dx[4];
        assert_true(circuit_rates_real(&made.circuit, NULL, rows[i].x, u, dx, &report));
        for (int k = 0; k < 4; k++)
            assert_near(dx[k], rows[i].rates[k], 2e-13 * fabs(rows[i].rates[k]) + 1e-6);
    }
}

/* Commands beyond the spool's limits move it no farther. */
static void spools_stay_within_their_limits(void **state)
{
    (void)state;
    struct hand_made_papers made;
    setup_papers(&made, 1.43, 0.9, (struct friction){0});
    const double u[] = {1.73, 0, 25, 7.6e6, 1e5}, x[] = {3e6, 3e6, 3e6, 10};
    double dx[4];
    assert_true(circuit_rates_real(&made.circuit, NULL, x, u, dx, &report));
    assert_true(dx[U] == 0);
}

/* With LuGre the cylinder's force carries the friction and the circuit its state; in p-s coupling neither. */
static void friction_lives_where_the_force_is_computed(void **state)
{
    (void)state;
    struct hand_made_papers made;
    setup_papers(&made, 1.43, 0.9, publication2_friction(FRICTION_MODIFIED_LUGRE));
    assert_int_equal(circuit_states(&made.circuit), 6);
    /* The converged run of Publication II at 2 s. */
    const double u[] = {1.82517, 0.0940478939655413, 10, 7.6e6, 1e5};
    const double x[] = {2.7e6, 2.5e6, 3.3e6, 10, 3.26131337865112e-05, 0.191992428703979};
    double dx[6];
    const double free_force = 5.02654824574367e-3 * 2.5e6 - 4.0644354955818e-3 * 3.3e6;
    assert_near(circuit_force_real(&made.circuit, 0, NULL, x, u), free_force - 270.686922420195, 3e-9);
    assert_true(circuit_rates_real(&made.circuit, NULL, x, u, dx, &report));
    double dz[2];
    friction_force_real(&made.cylinder.piston.friction, 0, u[DS], x + 4, dz);
    assert_true(dx[4] == dz[0] && dx[5] == dz[1]);

    made.circuit.coupling = CIRCUIT_PRESSURES;
    assert_int_equal(circuit_states(&made.circuit), 4);
    made.circuit.coupling = CIRCUIT_FORCE;
    made.cylinder.piston.friction.law = FRICTION_BENGISU_AKAY;
    assert_int_equal(circuit_states(&made.circuit), 4);
    assert_int_equal(circuit_memories(&made.circuit), 1);
    double m[1] = {0}, z[1];
    circuit_update_modes(&made.circuit, u, m);
    assert_true(m[0] == 1 && circuit_indicators(&made.circuit, u, z) == 1 && z[0] > 0);
}

/* LIM's rates, also below the tank's and above the pump's pressure. */
static void lims_rates_agree_with_the_oracle(void **state)
{
    (void)state;
    struct hand_made_lim made;
    hand_made_lim(&made);
    assert_true(circuit_setup(&made.circuit, &report));
    const struct oracle_parameters p = oracle_default();
    for (int k = 0; k < 100; k++) {
        const double x[] = {2e4 + 9e4 * k, 9e6 - 8.95e4 * k}, s = 0.4 + 0.002 * k, ds = 0.3 - 0.006 * k,
                     kappa = 0.01 * k, u[] = {s, ds, kappa, 7.6e6, 0.1e6}, m[] = {0.5 - 0.221, 0.45};
        long double rates[2];
        double dx[2];
        oracle_pressure_rates(&p, s, ds, kappa, (const long double[2]){x[0], x[1]}, rates);
        assert_true(circuit_rates_real(&made.circuit, m, x, u, dx, &report));
        for (int i = 0; i < 2; i++)
            assert_near(dx[i], (double)rates[i], 1e-13 * fabs((double)rates[i]) + 1e-4);
        assert_near(circuit_force_real(&made.circuit, 0, m, x, u), (x[1] - x[0]) * 65e-4 - 1e5 * ds, 1e-9);
    }
}

/* The closed form of LIM's equilibrium, up to 99.9 % of the largest force, in other proportions too. */
static void lims_equilibrium_is_the_closed_form(void **state)
{
    (void)state;
    for (int k = -40; k <= 40; k++) {
        struct oracle_parameters p = oracle_default();
        p.p_P = 7.6e6 + 1e5 * k;
        p.a_p = 65e-4 * (1 + 0.01 * k);
        struct hand_made_lim made;
        hand_made_lim(&made);
        made.cylinder.piston.area_A = made.cylinder.piston.area_B = (double)p.a_p;
        assert_true(circuit_setup(&made.circuit, &report));
        const double force = 0.999 * k / 40 * (double)(p.a_p * (p.p_P - p.p_T));
        const double u[] = {0.5, 0, 0, (double)p.p_P, (double)p.p_T};
        double m[2], x[2];
        if (!circuit_initialize_real(&made.circuit, true, u, &force, m, x, room, &report))
            fail_msg("%d: %s", k, report.text);
        long double p1, p2, kappa;
        oracle_equilibrium(&p, force, &p1, &p2, &kappa);
        assert_near(x[0], (double)p1, 1e-14 * (double)p.p_P);
        assert_near(x[1], (double)p2, 1e-14 * (double)p.p_P);
        assert_near(m[1], (double)kappa, 1e-13);
        assert_near(m[0], 0.5 - 0.221, 1e-16);
    }
}

/* d(p1, p2, kappa)/dF of the closed form: -1/(2 a_p), 1/(2 a_p), and the slope of kappa by differences in long double. */
static void the_equilibrium_has_exact_derivatives(void **state)
{
    (void)state;
    struct hand_made_lim made;
    hand_made_lim(&made);
    assert_true(circuit_setup(&made.circuit, &report));
    const double complex u[] = {0.5, 0, 0, 7.6e6, 1e5}, force = 8829 + 1e-100 * I;
    double complex m[2], x[2];
    assert_true(circuit_initialize_complex(&made.circuit, true, u, &force, m, x, room, &report));
    assert_near(cimag(x[0]) / 1e-100, -0.5 / 65e-4, 1e-11);
    assert_near(cimag(x[1]) / 1e-100, 0.5 / 65e-4, 1e-11);
    const struct oracle_parameters p = oracle_default();
    long double p1, p2, high, low;
    oracle_equilibrium(&p, 8829 + 1e-3L, &p1, &p2, &high);
    oracle_equilibrium(&p, 8829 - 1e-3L, &p1, &p2, &low);
    assert_near(cimag(m[1]) / 1e-100, (double)((high - low) / 2e-3L), 1e-16);
}

/* A winch's load behind a closed valve: p = p_tank - T/D, so that its slopes are 1 along the tank's pressure and -1/D along the torque. */
static void a_pressure_that_a_torque_decides_has_exact_derivatives(void **state)
{
    (void)state;
    struct circuit_volume volume = {"line", .volume = 1e-3, .start_pressure = 1e6};
    struct circuit_source tank = {.name = "tank"};
    struct circuit_unit winch = {.name = "winch",
                                 .is_motor = true,
                                 .from = 0,
                                 .to = 1,
                                 .displacement = 2e-5,
                                 .volumetric_efficiency = 1,
                                 .mechanical_efficiency = 0.9,
                                 .by_torque = true,
                                 .drive = 1,
                                 .speed_state = 1,
                                 .inertia = 1,
                                 .upper = 1};
    struct circuit c = {.fluid = {FLUID_CONSTANT, .bulk_modulus = 1e9},
                        .n_volumes = 1,
                        .n_sources = 1,
                        .n_units = 1,
                        .n_commands = 1,
                        .n_more_states = 1,
                        .volumes = &volume,
                        .sources = &tank,
                        .units = &winch};
    assert_true(circuit_setup(&c, &report));
    assert_true(circuit_equilibrium_room(&c) <= sizeof room / sizeof *room);
    for (int along = 0; along < 2; along++) {
        double complex u[] = {1e5, -300}, x[2];
        u[along] += 1e-100 * I;
        assert_true(circuit_initialize_complex(&c, true, u, NULL, NULL, x, room, &report));
        assert_near(creal(x[0]), 1e5 + 300 / 2e-5, 1e-6);
        assert_near(cimag(x[0]) / 1e-100, along ? -1 / 2e-5 : 1, along ? 1e-8 : 1e-13);
        assert_true(x[1] == 0);
    }
}

/* What the equilibrium cannot determine, and what it cannot hold, is told by name. */
static void an_undetermined_or_impossible_equilibrium_is_told(void **state)
{
    (void)state;
    struct hand_made_papers made;
    setup_papers(&made, 1.43, 0.9, (struct friction){0});
    made.volumes[2].start_given = false;
    const double u[] = {1.73, 0, 0, 7.6e6, 1e5}, force = -386;
    double m[2], x[4];
    assert_false(circuit_initialize_real(&made.circuit, true, u, &force, m, x, room, &report));
    assert_non_null(strstr(report.text, "the equilibrium does not determine its pressure (it is trapped)"));

    struct hand_made_lim lim;
    hand_made_lim(&lim);
    assert_true(circuit_setup(&lim.circuit, &report));
    const double v[] = {0.5, 0, 0, 7.6e6, 1e5}, too_much = 50e3; /* a_p (p_P - p_T) = 48750 N */
    assert_false(circuit_initialize_real(&lim.circuit, true, v, &too_much, m, x, room, &report));
}

/* Check and relief valves: closed up to the cracking pressure, in proportion above it, fully open after the span. */
static void pressure_valves_open_above_their_pressure(void **state)
{
    (void)state;
    struct circuit_volume volume = {"v", .volume = 1e-3, .start_pressure = 1e6};
    struct circuit_source tank = {.name = "tank"};
    struct circuit_poppet poppets[] = {{"relief", 0, 1, {.flow_coefficient = 1e-6}, 10e6, 1e6, true},
                                       {"feed", 1, 0, {.flow_coefficient = 2e-6}, 0.5e5, 0.5e5, false}};
    struct circuit c = {.fluid = {FLUID_CONSTANT, .bulk_modulus = 1e9, .density = 850, .lowest_pressure = -1e5},
                        .n_volumes = 1,
                        .n_sources = 1,
                        .n_poppets = 2,
                        .volumes = &volume,
                        .sources = &tank,
                        .poppets = poppets};
    assert_true(circuit_setup(&c, &report));
    const double u[] = {1e5};
    for (int k = 0; k < 5; k++) {
        const double p[] = {1e6, 10.1e6, 10.6e6, 13.1e6, 0}, lift[] = {0, 0, 0.5, 1, 0};
        assert_near(circuit_poppet_flow_real(&c, 0, &p[k], u), 1e-6 * lift[k] * sqrt(fabs(p[k] - 1e5)), 1e-16);
        assert_near(circuit_poppet_flow_real(&c, 1, &p[k], u), k == 4 ? 2e-6 * sqrt(1e5) : 0, 1e-16);
        double dx;
        assert_true(circuit_rates_real(&c, NULL, &p[k], u, &dx, &report)); /* B/V = 1e12 */
        assert_near(dx, 1e12 * ((k == 4 ? 2e-6 * sqrt(1e5) : 0) - 1e-6 * lift[k] * sqrt(fabs(p[k] - 1e5))), 1e-3);
    }
}

/* Leakage joins the chambers, a flow source fills: two volumes of 1 l with B = 1 GPa, 1e-13 m3/(s Pa) between them. */
static void leakage_and_flow_sources_are_counted(void **state)
{
    (void)state;
    struct circuit_volume volumes[] = {{"a", .volume = 1e-3, .start_pressure = 1e6},
                                       {"b", .volume = 1e-3, .start_pressure = 1e6}};
    struct circuit_cylinder cylinder = {
        "c", 0, 1, {.area_A = 1e-3, .area_B = 1e-3, .stroke = 1}, .retracted_length = 1.5, .leakage = 1e-13};
    struct circuit_flow flows[] = {{"fill", CIRCUIT_OUTSIDE, 0}, {"drain", 1, CIRCUIT_OUTSIDE}};
    struct circuit c = {.fluid = {FLUID_CONSTANT, .bulk_modulus = 1e9},
                        .n_volumes = 2,
                        .n_cylinders = 1,
                        .n_flows = 2,
                        .volumes = volumes,
                        .cylinders = &cylinder,
                        .flows = flows};
    assert_true(circuit_setup(&c, &report));
    const double x[] = {3e6, 1e6}, u[] = {2, 0.01, 3e-5, 1e-5}; /* l = 0.5 m: 1.5 l on each side */
    double dx[2];
    assert_true(circuit_rates_real(&c, NULL, x, u, dx, &report));
    assert_near(dx[0], 1e9 / 1.5e-3 * (3e-5 - 2e-7 - 1e-5), 1e-3);
    assert_near(dx[1], 1e9 / 1.5e-3 * (2e-7 - 1e-5 + 1e-5), 1e-3);
}

/* At the ends of the domain the report says which, and what to do. */
static void ends_of_the_domain_are_told(void **state)
{
    (void)state;
    struct hand_made_papers made;
    setup_papers(&made, 1.43, 0.9, (struct friction){0});
    double dx[4];
    double x[] = {3e6, 3e6, 3e6, 0};
    const double retracted[] = {1.43, 0, 0, 7.6e6, 1e5}, extended[] = {2.34, 0, 0, 7.6e6, 1e5},
                 middle[] = {1.8, 0, 0, 7.6e6, 1e5};
    assert_false(circuit_rates_real(&made.circuit, NULL, x, retracted, dx, &report));
    assert_non_null(strstr(report.text, "the piston of cylinder cylinder has reached its retracted end: chamber A"));
    assert_false(circuit_rates_real(&made.circuit, NULL, x, extended, dx, &report));
    assert_non_null(strstr(report.text, "reached its extended end: chamber B"));
    made.cylinder.dead_A = 0.01;
    assert_true(circuit_rates_real(&made.circuit, NULL, x, retracted, dx, &report));
    x[P2] = -1;
    assert_false(circuit_rates_real(&made.circuit, NULL, x, middle, dx, &report));
    assert_non_null(strstr(report.text, "the pressure in volume v2 has fallen to -1 Pa"));
}

static void copies_have_the_same_layout(void **state)
{
    (void)state;
    struct hand_made_papers made;
    setup_papers(&made, 1.43, 0.9, (struct friction){0});
    _Alignas(max_align_t) char one[4096], two[4096];
    assert_true(circuit_size(&made.circuit) <= sizeof one);
    struct circuit *a = circuit_copy(&made.circuit, one), *b = circuit_copy(a, two);
    const ptrdiff_t in_a = (char *)&a->hoses[2].size - (char *)a, in_b = (char *)&b->hoses[2].size - (char *)b;
    assert_true(a != b && a->hoses != b->hoses && in_a == in_b);
    memset(one, 0, sizeof one);
    const double x[] = {2.9e6, 2.5e6, 3.3e6, 7}, u[] = {1.8, 0.09, 10, 7.6e6, 1e5};
    double dx[4], expected[4];
    assert_true(circuit_rates_real(b, NULL, x, u, dx, &report));
    assert_true(circuit_rates_real(&made.circuit, NULL, x, u, expected, &report));
    assert_memory_equal(dx, expected, sizeof dx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pressures_at_rest_follow_from_the_force),
        cmocka_unit_test(the_hydraulic_block_of_the_jacobian_is_exact),
        cmocka_unit_test(rates_in_motion_are_the_papers_equations),
        cmocka_unit_test(spools_stay_within_their_limits),
        cmocka_unit_test(friction_lives_where_the_force_is_computed),
        cmocka_unit_test(lims_rates_agree_with_the_oracle),
        cmocka_unit_test(lims_equilibrium_is_the_closed_form),
        cmocka_unit_test(the_equilibrium_has_exact_derivatives),
        cmocka_unit_test(a_pressure_that_a_torque_decides_has_exact_derivatives),
        cmocka_unit_test(an_undetermined_or_impossible_equilibrium_is_told),
        cmocka_unit_test(pressure_valves_open_above_their_pressure),
        cmocka_unit_test(leakage_and_flow_sources_are_counted),
        cmocka_unit_test(ends_of_the_domain_are_told),
        cmocka_unit_test(copies_have_the_same_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
