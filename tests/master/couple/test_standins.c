/* Stand-ins on small systems with closed solutions: order, loops, grades, threads, refusals. */
#include "tests/master/couple/toys.h"

#include "master/couple/couple_messages.h"

#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

/* Two decays in a ring: x1' = -2 x1 + u1, y1 = x1 + d1 u1, u1 = y2, and the other way round. */
static struct coupled open_ring(double d1, double d2, double H, double micro_step, const char *scheme)
{
    struct coupled c = toy_open(TOYS(TOY("one", "decay") TOY("two", "decay"),
                                     CONNECTION("one", "y", "two", "u") CONNECTION("two", "y", "one", "u")));
    char text[32];
    snprintf(text, sizeof text, "one.d=%g", d1);
    coupled_set(&c, text);
    snprintf(text, sizeof text, "two.d=%g", d2);
    coupled_set(&c, text);
    coupled_set(&c, "two.x=3");
    coupled_record(&c, "one.x");
    coupled_record(&c, "two.x");
    c.options.scheme = scheme;
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.macro_step = H;
    c.options.micro_step = micro_step;
    c.options.has_stop_time = true;
    c.options.stop_time = 1;
    return c;
}

/* The same at t = 1, by Runge-Kutta steps of 0.1 ms: exact to rounding. */
static void solve_ring(double d1, double d2, double x[2])
{
    const double h = 1e-4, g = 1 / (1 - d1 * d2);
    x[0] = 1;
    x[1] = 3;
    for (int step = 0; step < 10000; step++) {
        double k[4][2];
        for (int i = 0; i < 4; i++) {
            const double by = i == 0 ? 0 : i == 3 ? h : h / 2;
            const double a = x[0] + (i ? by * k[i - 1][0] : 0), b = x[1] + (i ? by * k[i - 1][1] : 0);
            k[i][0] = -2 * a + g * (b + d2 * a);
            k[i][1] = -2 * b + g * (a + d1 * b);
        }
        for (int i = 0; i < 2; i++)
            x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
}

static double ring_error(double d1, double d2, double H, double micro_step, const char *scheme)
{
    double x[2];
    solve_ring(d1, d2, x);
    struct coupled c = open_ring(d1, d2, H, micro_step, scheme);
    coupled_must_run(&c);
    const double error = fmax(fabs(coupled_last(&c, 0) - x[0]), fabs(coupled_last(&c, 1) - x[1]));
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
            const double coarse = ring_error(d1, d2, 0.25, 0.0125, schemes[k]);
            const double fine = ring_error(d1, d2, 0.25, 0.00625, schemes[k]);
            if (!(fine < 2e-4 && coarse / fine > 3.4))
                fail_msg("gains %g and %g, %s: errors %g and %g", d1, d2, schemes[k], coarse, fine);
        }
}

static void the_length_of_macro_steps_does_not_matter_to_linear_systems(void **state)
{
    (void)state;
    const double shorter = ring_error(0.5, 0, 0.05, 0.01, "gauss-seidel");
    const double longer = ring_error(0.5, 0, 1, 0.01, "gauss-seidel");
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
    solve_ring(0.5, 0, x);
    static const struct run_micro_step own[] = {{"one", 0.005}, {"two", 0.01}};
    struct coupled c = open_ring(0.5, 0, 0.1, 0, "gauss-seidel");
    c.options.micro_steps = own;
    c.options.n_micro_steps = 2;
    coupled_must_run(&c);
    assert_int_equal(c.summary.micro_steps, 10 * (20 + 10));
    assert_near(coupled_last(&c, 0), x[0], 1e-4);
    coupled_close(&c);
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
    c.options.iterations = 2;
    expect_refusal(&c, ERROR_STANDIN_WITH);
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
        TEST(the_length_of_macro_steps_does_not_matter_to_linear_systems),
        TEST(threads_change_nothing),
        TEST(the_micro_step_is_chosen_from_time_scales),
        TEST(the_fastest_steps_first),
        TEST(a_component_may_have_its_own_micro_step),
        TEST(what_stand_ins_cannot_do_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
