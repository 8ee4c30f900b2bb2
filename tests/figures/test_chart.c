/* Charts in numbers: which ticks an axis has, which points stay when a curve is thinned, what labels say. */
#include "tests/testing.h"

#include "figures/chart_drawn.h"
#include "figures/thinned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *written(const struct chart_axis *axis, double low, double high, int most)
{
    static char text[1024];
    struct ticks t;
    ticks_make(&t, axis, low, high, most);
    *text = '\0';
    for (size_t i = 0; i < t.n; i++)
        strcat(strcat(text, i ? " " : ""), t.list[i].label);
    return text;
}

static void powers_of_ten_look_alike(void **state)
{
    (void)state;
    const struct chart_axis log = {.label = "", .is_log = true, .low = NAN, .high = NAN};
    assert_string_equal(written(&log, 1e-6, 1e-1, 8), "10⁻⁶ 10⁻⁵ 10⁻⁴ 10⁻³ 10⁻² 10⁻¹");
    assert_string_equal(written(&log, 1e-3, 1e3, 8), "0.001 0.01 0.1 1 10 100 1000");
    assert_string_equal(written(&log, 1e3, 1e5, 8), "10³ 2·10³ 5·10³ 10⁴ 2·10⁴ 5·10⁴ 10⁵");
}

static void numbers_of_an_axis_have_the_same_digits(void **state)
{
    (void)state;
    const struct chart_axis plain = {.label = "", .low = NAN, .high = NAN};
    assert_string_equal(written(&plain, -0.1, 0.1, 4), "−0.10 −0.05 0 0.05 0.10");
    assert_string_equal(written(&plain, 3e6, 4.7e6, 5), "3.0·10⁶ 3.5·10⁶ 4.0·10⁶ 4.5·10⁶");
    assert_string_equal(written(&plain, 0, 10, 5), "0 2 4 6 8 10");
}

/* Decades on either side of 0, as a spectrum has them: 0.3, 1.04 and 2 units from it. Where all labels fit, all are there; where they have
 * to be 0.5 apart, the first decade is a line of the grid, and where 1.5, every second one is. */
static void given_ticks_have_as_many_labels_as_there_is_room_for(void **state)
{
    (void)state;
    struct chart c = chart_begin("");
    struct chart_axis *axis = &chart_add_panel(&c)->x;
    static const double at[] = {-3, -2, -1.04, -0.3, 0, 0.3, 1.04, 2, 3};
    static const char *const labels[] = {"-c", "-b", "-a", "-u", "0", "u", "a", "b", "c"};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        chart_add_tick(&c, axis, at[i], labels[i]);
    assert_string_equal(written(axis, -3.2, 3.2, 31), "-c -b -a -u 0 u a b c");
    assert_string_equal(written(axis, -3.2, 3.2, 12), "-c -b -a  0  a b c");
    assert_string_equal(written(axis, -3.2, 3.2, 3), " -b   0   b ");
    assert_string_equal(written(axis, -0.5, 2.5, 5), " 0  a b");
    axis->has_names = true;
    assert_string_equal(written(axis, -3.2, 3.2, 3), "-c -b -a -u 0 u a b c");
    chart_free(&c);
}

/* Only what is drawn counts: the range of y between 1 and 2 of a parabola, and never more than a width that is a number. */
static void the_range_of_y_follows_that_of_x(void **state)
{
    (void)state;
    struct chart c = chart_begin("");
    struct chart_panel *panel = chart_add_panel(&c);
    struct chart_curve *curve = chart_add_curve(&c, panel, "", 0, CHART_LINES);
    for (int i = -100; i <= 100; i++)
        chart_add_point(&c, curve, 0.1 * i, 0.01 * i * i);
    panel->x.low = 1, panel->x.high = 2;
    double low, high;
    chart_panel_range(panel, &low, &high); /* 1 to 4, and a twentieth on either side */
    assert_near(low, 0.85, 1e-9);
    assert_near(high, 4.15, 1e-9);
    chart_add_point(&c, curve, 1.5, 1e308);
    chart_add_point(&c, curve, 1.5, -1e308);
    chart_panel_range(panel, &low, &high);
    assert_true(isfinite(10 * (high - low)) && high > 1e300 && low < -1e300);
    chart_free(&c);
}

