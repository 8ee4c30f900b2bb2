/* Stand-ins on small systems with closed solutions: order, loops, grades, threads, refusals. */
#include "tests/master/couple/ring.h"

#include "master/couple/couple_messages.h"
#include "master/couple/trial.h"

#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

static struct coupled open_ring_of(const char *second, double d1, double d2, double H, double micro_step,
                                   const char *scheme)
{
    struct coupled c = ring_open("decay", second, d1, d2);
    c.options.scheme = scheme;
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.macro_step = H;
    c.options.micro_step = micro_step;
    return c;
}

static struct coupled open_ring(double d1, double d2, double H, double micro_step, const char *scheme)
{
    return open_ring_of("decay", d1, d2, H, micro_step, scheme);
}

static double error_of_ring(const char *second, double d1, double d2, double H, double micro_step, const char *scheme)
{
    struct coupled c = open_ring_of(second, d1, d2, H, micro_step, scheme);
    coupled_must_run(&c);
    const double error = ring_error(&c, d1, d2);
    coupled_close(&c);
    return error;
}

/* Of a linear system stand-ins are exact: what is left is that inputs are straight over micro steps, of second order in these, however
 * long the macro step. A gain around the loop of -1.5 or 2 lets no fixed-point iteration converge. The FMU answers a get after a set with
 * old values: its rates are read before. */
static void loops_of_any_gain_are_solved_in_every_micro_step(void **state)
{
    (void)state;
    static const double gains[][2] = {{0, 0}, {0.5, 0}, {0.5, -3}, {2, 1}, {0, 0.7}};
    static const char *const schemes[] = {"gauss-seidel", "jacobi"};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++)
        for (size_t k = 0; k < 2; k++) {
            const double d1 = gains[i][0], d2 = gains[i][1];
            const double coarse = error_of_ring("decay", d1, d2, 0.25, 0.0125, schemes[k]);
            const double fine = error_of_ring("decay", d1, d2, 0.25, 0.00625, schemes[k]);
            if (!(fine < 2e-4 && coarse / fine > 3.4))
                fail_msg("gains %g and %g, %s: errors %g and %g", d1, d2, schemes[k], coarse, fine);
        }
}

/* The larger output around the ring, with states as they are. */
static double ring_size(const double x[2], double d1, double d2)
{
    return fmax(fabs(x[0] + d1 * x[1]), fabs(x[1] + d2 * x[0])) / fabs(1 - d1 * d2);
}

/* With macro steps by the error: outputs with feedthrough are measured as the exchange will bring them up to date, and not as the FMU still
 * has them, which answers to what was foretold. What is told keeps the tolerance; the true error, relative to the largest value, adds up over
 * steps and stays below ten times that. */
static void outputs_with_feedthrough_are_measured_as_they_will_be_exchanged(void **state)
{
    (void)state;
    static const double gains[][2] = {{-0.9, 0.9}, {2, 1}, {0.5, -3}, {0, 5}}, tolerances[] = {1e-4, 1e-6};
    static const char *const schemes[] = {"gauss-seidel", "jacobi"}, *const orders[] = {"two/one", NULL};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++)
        for (size_t k = 0; k < 4; k++) {
            const double d1 = gains[i][0], d2 = gains[i][1], tolerance = tolerances[k / 2], start[] = {1, 3};
            struct coupled c = open_ring(d1, d2, 1e-4, 0, schemes[k % 2]);
            c.options.order = orders[k % 2];
            c.options.error_tolerance = tolerance;
            c.options.macro_step_most = c.options.output_step = 0.1;
            c.run = run_open(c.system, &c.options, &c.error);
            if (!c.run || !run_initialize(c.run, &c.error) || !run_advance(c.run, INFINITY, &c.error))
                fail_msg("%s", c.error.text);
            double x[2], found[2];
            ring_solve(d1, d2, x);
            for (int j = 0; j < 2; j++)
                assert_true(run_get_value(c.run, c.ports[j], &found[j], &c.error));
            const double size = fmax(ring_size(start, d1, d2), ring_size(x, d1, d2)), told = trial_error(c.run);
            const double error = fmax(fabs(found[0] - x[0]), fabs(found[1] - x[1])) / size;
            if (!(told <= tolerance && error <= 10 * tolerance))
                fail_msg("gains %g and %g, %s: error %g, told %g", d1, d2, schemes[k % 2], error, told);
            run_close(c.run);
            coupled_close(&c);
        }
}

