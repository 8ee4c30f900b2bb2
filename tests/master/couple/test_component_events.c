/* Events of integrated models: state, time and step events, termination, and models that misbehave. */
#include "tests/master/couple/component_testing.h"

static struct subject open_model(const char *path)
{
    return open_subject(path, INTERFACE_MODEL_EXCHANGE, 1e-10, 0);
}

/* A ball from 1 m with g = 9.81, e = 0.7: it hits the ground at t_1 = sqrt(2/g), and again after 2 e^n t_1 each. */
static void state_events_are_found_where_they_are(void **state)
{
    (void)state;
    struct subject s = open_model(FMU("ball"));
    initialize(s);
    const double t_1 = sqrt(2 / 9.81), v_1 = 9.81 * t_1;
    for (int k = 0; k < 120; k++)
        step(s, k * 0.01, 0.01);
    const double t_2 = t_1 + 2 * 0.7 * t_1, tau = 1.2 - t_2; /* t_2 = 1.0837, the third one follows at 1.5262 */
    assert_int_equal(integer(s, "bounces"), 2);
    assert_near(real(s, "v"), 0.49 * v_1 - 9.81 * tau, 1e-8);
    assert_near(real(s, "h"), 0.49 * v_1 * tau - 9.81 * tau * tau / 2, 1e-8);
    close_subject(s);
}

static void many_events_fit_into_one_step(void **state)
{
    (void)state;
    struct subject s = open_model(FMU("ball"));
    initialize(s);
    step(s, 0, 2.2); /* bounces at t_1 (1 + 2 (e + ... + e^n)): 0.452, 1.084, 1.526, 1.836, 2.053, 2.205 */
    assert_int_equal(integer(s, "bounces"), 5);
    close_subject(s);
}

/* x' = 1 from 0: it wants the end at x = 0.55, told after an integrator step, or in an event. */
static void a_model_may_end_the_simulation(void **state)
{
    (void)state;
    for (int how = 0; how <= 1; how++) {
        struct subject s = open_model(FMU("ends"));
        assert_ok(set_start(s, "how", how ? "1" : "0", &error));
        initialize(s);
        struct error error = {0};
        double reached = 0;
        step(s, 0, 0.5);
        assert_int_equal(component_step(s.c, 0.5, 0.5, &reached, &error), STEP_TERMINATED);
        assert_true(reached >= 0.55 - 1e-12 && reached <= (how ? 0.55 + 1e-12 : 1));
        close_subject(s);
    }
}

static void a_model_goes_back_before_an_event(void **state)
{
    (void)state;
    struct subject s = open_subject(FMU("ball"), INTERFACE_MODEL_EXCHANGE, 1e-10, PROBE_ROLLBACK);
    initialize(s);
    step(s, 0, 0.4);
    assert_ok(component_save(s.c, &error));
    for (int attempt = 0; attempt < 2; attempt++) {
        step(s, 0.4, 0.2);
        assert_int_equal(integer(s, "bounces"), 1);
        assert_ok(component_restore(s.c, &error));
        assert_int_equal(integer(s, "bounces"), 0);
        assert_near(real(s, "v"), -9.81 * 0.4, 1e-9);
    }
    close_subject(s);
}

/* Ticks at 0.1, 0.2 ...: an event at a communication point has happened when outputs are read there. */
static void time_events_happen_exactly_when_they_are_due(void **state)
{
    (void)state;
    struct subject s = open_model(FMU("ticker"));
    initialize(s);
    assert_int_equal(integer(s, "count"), 0);
    for (int k = 0; k < 10000; k++) {
        step(s, k * 0.1, 0.1);
        assert_int_equal(integer(s, "count"), k + 1);
    }
    step(s, 1000, 0.05);
    assert_int_equal(integer(s, "count"), 10000);
    step(s, 1000.05, 10);
    assert_int_equal(integer(s, "count"), 10100);
    close_subject(s);
}

