/* Physics that leaves its domain: a message with the variable, its value, the limit and the time; the instance lives on. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"

#include <string.h>

static void says(const struct unit_under_test *u, const char *words)
{
    if (!strstr(u->last_message, words))
        fail_msg("\"%s\" does not say \"%s\"", u->last_message, words);
}

static struct binary *hydraulics;

static int load(void **state)
{
    (void)state;
    hydraulics = binary_open("ManipulatorHydraulics");
    return 0;
}

static int unload(void **state)
{
    (void)state;
    binary_close(hydraulics);
    return 0;
}

/* With every solver: the piston is driven into its stop, the step is discarded, the last good time is asked for, and after a
 * rollback the instance goes on as if nothing had happened. */
static void a_piston_at_its_stop_discards_the_step_and_can_be_rolled_back(void **state)
{
    (void)state;
    const struct binary *b = hydraulics;
    for (int solver = 1; solver <= 4; solver++) {
        struct unit_under_test u;
        unit_open(&u, b, fmi2CoSimulation);
        unit_set_integer(&u, "solver", solver);
        unit_initialize(&u, 0);
        assert_int_equal(b->DoStep(u.component, 0, 0.01, fmi2False), fmi2OK);
        const double before = unit_get(&u, "p1");
        fmi2FMUstate saved = NULL;
        assert_int_equal(b->GetFMUstate(u.component, &saved), fmi2OK);

        unit_set(&u, "s", 0.5 + 0.23); /* beyond l/2 = 0.221 m */
        assert_int_equal(b->DoStep(u.component, 0.01, 0.01, fmi2False), fmi2Discard);
        says(&u, "chamber 1 has no length left (l_1 = -0.009 m, limit 0)");
        says(&u, "at t = 0.01 s");
        double t = -1;
        fmi2Boolean terminated = fmi2True;
        fmi2Status step = fmi2OK;
        assert_int_equal(b->GetRealStatus(u.component, fmi2LastSuccessfulTime, &t), fmi2OK);
        assert_true(t == 0.01);
        assert_int_equal(b->GetBooleanStatus(u.component, fmi2Terminated, &terminated), fmi2OK);
        assert_false(terminated);
        assert_int_equal(b->GetStatus(u.component, fmi2DoStepStatus, &step), fmi2OK);
        assert_int_equal(step, fmi2Discard);
        assert_int_equal(b->DoStep(u.component, 0.01, 0.01, fmi2False), fmi2Error);

        assert_int_equal(b->SetFMUstate(u.component, saved), fmi2OK);
        assert_true(unit_get(&u, "p1") == before);
        assert_int_equal(b->DoStep(u.component, 0.01, 0.01, fmi2False), fmi2OK);
        b->FreeFMUstate(u.component, &saved);
        assert_int_equal(b->Reset(u.component), fmi2OK);
        unit_initialize(&u, 0);
        unit_close(&u);
    }
}

static void a_pressure_beyond_the_bulk_modulus_is_named_with_its_range(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, hydraulics, fmi2CoSimulation);
    unit_initialize(&u, 0);
    unit_set(&u, "p2", 3e8); /* eq. 11 ends at -a/(2b) = 2.7437e8 Pa */
    assert_int_equal(hydraulics->DoStep(u.component, 0, 1e-3, fmi2False), fmi2Discard);
    says(&u, "p2 = 3e+08 Pa is outside the bulk modulus' range");
    says(&u, "2.7437e+08");
    unit_close(&u);
}

static void an_input_that_is_no_number_is_named(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, hydraulics, fmi2CoSimulation);
    unit_initialize(&u, 0);
    unit_set(&u, "ds", NAN);
    assert_int_equal(hydraulics->DoStep(u.component, 0, 1e-3, fmi2False), fmi2Discard);
    says(&u, "the input ds (or a derivative of it) is nan at t = 0 s");
    unit_close(&u);
}

static void a_spool_beyond_its_ends_is_named(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, hydraulics, fmi2CoSimulation);
    unit_set_integer(&u, "manoeuvre", 0);
    unit_initialize(&u, 0);
    unit_set(&u, "kappa", 1.2);
    assert_int_equal(hydraulics->DoStep(u.component, 0, 1e-3, fmi2False), fmi2Discard);
    says(&u, "kappa = 1.2 is outside [0, 1]");
    unit_close(&u);
}

static void a_force_that_no_pressure_holds_fails_the_initialization(void **state)
{
    (void)state;
    const struct binary *b = hydraulics;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set(&u, "f_h_static", 5e4); /* a_p (p_P - p_T) = 48750 N */
    assert_int_equal(b->EnterInitializationMode(u.component), fmi2OK);
    assert_int_equal(b->ExitInitializationMode(u.component), fmi2Error);
    says(&u, "no pressures hold f_h_static = 50000 N");
    says(&u, "48750 N at most");
    assert_int_equal(b->Reset(u.component), fmi2OK);
    unit_initialize(&u, 0);
    unit_close(&u);
}

static void parameters_that_contradict_each_other_are_named(void **state)
{
    (void)state;
    const struct binary *b = hydraulics;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set(&u, "p_P", 5e4);
    assert_int_equal(b->EnterInitializationMode(u.component), fmi2OK);
    assert_int_equal(b->ExitInitializationMode(u.component), fmi2Error);
    says(&u, "p_P = 50000 Pa is not above p_T = 100000 Pa");
    unit_close(&u);
}

static void a_mechanism_at_its_dead_point_is_named(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set(&u, "x_B", 0.5); /* on P's circle: P passes through B at theta1 = 0 */
    unit_set(&u, "theta1_0", 0);
    assert_int_equal(b->EnterInitializationMode(u.component), fmi2OK);
    assert_int_equal(b->ExitInitializationMode(u.component), fmi2Error);
    says(&u, "the actuator's length s = 0 m is not above its limit");
    unit_close(&u);
    binary_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_piston_at_its_stop_discards_the_step_and_can_be_rolled_back),
        cmocka_unit_test(a_pressure_beyond_the_bulk_modulus_is_named_with_its_range),
        cmocka_unit_test(an_input_that_is_no_number_is_named),
        cmocka_unit_test(a_spool_beyond_its_ends_is_named),
        cmocka_unit_test(a_force_that_no_pressure_holds_fails_the_initialization),
        cmocka_unit_test(parameters_that_contradict_each_other_are_named),
        cmocka_unit_test(a_mechanism_at_its_dead_point_is_named),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
