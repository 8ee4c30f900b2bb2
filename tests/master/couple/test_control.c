/* Macro steps chosen by the error, on the LIM manipulator against its exact solution. */
#include "tests/master/couple/coupled_run.h"
#include "tests/master/couple/lim_reference.h"

#include "master/couple/couple_messages.h"

static struct coupled open_lim(int manoeuvre, double tolerance)
{
    struct coupled c = lim_open(P_S, manoeuvre);
    c.options.scheme = "gauss-seidel";
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.error_tolerance = tolerance;
    c.options.macro_step = 1e-4;
    c.options.macro_step_most = 1;
    c.options.output_step = 0.5;
    return c;
}

/* s is about 0.5 m: a tolerance of exchanged values that is met is not exceeded by the position, whose errors are their integral. A
 * hundredth of it brings ten times less at the least, and the next one still three times less: there the solvers' own errors are
 * reached (fourth order, 0.1 ms). */
static void the_true_error_follows_the_tolerance(void **state)
{
    (void)state;
    for (int manoeuvre = 1; manoeuvre <= 2; manoeuvre++) {
        double errors[3];
        static const double tolerances[] = {1e-4, 1e-6, 1e-8};
        for (int i = 0; i < 3; i++) {
            struct coupled c = open_lim(manoeuvre, tolerances[i]);
            c.options.macro_step = 1e-5; /* of this length steps are always accepted */
            if (manoeuvre == 2) { /* the valve moves from the start, as fast as ever: so many seconds of it tell */
                c.options.has_stop_time = true;
                c.options.stop_time = 4;
            }
            coupled_must_run(&c);
            errors[i] = lim_error(&c, manoeuvre);
            assert_true(errors[i] <= 0.5 * tolerances[i]);
            coupled_close(&c);
        }
        assert_true(errors[1] < 0.1 * errors[0] && errors[2] < errors[1] / 3);
    }
}

/* Values travel between micro steps as straight lines: their error is of second order, so a quarter of the micro step brings clearly more than
 * the factor 4 of a first order. The solvers inside are converged beside it (4th order: ten times as small steps change nothing). */
static void below_the_tolerance_micro_steps_decide(void **state)
{
    (void)state;
    double errors[2];
    for (int i = 0; i < 2; i++) {
        struct coupled c = open_lim(2, 1e-8);
        c.options.micro_step = i == 0 ? 2e-4 : 5e-5;
        c.options.has_stop_time = true;
        c.options.stop_time = 4;
        coupled_must_run(&c);
        errors[i] = lim_error(&c, 2);
        coupled_close(&c);
    }
    assert_true(errors[1] < errors[0] / 4);
}

/* Macro steps of at most 10 ms are far shorter than the error asks for, and promises far better: the matrices serve for several. There are
 * two components, with seven columns (4 states, f_h, p1, p2) and five (2 states, s, ds, kappa), no two of which move different rows: twelve
 * calls for both. */
static void derivatives_are_taken_again_when_they_are_needed(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 1e-4);
    c.options.macro_step_most = 10e-3;
    coupled_must_run(&c);
    assert_true(c.summary.steps >= 1000);
    assert_true(c.summary.linearizations < c.summary.steps);
    assert_int_equal(2 * c.summary.derivative_calls, 12 * c.summary.linearizations);
    assert_true(lim_error(&c, 1) < 1e-5);
    coupled_close(&c);
}

/* The error decides how long macro steps are, not the grid of micro steps that they have to fit: where the program chooses micro steps, there are no more
 * macro steps than with micro steps of 0.1 ms, which fit any. */
static void whole_micro_steps_do_not_keep_macro_steps_short(void **state)
{
    (void)state;
    long steps[2];
    for (int i = 0; i < 2; i++) {
        struct coupled c = open_lim(1, 1e-8);
        c.options.macro_step = 1e-5;
        c.options.micro_step = i == 0 ? 1e-4 : 0;
        coupled_must_run(&c);
        steps[i] = c.summary.steps;
        coupled_close(&c);
    }
    assert_true(steps[1] <= steps[0]);
}

/* Of Jacobi, at every millisecond. */
static double error_of_10000_steps(int extrapolation)
{
    struct coupled c = lim_open(P_S, 1);
    c.options.extrapolation = extrapolation;
    c.options.macro_step = 1e-3;
    coupled_must_run(&c);
    assert_int_equal(c.summary.steps, 10000);
    const double error = lim_error(&c, 1);
    coupled_close(&c);
    return error;
}

/* Held, linear and quadratic inputs at 1 ms are less accurate with ten times as many steps. */
static void few_macro_steps_are_enough(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 1e-5);
    coupled_must_run(&c);
    assert_true(c.summary.steps <= 1000);
    for (int extrapolation = 0; extrapolation <= 2; extrapolation++)
        assert_true(lim_error(&c, 1) < error_of_10000_steps(extrapolation));
    assert_true(c.summary.macro_step_largest > 20e-3);
    coupled_close(&c);
}

/* First at the start, last at the stop time, and in between at the multiples of the output step. */
static void rows_lie_on_the_output_grid(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 1e-4);
    c.options.output_step = 0.3;
    coupled_must_run(&c);
    assert_int_equal(c.n_rows, 35);
    for (size_t row = 0; row < 34; row++)
        assert_near(coupled_time(&c, row), 0.3 * (double)row, 1e-12);
    assert_near(coupled_time(&c, 34), 10, 0);
    coupled_close(&c);
}

