/* The run: time, inputs, rejected steps, ends, observers, going back, options. */
#include "tests/master/couple/toys.h"
#include "master/couple/couple_messages.h"

#include <string.h>

/* ---- time ---- */

static void the_last_step_is_shorter_where_the_interval_is_no_multiple(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "decay"), ""));
    c.options.has_stop_time = true;
    c.options.stop_time = 0.95;
    coupled_record(&c, "a.x");
    coupled_must_run(&c);
    assert_int_equal(c.summary.steps, 10);
    assert_true(coupled_time(&c, 10) == 0.95);
    assert_true(c.summary.time == 0.95);
    assert_near(coupled_last(&c, 0), exp(-2 * 0.95), 1e-14);
    coupled_close(&c);
}

static void times_come_from_the_options_then_the_system_then_the_fmus(void **state)
{
    (void)state;
    struct error error = {0};
    struct coupled c = toy_open(TOYS(TOY("a", "decay") TOY("b", "types"), "")); /* steps 0.1 and 0.25, stops 1 and 2 */
    struct run *run = run_open(c.system, &c.options, &error);
    assert_non_null(run);
    assert_true(run_macro_step(run) == 0.1);
    assert_true(run_start_time(run) == 0);
    assert_true(run_stop_time(run) == 2);
    run_close(run);
    c.options.has_start_time = c.options.has_stop_time = true;
    c.options.start_time = -1;
    c.options.stop_time = 3;
    c.options.macro_step = 0.5;
    coupled_record(&c, "a.x");
    coupled_must_run(&c);
    assert_int_equal(c.n_rows, 9);
    assert_true(coupled_time(&c, 0) == -1);
    assert_near(coupled_last(&c, 0), exp(-2 * 4), 1e-14);
    coupled_close(&c);
}

/* ---- errors of the coupling ---- */

static double coupling_error(struct coupled *c, const char *input, const struct run_observer *observer)
{
    struct run *run = run_open(c->system, &c->options, &c->error);
    assert_non_null(run);
    assert_true(!observer || run_add_observer(run, observer, &c->error));
    if (!run_initialize(run, &c->error) || !run_advance(run, run_stop_time(run), &c->error))
        fail_msg("%s", c->error.text);
    struct port wanted, port;
    assert_true(system_find_port(c->system, input, &wanted, &c->error));
    double error = NAN;
    for (size_t i = 0; i < run_coupling_errors(run); i++) {
        const double value = run_coupling_error(run, i, &port);
        if (port.component == wanted.component && port.variable == wanted.variable)
            error = value;
    }
    run_close(run);
    return error;
}

/* a goes from 1 towards 0 by exp(-2 t), in steps of 0.1. Held, b.u is promised that nothing changes: the first step is the worst, and
 * off by 1 - exp(-0.2) of the largest value, 1. The straight line with the slope at the beginning, -2, is off by
 * exp(-0.2) - (1 - 0.2). Gauss-Seidel with a first gives b the new value. */
static void what_was_promised_is_compared_with_the_answer(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "decay") TOY("b", "decay"), CONNECTION("a", "y", "b", "u")));
    assert_near(coupling_error(&c, "b.u", NULL), 1 - exp(-0.2), 1e-14);
    c.options.extrapolation = 1;
    c.options.slopes = SLOPES_EXACT;
    assert_near(coupling_error(&c, "b.u", NULL), exp(-0.2) - 0.8, 1e-14);
    c.options.extrapolation = 0;
    c.options.scheme = "gauss-seidel";
    assert_near(coupling_error(&c, "b.u", NULL), 0, 0);
    c.options.order = "b/a";
    assert_near(coupling_error(&c, "b.u", NULL), 1 - exp(-0.2), 1e-14);
    c.options.extrapolation = EXTRAPOLATION_MODEL; /* of a linear component, exactly */
    assert_near(coupling_error(&c, "b.u", NULL), 0, 1e-14);
    coupled_close(&c);
}

static bool look_at(void *context, const struct run_point *point, struct error *error)
{
    (void)context, (void)point, (void)error;
    return true;
}

/* The fast loop of held inputs is entered after the first step; then it looks now and then, or where somebody observes every point. a goes
 * down by exp(-2 t): the first step is the worst. */
