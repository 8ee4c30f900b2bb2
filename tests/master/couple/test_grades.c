/* Stand-ins of components that have less, against Runge-Kutta steps over both at once. */
#include "tests/master/couple/force_and_mass.h"

#include "master/couple/couple_messages.h"
#include "master/couple/identified.h"

#include <stdlib.h>
#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

static struct coupled open_pair(const char *force, const char *mass, const char *scheme, double H, double micro_step)
{
    struct coupled c = pair_open(force, mass, scheme, H, micro_step);
    c.options.order = strcmp(scheme, "jacobi") == 0 ? NULL : "force/mass";
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    return c;
}

static double error_of(const struct coupled *c, const struct mass *m)
{
    double s[3];
    pair_solve(m, 2, s);
    return fmax(fabs(coupled_last(c, 0) - s[0]), fabs(coupled_last(c, 1) - s[2]));
}

static double pair_error(const char *force, const char *mass, const char *scheme, double H, double micro_step,
                         enum run_grade grade)
{
    struct coupled c = open_pair(force, mass, scheme, H, micro_step);
    c.run = run_open(c.system, &c.options, &c.error);
    if (!c.run || !run_initialize(c.run, &c.error))
        fail_msg("%s", c.error.text);
    assert_string_equal(run_grade_name(run_grade(c.run, 1)), run_grade_name(grade));
    run_close(c.run);
    coupled_must_run(&c);
    const double error = error_of(&c, &simple_mass);
    coupled_close(&c);
    return error;
}

/* ---- grades ---- */

/* Of a linear component answers are as exact as derivatives: the same run but for rounding. */
static void answers_of_a_linear_component_are_exact(void **state)
{
    (void)state;
    double last[2][2];
    for (int i = 0; i < 2; i++) {
        struct coupled c = open_pair("decay", i == 0 ? "swing_forward" : "swing_returns", "gauss-seidel", 0.2, 0.01);
        coupled_must_run(&c);
        last[i][0] = coupled_last(&c, 0);
        last[i][1] = coupled_last(&c, 1);
        coupled_close(&c);
    }
    assert_near(last[0][0], last[1][0], 1e-11);
    assert_near(last[0][1], last[1][1], 1e-11);
}

/* Inputs are straight over micro steps, or held at their means: second order in these, and the macro step does not matter. */
static void micro_steps_decide_where_components_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *force, *mass;
        enum run_grade grade;
    } pairs[] = {{"decay", "swing", GRADE_DIRECTIONAL},
                 {"decay_forward", "swing_forward", GRADE_DIRECTIONAL},
                 {"decay_returns", "swing_returns", GRADE_RESPONSES},
                 {"decay", "swing_hides", GRADE_RESPONSES},
                 {"decay_only", "swing_returns", GRADE_RESPONSES}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const double coarse = pair_error(pairs[i].force, pairs[i].mass, "gauss-seidel", 0.2, 0.01, pairs[i].grade);
        const double fine = pair_error(pairs[i].force, pairs[i].mass, "gauss-seidel", 0.1, 0.005, pairs[i].grade);
        if (!(fine < 2e-5 && coarse / fine > 3.4))
            fail_msg("%s and %s: errors %g and %g", pairs[i].force, pairs[i].mass, coarse, fine);
    }
}

/* y' = -3 y + 2 u + 1 + 0.5 u' with u = sin 5 t: the exact rate of an exponential, seen by a trapezoid, is -(2/h) tanh(3 h / 2), which is
 * -3 (1 - 3 h^2 / 4). */
static void a_model_is_found_from_answers(void **state)
{
    (void)state;
    for (int halved = 0; halved <= 1; halved++) {
        struct arena arena = {0};
        struct identified m;
        const bool direct[] = {true};
        const double h = halved ? 0.01 : 0.02;
        assert_true(identified_open(&m, 1, 1, direct, &arena));
        double z = 0.3, y = 0.3, u = 0;
        for (int k = 1; k <= 200; k++) {
            const double before = y, was = u;
            u = sin(5 * h * k);
            /* z' = -3 z + 0.5 u + 1 with u straight, y = z + 0.5 u, exactly */
            const double slope = (u - was) / h, at = (0.5 * was + 1) / 3 - 0.5 * slope / 9;
            z = at + 0.5 * slope * h / 3 + (z - at) * exp(-3 * h);
            y = z + 0.5 * u;
            const double mean = (u + was) / 2, change = u - was;
            identified_learn(&m, h, &before, &y, &mean, &change);
        }
        identified_update(&m, &y, &u, false);
        const double rate = 2 / h * tanh(1.5 * h);
        assert_near(MATRIX_AT(m.jacobian, 0, 0), -rate, 1e-3 * h);
        assert_near(MATRIX_AT(m.jacobian, 1, 1), 0.5, 20 * h * h);
        assert_near(MATRIX_AT(m.jacobian, 0, 1), 0.5,
                    20 * h * h); /* 2 - 3 * 0.5: of the state without the direct part */
        assert_near(m.rates[0], -3 * z + 0.5 * u + 1, 20 * h * h);
        arena_free(&arena);
    }
}

