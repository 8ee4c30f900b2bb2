/* Communication points lie at start + k H; jumps, rejected steps and stops on the way put others between them, and the next short
 * step leads back. */
#include "tests/master/couple/toys.h"

#include <stdlib.h>
#include <string.h>

struct rows { /* what an observer that wants every N-th is told */
    double t[64];
    size_t n;
    bool last;
};

static bool keep_time(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    struct rows *rows = context;
    assert_true(rows->n < sizeof rows->t / sizeof *rows->t);
    assert_false(rows->last);
    rows->t[rows->n++] = point->t;
    rows->last = point->last;
    return true;
}

static struct run *start(struct coupled *c, struct rows *rows, long every)
{
    const struct run_observer observer = {.context = rows, .every = every, .observe = keep_time};
    struct run *run = run_open(c->system, &c->options, &c->error);
    if (!run || !run_add_observer(run, &observer, &c->error) || !run_initialize(run, &c->error))
        fail_msg("%s", c->error.text);
    return run;
}

static void advance(struct run *run, double t, struct error *error)
{
    if (!run_advance(run, t, error))
        fail_msg("%s", error->text);
}

static void assert_times(const struct rows *rows, const double *times, size_t n)
{
    assert_int_equal(rows->n, n);
    for (size_t i = 0; i < n; i++)
        assert_near(rows->t[i], times[i], 1e-12);
}
#define ASSERT_TIMES(rows, ...)                                                                                        \
    assert_times(rows, (const double[]){__VA_ARGS__}, sizeof(const double[]){__VA_ARGS__} / sizeof(double))

/* ---- an input that jumps ---- */

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

#define DRIVEN(fmu, links)                                                                                             \
    SSD(CONNECTORS(CONNECTOR("u", "input", "<ssc:Real/>")) ELEMENTS(TOY("a", fmu) TOY("b", "decay"))                   \
            CONNECTIONS(FROM_SYSTEM("u", "a", "u") links))

static const bool is_driven = true;
static const struct run_input step_input = {.driven = &is_driven, .values = step_values, .next_jump = step_next};

static void after_a_jump_every_third_point_is_still_that_of_the_grid(void **state)
{
    (void)state;
    struct coupled c = toy_open(DRIVEN("decay", ""));
    struct rows rows = {0};
    c.options.input = &step_input;
    struct run *run = start(&c, &rows, 3);
    advance(run, INFINITY, &c.error);
    ASSERT_TIMES(&rows, 0, 0.3, 0.6, 0.9, 1);
    assert_true(rows.last);
    run_close(run);
    coupled_close(&c);
}

/* ---- rejected steps ---- */

/* Every step of 0.1 is made up for by two of 0.05: nothing of a discarded one was done. */
static void after_a_rejected_step_every_third_point_is_still_that_of_the_grid(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "curves0") TOY("b", "decay"), CONNECTION("a", "stair", "b", "u")));
    struct rows rows = {0};
    coupled_set(&c, "a.largest_step=0.05");
    coupled_set(&c, "a.discard_after=0.4");
    struct run *run = start(&c, &rows, 3);
    advance(run, INFINITY, &c.error);
    ASSERT_TIMES(&rows, 0, 0.3, 0.6, 0.9, 1);
    assert_int_equal(run_summary(run).rejected, 6);
    assert_int_equal(run_summary(run).steps, 4 + 12);
    run_close(run);
    coupled_close(&c);
}

/* The run was stopped at 0.25 before the first step was discarded: when it is repeated from the start, it goes by the same points.
 * b holds a.y at the start of every step: x = x exp(-2 h) + y / 2 (1 - exp(-2 h)). */
static void a_run_that_starts_over_goes_by_the_same_points(void **state)
{
    (void)state;
    static const double points[] = {0,   0.1,  0.2, 0.25, 0.3, 0.4,  0.45, 0.5,  0.55,
                                    0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9,  0.95, 1};
    enum { N = sizeof points / sizeof *points };
    struct coupled c = toy_open(TOYS(TOY("a", "curves0") TOY("b", "decay"), CONNECTION("a", "y", "b", "u")));
    struct rows rows = {0};
    coupled_set(&c, "a.largest_step=0.05");
    coupled_set(&c, "a.discard_after=0.4");
    struct run *run = start(&c, &rows, 1);
    advance(run, 0.25, &c.error);
    advance(run, INFINITY, &c.error);
    assert_times(&rows, points, N);
    double b = 1, x = NAN;
    for (size_t i = 0; i + 1 < N; i++)
        b = decayed(b, 2, sin(points[i]), points[i + 1] - points[i]);
    const unsigned reference = 0;
    assert_true(component_get_real(run_component(run, 1), &reference, 1, &x, &c.error));
    assert_near(x, b, 1e-14);
    run_close(run);
    coupled_close(&c);
}

/* ---- the stop time ---- */

/* 1999 * 5 ms + 5 ms lies beyond 10 s by rounding; with a rate the last of the smaller steps may. */
static void no_step_goes_beyond_the_stop_time_by_rounding(void **state)
{
    (void)state;
    static const double steps[] = {0.005, 0.001, 0.003, 0.007};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
        for (int rate = 1; rate <= 7; rate += 3) {
            struct coupled c = toy_open(TOYS(TOY("a", "punctual"), ""));
            const struct run_rate rates = {"a", rate};
            c.options.macro_step = steps[k];
            c.options.has_stop_time = true;
            c.options.stop_time = floor(10 / steps[k]) * steps[k];
            c.options.rates = &rates;
            c.options.n_rates = 1;
            coupled_record(&c, "a.x");
            coupled_must_run(&c);
            assert_near(coupled_last(&c, 0), c.options.stop_time, 1e-14);
            assert_int_equal(c.summary.steps, lround(c.options.stop_time / steps[k]));
            coupled_close(&c);
        }
}

/* echo asks for 0.1 s over 1 s; bare for nothing. The option, then the annotation, then the FMU, then a 500th. */
static void the_macro_step_comes_from_option_annotation_fmu_or_interval(void **state)
{
    (void)state;
#define ANNOTATION                                                                                                     \
    "<ssd:Annotations><ssc:Annotation type='org.openmodelica' xmlns:o='o'>"                                            \
    "<o:FixedStepMaster stepSize='0.05'/></ssc:Annotation></ssd:Annotations>\n"
    static const struct {
        const char *text;
        double option;
        long steps;
    } cases[] = {
        {SSD(ELEMENTS(TOY("a", "echo")) ANNOTATION), 0.25, 4},
        {SSD(ELEMENTS(TOY("a", "echo")) ANNOTATION), 0, 20},
        {SSD(ELEMENTS(TOY("a", "echo"))), 0, 10},
        {SSD(ELEMENTS(TOY("a", "bare"))), 0, 500},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct coupled c = toy_open(cases[i].text);
        c.options.macro_step = cases[i].option;
        c.options.has_stop_time = true;
        c.options.stop_time = 1;
        coupled_must_run(&c);
        assert_int_equal(c.summary.steps, cases[i].steps);
        coupled_close(&c);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_a_jump_every_third_point_is_still_that_of_the_grid),
        TEST(after_a_rejected_step_every_third_point_is_still_that_of_the_grid),
        TEST(a_run_that_starts_over_goes_by_the_same_points),
        TEST(no_step_goes_beyond_the_stop_time_by_rounding),
        TEST(the_macro_step_comes_from_option_annotation_fmu_or_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
