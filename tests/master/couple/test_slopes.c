/* Where slopes come from: output derivatives or past values, on the LIM manipulator with Runge-Kutta inside, against the exact solution.
 * The expected errors are those of a prototype on the same equations, printed with two digits. */
#include "tests/master/couple/coupled_run.h"
#include "tests/master/couple/lim_reference.h"

static struct coupled open_lim(int manoeuvre, double H, enum slopes_choice slopes)
{
    struct coupled c = lim_open(P_S, manoeuvre);
    c.options.macro_step = H;
    c.options.extrapolation = 1;
    c.options.slopes = slopes;
    return c;
}

/* The largest error of s; infinite where the run fails. */
static double error_of(int manoeuvre, double H, enum slopes_choice slopes)
{
    struct coupled c = open_lim(manoeuvre, H, slopes);
    const double largest = coupled_run(&c) ? lim_error(&c, manoeuvre) : (double)INFINITY;
    coupled_close(&c);
    return largest;
}

static void with_past_slopes_linear_inputs_stand_sixty_milliseconds(void **state)
{
    (void)state;
    assert_near(error_of(1, 0.01, SLOPES_PAST), 1.4e-4, 0.05e-4);
    assert_near(error_of(1, 0.04, SLOPES_PAST), 7.9e-4, 0.05e-4);
    assert_near(error_of(2, 0.01, SLOPES_PAST), 1.2e-4, 0.05e-4);
    assert_near(error_of(2, 0.04, SLOPES_PAST), 1.7e-3, 0.05e-3);
    assert_true(error_of(1, 0.06, SLOPES_PAST) < 5e-3);
    assert_true(error_of(2, 0.06, SLOPES_PAST) < 5e-3);
}

static void exact_slopes_of_the_pressures_fail_at_ten_milliseconds(void **state)
{
    (void)state;
    assert_true(error_of(1, 0.01, SLOPES_EXACT) > 0.02);
    assert_true(error_of(2, 0.01, SLOPES_EXACT) > 0.02);
}

/* Exact for the mechanism, past for the pressures. */
static void chosen_by_component_they_are_better_than_either(void **state)
{
    (void)state;
    assert_near(error_of(2, 0.01, SLOPES_AUTO), 3.8e-5, 0.05e-5);
    assert_near(error_of(1, 0.04, SLOPES_AUTO), 7.9e-4, 0.05e-4);
    assert_true(error_of(2, 0.06, SLOPES_AUTO) < 5e-3);
}

/* The fastest eigenvalue of the pressures along M1 is -2/0.249 ms: there forward Euler breaks down. */
static void the_run_tells_what_it_has_chosen(void **state)
{
    (void)state;
    struct coupled c = open_lim(1, 0.01, SLOPES_AUTO);
    struct run *run = run_open(c.system, &c.options, &c.error);
    assert_non_null(run);
    assert_true(run_initialize(run, &c.error));
    size_t multibody = 0, hydraulics = 1;
    if (c.system->components[0].name[0] == 'h') {
        multibody = 1;
        hydraulics = 0;
    }
    assert_int_equal(run_slopes(run, multibody), RUN_SLOPES_EXACT);
    assert_int_equal(run_slopes(run, hydraulics), RUN_SLOPES_PAST);
    assert_true(run_pace(run, multibody) > 0 && run_pace(run, multibody) < 100);
    assert_true(run_pace(run, hydraulics) > 1000 && run_pace(run, hydraulics) < 2 / 0.249e-3);
    run_close(run);
    coupled_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_past_slopes_linear_inputs_stand_sixty_milliseconds),
        cmocka_unit_test(exact_slopes_of_the_pressures_fail_at_ten_milliseconds),
        cmocka_unit_test(chosen_by_component_they_are_better_than_either),
        cmocka_unit_test(the_run_tells_what_it_has_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