static bool ramp_values(void *context, double t, bool from_left, double *values, struct error *error)
{
    (void)context, (void)from_left, (void)error;
    values[0] = 3 * t;
    return true;
}

/* A ramp from outside goes through y = x + u of the first decay to the second one. It is known where it ends in every step: whether the second one
 * hears a linear model of the first, which is exact, or what that has recorded, no promise fails but by rounding. */
static void direct_outputs_are_measured_with_inputs_of_the_system_as_they_will_be(void **state)
{
    (void)state;
    static const char system[] =
        SSD(CONNECTORS(CONNECTOR("u", "input", "<ssc:Real/>")) ELEMENTS(TOY("one", "decay") TOY("two", "decay"))
                CONNECTIONS(FROM_SYSTEM("u", "one", "u") CONNECTION("one", "y", "two", "u")));
    static const char *const orders[] = {"one/two", "two/one"};
    static const bool is_driven = true;
    static const struct run_input input = {.driven = &is_driven, .values = ramp_values};
    for (int i = 0; i < 2; i++) {
        struct coupled c = toy_open(system);
        coupled_set(&c, "one.d=1");
        c.options.input = &input;
        c.options.scheme = "gauss-seidel";
        c.options.order = orders[i];
        c.options.extrapolation = EXTRAPOLATION_MODEL;
        c.options.macro_step = 1e-4;
        c.options.macro_step_most = c.options.output_step = 0.1;
        c.options.error_tolerance = 1e-4;
        c.run = run_open(c.system, &c.options, &c.error);
        if (!c.run || !run_initialize(c.run, &c.error) || !run_advance(c.run, INFINITY, &c.error))
            fail_msg("%s", c.error.text);
        if (!(trial_error(c.run) <= 1e-12))
            fail_msg("%s: told %g", orders[i], trial_error(c.run));
        run_close(c.run);
        coupled_close(&c);
    }
}

/* A component without input slopes holds the mean over a micro step, and its direct outputs belong to that at the end. The exchange cannot
 * refresh them, either, without directional derivatives; differences tell by how much: still second order, where it would be first. */
static void direct_outputs_are_brought_up_to_date(void **state)
{
    (void)state;
    static const char *const schemes[] = {"gauss-seidel", "jacobi"};
    static const double gains[][2] = {{0, 0.7}, {0.5, -0.8}};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 2; k++) {
            const double d1 = gains[i][0], d2 = gains[i][1];
            const double coarse = error_of_ring("decay_means", d1, d2, 0.25, 0.0125, schemes[k]);
            const double fine = error_of_ring("decay_means", d1, d2, 0.25, 0.00625, schemes[k]);
            if (!(fine < 1e-4 && coarse / fine > 3.4))
                fail_msg("gains %g and %g, %s: errors %g and %g", d1, d2, schemes[k], coarse, fine);
        }
}

static void the_length_of_macro_steps_does_not_matter_to_linear_systems(void **state)
{
    (void)state;
    const double shorter = error_of_ring("decay", 0.5, 0, 0.05, 0.01, "gauss-seidel");
    const double longer = error_of_ring("decay", 0.5, 0, 1, 0.01, "gauss-seidel");
    assert_true(longer < 2 * shorter + 1e-7 && shorter < 1e-4);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    double last[2];
    for (int threads = 1; threads <= 2; threads++) {
        struct coupled c = open_ring(0.5, -3, 0.1, 0.01, "jacobi");
        c.options.threads = threads;
        coupled_must_run(&c);
        last[threads - 1] = coupled_last(&c, 0);
        coupled_close(&c);
    }
    assert_true(last[0] == last[1]);
}

static void the_micro_step_is_chosen_from_time_scales(void **state)
{
    (void)state;
    struct coupled c = open_ring(0, 0, 1, 0, "jacobi");
    coupled_set(&c, "one.k=50"); /* its eigenvalue is -50 1/s */
    struct run *run = run_open(c.system, &c.options, &c.error);
    assert_non_null(run);
    assert_true(run_initialize(run, &c.error));
    assert_near(run_micro_step(run), 1. / 50, 1e-3);
    assert_int_equal(run_grade(run, 0), GRADE_DIRECTIONAL);
    run_close(run);
    coupled_close(&c);
}

