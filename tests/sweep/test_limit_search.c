/* The search for a limit, on functions whose limits are known. */
#include "tests/testing.h"

#include "sweep/limit_search.h"

#include <stdlib.h>

typedef bool (*is_good)(double step);

enum { MOST = 2000 };

struct search {
    struct limit_point points[MOST];
    size_t n;
};

static int by_step(const void *a, const void *b)
{
    const double x = ((const struct limit_point *)a)->step, y = ((const struct limit_point *)b)->step;
    return (x > y) - (x < y);
}

static void add(struct search *s, double step, is_good good)
{
    assert_true(s->n < MOST);
    for (size_t i = 0; i < s->n; i++)
        if (s->points[i].step == step)
            fail_msg("%g was tried already", step);
    s->points[s->n++] = (struct limit_point){step, good(step) ? LIMIT_GOOD : LIMIT_BAD};
    qsort(s->points, s->n, sizeof *s->points, by_step);
}

/* A scan of 12 points from 1 to 100, and whatever the search wants. */
static double find(is_good good, double resolution, double *first_bad, size_t *tries)
{
    struct search s = {.n = 0};
    double wanted[MOST];
    for (int i = 0; i < 12; i++)
        add(&s, pow(100, i / 11.0), good);
    for (size_t n; (n = limit_search_next(s.points, s.n, resolution, wanted)) > 0;)
        for (size_t i = 0; i < n; i++)
            add(&s, wanted[i], good);
    const size_t bad = limit_search_first_bad(s.points, s.n);
    *tries = s.n;
    *first_bad = bad < s.n ? s.points[bad].step : NAN;
    return bad > 0 && bad < s.n ? s.points[bad - 1].step : NAN;
}

static bool below_pi(double step)
{
    return step < 3.14159;
}

static bool always(double step)
{
    return step > 0;
}

static bool never(double step)
{
    return step < 0;
}

/* Good up to 40, but for a gap of 4 % around 30 that no point of the scan sees. */
static bool with_a_gap(double step)
{
    return step < 40 && (step < 29.4 || step > 30.6);
}

/* Bad from 10 on, and good again where the scan looks next. */
static bool with_an_island(double step)
{
    return step < 10 || (step > 20 && step < 60);
}

static void a_limit_is_found_to_its_resolution(void **state)
{
    (void)state;
    double first_bad;
    size_t tries;
    const double limit = find(below_pi, 0.001, &first_bad, &tries);
    assert_true(limit < 3.14159 && first_bad >= 3.14159);
    assert_true(first_bad - limit <= 0.001 * first_bad);
    assert_true(tries < 12 + 9 + 128); /* bisection, and the gaps below */
}

static void a_gap_below_the_limit_is_noticed(void **state)
{
    (void)state;
    double first_bad;
    size_t tries;
    const double limit = find(with_a_gap, 0.002, &first_bad, &tries);
    assert_near(limit, 29.4, 0.06);
    assert_near(first_bad, 29.4, 0.06);
}

static void what_is_good_again_above_does_not_matter(void **state)
{
    (void)state;
    double first_bad;
    size_t tries;
    assert_near(find(with_an_island, 0.002, &first_bad, &tries), 10, 0.02);
}

static void no_limit_in_the_range_is_no_limit(void **state)
{
    (void)state;
    double first_bad;
    size_t tries;
    assert_true(isnan(find(always, 0.001, &first_bad, &tries)) && isnan(first_bad));
    assert_int_equal(tries, 12);
    assert_true(isnan(find(never, 0.001, &first_bad, &tries)) && first_bad == 1);
    assert_int_equal(tries, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_is_found_to_its_resolution),
        cmocka_unit_test(a_gap_below_the_limit_is_noticed),
        cmocka_unit_test(what_is_good_again_above_does_not_matter),
        cmocka_unit_test(no_limit_in_the_range_is_no_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
