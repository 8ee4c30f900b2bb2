/* Which call is allowed when, which variable may be set when, and what is said where it is not. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"

#include <string.h>

static struct binary *mechanism, *hydraulics;

static int load(void **state)
{
    (void)state;
    mechanism = binary_open("Manipulator");
    hydraulics = binary_open("ManipulatorHydraulics");
    return 0;
}

static int unload(void **state)
{
    (void)state;
    binary_close(mechanism);
    binary_close(hydraulics);
    return 0;
}

static void instantiation_checks_guid_and_name(void **state)
{
    (void)state;
    const fmi2CallbackFunctions quiet = {0};
    const struct binary *b = mechanism;
    assert_null(b->Instantiate("m", fmi2CoSimulation, "{wrong}", "", &quiet, fmi2False, fmi2False));
    assert_null(b->Instantiate("", fmi2CoSimulation, b->guid, "", &quiet, fmi2False, fmi2False));
    assert_null(b->Instantiate(NULL, fmi2CoSimulation, b->guid, "", &quiet, fmi2False, fmi2False));
    assert_null(b->Instantiate("m", (fmi2Type)7, b->guid, "", &quiet, fmi2False, fmi2False));
    fmi2Component c = b->Instantiate("m", fmi2ModelExchange, b->guid, NULL, &quiet, fmi2False, fmi2False);
    assert_non_null(c);
    b->FreeInstance(c);
    b->FreeInstance(NULL);
    assert_string_equal(b->GetVersion(), "2.0");
    assert_string_equal(b->GetTypesPlatform(), "default");
}

/* Calls in the wrong mode: FMI 2.0, section 4.2.4. */
static void calls_in_the_wrong_mode_are_refused_with_their_name(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, mechanism, fmi2CoSimulation);
    const struct binary *b = mechanism;
    const fmi2ValueReference ref = binary_reference(b, "s");
    double value;
    assert_int_equal(b->DoStep(u.component, 0, 1e-3, fmi2True), fmi2Error);
    assert_non_null(strstr(u.last_message, "fmi2DoStep is not allowed after instantiation"));
    assert_int_equal(b->GetReal(u.component, &ref, 1, &value), fmi2Error);
    assert_int_equal(b->ExitInitializationMode(u.component), fmi2Error);
    assert_int_equal(b->Terminate(u.component), fmi2Error);
    unit_initialize(&u, 0);
    assert_int_equal(b->EnterInitializationMode(u.component), fmi2Error);
    assert_non_null(strstr(u.last_message, "fmi2EnterInitializationMode is not allowed between steps"));
    assert_int_equal(b->SetupExperiment(u.component, fmi2False, 0, 0, fmi2False, 0), fmi2Error);
    assert_int_equal(b->SetTime(u.component, 1), fmi2Error);
    assert_int_equal(b->GetDerivatives(u.component, &value, 1), fmi2Error);
    assert_int_equal(b->CancelStep(u.component), fmi2Error);
    assert_int_equal(b->Terminate(u.component), fmi2OK);
    assert_int_equal(b->GetReal(u.component, &ref, 1, &value), fmi2OK);
    assert_int_equal(b->DoStep(u.component, 0, 1e-3, fmi2True), fmi2Error);
    unit_close(&u);
}

static void model_exchange_calls_are_refused_in_co_simulation(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, mechanism, fmi2CoSimulation);
    assert_int_equal(mechanism->EnterInitializationMode(u.component), fmi2OK);
    double x[4];
    assert_int_equal(mechanism->GetContinuousStates(u.component, x, 4), fmi2Error);
    assert_non_null(strstr(u.last_message, "belongs to Model Exchange"));
    unit_close(&u);
}