/* Two rings' worth of difference: the fast one of the two steps first, unless an order is asked for. */
static void the_fastest_steps_first(void **state)
{
    (void)state;
    for (int asked = 0; asked <= 1; asked++) {
        struct coupled c = open_ring(0, 0, 0.1, 0.01, "gauss-seidel");
        coupled_set(&c, "two.k=50");
        c.options.order = asked ? "one/two" : NULL;
        struct run *run = run_open(c.system, &c.options, &c.error);
        assert_non_null(run);
        assert_true(run_initialize(run, &c.error));
        assert_string_equal(run_order(run), asked ? "one/two" : "two/one");
        run_close(run);
        coupled_close(&c);
    }
}

static void a_component_may_have_its_own_micro_step(void **state)
{
    (void)state;
    double x[2];
    ring_solve(0.5, 0, x);
    static const struct run_micro_step own[] = {{"one", 0.005}, {"two", 0.01}};
    struct coupled c = open_ring(0.5, 0, 0.1, 0, "gauss-seidel");
    c.options.micro_steps = own;
    c.options.n_micro_steps = 2;
    coupled_must_run(&c);
    assert_int_equal(c.summary.micro_steps, 10 * (20 + 10));
    assert_near(coupled_last(&c, 0), x[0], 1e-4);
    coupled_close(&c);
}

/* A mass on a spring swings from 1 m through 0.5 m, x'' = -4 x - 0.5 x', where a relay counts an event for a third component. By bisection of
 * the closed solution. */
static double time_of_crossing(void)
{
    const double w = sqrt(4 - 0.0625);
    double from = 0, to = 1;
    for (int i = 0; i < 60; i++) {
        const double t = (from + to) / 2, x = exp(-0.25 * t) * (cos(w * t) + 0.25 / w * sin(w * t));
        *(x > 0.5 ? &from : &to) = t;
    }
    return from;
}

static struct coupled open_relay(const char *mass, const char *scheme)
{
    char text[4096];
    snprintf(
        text, sizeof text,
        TOYS(TOY("mass", "%s") "<ssd:Component name='relay' source='" BUILD_DIR
                               "/tests/fmus/trigger.fmu' implementation='ModelExchange'/>\n" TOY("third", "strict"),
             CONNECTION("mass", "y_x", "relay", "u") CONNECTION("relay", "events", "third", "n")),
        mass);
    struct coupled c = toy_open(text);
    coupled_record(&c, "third.n");
    c.options.scheme = scheme;
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.macro_step = 0.2;
    c.options.micro_step = 0.01;
    c.options.has_stop_time = true;
    c.options.stop_time = 1;
    return c;
}

/* The third component has the new count from the end of the micro step on in which the relay has switched, and not before. Points of the
 * grid stay. Where somebody cannot go back, the change is exchanged at the next one of these. */
static void a_discrete_change_ends_the_macro_step(void **state)
{
    (void)state;
    static const char *const schemes[] = {"gauss-seidel", "jacobi"};
    const double crossing = time_of_crossing(), on_grid = 0.2 * ceil(crossing / 0.2);
    for (size_t k = 0; k < 4; k++) {
        const bool goes_back = k < 2;
        struct coupled c = open_relay(goes_back ? "swing" : "swing_forward", schemes[k % 2]);
        coupled_must_run(&c);
        const double before = c.rows[1];
        double changed = 0;
        for (size_t row = 0; changed == 0 && row < c.n_rows; row++)
            if (c.rows[2 * row + 1] != before)
                changed = coupled_time(&c, row);
        if (goes_back ? !(changed > crossing && changed < crossing + 0.011) : fabs(changed - on_grid) > 1e-9)
            fail_msg("%s: x passes 0.5 at %g s, the count has changed at %g s", schemes[k % 2], crossing, changed);
        for (int i = 1; i <= 5; i++)
            coupled_at(&c, 0.2 * i, 0);
        assert_true((c.summary.rejected > 0) == goes_back);
        coupled_close(&c);
    }
}