/* Nothing is known at first. Macro steps chosen by the error begin short, and grow as the model is found: far fewer than with values that
 * are extrapolated, for what is asked. Nobody can go back. */
static void what_was_learned_serves_longer_steps(void **state)
{
    (void)state;
    struct coupled c = open_pair("decay_only", "swing_forward", "gauss-seidel", 1e-3, 0.01);
    c.options.order = "mass/force";
    c.options.error_tolerance = 1e-3;
    c.options.macro_step_most = 0.2;
    c.options.output_step = 2;
    coupled_must_run(&c);
    assert_true(error_of(&c, &simple_mass) < 1e-3);
    assert_true(c.summary.macro_step_largest > 0.1);
    coupled_close(&c);
}

/* ---- what an FMU insists on ---- */

static void a_component_that_insists_on_its_step_has_it_as_its_micro_step(void **state)
{
    (void)state;
    struct coupled c = open_pair("decay", "swing_steady", "gauss-seidel", 0.1, 0.01);
    coupled_must_run(&c);
    assert_true(error_of(&c, &simple_mass) < 2e-5);
    assert_int_equal(c.summary.micro_steps, 20 * (10 + 10));
    c.options.macro_step = 0.105; /* no multiple of 0.01 */
    assert_false(coupled_run(&c));
    assert_ptr_equal(c.error.code, ERROR_STANDIN_FIXED_STEP);
    coupled_close(&c);
}

/* Without derivatives of its own a component in a loop of feedthrough cannot be helped. */
static void a_loop_without_derivatives_is_refused(void **state)
{
    (void)state;
    static const char *const kinds[] = {"decay_returns", "decay_only"};
    for (size_t i = 0; i < 2; i++) {
        char text[4096];
        snprintf(text, sizeof text,
                 TOYS(TOY("one", "%s") TOY("two", "decay"),
                      CONNECTION("one", "y", "two", "u") CONNECTION("two", "y", "one", "u")),
                 kinds[i]);
        struct coupled c = toy_open(text);
        coupled_set(&c, "two.d=0.5");
        c.options.scheme = "jacobi";
        c.options.extrapolation = EXTRAPOLATION_MODEL;
        assert_false(coupled_run(&c));
        if (c.error.code != ERROR_STANDIN_NO_DERIVATIVES)
            fail_msg("%s", c.error.text);
        coupled_close(&c);
    }
}

/* ---- stand-ins that are badly wrong ---- */

struct case_of {
    const char *set[2];
    struct mass mass;
};
static const struct case_of cases[] = {
    {{"mass.stop=0.3", "mass.hard=200"}, {0.3, 200, 0, 1e3}},
    {{"mass.coulomb=0.5", "mass.k=4"}, {1e3, 0, 0.5, 1e3}},
    {{"mass.closes=0.5", "mass.k=4"}, {1e3, 0, 0, 0.5}},
};

/* A stop is left, friction sets in, the input begins to count at 0.5 m: each inside of what would be one macro step, and unknown to the
 * stand-in. The error notices, steps are taken back or, where nobody can go back, the next ones are shorter. The linear case takes steps of
 * 0.5 s; here s and f are about 1. */
static void wrong_stand_ins_are_met_with_shorter_steps(void **state)
{
    (void)state;
    static const char *const masses[] = {"swing", "swing_returns", "swing_forward"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < 3; k++) {
            struct coupled c = open_pair(k == 2 ? "decay_forward" : "decay", masses[k], "gauss-seidel", 1e-4, 1e-3);
            coupled_set(&c, cases[i].set[0]);
            coupled_set(&c, cases[i].set[1]);
            c.options.error_tolerance = 1e-4;
            c.options.macro_step_most = k == 2 ? 0.02 : 0.5;
            c.options.output_step = 2;
            coupled_must_run(&c);
            const double error = error_of(&c, &cases[i].mass);
            if (!(error < (k == 2 ? 1e-3 : 1e-5)) || (c.summary.rejected > 0) != (k < 2))
                fail_msg("%s, %s: error %g, %ld steps taken back", cases[i].set[0], masses[k], error,
                         c.summary.rejected);
            coupled_close(&c);
        }
}

/* Masses beyond their stop, 2000 N/m, of whose FMUs none tells how fast that is, or one does: micro steps begin short, and the error of
 * straight lines chooses them. In rows of 0.1 s the true error is below the tolerance, where everybody can go back; s and f are about 1. */