static void long_runs_with_held_inputs_are_looked_at(void **state)
{
    (void)state;
    const double H = 1. / 300, change = 1 - exp(-2 * H);
    const struct run_observer observer = {.every = 1, .observe = look_at};
    struct coupled c = toy_open(TOYS(TOY("a", "decay") TOY("b", "decay"), CONNECTION("a", "y", "b", "u")));
    c.options.macro_step = H;
    assert_near(coupling_error(&c, "b.u", NULL), change, 1e-13);
    assert_near(coupling_error(&c, "b.u", &observer), change, 1e-13);
    coupled_close(&c);
}

/* ---- inputs ---- */

static const double jump = 0.33;

static bool step_values(void *context, double t, bool from_left, double *values, struct error *error)
{
    (void)context, (void)error;
    values[0] = t > jump || (t == jump && !from_left) ? 1 : 0;
    return true;
}

static double step_next(void *context, double t)
{
    (void)context;
    return t < jump ? jump : INFINITY;
}

static const char driven[] = SSD(CONNECTORS(CONNECTOR("u", "input", "<ssc:Real/>")) ELEMENTS(TOY("a", "decay"))
                                     CONNECTIONS(FROM_SYSTEM("u", "a", "u")));

/* x = exp(-2 t) before the jump, then towards 1/2. */
static void a_jump_gets_a_communication_point_between_those_of_the_grid(void **state)
{
    (void)state;
    for (int order = 0; order <= 2; order++) {
        const bool is_driven = true;
        const struct run_input input = {.driven = &is_driven, .values = step_values, .next_jump = step_next};
        struct coupled c = toy_open(driven);
        c.options.input = &input;
        c.options.extrapolation = order;
        coupled_record(&c, "a.x");
        coupled_record(&c, "a.u");
        coupled_must_run(&c);
        const double times[] = {0, 0.1, 0.2, 0.3, 0.33, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
        assert_int_equal(c.n_rows, sizeof times / sizeof *times);
        for (size_t k = 0; k < c.n_rows; k++) {
            const double t = times[k], x_jump = exp(-2 * jump);
            assert_near(coupled_time(&c, k), t, 1e-15);
            assert_near(coupled_at(&c, t, 0), t < jump ? exp(-2 * t) : decayed(x_jump, 2, 1, t - jump), 1e-14);
            assert_near(coupled_at(&c, t, 1), t < jump ? 0 : 1, 0);
        }
        coupled_close(&c);
    }
}

static bool ramp_values(void *context, double t, bool from_left, double *values, struct error *error)
{
    (void)context, (void)from_left, (void)error;
    values[0] = 3 * t;
    return true;
}

/* x' = -2 x + 3 t is solved exactly by an FMU that knows the slope, however held coupled values are. */
static void a_ramp_is_handed_over_with_its_slope(void **state)
{
    (void)state;
    const bool is_driven = true;
    const struct run_input input = {.driven = &is_driven, .values = ramp_values};
    struct coupled c = toy_open(driven);
    c.options.input = &input;
    coupled_record(&c, "a.x");
    coupled_must_run(&c);
    for (int k = 0; k <= 10; k++) {
        const double t = 0.1 * k;
        assert_near(coupled_at(&c, t, 0), 1.5 * t - 0.75 + 1.75 * exp(-2 * t), 1e-13);
    }
    coupled_close(&c);
}

/* ---- rejected steps ---- */

/* Steps longer than 0.05 are discarded when half of that is done: 0.1 is made up for by four of 0.025. */
static void a_discarded_step_is_made_up_for_by_smaller_ones(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "discards") TOY("b", "decay"), CONNECTION("a", "x", "b", "u")));
    coupled_record(&c, "a.x");
    coupled_record(&c, "b.x");
    coupled_must_run(&c);
    assert_int_equal(c.summary.rejected, 10);
    assert_int_equal(c.summary.steps, 40);
    assert_near(coupled_last(&c, 0), exp(-1), 1e-14);
    double a = 1, b = 1;
    for (int k = 0; k <= 40; k++) {
        assert_near(coupled_at(&c, 0.025 * k, 0), a, 1e-14);
        assert_near(coupled_at(&c, 0.025 * k, 1), b, 1e-14);
        b = decayed(b, 2, a, 0.025);
        a *= exp(-0.025);
    }
    assert_true(coupled_time(&c, c.n_rows - 1) == 1);
    coupled_close(&c);
}

static void a_step_of_which_nothing_was_kept_is_halved(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "discards") TOY("b", "decay"), CONNECTION("a", "x", "b", "u")));
    coupled_set(&c, "a.keeps_nothing=true");
    coupled_set(&c, "a.largest_step=0.03");
    coupled_record(&c, "a.x");
    coupled_must_run(&c);
    assert_int_equal(c.summary.rejected, 20); /* 0.1 and 0.05 */
    assert_int_equal(c.summary.steps, 40);
    assert_near(coupled_last(&c, 0), exp(-1), 1e-14);
    coupled_close(&c);
}