static void variables_can_be_set_when_their_causality_allows_it(void **state)
{
    (void)state;
    const struct binary *b = hydraulics;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    const double one = 1;
    const fmi2ValueReference p1 = binary_reference(b, "p1"), f_h = binary_reference(b, "f_h"),
                             rho = binary_reference(b, "rho"), manoeuvre = binary_reference(b, "manoeuvre");
    unit_set(&u, "s", 0.6); /* an input before setupExperiment: importers do it */
    assert_int_equal(b->SetReal(u.component, &p1, 1, &one), fmi2Error);
    assert_non_null(strstr(u.last_message, "the state p1 cannot be set here"));
    assert_int_equal(b->SetReal(u.component, &f_h, 1, &one), fmi2Error);
    assert_non_null(strstr(u.last_message, "f_h is calculated"));
    assert_int_equal(b->SetReal(u.component, &manoeuvre, 1, &one), fmi2Error);
    assert_non_null(strstr(u.last_message, "manoeuvre is not Real"));
    unit_initialize(&u, 0);
    assert_true(unit_get(&u, "s_start") == 0.6);
    assert_int_equal(b->SetReal(u.component, &rho, 1, &one), fmi2Error);
    assert_non_null(strstr(u.last_message, "the parameter rho is fixed"));
    unit_set(&u, "p1", 3e6); /* between steps: our extension */
    assert_true(unit_get(&u, "p1") == 3e6);
    const fmi2ValueReference none = 4711;
    assert_int_equal(b->SetReal(u.component, &none, 1, &one), fmi2Error);
    assert_non_null(strstr(u.last_message, "no variable with value reference 4711"));
    fmi2String text;
    assert_int_equal(b->GetString(u.component, &rho, 1, &text), fmi2Error);
    unit_close(&u);
}

/* FMI 2.0 forbids it, our FMUs announce it: what is read after a set is what follows from it. */
static void a_get_after_a_set_recomputes(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, hydraulics, fmi2CoSimulation);
    unit_initialize(&u, 0);
    const double before = unit_get(&u, "f_h");
    unit_set(&u, "ds", 0.02);
    assert_near(unit_get(&u, "f_h"), before - 1e5 * 0.02, 1e-9); /* eq. 8 */
    unit_close(&u);
}

static void parameters_out_of_range_are_refused_with_their_range(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, mechanism, fmi2CoSimulation);
    const fmi2ValueReference m = binary_reference(mechanism, "m"), solver = binary_reference(mechanism, "solver"),
                             step = binary_reference(mechanism, "step_size"), L = binary_reference(mechanism, "L");
    assert_int_equal(mechanism->SetReal(u.component, &m, 1, &(double){-5}), fmi2Error);
    assert_non_null(strstr(u.last_message, "m = -5 kg is outside [0, "));
    assert_int_equal(mechanism->SetInteger(u.component, &solver, 1, &(int){5}), fmi2Error);
    assert_non_null(strstr(u.last_message, "solver = 5"));
    assert_int_equal(mechanism->SetReal(u.component, &step, 1, &(double){0}), fmi2Error);
    assert_non_null(strstr(u.last_message, "step_size = 0 s"));
    assert_int_equal(mechanism->SetReal(u.component, &L, 1, &(double){NAN}), fmi2Error);
    assert_non_null(strstr(u.last_message, "L = nan m"));
    unit_initialize(&u, 0); /* nothing of it was taken */
    assert_near(unit_get(&u, "s"), 0.5, 1e-15);
    unit_close(&u);
}

/* Section 4.2.3: which status belongs to which question. */
static void only_questions_that_have_an_answer_are_answered(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, mechanism, fmi2CoSimulation);
    const struct binary *b = mechanism;
    unit_initialize(&u, 0);
    assert_int_equal(b->DoStep(u.component, 0, 1e-3, fmi2True), fmi2OK);
    fmi2Status status = fmi2Error;
    fmi2Real time = -1;
    fmi2Integer number = 7;
    fmi2String text = NULL;
    assert_int_equal(b->GetStatus(u.component, fmi2DoStepStatus, &status), fmi2OK);
    assert_int_equal(status, fmi2OK);
    assert_int_equal(b->GetRealStatus(u.component, fmi2LastSuccessfulTime, &time), fmi2OK);
    assert_near(time, 1e-3, 0);
    assert_int_equal(b->GetStringStatus(u.component, fmi2PendingStatus, &text), fmi2OK);
    assert_string_equal(text, ""); /* nothing is pending */
    assert_int_equal(b->GetStatus(u.component, fmi2Terminated, &status), fmi2Discard);
    assert_int_equal(b->GetRealStatus(u.component, fmi2DoStepStatus, &time), fmi2Discard);
    assert_int_equal(b->GetStringStatus(u.component, fmi2DoStepStatus, &text), fmi2Discard);
    assert_int_equal(b->GetIntegerStatus(u.component, fmi2PendingStatus, &number), fmi2Discard);
    assert_int_equal(number, 7);
    unit_close(&u);
}