/* x' = -x drives x' = -2 x + u: both are exp(-t). Steps of more than 0.05 s are discarded, micro steps of 0.1 s with them. */
static void discarded_micro_steps_are_taken_again_shorter(void **state)
{
    (void)state;
    static const char *const schemes[] = {"gauss-seidel", "jacobi"};
    for (size_t k = 0; k < 4; k++) {
        const bool too_long = k < 2;
        struct coupled c = toy_open(TOYS(TOY("a", "discards") TOY("b", "decay"), CONNECTION("a", "x", "b", "u")));
        coupled_record(&c, "b.x");
        c.options.scheme = schemes[k % 2];
        c.options.extrapolation = EXTRAPOLATION_MODEL;
        c.options.macro_step = 0.2;
        c.options.micro_step = too_long ? 0.1 : 0.05;
        coupled_must_run(&c);
        assert_true((c.summary.rejected > 0) == too_long);
        for (int i = 0; i <= 5; i++)
            assert_near(coupled_at(&c, 0.2 * i, 0), exp(-0.2 * i), 2e-4); /* h^2 / 12 */
        coupled_close(&c);
    }
}

/* x' = 1 wants the end at x = 0.55, inside of a macro step, and drives x' = -2 x + u: x = t/2 - 1/4 + 5/4 exp(-2 t), and lines are straight. */
static void the_end_inside_of_a_macro_step_is_met(void **state)
{
    (void)state;
    static const char *const schemes[] = {"gauss-seidel", "jacobi"};
    for (size_t k = 0; k < 2; k++) {
        struct coupled c = toy_open(TOYS(TOY("b", "decay") TOY("a", "ends"), CONNECTION("a", "x", "b", "u")));
        coupled_record(&c, "b.x");
        c.options.scheme = schemes[k];
        c.options.extrapolation = EXTRAPOLATION_MODEL;
        c.options.macro_step = 0.2;
        c.options.micro_step = 0.05;
        coupled_must_run(&c);
        assert_int_equal(c.summary.status, RUN_TERMINATED);
        assert_near(coupled_time(&c, c.n_rows - 1), 0.55, 1e-12);
        assert_near(coupled_last(&c, 0), 0.55 / 2 - 0.25 + 1.25 * exp(-1.1), 1e-6);
        coupled_close(&c);
    }
}

static void expect_refusal(struct coupled *c, const struct message *code)
{
    assert_null(run_open(c->system, &c->options, &c->error));
    if (c->error.code != code)
        fail_msg("%s", c->error.text);
    coupled_close(c);
}

static void what_stand_ins_cannot_do_is_refused(void **state)
{
    (void)state;
    struct coupled c = open_ring(0, 0, 0.1, 0.01, "jacobi");
    c.options.extrapolation = EXTRAPOLATION_WAVEFORM;
    expect_refusal(&c, ERROR_WAVEFORM_PASSES);
    c = open_ring(0, 0, 0.1, 0.01, "jacobi");
    c.options.rates = &(struct run_rate){"one", 2};
    c.options.n_rates = 1;
    expect_refusal(&c, ERROR_STANDIN_WITH);
    c = open_ring(0, 0, 0.1, 0.01, "jacobi");
    c.options.extrapolation = 1;
    expect_refusal(&c, ERROR_STANDIN_ONLY);
    c = open_ring(0, 0, 0.1, -1, "jacobi");
    expect_refusal(&c, ERROR_RUN_MICRO_STEP);
    c = open_ring(0, 0, 0.1, 0, "jacobi");
    c.options.micro_steps = &(struct run_micro_step){"three", 0.01};
    c.options.n_micro_steps = 1;
    expect_refusal(&c, ERROR_RUN_NO_COMPONENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loops_of_any_gain_are_solved_in_every_micro_step),
        TEST(outputs_with_feedthrough_are_measured_as_they_will_be_exchanged),
        TEST(direct_outputs_are_measured_with_inputs_of_the_system_as_they_will_be),
        TEST(direct_outputs_are_brought_up_to_date),
        TEST(the_length_of_macro_steps_does_not_matter_to_linear_systems),
        TEST(threads_change_nothing),
        TEST(the_micro_step_is_chosen_from_time_scales),
        TEST(the_fastest_steps_first),
        TEST(a_component_may_have_its_own_micro_step),
        TEST(a_discrete_change_ends_the_macro_step),
        TEST(discarded_micro_steps_are_taken_again_shorter),
        TEST(the_end_inside_of_a_macro_step_is_met),
        TEST(what_stand_ins_cannot_do_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
