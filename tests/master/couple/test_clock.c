/* Ticks, segments, and limits that are met exactly. */
#include "tests/testing.h"

#include "master/couple/clock.h"

static void a_million_steps_end_exactly_where_they_should(void **state)
{
    (void)state;
    struct clock clock = clock_start(0, 1e-6);
    long steps = 0;
    while (clock.now < 1) {
        const struct interval step = clock_next(&clock, 1);
        assert_true(step.on_grid);
        assert_true(step.H == 1e-6); /* never a difference of times */
        clock_advance(&clock, &step);
        steps++;
        assert_true(clock.now == 1 || clock.now == 0 + (double)steps * 1e-6);
    }
    assert_int_equal(steps, 1000000);
    assert_true(clock.now == 1);
}

static void a_limit_between_two_ticks_cuts_the_last_step(void **state)
{
    (void)state;
    struct clock clock = clock_start(2, 0.1);
    struct interval step = {0};
    for (int i = 0; i < 3; i++) {
        step = clock_next(&clock, 2.25);
        clock_advance(&clock, &step);
    }
    assert_false(step.on_grid);
    assert_true(clock.now == 2.25);
    assert_near(step.H, 0.05, 1e-15);

    step = clock_next(&clock, 10); /* a new segment with its own origin */
    assert_true(step.t == 2.25);
    assert_true(step.end == 2.25 + 0.1);
    clock_advance(&clock, &step);
    step = clock_next(&clock, 10);
    assert_true(step.end == 2.25 + 2 * 0.1);
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
        cmocka_unit_test(a_limit_between_two_ticks_cuts_the_last_step),
        cmocka_unit_test(rounding_makes_no_sliver_of_a_step),
        cmocka_unit_test(far_from_zero_a_tick_is_still_a_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