static void who_cannot_go_back_is_named_when_a_step_is_discarded(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("stiff", "rigid"), ""));
    assert_false(coupled_run(&c));
    assert_ptr_equal(c.error.code, ERROR_RUN_DISCARDED);
    assert_non_null(strstr(c.error.text, "stiff: discarded the step at t = 0 s of 0.1 s (a step of 0.1 is too long)"));
    assert_non_null(strstr(c.error.text, "because stiff cannot go back"));
    coupled_close(&c);
}

/* From t = 0.45 on every step is discarded: the run goes back, starts over unseen, tries smaller ones, and gives up. */
static void starting_over_is_not_seen(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("bad", "fails") TOY("b", "decay"), CONNECTION("bad", "y", "b", "u")));
    coupled_set(&c, "bad.fail_in=fmi2DoStep");
    coupled_set(&c, "bad.fail_status=2");
    coupled_set(&c, "bad.fail_time=0.45");
    coupled_record(&c, "b.x");
    assert_false(coupled_run(&c));
    assert_ptr_equal(c.error.code, ERROR_RUN_DISCARDED_SMALL);
    assert_int_equal(c.summary.status, RUN_FAILED);
    double x = 1;
    for (size_t k = 0; k <= 5; k++) { /* 0 ... 0.5, each of them once */
        assert_near(coupled_time(&c, k), 0.1 * (double)k, 1e-15);
        assert_near(coupled_at(&c, 0.1 * (double)k, 0), x, 1e-14);
        x = decayed(x, 2, 0.1 * (double)k, 0.1);
    }
    assert_int_equal(c.n_rows, 6);
    coupled_close(&c);
}

/* ---- ends ---- */

static void an_fmu_may_end_the_run(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "ends"), ""));
    coupled_record(&c, "a.x");
    coupled_must_run(&c);
    assert_int_equal(c.summary.status, RUN_TERMINATED);
    assert_near(c.summary.time, 0.55, 1e-15);
    assert_near(coupled_time(&c, c.n_rows - 1), 0.55, 1e-15);
    assert_near(coupled_last(&c, 0), 0.55, 1e-15);
    coupled_close(&c);
}

static void a_failing_component_is_named_with_time_and_reason(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("bad", "fails") TOY("b", "decay"), CONNECTION("bad", "y", "b", "u")));
    coupled_set(&c, "bad.fail_in=fmi2DoStep");
    coupled_set(&c, "bad.fail_time=0.45");
    coupled_record(&c, "b.x");
    assert_false(coupled_run(&c));
    assert_non_null(strstr(c.error.text, "bad"));
    assert_non_null(strstr(c.error.text, "fmi2DoStep"));
    assert_non_null(strstr(c.error.text, "0.5"));
    assert_non_null(strstr(c.error.text, "asked to fail"));
    assert_int_equal(error_exit_status(&c.error), 1);
    assert_int_equal(c.n_rows, 6);
    coupled_close(&c);
}

/* Values are read in the exchange, or because somebody looks at them: the message has the time of that. The FMU fails after the first step that
 * begins behind 0.45 s. */
static void a_value_that_cannot_be_read_is_told_with_its_time(void **state)
{
    (void)state;
    const char *const connections[] = {CONNECTION("bad", "y", "b", "u"), ""};
    for (int i = 0; i < 2; i++) {
        char parts[4096];
        snprintf(parts, sizeof parts, TOYS(TOY("bad", "fails") TOY("b", "decay"), "%s"), connections[i]);
        struct coupled c = toy_open(parts);
        coupled_set(&c, "bad.fail_in=fmi2GetReal");
        coupled_set(&c, "bad.fail_time=0.45");
        coupled_record(&c, "bad.x");
        assert_false(coupled_run(&c));
        assert_non_null(strstr(c.error.text, "bad"));
        assert_non_null(strstr(c.error.text, "fmi2GetReal returned fmi2Error at t = 0.6 s"));
        assert_int_equal(c.n_rows, 6);
        coupled_close(&c);
    }
}

static volatile sig_atomic_t interrupted;

static bool interrupt_at(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    double *told = context;
    told[0] += 1;
    told[1] = point->t;
    told[2] = point->last;
    interrupted = point->t > 0.35;
    return true;
}