/* 8.995 + 0.005 is one bit more than 9: the FMU is put to 9 s all the same. */
static void the_time_of_an_event_is_the_one_that_was_announced(void **state)
{
    (void)state;
    struct subject s = open_model(FMU("ticker"));
    assert_ok(set_start(s, "interval", "1", &error));
    assert_ok(set_start(s, "exactly", "1", &error));
    initialize(s);
    for (int k = 0; k < 20000; k++) {
        step(s, k * 0.005, 0.005);
        assert_int_equal(integer(s, "count"), (k + 1) / 200);
    }
    close_subject(s);
}

static void discrete_inputs_of_every_type_make_an_event_when_they_change(void **state)
{
    (void)state;
    struct subject s = open_model(FMU("ticker"));
    assert_ok(set_start(s, "color", "green", &error));
    initialize(s);
    assert_int_equal(integer(s, "color_seen"), 2);
    const int events = integer(s, "events");

    const unsigned color = reference(s, "color"), on = reference(s, "switch"), word = reference(s, "word");
    assert_ok(component_set_integer(s.c, &color, 1, &(int){2}, &error));
    assert_ok(component_set_boolean(s.c, &on, 1, &(int){0}, &error));
    assert_ok(component_set_string(s.c, &word, 1, &(const char *){"none"}, &error));
    set_real(s, "level", 0);
    assert_int_equal(integer(s, "events"), events); /* nothing has changed */

    assert_ok(component_set_integer(s.c, &color, 1, &(int){5}, &error));
    assert_ok(component_set_boolean(s.c, &on, 1, &(int){1}, &error));
    assert_ok(component_set_string(s.c, &word, 1, &(const char *){"stop, \"now\""}, &error));
    set_real(s, "level", 2.5);
    assert_int_equal(integer(s, "color_seen"), 5);
    assert_int_equal(integer(s, "events"), events + 1); /* one event for all of them */
    assert_near(real(s, "level_seen"), 2.5, 0);
    const unsigned on_seen = reference(s, "switch_seen"), word_seen = reference(s, "word_seen");
    int boolean = 0;
    const char *string = NULL;
    assert_ok(component_get_boolean(s.c, &on_seen, 1, &boolean, &error));
    assert_true(boolean);
    assert_ok(component_get_string(s.c, &word_seen, 1, &string, &error));
    assert_string_equal(string, "stop, \"now\"");
    step(s, 0, 0.05);
    close_subject(s);
}

static void an_enumeration_is_set_by_name_or_number(void **state)
{
    (void)state;
    struct subject s = open_model(FMU("ticker"));
    assert_ok(set_start(s, "color", "blue", &error));
    assert_ok(set_start(s, "color", "5", &error));
    assert_ok(set_start(s, "switch", "true", &error));
    assert_ok(set_start(s, "word", "anything at all", &error));
    struct error error = {0};
    assert_false(set_start(s, "color", "3", &error));
    assert_non_null(strstr(error.text, "one of red, green, blue"));
    error_clear(&error);
    assert_false(set_start(s, "color", "mauve", &error));
    error_clear(&error);
    assert_false(set_start(s, "switch", "perhaps", &error));
    assert_non_null(strstr(error.text, "true or false"));
    error_clear(&error);
    assert_false(set_start(s, "last_tick", "1.5", &error));
    assert_non_null(strstr(error.text, "an integer"));
    close_subject(s);
}

static void a_model_with_time_events_and_no_saved_state_cannot_go_back_and_says_so(void **state)
{
    (void)state;
    struct subject s = open_model(FMU("ticker"));
    assert_false(component_abilities(s.c).rollback);
    initialize(s);
    struct error error = {0};
    assert_false(component_save(s.c, &error));
    assert_non_null(strstr(error.text, "cannot go back"));
    close_subject(s);
}