static void micro_steps_are_chosen_where_nothing_tells_how_fast_components_are(void **state)
{
    (void)state;
    static const char *const masses[] = {"swing_returns", "swing_hides", "swing"};
    static const struct mass stopped = {0.3, 2000, 0, 1e3};
    enum { ROWS = 21 };
    double truth[ROWS][3];
    for (int row = 0; row < ROWS; row++)
        pair_solve(&stopped, 0.1 * row, truth[row]);
    for (size_t k = 0; k < 3; k++)
        for (int fine = 0; fine <= 1; fine++)
            for (int passes = 0; passes <= 1; passes++) {
                struct coupled c = open_pair("decay_returns", masses[k], "gauss-seidel", 1e-3, 0);
                coupled_set(&c, "mass.stop=0.3");
                coupled_set(&c, "mass.hard=2000");
                c.options.order = "mass/force"; /* no linear model knows of the stop */
                if (passes) {
                    c.options.extrapolation = EXTRAPOLATION_WAVEFORM;
                    c.options.iterations = 20;
                }
                c.options.error_tolerance = fine ? 1e-6 : 1e-4;
                c.options.macro_step_most = 0.5;
                c.options.output_step = 0.1;
                coupled_must_run(&c);
                assert_int_equal(c.n_rows, ROWS);
                double error = 0;
                for (int row = 0; row < ROWS; row++)
                    error = fmax(error, fmax(fabs(coupled_at(&c, 0.1 * row, 0) - truth[row][0]),
                                             fabs(coupled_at(&c, 0.1 * row, 1) - truth[row][2])));
                if (!(error < c.options.error_tolerance))
                    fail_msg("%s, %g: error %g", masses[k], c.options.error_tolerance, error);
                coupled_close(&c);
            }
}

static int warnings;

static void count_warning(const char *text, void *context)
{
    const char *wanted = context;
    warnings += strstr(text, wanted) != NULL;
}

static bool warns(struct coupled *c, const char *text)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%s", text);
    warnings = 0;
    error_set_warning_sink(count_warning, wanted);
    const bool done = coupled_run(c);
    error_set_warning_sink(NULL, NULL);
    assert_true(done);
    return warnings > 0;
}

/* Equal macro steps are looked at by nobody: it is said, unless somebody has said the micro step or everybody tells. */
static void micro_steps_without_a_time_scale_are_warned_of(void **state)
{
    (void)state;
    static const struct run_micro_step own = {"mass", 0.01};
    for (int i = 0; i < 4; i++) {
        struct coupled c =
            open_pair(i == 3 ? "decay" : "decay_returns", "swing", "gauss-seidel", 0.1, i == 1 ? 0.01 : 0);
        c.options.micro_steps = &own;
        c.options.n_micro_steps = i == 2;
        assert_true(warns(&c, "nothing tells how fast") == (i == 0));
        coupled_close(&c);
    }
}

/* Micro steps are a 256th of the shortest macro step at least. With macro steps of 0.1 s and more that is too long for this stop and 1e-6, and
 * nobody claims that it is not. */
static void micro_steps_that_cannot_be_short_enough_are_told(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct coupled c = open_pair("decay_returns", "swing_returns", "gauss-seidel", i == 0 ? 0.1 : 1e-3, 0);
        coupled_set(&c, "mass.stop=0.3");
        coupled_set(&c, "mass.hard=2000");
        c.options.order = "mass/force";
        c.options.error_tolerance = 1e-6;
        c.options.macro_step_most = 0.5;
        c.options.output_step = 0.1;
        assert_true(warns(&c, "were too long for the error tolerance") == (i == 0));
        coupled_close(&c);
    }
}

/* 1e10 of them in a macro step. */
static void micro_steps_that_are_far_too_short_are_refused(void **state)
{
    (void)state;
    static const struct run_micro_step own = {"mass", 1e-10};
    for (int i = 0; i < 2; i++) {
        struct coupled c = open_pair("decay", "swing", "gauss-seidel", 1, i == 0 ? 1e-10 : 0);
        c.options.micro_steps = &own;
        c.options.n_micro_steps = i == 1;
        assert_false(coupled_run(&c));
        assert_ptr_equal(c.error.code, ERROR_STANDIN_MICRO_STEPS);
        assert_non_null(strstr(c.error.text, "a micro step of 1e-10 s is too short for a macro step of 1 s"));
        coupled_close(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(answers_of_a_linear_component_are_exact),
        TEST(micro_steps_decide_where_components_are_known),
        TEST(a_model_is_found_from_answers),
        TEST(what_was_learned_serves_longer_steps),
        TEST(a_component_that_insists_on_its_step_has_it_as_its_micro_step),
        TEST(a_loop_without_derivatives_is_refused),
        TEST(wrong_stand_ins_are_met_with_shorter_steps),
        TEST(micro_steps_are_chosen_where_nothing_tells_how_fast_components_are),
        TEST(micro_steps_without_a_time_scale_are_warned_of),
        TEST(micro_steps_that_cannot_be_short_enough_are_told),
        TEST(micro_steps_that_are_far_too_short_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
