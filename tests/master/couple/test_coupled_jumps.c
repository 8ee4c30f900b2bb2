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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_relay_behind_a_held_connection_switches, world_open, world_close),
        cmocka_unit_test_setup_teardown(iterations_switch_it_one_step_earlier, world_open, world_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