static void an_interrupt_ends_at_the_next_communication_point(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "decay") TOY("b", "decay"), CONNECTION("a", "y", "b", "u")));
    double told[3] = {0};
    const struct run_observer observer = {.context = told, .every = 1, .observe = interrupt_at};
    interrupted = 0;
    c.options.interrupt = &interrupted;
    struct run *run = run_open(c.system, &c.options, &c.error);
    assert_true(run && run_add_observer(run, &observer, &c.error) && run_initialize(run, &c.error));
    assert_true(run_advance(run, INFINITY, &c.error));
    assert_true(run_ended(run));
    assert_int_equal(run_summary(run).status, RUN_INTERRUPTED);
    assert_near(told[0], 6, 0);
    assert_near(told[1], 0.5, 1e-15);
    assert_near(told[2], 1, 0);
    assert_true(run_finish(run, &c.error));
    run_close(run);
    coupled_close(&c);
}

/* ---- observers ---- */

static bool count(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    long *told = context;
    told[0]++;
    told[1] = point->step;
    told[2] += point->last;
    return true;
}

static void observers_are_told_at_the_first_every_so_many_and_the_last(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "decay") TOY("b", "decay"), CONNECTION("a", "y", "b", "u")));
    long told[3] = {0};
    const struct run_observer observer = {.context = told, .every = 3, .observe = count};
    struct run *run = run_open(c.system, &c.options, &c.error);
    assert_true(run && run_add_observer(run, &observer, &c.error) && run_initialize(run, &c.error));
    assert_int_equal(told[0], 1);
    assert_true(run_advance(run, 0.5, &c.error));
    assert_int_equal(told[0], 2);
    assert_true(run_advance(run, INFINITY, &c.error));
    assert_int_equal(told[0], 5); /* 0, 3, 6, 9, 10 */
    assert_int_equal(told[1], 10);
    assert_int_equal(told[2], 1);
    run_close(run);
    coupled_close(&c);
}

/* ---- going back ---- */

/* ---- mixing ---- */

/* The same pair as slaves, as models, and mixed; linear inputs. The exact solution is a sum of exp(-t) and exp(-3 t). */
static void slaves_and_models_mix(void **state)
{
    (void)state;
    for (int mixed = 0; mixed < 2; mixed++) {
        double error[2];
        for (int k = 0; k < 2; k++) {
            struct coupled c = toy_open(TOYS(TOY("a", "decay") TOY("b", "decay"),
                                             CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "a", "u")));
            struct component_options options = component_options_default();
            options.me_relative_tolerance = options.me_absolute_tolerance = 1e-12;
            c.system->components[1].wants_model_exchange = mixed;
            c.options.component = &options;
            c.options.macro_step = k ? 0.005 : 0.01;
            c.options.extrapolation = 1;
            coupled_set(&c, "b.x=3");
            coupled_record(&c, "a.x");
            coupled_must_run(&c);
            error[k] = fabs(coupled_last(&c, 0) - (2 * exp(-1) - exp(-3)));
            coupled_close(&c);
        }
        assert_near(log2(error[0] / error[1]), 2, 0.15);
    }
}

/* x1' = -x1 + x2, x2' = -x2 + x1 from 1 and 3: 2 -+ exp(-2 t). These FMUs take no input derivatives: a linear input is
 * followed by smaller steps with held means, which keeps second order. */
static void linear_inputs_reach_those_who_take_held_values_only(void **state)
{
    (void)state;
    double error[2];
    for (int k = 0; k < 2; k++) {
        struct coupled c = toy_open(
            TOYS(TOY("a", "strict") TOY("b", "strict"), CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "a", "u")));
        c.options.macro_step = k ? 0.01 : 0.02;
        c.options.extrapolation = 1;
        coupled_set(&c, "b.x=3");
        coupled_record(&c, "a.x");
        coupled_must_run(&c);
        error[k] = fabs(coupled_last(&c, 0) - (2 - exp(-2)));
        coupled_close(&c);
    }
    assert_near(log2(error[0] / error[1]), 2, 0.15);
}

/* ---- options ---- */

static void assert_refused(struct coupled *c, const struct message *code, const char *words)
{
    assert_false(coupled_run(c));
    assert_int_equal(c->error.code, code);
    if (!strstr(c->error.text, words))
        fail_msg("\"%s\" does not say \"%s\"", c->error.text, words);
    assert_int_equal(error_exit_status(&c->error), 2);
    c->options = run_options_default();
}