/* A sine of 100000 points with one spike: the spike, both ends and the extremes stay, in their order. */
static void thinning_keeps_extremes_ends_and_gaps(void **state)
{
    (void)state;
    enum { N = 100000, SPIKE = 41234, GAP = 77777 };
    struct chart c = chart_begin("");
    struct chart_curve *curve = chart_add_curve(&c, chart_add_panel(&c), "", 0, CHART_LINES);
    for (int i = 0; i < N; i++)
        chart_add_point(&c, curve, i, i == SPIKE ? 5 : i == GAP ? NAN : sin(i * 1e-3));
    size_t *which = malloc(N * sizeof *which);
    const size_t n = thin(curve, 1200, which);
    assert_true(n >= 2 * 200 && n <= 7 * 200); /* of 200 parts: both ends, at most four extremes and a gap */
    bool has_spike = false, has_gap = false;
    for (size_t i = 0; i < n; i++) {
        assert_true(i == 0 || which[i] > which[i - 1]);
        has_spike = has_spike || which[i] == SPIKE;
        has_gap = has_gap || which[i] == GAP;
    }
    assert_true(has_spike && has_gap);
    assert_int_equal(which[0], 0);
    assert_int_equal(which[n - 1], N - 1);
    free(which);
    chart_free(&c);
}

/* 2000003 points, thirty times as many as are held; of every 2000 of them the extremes are there, with the ends and the gap. */
static void points_that_come_one_by_one_are_thinned_in_bounded_memory(void **state)
{
    (void)state;
    enum { N = 2000003, GAP = 1777777, PART = 2000 };
    struct thinned t = {0};
    for (int i = 0; i < N; i++) {
        assert_true(thinned_add(&t, i, i == GAP ? NAN : i % PART == 1234 ? i : i % PART == 777 ? -i : sin(i)));
        assert_true(t.room <= THINNED_MOST);
    }
    thinned_end(&t);
    assert_int_equal(t.n_added, N);
    size_t highs = 0, lows = 0, gaps = 0;
    for (size_t i = 0; i < t.n; i++) {
        assert_true(i == 0 || t.x[i] > t.x[i - 1]);
        highs += t.y[i] == t.x[i] && t.x[i] > 1;
        lows += t.y[i] == -t.x[i] && t.x[i] > 1;
        gaps += isnan(t.y[i]) && t.x[i] == GAP;
    }
    assert_int_equal(t.x[0], 0);
    assert_int_equal(t.x[t.n - 1], N - 1);
    assert_int_equal(highs, N / PART);
    assert_int_equal(lows, N / PART);
    assert_int_equal(gaps, 1);
    thinned_free(&t);
}

static void few_points_all_stay(void **state)
{
    (void)state;
    struct thinned t = {0};
    for (int i = 0; i < THINNED_MOST; i++)
        assert_true(thinned_add(&t, i, sin(i)));
    thinned_end(&t);
    assert_int_equal(t.n, THINNED_MOST);
    thinned_free(&t);
}

static void labels_say_only_what_differs(void **state)
{
    (void)state;
    struct chart c = chart_begin("");
    struct chart_panel *panel = chart_add_panel(&c);
    chart_add_curve(&c, panel, "jacobi, order 1, coupling 2", 0, CHART_LINES);
    chart_add_curve(&c, panel, "gauss-seidel, order 1, coupling 2", 1, CHART_LINES);
    chart_add_curve(&c, panel, "", 2, CHART_LINES);
    chart_shorten_labels(&c);
    assert_string_equal(panel->curves[0].label, "jacobi");
    assert_string_equal(panel->curves[1].label, "gauss-seidel");
    chart_free(&c);
}

/* Dashes and marks alone tell 40 curves apart, with colours 280. */
static void no_two_curves_look_alike(void **state)
{
    (void)state;
    for (size_t a = 0; a < 40; a++)
        for (size_t b = 0; b < a; b++) {
            const struct look one = look_of(a), other = look_of(b);
            assert_false(one.mark == other.mark && strcmp(one.dashes, other.dashes) == 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_of_ten_look_alike),
        cmocka_unit_test(numbers_of_an_axis_have_the_same_digits),
        cmocka_unit_test(given_ticks_have_as_many_labels_as_there_is_room_for),
        cmocka_unit_test(the_range_of_y_follows_that_of_x),
        cmocka_unit_test(thinning_keeps_extremes_ends_and_gaps),
        cmocka_unit_test(points_that_come_one_by_one_are_thinned_in_bounded_memory),
        cmocka_unit_test(few_points_all_stay),
        cmocka_unit_test(labels_say_only_what_differs),
        cmocka_unit_test(no_two_curves_look_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
