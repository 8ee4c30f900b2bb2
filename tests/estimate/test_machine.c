/* A coupled system under a filter. */
#include "tests/linearize/running.h"

#include "estimate/machine.h"

/* LIM's manipulator in p-s coupling: the piston's speed is a matter of both angles' rates, and an input of the hydraulics. After a
 * correction the other FMU has what follows from the new states, at once. */
static void correction_reaches_the_other_component(void **state)
{
    (void)state;
    struct filter_state states[] = {{.name = "multibody.dtheta1", .sigma = 1}, {.name = "hydraulics.p2", .sigma = 1}};
    struct filter_sensor sensors[] = {{.name = "speed", .output = "multibody.ds", .sigma = 1}};
    const struct filter_file filter = {.states = states, .n_states = 2, .sensors = sensors, .n_sensors = 1};
    struct running r = start_running(LIM, (const char *const[]){"multibody.coupling=2", NULL}, NULL, PROBE_BEST);
    struct machine machine;
    assert_ok(machine_open(&machine, r.run, &filter, &error));
    assert_ok(run_advance(r.run, 0.5, &error));
    assert_ok(machine_linearize(&machine, &error));
    double before[2], after[2], speed_before, speed_after, input, pressure;
    assert_ok(machine_read_states(&machine, before, &error));
    assert_ok(machine_read_sensors(&machine, &speed_before, &error));
    assert_ok(machine_correct(&machine, (const double[]){1e-3, 2e4}, &error));
    assert_ok(machine_read_states(&machine, after, &error));
    assert_true(after[0] == before[0] + 1e-3 && after[1] == before[1] + 2e4);
    /* ds is linear in the rates: what it changes by is exactly its derivative, times the change */
    assert_ok(machine_read_sensors(&machine, &speed_after, &error));
    assert_near(speed_after - speed_before, machine.c[0] * 1e-3, 1e-15);
    assert_true(fabs(machine.c[0]) > 0.01);
    struct component *hydraulics = run_component(r.run, 1), *multibody = run_component(r.run, 0);
    const unsigned ds = description_find(component_description(hydraulics), "ds")->reference;
    const unsigned p2 = description_find(component_description(multibody), "p2")->reference;
    assert_ok(component_get_real(hydraulics, &ds, 1, &input, &error));
    assert_ok(component_get_real(multibody, &p2, 1, &pressure, &error));
    assert_true(input == speed_after);
    assert_true(pressure == after[1]);
    machine_close(&machine);
    stop_running(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correction_reaches_the_other_component),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
