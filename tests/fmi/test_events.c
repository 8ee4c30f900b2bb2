/* Events, memories that follow accepted steps, calculated parameters and a step of the model's own, seen through FMI: the
 * relay's level is a line with kinks at 0.5 s (event of the state), 0.633 s (of the time) and 0.899 s (of the state). */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"

#include <string.h>

static const double level_at_end = 0.702; /* 1 - 0.5 - 2 0.133 + 0.266 + 2 0.101 */

struct relay {
    struct binary *binary;
    struct unit_under_test unit;
};

static void relay_open(struct relay *r, fmi2Type type)
{
    r->binary = binary_open("Relay");
    unit_open(&r->unit, r->binary, type);
}

static void relay_close(struct relay *r)
{
    unit_close(&r->unit);
    binary_close(r->binary);
}

static void step(struct relay *r, double t, double H)
{
    assert_int_equal(r->binary->DoStep(r->unit.component, t, H, fmi2True), fmi2OK);
}

static void error_control_finds_events_of_states_and_stops_at_those_of_time(void **state)
{
    (void)state;
    struct relay r;
    relay_open(&r, fmi2CoSimulation);
    unit_set_integer(&r.unit, "solver", 4);
    unit_initialize(&r.unit, 0);
    step(&r, 0, 1);
    assert_near(unit_get(&r.unit, "level"), level_at_end, 1e-9);
    assert_near(unit_get(&r.unit, "is_low"), 0, 0);
    assert_near(unit_get(&r.unit, "is_filling"), 1, 0);
    relay_close(&r);
}

/* Between events the level is a line, which every method has exactly: a jump in time that lies between two micro steps costs
 * nothing, an event of the state at most one micro step's change. */
static void fixed_steps_stop_at_the_events_of_time(void **state)
{
    (void)state;
    for (int solver = 1; solver <= 3; solver++) {
        struct relay r;
        relay_open(&r, fmi2CoSimulation);
        unit_set_integer(&r.unit, "solver", solver);
        unit_set(&r.unit, "full", 100);
        unit_initialize(&r.unit, 0);
        step(&r, 0, 1);
        assert_near(unit_get(&r.unit, "level"), 100 - 1 + 3 * (1 - 0.633), 1e-12);
        unit_close(&r.unit);

        unit_open(&r.unit, r.binary, fmi2CoSimulation);
        unit_set_integer(&r.unit, "solver", solver);
        unit_set(&r.unit, "step_size", 1e-4);
        unit_initialize(&r.unit, 0);
        step(&r, 0, 1);
        assert_near(unit_get(&r.unit, "level"), level_at_end, 3e-4);
        relay_close(&r);
    }
}

static void memories_are_saved_with_the_state(void **state)
{
    (void)state;
    struct relay r;
    relay_open(&r, fmi2CoSimulation);
    unit_set_integer(&r.unit, "solver", 4);
    unit_initialize(&r.unit, 0);
    step(&r, 0, 0.7);
    fmi2FMUstate saved = NULL;
    assert_int_equal(r.binary->GetFMUstate(r.unit.component, &saved), fmi2OK);
    step(&r, 0.7, 0.3);
    const double level = unit_get(&r.unit, "level");
    assert_int_equal(r.binary->SetFMUstate(r.unit.component, saved), fmi2OK);
    assert_near(unit_get(&r.unit, "is_low"), 1, 0);
    step(&r, 0.7, 0.3);
    assert_near(unit_get(&r.unit, "level"), level, 0);
    assert_int_equal(r.binary->FreeFMUstate(r.unit.component, &saved), fmi2OK);
    relay_close(&r);
}

static void a_step_that_is_not_accepted_changes_nothing(void **state)
{
    (void)state;
    for (int solver = 1; solver <= 4; solver++) {
        struct relay r;
        relay_open(&r, fmi2CoSimulation);
        unit_set_integer(&r.unit, "solver", solver);
        unit_set(&r.unit, "t_fill", 5);
        unit_initialize(&r.unit, 0);
        assert_int_equal(r.binary->DoStep(r.unit.component, 0, 1, fmi2True), fmi2Discard);
        assert_non_null(strstr(r.unit.last_message, "the tank is empty"));
        assert_near(unit_get(&r.unit, "level"), 1, 0);
        assert_near(unit_get(&r.unit, "is_low"), 0, 0);
        relay_close(&r);
    }
}

