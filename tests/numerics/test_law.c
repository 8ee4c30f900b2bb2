/* Laws in time: values, jumps within rounding, what is in force up to an event, events, and slopes. */
#include "tests/testing.h"

#include "numerics/law.h"

/*                              0  1  2  3    4    5    6    7   8    9   10   11   12 13 14 15 16 */
static const double numbers[] = {2, 5, 1, 2.5, 0.3, 0.7, 0.1, 0, 1.0, 1.0, 2.0, -1, 4, 6, 8, 0, 3.0};

static struct law one(const struct law_piece *piece)
{
    return (struct law){1, piece};
}

static double written(struct law law, double t)
{
    return law_value_real(&law, numbers, t, INFINITY);
}

static void a_step_is_in_force_from_its_time_within_rounding(void **state)
{
    (void)state;
    const struct law_piece piece = {LAW_STEP, LAW_ALWAYS, {0, 1, 3}, 0};
    const struct law step = one(&piece);
    assert_near(written(step, 2.4999), 2, 0);
    assert_near(written(step, 2500 * 0.001), 5, 0);
    assert_near(written(step, 2.5 - 1e-13), 5, 0);
    assert_near(law_next_event(&step, numbers, 0), 2.5, 0);
    assert_true(isinf(law_next_event(&step, numbers, 2.5)));
    assert_true(isinf(law_next_event(&step, numbers, 2.5 - 1e-13)));
}

static void what_changes_after_the_last_event_is_not_yet_in_force(void **state)
{
    (void)state;
    const struct law_piece step = {LAW_STEP, LAW_ALWAYS, {0, 1, 3}, 0};
    const struct law_piece ramp = {LAW_RAMP, LAW_ALWAYS, {0, 1, 2, 3}, 0};
    const struct law jump = one(&step), slope = one(&ramp);
    assert_near(law_value_real(&jump, numbers, 2.5, 0), 2, 0);
    assert_near(law_value_real(&jump, numbers, 2.5, 2.5), 5, 0);
    assert_near(law_value_real(&slope, numbers, 2.5, 0), 2, 0);                 /* still before it */
    assert_near(law_value_real(&slope, numbers, 2.5, 1), 5, 1e-15);             /* at the upper end of the ramp */
    assert_near(law_value_real(&slope, numbers, 4, 1), 2 + 3 * 3 / 1.5, 1e-14); /* its own straight line */
    assert_near(law_value_real(&slope, numbers, 4, 2.5), 5, 0);
}

static void ramps_sines_and_tables_have_their_values_and_corners(void **state)
{
    (void)state;
    const struct law_piece pieces[] = {
        {LAW_RAMP, LAW_ALWAYS, {0, 1, 2, 3}, 0},
        {LAW_SINE, LAW_ALWAYS, {0, 1, 4, 5, 6, 7}, 0},
        {LAW_TABLE, LAW_ALWAYS, {7, 12}, 4}, /* times 0 1 1 2, values 4 6 8 0: a jump at 1 */
        {LAW_STEPS, LAW_ALWAYS, {7, 12}, 4},
    };
    assert_near(written(one(&pieces[0]), 1.75), 3.5, 1e-15);
    assert_near(written(one(&pieces[1]), 0.6), 2 + 5 * sin(2 * M_PI * 0.3 * 0.5 + 0.7), 1e-15);
    assert_near(written(one(&pieces[1]), 0.05), 2 + 5 * sin(0.7), 1e-15);
    assert_near(written(one(&pieces[2]), -1), 4, 0);
    assert_near(written(one(&pieces[2]), 0.5), 5, 1e-15);
    assert_near(written(one(&pieces[2]), 1), 8, 1e-15);
    assert_near(written(one(&pieces[2]), 1.5), 4, 1e-15);
    assert_near(written(one(&pieces[2]), 3), 0, 0);
    assert_near(written(one(&pieces[3]), 0.99), 4, 0);
    assert_near(written(one(&pieces[3]), 1.5), 8, 0);
    const struct law table = one(&pieces[2]);
    assert_near(law_next_event(&table, numbers, 0), 1, 0);
    assert_near(law_next_event(&table, numbers, 1), 2, 0);
}

static void pieces_follow_each_other(void **state)
{
    (void)state;
    const struct law_piece pieces[] = {
        {LAW_STEP, LAW_ALWAYS, {0, 1, 3}, 0}, {LAW_CONSTANT, 10, {12}, 0}, {LAW_RAMP, 16, {12, 13, 2, 3}, 0}};
    const struct law law = {
        3, pieces}; /* from 2 s on 4, before the step at 2.5 s ever comes; from 3 s on a ramp long over */
    assert_near(written(law, 1.9), 2, 0);
    assert_near(written(law, 2.6), 4, 0);
    assert_near(written(law, 3), 6, 0);
    assert_near(law_next_event(&law, numbers, 0), 2, 0);
    assert_near(law_next_event(&law, numbers, 2), 3, 0);
    assert_true(isinf(law_next_event(&law, numbers, 3)));
}

static void slopes_are_exact_and_to_the_right(void **state)
{
    (void)state;
    const struct law_piece pieces[] = {{LAW_RAMP, LAW_ALWAYS, {0, 1, 2, 3}, 0},
                                       {LAW_SINE, LAW_ALWAYS, {0, 1, 4, 5, 6, 7}, 0}};
    const struct law ramp = one(&pieces[0]), sine = one(&pieces[1]);
    const double e = 1e-100;
    assert_near(cimag(law_value_complex(&ramp, numbers, 1 + e * I, INFINITY)) / e, 2, 1e-14);
    assert_near(cimag(law_value_complex(&ramp, numbers, 2.5 + e * I, INFINITY)) / e, 0, 0);
    assert_near(cimag(law_value_complex(&sine, numbers, 0.6 + e * I, INFINITY)) / e,
                5 * 2 * M_PI * 0.3 * cos(2 * M_PI * 0.3 * 0.5 + 0.7), 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_in_force_from_its_time_within_rounding),
        cmocka_unit_test(what_changes_after_the_last_event_is_not_yet_in_force),
        cmocka_unit_test(ramps_sines_and_tables_have_their_values_and_corners),
        cmocka_unit_test(pieces_follow_each_other),
        cmocka_unit_test(slopes_are_exact_and_to_the_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
