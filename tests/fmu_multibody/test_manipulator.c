/* The mechanism against the oracle's independent equations: statics, energies, power. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"
#include "tests/oracle/lim_oracle.h"

static struct binary *b;

static int load(void **state)
{
    (void)state;
    b = binary_open("Manipulator");
    return 0;
}

static int unload(void **state)
{
    (void)state;
    binary_close(b);
    return 0;
}

static const char *const states[4] = {"theta1", "theta2", "dtheta1", "dtheta2"};

static void place(struct unit_under_test *u, const double z[4])
{
    for (int i = 0; i < 4; i++)
        unit_set(u, states[i], z[i]);
}

/* The document, section 1.3: s1 = 0.5 m, f_h = 8.829 kN at the start. */
static void the_start_has_the_documents_length_and_force(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_initialize(&u, 0);
    assert_near(unit_get(&u, "s"), 0.5, 1e-15);
    assert_near(unit_get(&u, "ds"), 0, 0);
    assert_near(unit_get(&u, "f_h_static"), 8829, 1e-11);
    unit_close(&u);
}

static void static_force_effective_mass_and_energy_agree_with_the_oracle(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set(&u, "y_B", -0.2);
    unit_set(&u, "L", 1.3);
    unit_initialize(&u, 0);
    struct oracle_parameters p = oracle_default();
    p.y_B = -0.2;
    p.L = 1.3;
    for (int k = 0; k < 50; k++) {
        const double z[4] = {0.3 + 0.04 * k, 4 + 0.05 * k, 0.02 * k - 0.4, 0.7 - 0.03 * k};
        place(&u, z);
        const long double x[4] = {z[0], z[1], z[2], z[3]};
        assert_near(unit_get(&u, "s"), (double)oracle_length(&p, x[0]), 1e-15);
        assert_near(unit_get(&u, "ds"), (double)oracle_length_rate(&p, x), 1e-15);
        const double force = (double)oracle_static_force(&p, x);
        assert_near(unit_get(&u, "f_h_static"), force, 1e-12 * fabs(force) + 1e-9);
        const double energy = (double)oracle_energy(&p, x);
        assert_near(unit_get(&u, "kinetic_energy") + unit_get(&u, "potential_energy"), energy, 1e-11);

        /* M_eff: a force of 1 N more accelerates the actuator by 1/M_eff more. */
        long double without[2], with[2];
        oracle_accelerations(&p, x, 0, without);
        oracle_accelerations(&p, x, 1e6L, with);
        const long double J = oracle_length_rate(&p, (long double[]){x[0], 0, 1, 0});
        const double mass = (double)(1e6L / (J * (with[0] - without[0])));
        assert_near(unit_get(&u, "effective_mass"), mass, 1e-12 * mass);
    }
    unit_close(&u);
}

/* d(kinetic + potential)/dt = actuator power, exactly, along any motion. */
static void the_actuators_power_is_the_rate_of_the_energy(void **state)
{
    (void)state;
    for (int coupling = 1; coupling <= 2; coupling++) {
        struct unit_under_test u;
        unit_open(&u, b, fmi2CoSimulation);
        unit_set_integer(&u, "coupling", coupling);
        unit_initialize(&u, 0);
        place(&u, (const double[4]){0.9, 4.4, 0.35, -0.8});
        unit_set(&u, "f_h", 7000);
        unit_set(&u, "p1", 2.5e6);
        unit_set(&u, "p2", 5.5e6);
        fmi2ValueReference knowns[4];
        double rates[4], change[2];
        static const char *const rate_names[4] = {"der(theta1)", "der(theta2)", "der(dtheta1)", "der(dtheta2)"};
        for (int i = 0; i < 4; i++) {
            knowns[i] = binary_reference(b, states[i]);
            rates[i] = unit_get(&u, rate_names[i]);
        }
        const fmi2ValueReference unknowns[2] = {binary_reference(b, "kinetic_energy"),
                                                binary_reference(b, "potential_energy")};
        assert_int_equal(b->GetDirectionalDerivative(u.component, unknowns, 2, knowns, 4, rates, change), fmi2OK);
        const double power = unit_get(&u, "actuator_power");
        assert_near(change[0] + change[1], power, 1e-11 * fabs(power));
        unit_close(&u);
    }
}

/* Without an actuator force the energy stays; with one, the work is what the energy gained: both at the order of RK4. */
static void work_is_what_the_energy_gains_at_fourth_order(void **state)
{
    (void)state;
    double error[2];
    for (int k = 0; k < 2; k++) {
        struct unit_under_test u;
        unit_open(&u, b, fmi2CoSimulation);
        unit_set_integer(&u, "solver", 2);
        unit_set(&u, "step_size", k == 0 ? 8e-3 : 4e-3);
        unit_initialize(&u, 0);
        const double before = unit_get(&u, "kinetic_energy") + unit_get(&u, "potential_energy");
        unit_set(&u, "f_h", 12000);
        for (int step = 0; step < 40; step++)
            assert_int_equal(b->DoStep(u.component, step * 8e-3, 8e-3, fmi2True), fmi2OK);
        const double gained = unit_get(&u, "kinetic_energy") + unit_get(&u, "potential_energy") - before;
        error[k] = unit_get(&u, "actuator_work") - gained;
        assert_true(fabs(gained) > 100);
        unit_close(&u);
    }
    assert_near(error[0] / error[1], 16, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_has_the_documents_length_and_force),
        cmocka_unit_test(static_force_effective_mass_and_energy_agree_with_the_oracle),
        cmocka_unit_test(the_actuators_power_is_the_rate_of_the_energy),
        cmocka_unit_test(work_is_what_the_energy_gains_at_fourth_order),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
