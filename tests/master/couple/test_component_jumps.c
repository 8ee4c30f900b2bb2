/* Events of integrated models that their inputs cause: the FMU `trigger` is on while u > 0.5, and x' = y = 1 while it is on.
 * All numbers follow from that. */
#include "tests/master/couple/component_testing.h"

static struct subject open_trigger(void)
{
    struct subject s = open_subject(FMU("trigger"), INTERFACE_MODEL_EXCHANGE, 1e-10, PROBE_ROLLBACK);
    initialize(s);
    return s;
}

static void an_input_that_jumps_over_an_indicator_makes_an_event(void **state)
{
    (void)state;
    struct subject s = open_trigger();
    const int events = integer(s, "events");
    step(s, 0, 1);
    set_real(s, "u", 1);
    assert_near(real(s, "y"), 1, 0); /* at once, not after the next step */
    assert_int_equal(integer(s, "events"), events + 1);
    step(s, 1, 1);
    assert_near(real(s, "x"), 1, 1e-9);
    set_real(s, "u", 0.2);
    step(s, 2, 1); /* nothing was read in between */
    assert_near(real(s, "y"), 0, 0);
    assert_near(real(s, "x"), 1, 1e-9);
    assert_int_equal(integer(s, "events"), events + 2);
    close_subject(s);
}

static void an_input_that_jumps_beside_the_indicators_makes_none(void **state)
{
    (void)state;
    struct subject s = open_trigger();
    const int events = integer(s, "events");
    const double values[] = {0.4, -3, 0.5, 0};
    for (int k = 0; k < 4; k++) {
        set_real(s, "u", values[k]);
        step(s, k, 1);
    }
    set_real(s, "u", 1); /* and what is taken back before anybody has looked */
    set_real(s, "u", 0);
    step(s, 4, 1);
    assert_int_equal(integer(s, "events"), events);
    assert_near(real(s, "x"), 0, 0);
    close_subject(s);
}

/* FMI 2.0, 3.1: the domains are z > 0 and z <= 0. u = 0.5 + (t - 1): on from t = 1, but for the integrator's first step. */
static void an_indicator_that_a_jump_brings_to_zero_is_seen_to_leave_it(void **state)
{
    (void)state;
    const double before[] = {0, 1}; /* it comes to 0.5 from below, and from above */
    for (int k = 0; k < 2; k++) {
        struct subject s = open_trigger();
        const unsigned u = reference(s, "u");
        set_real(s, "u", before[k]);
        step(s, 0, 1);
        set_real(s, "u", 0.5);
        assert_near(real(s, "y"), 0, 0);
        const double x = real(s, "x");
        assert_ok(component_set_input_derivatives(s.c, &u, 1, &(int){1}, &(double){1}, &error));
        step(s, 1, 1);
        assert_near(real(s, "y"), 1, 0);
        assert_near(real(s, "x") - x, 1, 0.02);
        close_subject(s);
    }
}

static void going_back_forgets_the_jump(void **state)
{
    (void)state;
    struct subject s = open_trigger();
    step(s, 0, 1);
    assert_ok(component_save(s.c, &error));
    for (int attempt = 0; attempt < 2; attempt++) {
        set_real(s, "u", 1);
        step(s, 1, 1);
        assert_near(real(s, "x"), 1, 1e-9);
        set_real(s, "u", 0); /* nobody looks at it before the way back */
        assert_ok(component_restore(s.c, &error));
        assert_near(real(s, "y"), 0, 0);
        assert_near(real(s, "x"), 0, 0);
    }
    close_subject(s);
}

static void inputs_that_are_tried_out_make_no_event(void **state)
{
    (void)state;
    struct subject s = open_trigger();
    const int events = integer(s, "events");
    component_try_inputs(s.c, true);
    set_real(s, "u", 1);
    assert_near(real(s, "y"), 0, 0);
    set_real(s, "u", 0);
    component_try_inputs(s.c, false);
    step(s, 0, 1);
    assert_int_equal(integer(s, "events"), events);
    close_subject(s);
}

/* A ball that falls from 1 m, put below the ground by a correction: it bounces there, v = 0.7 g t, and not after the next step. */
static void a_state_that_is_set_beyond_an_indicator_makes_an_event(void **state)
{
    (void)state;
    struct subject s = open_subject(FMU("ball"), INTERFACE_MODEL_EXCHANGE, 1e-10, 0);
    initialize(s);
    step(s, 0, 0.1);
    set_real(s, "h", 0.5);
    assert_int_equal(integer(s, "bounces"), 0);
    set_real(s, "h", -0.01);
    assert_near(real(s, "v"), 0.7 * 9.81 * 0.1, 1e-9);
    assert_int_equal(integer(s, "bounces"), 1);
    step(s, 0.1, 0.01);
    assert_near(real(s, "h"), 0.7 * 9.81 * 0.1 * 0.01 - 9.81 * 0.01 * 0.01 / 2, 1e-9);
    close_subject(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_input_that_jumps_over_an_indicator_makes_an_event),
        cmocka_unit_test(an_input_that_jumps_beside_the_indicators_makes_none),
        cmocka_unit_test(an_indicator_that_a_jump_brings_to_zero_is_seen_to_leave_it),
        cmocka_unit_test(going_back_forgets_the_jump),
        cmocka_unit_test(inputs_that_are_tried_out_make_no_event),
        cmocka_unit_test(a_state_that_is_set_beyond_an_indicator_makes_an_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
