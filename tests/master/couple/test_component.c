/* Components: slaves and integrated models of x' = -k x + u, y = x + d u, whose solutions are known in closed form. */
#include "tests/master/couple/component_testing.h"

static struct subject open_decay(enum component_interface interface)
{
    return open_subject(FMU("decay"), interface, 1e-10, 0);
}

/* x = exp(-2 t) from x(0) = 1. */
static void both_kinds_follow_the_exact_solution(void **state)
{
    (void)state;
    for (int kind = INTERFACE_CO_SIMULATION; kind <= INTERFACE_MODEL_EXCHANGE; kind++) {
        struct subject s = open_decay((enum component_interface)kind);
        initialize(s);
        for (int k = 0; k < 10; k++)
            step(s, k * 0.1, 0.1);
        assert_near(real(s, "y"), exp(-2), 1e-9);
        assert_near(component_time(s.c), 1, 1e-15);
        close_subject(s);
    }
}

static void co_simulation_is_preferred_where_there_is_both(void **state)
{
    (void)state;
    struct subject s = open_decay(INTERFACE_ANY);
    assert_false(component_abilities(s.c).model_exchange);
    close_subject(s);
}

static void keep_warnings(const char *text, void *context)
{
    strncat(context, text, 2047 - strlen(context));
}

static void what_is_declared_and_does_not_work_is_done_without(void **state)
{
    (void)state;
    static const char *const flags[] = {"canGetAndSetFMUstate", "providesDirectionalDerivative", "canInterpolateInputs",
                                        "maxOutputDerivativeOrder"};
    char warnings[2048] = "";
    error_set_warning_sink(keep_warnings, warnings);
    struct subject s =
        open_subject(FMU("boasts"), INTERFACE_CO_SIMULATION, 1e-10,
                     PROBE_ROLLBACK | PROBE_DIRECTIONAL | PROBE_INPUT_DERIVATIVES | PROBE_OUTPUT_DERIVATIVES);
    error_set_warning_sink(NULL, NULL);
    const struct component_abilities a = component_abilities(s.c);
    assert_false(a.rollback || a.saves_fmu_state || a.directional);
    assert_int_equal(a.input_derivative_order, 0);
    assert_int_equal(a.output_derivative_order, 0);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!strstr(warnings, flags[i]))
            fail_msg("nothing is said of %s: %s", flags[i], warnings);
    initialize(s);
    set_real(s, "u", 3);
    step(s, 0, 0.1);
    assert_near(real(s, "y"), 3, 0);
    close_subject(s);
}

