/* The example of docs/adding-a-model.md is what it says: an FMU of a damped oscillator. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"

#include <math.h>
#include <string.h>

/* m = 2 kg, k = 50 N/m, d = 4 N s/m, released at x_0 = 0.1 m under a constant force of 2 N. */
static double closed_solution(double t)
{
    const double decay = 4 / (2 * 2.0), omega = sqrt(50 / 2.0 - decay * decay), rest = 2 / 50.0, start = 0.1 - rest;
    return rest + start * exp(-decay * t) * (cos(omega * t) + decay / omega * sin(omega * t));
}

static void the_example_moves_as_the_closed_solution(void **state)
{
    (void)state;
    struct binary *b = binary_open("SpringMass");
    for (int solver = 2; solver <= 4; solver += 2) {
        struct unit_under_test u;
        unit_open(&u, b, fmi2CoSimulation);
        unit_set_integer(&u, "solver", solver);
        unit_set(&u, "rel_tol", 1e-12);
        unit_set(&u, "abs_tol", 1e-12);
        unit_set(&u, "f", 2);
        unit_initialize(&u, 0);
        for (int k = 0; k < 100; k++) {
            assert_int_equal(b->DoStep(u.component, k * 0.01, 0.01, fmi2True), fmi2OK);
            assert_near(unit_get(&u, "x"), closed_solution((k + 1) * 0.01), 1e-10);
        }
        unit_close(&u);
    }
    binary_close(b);
}

static void its_energy_balance_closes_without_damping(void **state)
{
    (void)state;
    struct binary *b = binary_open("SpringMass");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set_integer(&u, "solver", 2);
    unit_set(&u, "d", 0);
    unit_set(&u, "f", 5);
    unit_initialize(&u, 0);
    const double before = unit_get(&u, "energy");
    assert_int_equal(b->DoStep(u.component, 0, 1, fmi2True), fmi2OK);
    assert_near(unit_get(&u, "energy") - before, unit_get(&u, "work"), 1e-9);
    unit_close(&u);
    binary_close(b);
}

static void a_mass_at_the_wall_is_named(void **state)
{
    (void)state;
    struct binary *b = binary_open("SpringMass");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set(&u, "f", -100);
    unit_initialize(&u, 0);
    assert_int_equal(b->DoStep(u.component, 0, 1, fmi2True), fmi2Discard);
    assert_non_null(strstr(u.last_message, "the mass has reached the wall"));
    unit_close(&u);
    binary_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_moves_as_the_closed_solution),
        cmocka_unit_test(its_energy_balance_closes_without_damping),
        cmocka_unit_test(a_mass_at_the_wall_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