/* An FMU that refuses whatever the standard forbids a master: no call comes at the wrong time. */
static void the_order_of_calls_is_the_standards(void **state)
{
    (void)state;
    for (int kind = INTERFACE_CO_SIMULATION; kind <= INTERFACE_MODEL_EXCHANGE; kind++) {
        struct subject s = open_subject(FMU("strict"), (enum component_interface)kind, 1e-10, PROBE_ROLLBACK);
        const unsigned u = reference(s, "u"), n = reference(s, "n");
        assert_ok(set_start(s, "u", "1", &error));
        initialize(s);
        const double x_0 = real(s, "y");
        for (int k = 0; k < 10; k++) {
            assert_ok(component_set_integer(s.c, &n, 1, &k, &error));
            assert_ok(component_set_real(s.c, &u, 1, &(double){1}, &error));
            if (k == 5 && component_abilities(s.c).rollback) {
                assert_ok(component_save(s.c, &error));
                step(s, k * 0.1, 0.1);
                assert_ok(component_restore(s.c, &error));
            }
            step(s, k * 0.1, 0.1);
            assert_int_equal(integer(s, "n_out"), k);
        }
        assert_near(real(s, "y"), 1 + (x_0 - 1) * exp(-1), 1e-8);
        assert_ok(component_terminate(s.c, &error));
        close_subject(s);
    }
}

static void a_slave_that_ends_or_discards_tells_how_far_it_came(void **state)
{
    (void)state;
    struct error failure = {0};
    double reached = 0;
    struct subject s = open_subject(FMU("ends"), INTERFACE_CO_SIMULATION, 0, 0);
    initialize(s);
    assert_int_equal(component_step(s.c, 0, 1, &reached, &failure), STEP_TERMINATED);
    assert_near(reached, 0.55, 1e-12);
    close_subject(s);

    s = open_subject(FMU("discards"), INTERFACE_CO_SIMULATION, 0, 0);
    assert_ok(set_start(s, "largest_step", "0.2", &error));
    initialize(s);
    assert_int_equal(component_step(s.c, 0, 1, &reached, &failure), STEP_DISCARDED);
    assert_near(reached, 0.1, 1e-12);
    assert_near(component_time(s.c), 0.1, 1e-12);
    assert_false(error_is_set(&failure));
    close_subject(s);
}

/* ---- what integrators must live with ---- */

static struct subject open_oddity(const char *kind)
{
    struct subject s = open_model(FMU("oddity"));
    assert_ok(set_start(s, "kind", kind, &error));
    initialize(s);
    return s;
}

static void step_until_failure(struct subject s, double stop, const char *words, double t_failure)
{
    struct error error = {0};
    double reached = 0;
    enum step_outcome outcome = STEP_DONE;
    for (int k = 0; k * 0.1 < stop && outcome == STEP_DONE; k++)
        outcome = component_step(s.c, k * 0.1, 0.1, &reached, &error);
    assert_int_equal(outcome, STEP_FAILED);
    assert_int_equal(error_exit_status(&error), 1);
    if (!strstr(error.text, words))
        fail_msg("%s", error.text);
    assert_near(reached, t_failure, 0.02);
}

static void chattering_is_reported_with_its_time_and_indicator(void **state)
{
    (void)state;
    struct subject s = open_oddity("1");
    step_until_failure(s, 2, "chattering", 1);
    close_subject(s);
}

static void a_step_event_changes_the_states(void **state)
{
    (void)state;
    struct subject s = open_oddity("2");
    for (int k = 0; k < 50; k++) {
        step(s, k * 0.1, 0.1);
        assert_near(real(s, "x") + integer(s, "count"), 1 + (k + 1) * 0.1, 1e-9);
        assert_true(real(s, "x") < 1.5 + 1e-9);
    }
    assert_int_equal(integer(s, "count"), 5);
    close_subject(s);
}

static void a_discarded_derivative_makes_the_integrator_try_a_smaller_step(void **state)
{
    (void)state;
    struct subject s = open_oddity("3");
    step(s, 0, 0.99);
    assert_near(real(s, "x"), 1e-4, 1e-8);
    close_subject(s);
}