static void there_are_no_strings_to_set(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, mechanism, fmi2CoSimulation);
    const fmi2ValueReference ref = binary_reference(mechanism, "s");
    const fmi2String text = "x";
    assert_int_equal(mechanism->SetString(u.component, &ref, 0, &text), fmi2OK);
    assert_int_equal(mechanism->SetString(u.component, &ref, 1, &text), fmi2Error);
    assert_non_null(strstr(u.last_message, "fmi2SetString"));
    unit_close(&u);
}

static void derivatives_are_of_unknowns_by_knowns(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, mechanism, fmi2CoSimulation);
    const struct binary *b = mechanism;
    unit_initialize(&u, 0);
    const fmi2ValueReference position = binary_reference(b, "s"), length = binary_reference(b, "L"), nobody = 100000;
    const double one = 1;
    double got = 0;
    assert_int_equal(b->GetDirectionalDerivative(u.component, &position, 1, &length, 1, &one, &got), fmi2Error);
    assert_non_null(strstr(u.last_message, "L (value reference"));
    assert_non_null(strstr(u.last_message, "cannot be a known here"));
    assert_int_equal(b->GetDirectionalDerivative(u.component, &nobody, 1, NULL, 0, NULL, &got), fmi2Error);
    assert_non_null(strstr(u.last_message, "an unknown variable (value reference 100000) cannot be an unknown here"));
    unit_close(&u);
}

static void logging_is_by_category(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, mechanism, fmi2CoSimulation);
    assert_int_equal(u.n_messages, 0); /* nothing is said without being asked */
    const fmi2String known[1] = {"logEvents"}, unknown[1] = {"logEverything"};
    assert_int_equal(mechanism->SetDebugLogging(u.component, fmi2True, 1, unknown), fmi2Error);
    assert_int_equal(mechanism->SetDebugLogging(u.component, fmi2True, 1, known), fmi2OK);
    const int before = u.n_messages;
    unit_initialize(&u, 0);
    assert_true(u.n_messages > before);
    assert_non_null(strstr(u.last_message, "initialized at t = 0"));
    unit_close(&u);
}

static void steps_end_at_the_stop_time(void **state)
{
    (void)state;
    struct unit_under_test u;
    const struct binary *b = mechanism;
    unit_open(&u, b, fmi2CoSimulation);
    assert_int_equal(b->SetupExperiment(u.component, fmi2True, 1e-6, 0, fmi2True, 0.01), fmi2OK);
    assert_int_equal(b->EnterInitializationMode(u.component), fmi2OK);
    assert_int_equal(b->ExitInitializationMode(u.component), fmi2OK);
    assert_int_equal(b->DoStep(u.component, 0, 0.01, fmi2True), fmi2OK);
    assert_int_equal(b->DoStep(u.component, 0.01, 0.01, fmi2True), fmi2Error);
    assert_non_null(strstr(u.last_message, "after the stop time"));
    assert_int_equal(b->DoStep(u.component, 0.01, 0, fmi2True), fmi2Error);
    assert_non_null(strstr(u.last_message, "a step of 0 s"));
    unit_close(&u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instantiation_checks_guid_and_name),
        cmocka_unit_test(calls_in_the_wrong_mode_are_refused_with_their_name),
        cmocka_unit_test(model_exchange_calls_are_refused_in_co_simulation),
        cmocka_unit_test(variables_can_be_set_when_their_causality_allows_it),
        cmocka_unit_test(a_get_after_a_set_recomputes),
        cmocka_unit_test(parameters_out_of_range_are_refused_with_their_range),
        cmocka_unit_test(only_questions_that_have_an_answer_are_answered),
        cmocka_unit_test(there_are_no_strings_to_set),
        cmocka_unit_test(derivatives_are_of_unknowns_by_knowns),
        cmocka_unit_test(logging_is_by_category),
        cmocka_unit_test(steps_end_at_the_stop_time),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
