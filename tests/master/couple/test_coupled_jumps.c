/* Systems of integrated models whose held connections cause events. */
#include "tests/master/couple/toys.h"

static struct coupled open_models(const char *description, struct component_options *options)
{
    struct coupled c = toy_open(description);
    *options = component_options_default();
    options->interface = INTERFACE_MODEL_EXCHANGE;
    c.options.component = options;
    return c;
}

static const char relay_behind_a_decay[] =
    TOYS(TOY("a", "decay") TOY("relay", "trigger"), CONNECTION("a", "x", "relay", "u"));

/* a.x = exp(-2 t), held over steps of 0.1 s, is above 0.5 until ln 2/2 = 0.347 s: the relay is on until the communication
 * point at 0.4 s, and relay.x has grown to 0.4. */
static void a_relay_behind_a_held_connection_switches(void **state)
{
    (void)state;
    static const char *const schemes[] = {"jacobi", "gauss-seidel"};
    for (int k = 0; k < 2; k++) {
        struct component_options options;
        struct coupled c = open_models(relay_behind_a_decay, &options);
        c.options.scheme = schemes[k];
        c.options.order = k ? "relay/a" : NULL;
        coupled_record(&c, "relay.y");
        coupled_record(&c, "relay.x");
        coupled_must_run(&c);
        assert_near(coupled_at(&c, 0.3, 0), 1, 0);
        assert_near(coupled_at(&c, 0.4, 0), 0, 0); /* the output at the point of the jump is the one after it */
        assert_near(coupled_last(&c, 0), 0, 0);
        assert_near(coupled_last(&c, 1), 0.4, 1e-9);
        coupled_close(&c);
    }
}

/* An iterated input holds what it has at the end of the step: a.x(0.4) is below 0.5, so the relay is off from 0.3 s on. */
static void iterations_switch_it_one_step_earlier(void **state)
{
    (void)state;
    struct component_options options;
    struct coupled c = open_models(relay_behind_a_decay, &options);
    c.options.iterations = 3;
    coupled_record(&c, "relay.y");
    coupled_record(&c, "relay.x");
    coupled_must_run(&c);
    assert_near(coupled_last(&c, 0), 0, 0);
    assert_near(coupled_last(&c, 1), 0.3, 1e-9);
    coupled_close(&c);
}

/* ---- macro steps that the error chooses ---- */

enum { SMALLEST_STEPS = 2 }; /* a jump may be spread over so many of them */

static struct coupled open_by_error(const char *description, const char *scheme, const char *order,
                                    struct component_options *options)
{
    struct coupled c = open_models(description, options);
    options->probes = PROBE_ROLLBACK;
    c.options.scheme = scheme;
    c.options.order = order;
    c.options.extrapolation = 2;
    c.options.error_tolerance = 1e-4;
    c.options.macro_step = 1e-5;
    c.options.macro_step_most = 0.2;
    c.options.has_stop_time = true;
    c.options.stop_time = 1.2;
    c.options.output_step = 1.2;
    coupled_record(&c, "a.x");
    return c;
}

/* x' = -2 x + v with v = v_0 - g t. */
static double follow_ball(double x, double v_0, double t)
{
    const double k = 2, g = 9.81, slope = -g / k, at = (v_0 - slope) / k;
    return at + slope * t + (x - at) * exp(-k * t);
}

/* A ball falls from 1 m and comes back with 0.7 of its speed at t_1 and after 1.4 t_1 more (test_component_events.c). Its speed drives a
 * decay from 1. In Gauss-Seidel with the ball first a step over the jump would be given a line or a parabola from before to after it, and no
 * error would show. What is left is a line over the smallest steps, and the tolerance of values of about 4 m/s for the rest. */
static void state_events_are_met(void **state)
{
    (void)state;
    static const char system[] = TOYS(TOY("ball", "ball") TOY("a", "decay"), CONNECTION("ball", "v", "a", "u"));
    static const char *const orders[] = {"ball/a", "a/ball"};
    const double t_1 = sqrt(2 / 9.81), v_1 = 9.81 * t_1, t_2 = 2.4 * t_1;
    const double at_1 = follow_ball(1, 0, t_1), at_2 = follow_ball(at_1, 0.7 * v_1, t_2 - t_1);
    const double end = follow_ball(at_2, 0.49 * v_1, 1.2 - t_2);
    for (size_t i = 0; i < 2; i++) {
        struct component_options options;
        struct coupled c = open_by_error(system, "gauss-seidel", orders[i], &options);
        coupled_must_run(&c);
        assert_near(coupled_last(&c, 0), end, SMALLEST_STEPS * 1e-5 * (1.7 + 1.19) * v_1 + 1e-4 * v_1);
        assert_true(c.summary.steps < 400); /* and yet they are long where nothing jumps */
        coupled_close(&c);
    }
}

/* The count of a clock is n from 0.1 n on, and drives a decay from 1. It cannot go back, but knows when it will tick. */
static void time_events_are_met(void **state)
{
    (void)state;
    static const char system[] = TOYS(TOY("clock", "ticker") TOY("a", "decay"), CONNECTION("clock", "count", "a", "u"));
    static const char *const orders[] = {"clock/a", "a/clock"};
    double end = 1;
    for (int n = 0; n < 12; n++)
        end = decayed(end, 2, n, 0.1);
    for (size_t i = 0; i < 2; i++) {
        struct component_options options;
        struct coupled c = open_by_error(system, "gauss-seidel", orders[i], &options);
        coupled_must_run(&c);
        assert_near(coupled_last(&c, 0), end, SMALLEST_STEPS * 1e-5 * 11);
        assert_true(c.summary.steps < 400);
        coupled_close(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_relay_behind_a_held_connection_switches, world_open, world_close),
        cmocka_unit_test_setup_teardown(iterations_switch_it_one_step_earlier, world_open, world_close),
        cmocka_unit_test_setup_teardown(state_events_are_met, world_open, world_close),
        cmocka_unit_test_setup_teardown(time_events_are_met, world_open, world_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