/* Rows every millisecond do not need macro steps every millisecond: micro steps end there. An output comes out as the exact solution
 * has it, to the tolerance, and so does the input that receives it. */
static void rows_inside_of_macro_steps_are_true(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 1e-4);
    coupled_record(&c, "hydraulics.s");
    c.options.output_step = 1e-3;
    coupled_must_run(&c);
    assert_int_equal(c.n_rows, 10001);
    assert_true(c.summary.steps < 500);
    for (size_t row = 0; row < c.n_rows; row++) {
        assert_near(coupled_time(&c, row), 1e-3 * (double)row, 1e-12);
        assert_near(c.rows[3 * row + 1], lim_reference_at(1, 1e-3 * (double)row), 5e-5);
        assert_near(c.rows[3 * row + 2], c.rows[3 * row + 1], 5e-5);
    }
    coupled_close(&c);
}

/* Thousands of macro steps whose ends are no output points, and ten thousand rows inside of them: each is of its time. s moves with 0.023 m/s; a row that
 * is taken a tenth of a micro step of 0.125 ms too early is off by 2.9e-7 m. */
static void rounding_does_not_move_rows(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 1e-8);
    c.options.macro_step = 1e-6;
    c.options.output_step = 1e-3;
    coupled_must_run(&c);
    assert_int_equal(c.n_rows, 10001);
    assert_true(lim_error(&c, 1) < 1e-8);
    coupled_close(&c);
}

/* A valve's ramp of 1 ms falls into steps of some 10 ms: they are taken back, and shorter ones meet it. */
static void steps_that_miss_are_taken_back_whatever_the_scheme(void **state)
{
    (void)state;
    static const struct {
        const char *scheme;
        int extrapolation;
    } ways[] = {{"jacobi", 1}, {"gauss-seidel", 2}, {"gauss-seidel", EXTRAPOLATION_MODEL}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct coupled c = open_lim(1, 1e-4);
        c.options.scheme = ways[i].scheme;
        c.options.extrapolation = ways[i].extrapolation;
        coupled_must_run(&c);
        assert_true(c.summary.rejected > 0);
        assert_true(lim_error(&c, 1) < 1e-4);
        coupled_close(&c);
    }
}

/* Of a whole run with those options: the largest difference of what was promised and what was answered. */
static double largest_coupling_error(struct coupled *c)
{
    struct run *run = run_open(c->system, &c->options, &c->error);
    assert_non_null(run);
    assert_true(run_initialize(run, &c->error) && run_advance(run, 10, &c->error));
    assert_true(run_coupling_errors(run) > 0);
    double largest = 0;
    for (size_t i = 0; i < run_coupling_errors(run); i++) {
        struct port port;
        largest = fmax(largest, run_coupling_error(run, i, &port));
    }
    run_close(run);
    return largest;
}

static void the_errors_of_accepted_steps_are_within_the_tolerance(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 1e-4);
    const double largest = largest_coupling_error(&c);
    assert_true(largest > 0 && largest <= 1e-4);
    coupled_close(&c);
}

/* The manipulator rests at first, and long steps follow it. Then every step misses such a tolerance, by far, and cannot be shorter: values that
 * are held over 2 ms are wrong, but they are not lost, and the run goes on to its end. */
static void smallest_steps_that_miss_do_not_end_a_run(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 1e-9);
    c.options.scheme = "jacobi";
    c.options.extrapolation = 0;
    c.options.macro_step = 2e-3;
    assert_true(largest_coupling_error(&c) > 1e6 * c.options.error_tolerance);
    coupled_close(&c);
}

static void expect_refusal(struct coupled *c, const char *text)
{
    assert_null(run_open(c->system, &c->options, &c->error));
    assert_ptr_equal(c->error.code, ERROR_CONTROL_RANGE);
    assert_string_equal(c->error.text, text);
    coupled_close(c);
}

static void a_tolerance_needs_a_range_and_the_other_way_round(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 1e-4);
    c.options.macro_step_most = 0;
    expect_refusal(&c, "--error-tolerance needs --macro-step a:b");
    c = open_lim(1, 0);
    expect_refusal(&c, "--macro-step a:b needs --error-tolerance");
    c = open_lim(1, 0);
    c.options.macro_step_most = 0;
    expect_refusal(&c, "--output-step needs --error-tolerance");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_true_error_follows_the_tolerance),
        cmocka_unit_test(below_the_tolerance_micro_steps_decide),
        cmocka_unit_test(derivatives_are_taken_again_when_they_are_needed),
        cmocka_unit_test(whole_micro_steps_do_not_keep_macro_steps_short),
        cmocka_unit_test(few_macro_steps_are_enough),
        cmocka_unit_test(rows_lie_on_the_output_grid),
        cmocka_unit_test(rows_inside_of_macro_steps_are_true),
        cmocka_unit_test(rounding_does_not_move_rows),
        cmocka_unit_test(steps_that_miss_are_taken_back_whatever_the_scheme),
        cmocka_unit_test(the_errors_of_accepted_steps_are_within_the_tolerance),
        cmocka_unit_test(smallest_steps_that_miss_do_not_end_a_run),
        cmocka_unit_test(a_tolerance_needs_a_range_and_the_other_way_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
