/* Ticks, the way back to them, and limits that are met exactly. */
#include "tests/testing.h"

#include "master/couple/clock.h"

static void a_million_steps_end_exactly_where_they_should(void **state)
{
    (void)state;
    struct clock clock = clock_start(0, 1e-6);
    long steps = 0;
    while (clock.now < 1) {
        const struct interval step = clock_next(&clock, 1);
        assert_true(step.to_tick && step.is_full);
        assert_true(step.H == 1e-6 || step.t + step.H == 1); /* never a difference of times, but for the limit's sake */
        clock_advance(&clock, &step);
        steps++;
        assert_true(clock.now == 1 || clock.now == 0 + (double)steps * 1e-6);
    }
    assert_int_equal(steps, 1000000);
    assert_true(clock.now == 1);
}

static void after_a_limit_between_two_ticks_a_short_step_leads_back_to_the_grid(void **state)
{
    (void)state;
    struct clock clock = clock_start(2, 0.1);
    struct interval step = {0};
    for (int i = 0; i < 3; i++) {
        step = clock_next(&clock, 2.25);
        clock_advance(&clock, &step);
    }
    assert_false(step.to_tick || step.is_full);
    assert_true(clock.now == 2.25);
    assert_near(step.H, 0.05, 1e-15);

    step = clock_next(&clock, 10);
    assert_true(step.to_tick && !step.is_full);
    assert_true(step.t == 2.25 && step.end == 2 + 3 * 0.1);
    assert_near(step.H, 0.05, 1e-15);
    clock_advance(&clock, &step);
    step = clock_next(&clock, 10);
    assert_true(step.is_full && step.H == 0.1 && step.end == 2 + 4 * 0.1);
}

static void two_limits_between_the_same_ticks_do_not_move_the_grid(void **state)
{
    (void)state;
    struct clock clock = clock_start(0, 1);
    const double limits[] = {0.25, 0.75, 10, 10};
    const double ends[] = {0.25, 0.75, 1, 2};
    for (int i = 0; i < 4; i++) {
        const struct interval step = clock_next(&clock, limits[i]);
        clock_advance(&clock, &step);
        assert_true(clock.now == ends[i]);
    }
    assert_int_equal(clock.ticks, 2);
}

/* In double precision 1999 * 0.005 + 0.005 lies beyond 10, as many others do. */
static void no_step_ends_beyond_its_limit_by_rounding(void **state)
{
    (void)state;
    const double decimals[] = {0.1, 0.005, 0.003, 0.007, 1e-5};
    long shortened = 0;
    for (size_t k = 0; k < sizeof decimals / sizeof *decimals; k++)
        for (long n = 1; n <= 3000; n += 7) {
            const double stop = (double)n * decimals[k];
            struct clock clock = clock_start(0, decimals[k]);
            struct interval step = {0};
            while (clock.now < stop) {
                step = clock_next(&clock, stop);
                clock_advance(&clock, &step);
            }
            assert_true(step.t + step.H <= stop);
            assert_near(step.H, decimals[k], 1e-9 * decimals[k]);
            shortened += step.H != decimals[k];
        }
    assert_true(shortened > 0); /* else nothing was tried */
}

static void rounding_makes_no_sliver_of_a_step(void **state)
{
    (void)state;
    const double decimals[] = {0.1, 0.01, 0.001, 0.003, 0.007, 1e-5};
    for (size_t k = 0; k < sizeof decimals / sizeof *decimals; k++)
        for (long n = 1; n <= 1000; n += 37) {
            const double stop = (double)n * decimals[k] * (1 + 1e-15);
            struct clock clock = clock_start(0, decimals[k]);
            long steps = 0;
            while (clock.now < stop) {
                const struct interval step = clock_next(&clock, stop);
                clock_advance(&clock, &step);
                steps++;
            }
            assert_int_equal(steps, n);
            assert_true(clock.now == stop);
        }
}

static void far_from_zero_a_tick_is_still_a_tick(void **state)
{
    (void)state;
    const double origin = 1e6;
    struct clock clock = clock_start(origin, 1e-3);
    long steps = 0;
    while (clock.now < origin + 1) {
        const struct interval step = clock_next(&clock, origin + 1);
        clock_advance(&clock, &step);
        steps++;
    }
    assert_int_equal(steps, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_steps_end_exactly_where_they_should),
        cmocka_unit_test(after_a_limit_between_two_ticks_a_short_step_leads_back_to_the_grid),
        cmocka_unit_test(two_limits_between_the_same_ticks_do_not_move_the_grid),
        cmocka_unit_test(no_step_ends_beyond_its_limit_by_rounding),
        cmocka_unit_test(rounding_makes_no_sliver_of_a_step),
        cmocka_unit_test(far_from_zero_a_tick_is_still_a_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