static void start_values_are_typed_and_checked(void **state)
{
    (void)state;
    struct subject s = open_decay(INTERFACE_CO_SIMULATION);
    assert_ok(set_start(s, "k", "0.5", &error));
    static const struct {
        const char *variable, *value, *words;
    } wrong[] = {
        {"k", "-1", "below its minimum 0"}, {"k", "fast", "a number is needed"}, {"k", "nan", "a number is needed"},
        {"y", "1", "cannot be set"},        {"xx", "1", "did you mean \"x\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {0};
        assert_false(set_start(s, wrong[i].variable, wrong[i].value, &error));
        assert_int_equal(error_exit_status(&error), 2);
        if (!strstr(error.text, wrong[i].words))
            fail_msg("%s", error.text);
    }
    initialize(s);
    step(s, 0, 1);
    assert_near(real(s, "y"), exp(-0.5), 1e-15);
    close_subject(s);
}

/* With u = a + b t + c t^2/2 and k = 2 a particular solution is p + q t + r t^2: r = c/4, q = (b - 2 r)/2, p = (a - q)/2. */
static void an_integrated_model_takes_inputs_as_polynomials(void **state)
{
    (void)state;
    const double a = 3, b = -1, c = 5;
    struct subject s = open_decay(INTERFACE_MODEL_EXCHANGE);
    initialize(s);
    const unsigned u = reference(s, "u");
    for (int k = 0; k < 4; k++) {
        const double t = k * 0.25;
        set_real(s, "u", a + b * t + c * t * t / 2);
        const double derivatives[] = {b + c * t, c};
        assert_ok(component_set_input_derivatives(s.c, (unsigned[]){u, u}, 2, (int[]){1, 2}, derivatives, &error));
        step(s, t, 0.25);
    }
    const double r = c / 4, q = (b - 2 * r) / 2, p = (a - q) / 2;
    assert_near(real(s, "y"), p + q + r + (1 - p) * exp(-2), 1e-8);
    assert_near(real(s, "u"), a + b + c / 2, 1e-12);
    close_subject(s);
}

/* u = 1 for one second, then 0: x(1) = 1/2 + 1/2 exp(-2), x(2) = x(1) exp(-2). */
static void an_input_that_jumps_restarts_the_integration(void **state)
{
    (void)state;
    struct subject s = open_decay(INTERFACE_MODEL_EXCHANGE);
    initialize(s);
    set_real(s, "u", 1);
    step(s, 0, 1);
    const double x_1 = 0.5 + 0.5 * exp(-2);
    assert_near(real(s, "y"), x_1, 1e-9);
    set_real(s, "u", 0);
    step(s, 1, 1);
    assert_near(real(s, "y"), x_1 * exp(-2), 1e-9);
    close_subject(s);
}

static void outputs_of_a_model_are_fresh_after_a_set(void **state)
{
    (void)state;
    struct subject s = open_decay(INTERFACE_MODEL_EXCHANGE);
    assert_true(component_abilities(s.c).recomputes_on_get);
    assert_ok(set_start(s, "d", "3", &error));
    initialize(s);
    set_real(s, "u", 2);
    assert_near(real(s, "y"), 1 + 3 * 2, 0);
    close_subject(s);
}

static void a_component_goes_back_as_often_as_it_must(void **state)
{
    (void)state;
    for (int kind = INTERFACE_CO_SIMULATION; kind <= INTERFACE_MODEL_EXCHANGE; kind++) {
        struct subject s = open_subject(FMU("decay"), (enum component_interface)kind, 1e-12, PROBE_ROLLBACK);
        assert_true(component_abilities(s.c).rollback);
        initialize(s);
        step(s, 0, 0.5);
        assert_ok(component_save(s.c, &error));
        for (int attempt = 0; attempt < 3; attempt++) {
            set_real(s, "u", attempt);
            step(s, 0.5, 0.5);
            assert_near(real(s, "y"), attempt * 0.5 + (exp(-1) - attempt * 0.5) * exp(-1), 1e-9);
            assert_ok(component_restore(s.c, &error));
            assert_near(component_time(s.c), 0.5, 0);
            assert_near(real(s, "y"), exp(-1), 1e-9);
        }
        close_subject(s);
    }
}

static void states_of_a_model_can_be_set_between_steps(void **state)
{
    (void)state;
    struct subject s = open_decay(INTERFACE_MODEL_EXCHANGE);
    initialize(s);
    step(s, 0, 1);
    set_real(s, "x", 10);
    step(s, 1, 1);
    assert_near(real(s, "y"), 10 * exp(-2), 1e-8);
    close_subject(s);
}

/* The same FMU through Adams' method with functional iteration. */
static void a_nonstiff_model_can_be_integrated_by_adams(void **state)
{
    (void)state;
    struct error error = {0};
    struct subject s = {.fmu = fmu_open(FMU("decay"), NULL, &error)};
    struct component_options options = component_options_default();
    options.interface = INTERFACE_MODEL_EXCHANGE;
    options.me_nonstiff = true;
    options.me_relative_tolerance = 1e-9;
    options.me_absolute_tolerance = 1e-12;
    options.me_max_step = 0.05;
    s.c = component_open(s.fmu, &options, &error);
    initialize(s);
    step(s, 0, 1);
    assert_near(real(s, "y"), exp(-2), 1e-8);
    close_subject(s);
}

static void an_interface_that_is_not_there_is_refused(void **state)
{
    (void)state;
    struct error error = {0};
    struct fmu *fmu = fmu_open(FMU("ticker"), NULL, &error);
    struct component_options options = component_options_default();
    options.interface = INTERFACE_CO_SIMULATION;
    assert_null(component_open(fmu, &options, &error));
    assert_int_equal(error_exit_status(&error), 2);
    assert_non_null(strstr(error.text, "no Co-Simulation"));
    fmu_close(fmu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_kinds_follow_the_exact_solution),
        cmocka_unit_test(co_simulation_is_preferred_where_there_is_both),
        cmocka_unit_test(what_is_declared_and_does_not_work_is_done_without),
        cmocka_unit_test(start_values_are_typed_and_checked),
        cmocka_unit_test(an_integrated_model_takes_inputs_as_polynomials),
        cmocka_unit_test(an_input_that_jumps_restarts_the_integration),
        cmocka_unit_test(outputs_of_a_model_are_fresh_after_a_set),
        cmocka_unit_test(a_component_goes_back_as_often_as_it_must),
        cmocka_unit_test(states_of_a_model_can_be_set_between_steps),
        cmocka_unit_test(a_nonstiff_model_can_be_integrated_by_adams),
        cmocka_unit_test(an_interface_that_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