static void a_calculated_parameter_follows_the_others(void **state)
{
    (void)state;
    struct relay r;
    relay_open(&r, fmi2CoSimulation);
    unit_set(&r.unit, "full", 3);
    unit_initialize(&r.unit, 0);
    assert_near(unit_get(&r.unit, "half"), 1.5, 0);
    const fmi2ValueReference half = binary_reference(r.binary, "half");
    const double value = 1;
    assert_int_equal(r.binary->SetReal(r.unit.component, &half, 1, &value), fmi2Error);
    assert_non_null(strstr(r.binary->description, "causality=\"calculatedParameter\" variability=\"fixed\""));
    relay_close(&r);
}

static void a_model_steps_by_its_own_method_where_a_parameter_says_so(void **state)
{
    (void)state;
    struct relay r;
    relay_open(&r, fmi2CoSimulation);
    unit_set_boolean(&r.unit, "own_step", true);
    unit_set_integer(&r.unit, "solver", 4);
    unit_initialize(&r.unit, 0);
    step(&r, 0, 0.25);
    assert_near(unit_get(&r.unit, "level"), 10.25, 1e-15);
    relay_close(&r);
}

/* In Model Exchange the importer finds the event; only event mode moves what changes the rates. */
static void model_exchange_announces_events_and_changes_rates_only_in_event_mode(void **state)
{
    (void)state;
    struct relay r;
    relay_open(&r, fmi2ModelExchange);
    unit_initialize(&r.unit, 0);
    const struct binary *b = r.binary;
    fmi2Component c = r.unit.component;
    fmi2EventInfo info;
    fmi2Boolean enter, terminate;
    double z, rate;
    const double low = 0.4999;

    assert_non_null(strstr(b->description, "numberOfEventIndicators=\"1\""));
    assert_null(strstr(b->description, "completedIntegratorStepNotNeeded"));
    assert_int_equal(b->NewDiscreteStates(c, &info), fmi2OK);
    assert_true(info.nextEventTimeDefined);
    assert_near(info.nextEventTime, 0.633, 0);
    assert_int_equal(b->EnterContinuousTimeMode(c), fmi2OK);
    assert_int_equal(b->GetEventIndicators(c, &z, 1), fmi2OK);
    assert_near(z, 0.5, 1e-15);

    assert_int_equal(b->SetTime(c, 0.5001), fmi2OK);
    assert_int_equal(b->SetContinuousStates(c, &low, 1), fmi2OK);
    assert_int_equal(b->CompletedIntegratorStep(c, fmi2True, &enter, &terminate), fmi2OK);
    assert_int_equal(b->GetDerivatives(c, &rate, 1), fmi2OK);
    assert_near(rate, -1, 0);
    assert_int_equal(b->GetEventIndicators(c, &z, 1), fmi2OK);
    assert_near(z, -1e-4, 1e-15);
    assert_int_equal(b->EnterEventMode(c), fmi2OK);
    assert_int_equal(b->NewDiscreteStates(c, &info), fmi2OK);
    assert_int_equal(b->EnterContinuousTimeMode(c), fmi2OK);
    assert_int_equal(b->GetDerivatives(c, &rate, 1), fmi2OK);
    assert_near(rate, -2, 0);
    relay_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_control_finds_events_of_states_and_stops_at_those_of_time),
        cmocka_unit_test(fixed_steps_stop_at_the_events_of_time),
        cmocka_unit_test(memories_are_saved_with_the_state),
        cmocka_unit_test(a_step_that_is_not_accepted_changes_nothing),
        cmocka_unit_test(a_calculated_parameter_follows_the_others),
        cmocka_unit_test(a_model_steps_by_its_own_method_where_a_parameter_says_so),
        cmocka_unit_test(model_exchange_announces_events_and_changes_rates_only_in_event_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
