/* Cylinders, hoses and flow sources from files, each against a closed solution; what the atmosphere does to them. docs/validation.md has a row for
 * each. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_alive.h"

#include <math.h>

/* A piston of 20 and 12 cm2 in a stroke of 1 m, 0.4 m out, with 0.1 m that it never reaches: 1 l and 0.84 l; the oil has 1 GPa. */
#define CYLINDER(head, more)                                                                                           \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", " head                                          \
    "\"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9}, "                                                     \
    "\"nodes\": {\"a\": {\"type\": \"volume\", \"start_pressure\": 9e6}, \"b\": {\"type\": \"volume\", "               \
    "\"start_pressure\": 3e6}}, \"cylinders\": {\"c\": {\"A\": \"a\", \"B\": \"b\", \"areas\": [20e-4, 12e-4], "       \
    "\"stroke\": 1, \"retracted_length\": 1.5, \"dead_lengths\": [0.1, 0.1], \"length\": 1.9" more "}}}"

/* F = A_A p_A - A_B p_B - F_mu, F_mu = sigma2 v; the chambers' pressures by how fast they change: B (+-A ds)/V. */
static void a_cylinder_has_the_force_of_its_pressures(void **state)
{
    (void)state;
    struct opened o = start(CYLINDER("", ", \"friction\": {\"type\": \"viscous\", \"sigma2\": 4000}"));
    for (int k = -2; k <= 2; k++) {
        const double v = 0.15 * k;
        set(&o, "c.rate", v);
        look(&o, 0);
        assert_near(get(&o, "c.force"), 20e-4 * 9e6 - 12e-4 * 3e6 - 4000 * v, 1e-9);
        assert_near(get(&o, "der(a.p)"), -1e9 * 20e-4 * v / 1e-3, 1e-5);
        assert_near(get(&o, "der(b.p)"), 1e9 * 12e-4 * v / 0.84e-3, 1e-5);
    }
    done(&o);
}

/* The piston held: what is higher in A than in B falls as exp(-k (B/V_a + B/V_b) t), and the oil stays. Steps of Runge and Kutta's: 1e-9. */
static void leakage_evens_pressures_out(void **state)
{
    (void)state;
    const double k = 2e-12, rate = k * 1e9 * (1 / 1e-3 + 1 / 0.84e-3);
    struct opened o = start(CYLINDER("", ", \"leakage\": 2e-12"));
    for (int i = 1; i <= 5; i++) {
        run(&o, 0, 1e-3, 100);
        const double drop = 6e6 * exp(-rate * 0.1 * i);
        assert_near(get(&o, "a.p") - get(&o, "b.p"), drop, 1e-9 * 6e6);
        assert_near(1e-3 * get(&o, "a.p") + 0.84e-3 * get(&o, "b.p"), 1e-3 * 9e6 + 0.84e-3 * 3e6, 1e-7);
    }
    assert_near(get(&o, "c.loss"), k * pow(get(&o, "a.p") - get(&o, "b.p"), 2), 1e-9);
    done(&o);
}