static void options_that_cannot_be_are_refused_before_the_start(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("mass", "decay") TOY("spring", "decay"), CONNECTION("mass", "y", "spring", "u")));
    c.options.scheme = "jakobi";
    assert_refused(&c, ERROR_RUN_SCHEME, "did you mean \"jacobi\"?");
    c.options.extrapolation = 3;
    assert_refused(&c, ERROR_RUN_EXTRAPOLATION, "0, 1 or 2");
    c.options.iterations = 0;
    assert_refused(&c, ERROR_RUN_AT_LEAST_ONE, "--iterations");
    c.options.threads = 0;
    assert_refused(&c, ERROR_RUN_AT_LEAST_ONE, "--threads");
    const struct run_rate unknown = {"sprong", 2}, none = {"spring", 0};
    c.options.rates = &unknown;
    c.options.n_rates = 1;
    assert_refused(&c, ERROR_RUN_NO_COMPONENT_BUT, "did you mean \"spring\"?");
    c.options.rates = &none;
    c.options.n_rates = 1;
    assert_refused(&c, ERROR_RUN_AT_LEAST_ONE, "--rate");
    c.options.order = "mass/mass";
    assert_refused(&c, ERROR_RUN_ORDER_TWICE, "\"mass\" twice");
    c.options.order = "mass";
    assert_refused(&c, ERROR_RUN_ORDER_MISSING, "lacks \"spring\"");
    c.options.order = "mass/";
    assert_refused(&c, ERROR_RUN_NO_COMPONENT, "no component \"\"");
    c.options.has_stop_time = true;
    c.options.stop_time = -1;
    assert_refused(&c, ERROR_RUN_INTERVAL, "from 0 s to -1 s");
    c.options.macro_step = INFINITY;
    assert_refused(&c, ERROR_RUN_MACRO_STEP, "inf");
    const char *power = "mass.y", *apart = "mass.y,spring.y";
    c.options.powers = &power;
    c.options.n_powers = 1;
    assert_refused(&c, ERROR_POWER_SYNTAX, "two outputs");
    c.options.powers = &apart;
    c.options.n_powers = 1;
    assert_refused(&c, ERROR_POWER_NOT_CONNECTED, "mass.y,spring.y");
    coupled_close(&c);
}

static void iterations_name_who_cannot_go_back(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("free", "decay") TOY("stiff", "rigid"), CONNECTION("stiff", "x", "free", "u")));
    c.options.iterations = 3;
    assert_refused(&c, ERROR_RUN_NO_ROLLBACK, "stiff");
    coupled_close(&c);
}

/* Nothing feeds back: Gauss-Seidel in the right order needs one pass. */
static void the_suggested_order_follows_the_values(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("last", "decay") TOY("middle", "decay") TOY("first", "decay"),
                                     CONNECTION("first", "y", "middle", "u") CONNECTION("middle", "y", "last", "u")));
    c.options.scheme = "gauss-seidel";
    c.options.iterations = 20;
    struct run *run = run_open(c.system, &c.options, &c.error);
    assert_non_null(run);
    assert_string_equal(run_order(run), "first/middle/last");
    run_close(run);
    coupled_must_run(&c);
    assert_int_equal(c.summary.iterations, c.summary.steps);
    coupled_close(&c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_last_step_is_shorter_where_the_interval_is_no_multiple),
        TEST(times_come_from_the_options_then_the_system_then_the_fmus),
        TEST(what_was_promised_is_compared_with_the_answer),
        TEST(long_runs_with_held_inputs_are_looked_at),
        TEST(a_jump_gets_a_communication_point_between_those_of_the_grid),
        TEST(a_ramp_is_handed_over_with_its_slope),
        TEST(a_discarded_step_is_made_up_for_by_smaller_ones),
        TEST(a_step_of_which_nothing_was_kept_is_halved),
        TEST(who_cannot_go_back_is_named_when_a_step_is_discarded),
        TEST(starting_over_is_not_seen),
        TEST(an_fmu_may_end_the_run),
        TEST(a_failing_component_is_named_with_time_and_reason),
        TEST(a_value_that_cannot_be_read_is_told_with_its_time),
        TEST(an_interrupt_ends_at_the_next_communication_point),
        TEST(observers_are_told_at_the_first_every_so_many_and_the_last),
        TEST(slaves_and_models_mix),
        TEST(linear_inputs_reach_those_who_take_held_values_only),
        TEST(options_that_cannot_be_are_refused_before_the_start),
        TEST(iterations_name_who_cannot_go_back),
        TEST(the_suggested_order_follows_the_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