static void a_derivative_that_is_not_a_number_is_named(void **state)
{
    (void)state;
    struct subject s = open_oddity("4");
    step_until_failure(s, 1, "\"der(x)\" is not finite", 0.5);
    close_subject(s);
}

static void a_failing_derivative_tells_the_function_and_the_last_log_line(void **state)
{
    (void)state;
    struct subject s = open_oddity("5");
    step_until_failure(s, 1, "fmi2GetDerivatives", 0.5);
    close_subject(s);
    s = open_oddity("5");
    step_until_failure(s, 1, "beyond 0.5 there is nothing", 0.5);
    close_subject(s);
}

static void discarded_event_indicators_make_steps_smaller(void **state)
{
    (void)state;
    struct subject s = open_oddity("6");
    step(s, 0, 1);
    assert_near(real(s, "x"), exp(-1), 1e-7);
    close_subject(s);
}

static void keep_warning(const char *text, void *context)
{
    error_format(context, 256, "%s", text);
}

/* x' = -1000 (x - cos t): after the transient x = (1000^2 cos t + 1000 sin t)/(1000^2 + 1). */
static void a_jacobian_that_fails_is_replaced_by_differences_and_said(void **state)
{
    (void)state;
    char warning[256] = "";
    error_set_warning_sink(keep_warning, warning);
    struct subject s = open_oddity("7");
    step(s, 0, 1);
    assert_near(real(s, "x"), (1e6 * cos(1) + 1e3 * sin(1)) / (1e6 + 1), 1e-7);
    assert_non_null(strstr(warning, "differences"));
    error_set_warning_sink(NULL, NULL);
    close_subject(s);
}

/* It would need some 10^14 steps for the first second. */
static void an_integration_that_does_not_get_on_is_an_error_with_its_time(void **state)
{
    (void)state;
    struct subject s = open_oddity("8");
    step_until_failure(s, 1, "does not get on at t = ", 0);
    close_subject(s);
}

static void an_event_that_never_settles_is_an_error(void **state)
{
    (void)state;
    struct subject s = open_model(FMU("ticker"));
    assert_ok(set_start(s, "endless", "1", &error));
    assert_ok(component_enter_initialization(s.c, &error));
    struct error error = {0};
    assert_false(component_exit_initialization(s.c, &error));
    assert_non_null(strstr(error.text, "not stable"));
    close_subject(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(state_events_are_found_where_they_are),
        cmocka_unit_test(many_events_fit_into_one_step),
        cmocka_unit_test(a_model_may_end_the_simulation),
        cmocka_unit_test(a_model_goes_back_before_an_event),
        cmocka_unit_test(time_events_happen_exactly_when_they_are_due),
        cmocka_unit_test(the_time_of_an_event_is_the_one_that_was_announced),
        cmocka_unit_test(discrete_inputs_of_every_type_make_an_event_when_they_change),
        cmocka_unit_test(an_enumeration_is_set_by_name_or_number),
        cmocka_unit_test(a_model_with_time_events_and_no_saved_state_cannot_go_back_and_says_so),
        cmocka_unit_test(the_order_of_calls_is_the_standards),
        cmocka_unit_test(a_slave_that_ends_or_discards_tells_how_far_it_came),
        cmocka_unit_test(chattering_is_reported_with_its_time_and_indicator),
        cmocka_unit_test(a_step_event_changes_the_states),
        cmocka_unit_test(a_discarded_derivative_makes_the_integrator_try_a_smaller_step),
        cmocka_unit_test(a_derivative_that_is_not_a_number_is_named),
        cmocka_unit_test(a_failing_derivative_tells_the_function_and_the_last_log_line),
        cmocka_unit_test(discarded_event_indicators_make_steps_smaller),
        cmocka_unit_test(a_jacobian_that_fails_is_replaced_by_differences_and_said),
        cmocka_unit_test(an_integration_that_does_not_get_on_is_an_error_with_its_time),
        cmocka_unit_test(an_event_that_never_settles_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