/* k d (1 + c d') at either end, which never pulls, and nothing before it. */
static void a_stop_pushes_by_its_depth_and_velocity(void **state)
{
    (void)state;
    struct opened o = start(CYLINDER("", ", \"stops\": {\"stiffness\": 1e8, \"damping\": 5}"));
    const double pressures = 20e-4 * 9e6 - 12e-4 * 3e6;
    static const struct {
        double l, v, stop; /* place of the piston, its velocity, force along the length */
    } rows[] = {
        {0.5, 1, 0},         {1, 0.3, 0},      {1.002, 0, -2e5},     {1.002, 0.1, -3e5},
        {1.002, -0.1, -1e5}, {1.002, -0.3, 0}, {-0.001, -0.2, +2e5}, {-0.001, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set(&o, "c.length", 1.5 + rows[i].l);
        set(&o, "c.rate", rows[i].v);
        look(&o, 0);
        assert_near(get(&o, "c.force"), pressures + rows[i].stop, 1e-6);
    }
    done(&o);
}

/* A source fills 3 l of oil, 2 of them in a hose: dp/dt = Q/(V/B + V_h/B_h), the same all the time. */
static void a_hose_gives_way_to_what_a_source_brings(void **state)
{
    (void)state;
    struct opened o = start(
        "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", \"fluid\": {\"type\": \"constant\", "
        "\"bulk_modulus\": 1.5e9}, \"nodes\": {\"v\": {\"type\": \"volume\", \"volume\": \"1 l\", \"start_pressure\": "
        "1e6}}, \"hoses\": {\"h\": {\"at\": \"v\", \"volume\": \"2 l\", \"bulk_modulus\": \"400 MPa\"}}, "
        "\"flow_sources\": {\"fill\": {\"to\": \"v\", \"flow\": \"3 l/min\"}}}");
    const double softness = 3e-3 / 1.5e9 + 2e-3 / 400e6;
    assert_near(get(&o, "v.size"), 3e-3, 1e-17);
    assert_near(get(&o, "v.bulk_modulus"), 3e-3 / softness, 1e-6);
    run(&o, 0, 1e-3, 2000);
    assert_near(get(&o, "v.p"), 1e6 + 5e-5 / softness * 2, 1e-5);
    done(&o);
}

/* The atmosphere presses on the rod's end, whose area is A_A - A_B. Gauge pressures count it; with absolute ones the force is larger by it, 81 N
 * here. docs/circuits.md says so. */
static void absolute_pressures_leave_the_atmosphere_on_the_rod_out(void **state)
{
    (void)state;
    struct opened absolute = start(CYLINDER("", "")), gauge = start(CYLINDER("\"pressures\": \"gauge\", ", ""));
    static const char *const names[] = {"a.p", "b.p"};
    for (int k = 0; k < 2; k++)
        set(&gauge, names[k], get(&absolute, names[k]) - 101325);
    look(&gauge, 0);
    assert_near(get(&absolute, "c.force") - get(&gauge, "c.force"), 101325 * (20e-4 - 12e-4), 1e-9);
    done(&absolute);
    done(&gauge);
}

/* Its spring's side is open to the atmosphere. Its setting is one above what pressures count from: with absolute ones it opens (1 + R) of the
 * atmosphere earlier. */
#define VENTED(head)                                                                                                   \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", " head                                          \
    "\"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9}, \"nodes\": {\"load\": {\"type\": \"volume\", "        \
    "\"volume\": 1e-3, \"start_pressure\": 15e6}, \"pilot\": {\"type\": \"pump\", \"pressure\": 1e6, \"input\": "      \
    "true}, \"tank\": {\"type\": \"tank\", \"pressure\": 5e5}}, \"pressure_valves\": {\"holding\": {\"type\": "        \
    "\"counterbalance\", \"from\": \"load\", \"to\": \"tank\", \"pilot\": \"pilot\", \"setting\": 20e6, \"ratio\": "   \
    "4, \"span\": 1e6, \"flow_coefficient\": 1e-7, \"laminar_drop\": 1e3, \"vented\": true}}}"
static void a_vented_valve_counts_from_where_pressures_do(void **state)
{
    (void)state;
    struct opened absolute = start(VENTED("")), gauge = start(VENTED("\"pressures\": \"gauge\", "));
    struct opened *const both[] = {&absolute, &gauge};
    for (int k = 0; k < 2; k++) {
        set(both[k], "pilot.pressure", 1.25e6 + 1e5); /* 15 + 4 * 1.25 = 20 MPa: 0.4 of the span above it */
        look(both[k], 0);
        assert_near(get(both[k], "holding.lift"), 0.4, 1e-12);
    }
    set(&gauge, "load.p", 15e6 - 101325), set(&gauge, "pilot.pressure", 1.35e6 - 101325);
    look(&gauge, 0);
    assert_near(get(&gauge, "holding.lift"), 0, 0);
    set(&gauge, "load.p", 15e6 - 101325 + 5 * 101325);
    look(&gauge, 0);
    assert_near(get(&gauge, "holding.lift"), 0.4, 1e-12);
    done(&absolute);
    done(&gauge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cylinder_has_the_force_of_its_pressures),
        cmocka_unit_test(leakage_evens_pressures_out),
        cmocka_unit_test(a_stop_pushes_by_its_depth_and_velocity),
        cmocka_unit_test(a_hose_gives_way_to_what_a_source_brings),
        cmocka_unit_test(absolute_pressures_leave_the_atmosphere_on_the_rod_out),
        cmocka_unit_test(a_vented_valve_counts_from_where_pressures_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
