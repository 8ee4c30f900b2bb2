/* Extrapolated inputs, against the formulas of docs/schemes.md worked out by hand: a delivers y = sin(omega t) with as many output
 * derivatives as its FMU gives, b integrates x' = u exactly for every parabola. */
#include "tests/master/couple/toys.h"

#include <stdio.h>
#include <string.h>

/* ---- what an extrapolation of order 2 should be ---- */

struct past {
    double t[2], y[2]; /* one and two communication points ago */
    int n;
};

/* Slope and curvature at t from `given` derivatives and the past. */
static void forecast(int given, const struct past *past, double omega, double t, double *slope, double *curvature)
{
    const double y = sin(omega * t), h = t - past->t[0];
    *slope = *curvature = 0;
    if (given >= 1) {
        *slope = omega * cos(omega * t);
        if (given == 2)
            *curvature = -omega * omega * y;
        else if (past->n >= 1)
            *curvature = 2 * (past->y[0] - y + *slope * h) / (h * h);
    } else if (past->n == 2) { /* the parabola through three points, by divided differences */
        const double newer = (y - past->y[0]) / h, older = (past->y[0] - past->y[1]) / (past->t[0] - past->t[1]);
        const double second = (newer - older) / (t - past->t[1]);
        *slope = newer + second * h;
        *curvature = 2 * second;
    } else if (past->n == 1) {
        *slope = (y - past->y[0]) / h;
    }
}

static void move_on(struct past *past, double t, double y)
{
    past->t[1] = past->t[0];
    past->y[1] = past->y[0];
    past->t[0] = t;
    past->y[0] = y;
    past->n += past->n < 2;
}

/* ---- with every number of output derivatives ---- */

/* 1 m is 1000 mm, times the transformation's factor: u = 1000 (-2 y) + 0.25. */
static void quadratic_inputs_follow_what_the_fmu_gives(void **state)
{
    (void)state;
    for (int given = 0; given <= 2; given++)
        for (int transformed = 0; transformed < 2; transformed++) {
            char description[4096];
            snprintf(description, sizeof description,
                     TOYS("<ssd:Component name='a' source='" BUILD_DIR
                          "/tests/fmus/curves%d.fmu'/>\n" TOY("b", "curves0"),
                          "%s"),
                     given,
                     transformed
                         ? CONNECTION_WITH("a", "y", "b", "u", "<ssc:LinearTransformation factor='-2' offset='0.25'/>")
                         : CONNECTION("a", "y", "b", "u"));
            const double factor = transformed ? -2000 : 1000, offset = transformed ? 0.25 : 0, H = 0.1, omega = 3;
            struct coupled c = toy_open(description);
            struct past past = {.n = 0};
            coupled_set(&c, "a.omega=3");
            c.options.extrapolation = 2;
            coupled_record(&c, "b.x");
            coupled_record(&c, "b.u");
            coupled_must_run(&c);
            double x = 0;
            for (int k = 0; k <= 10; k++) {
                const double t = k * H, y = sin(omega * t);
                assert_near(coupled_at(&c, t, 0), x, 1e-10);
                assert_near(coupled_at(&c, t, 1), factor * y + offset, 1e-10);
                double slope, curvature;
                forecast(given, &past, omega, t, &slope, &curvature);
                x += H * (factor * (y + H / 2 * (slope + H / 3 * curvature)) + offset);
                move_on(&past, t, y);
            }
            coupled_close(&c);
        }
}

/* After a rejected step nothing older than its begin is used: the first smaller step goes with what was known there, then the past
 * begins anew. Steps of 0.1 that end after 0.5 are discarded, and made up for by two of 0.05 each. */
static void after_a_rejected_step_the_past_begins_anew(void **state)
{
    (void)state;
    for (int given = 0; given <= 2; given++) {
        char description[2048];
        snprintf(description, sizeof description,
                 TOYS("<ssd:Component name='a' source='" BUILD_DIR "/tests/fmus/curves%d.fmu'/>\n" TOY("b", "curves0"),
                      CONNECTION("a", "y", "b", "u")),
                 given);
        struct coupled c = toy_open(description);
        struct past past = {.n = 0};
        coupled_set(&c, "a.omega=3");
        coupled_set(&c, "a.largest_step=0.05");
        coupled_set(&c, "a.discard_after=0.5");
        c.options.extrapolation = 2;
        coupled_record(&c, "b.x");
        coupled_must_run(&c);
        assert_int_equal(c.summary.rejected, 5);
        double x = 0;
        for (int k = 0; k < 15; k++) {
            const double t = k < 5 ? 0.1 * k : 0.5 + 0.05 * (k - 5), h = k < 5 ? 0.1 : 0.05, y = sin(3 * t);
            assert_near(coupled_at(&c, t, 0), x, 1e-10);
            double slope, curvature;
            forecast(given, &past, 3, t, &slope, &curvature);
            x += 1000 * h * (y + h / 2 * (slope + h / 3 * curvature));
            if (k >= 5 && k % 2) /* 0.5, 0.6, ...: the full step from here was rejected */
                past.n = 0;
            move_on(&past, t, y);
        }
        assert_near(coupled_last(&c, 0), x, 1e-10);
        coupled_close(&c);
    }
}

/* ---- which outputs are asked ---- */

/* `stair` is discrete and comes first: its derivative must not be asked for, that of y must. */
static void only_continuous_outputs_are_asked_for_derivatives(void **state)
{
    (void)state;
    for (int order = 1; order <= 2; order++) {
        struct coupled c = toy_open(TOYS(TOY("a", "curves2") TOY("b", "curves0") TOY("d", "curves0"),
                                         CONNECTION("a", "stair", "d", "u") CONNECTION("a", "y", "b", "u")));
        c.options.extrapolation = order;
        coupled_record(&c, "b.x");
        coupled_record(&c, "d.x");
        coupled_must_run(&c);
        double x = 0, held = 0;
        for (int k = 0; k <= 10; k++) {
            const double t = 0.1 * k, curvature = order == 2 ? -sin(t) : 0;
            assert_near(coupled_at(&c, t, 0), x, 1e-10);
            assert_near(coupled_at(&c, t, 1), held, 1e-12);
            x += 1000 * 0.1 * (sin(t) + 0.1 / 2 * (cos(t) + 0.1 / 3 * curvature));
            held += 0.1 * floor(4 * t + 1e-9);
        }
        coupled_close(&c);
    }
}

/* a.through is part of a loop, and no FMU knows its derivative; a.y, which comes after it, has one. gain 0.25e-3 in the loop
 * a.through -> b.u -> b.through -> a.u, each of them in mm of what is delivered in m. */
static void an_output_behind_one_of_a_loop_is_asked_for_its_derivative(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "curves1") TOY("b", "curves1") TOY("d", "curves0"),
                                     CONNECTION("a", "through", "b", "u") CONNECTION("b", "through", "a", "u")
                                         CONNECTION("a", "y", "d", "u")));
    coupled_set(&c, "a.gain=0.25e-3");
    coupled_set(&c, "b.gain=0.25e-3");
    c.options.extrapolation = 1;
    coupled_record(&c, "d.x");
    coupled_must_run(&c);
    double x = 0;
    for (int k = 0; k <= 10; k++) {
        assert_near(coupled_at(&c, 0.1 * k, 0), x, 1e-10);
        x += 1000 * 0.1 * (sin(0.1 * k) + 0.1 / 2 * cos(0.1 * k));
    }
    coupled_close(&c);
}

/* ---- a loop with factor and unit ---- */

/* a.doubled = sin(t) + g a.u and b.doubled = sin(2 t) + g b.u, in m; b.u = -3 (1000 a.doubled) + 0.5 and a.u = 1000 b.doubled, in
 * mm: two linear equations. */
static void factor_and_unit_count_inside_of_a_loop(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("a", "curves0") TOY("b", "curves0"),
                      CONNECTION_WITH("a", "doubled", "b", "u", "<ssc:LinearTransformation factor='-3' offset='0.5'/>")
                          CONNECTION("b", "doubled", "a", "u")));
    const double g = 0.4e-3;
    coupled_set(&c, "a.gain=0.4e-3");
    coupled_set(&c, "b.gain=0.4e-3");
    coupled_set(&c, "b.omega=2");
    coupled_record(&c, "a.doubled");
    coupled_record(&c, "b.doubled");
    coupled_record(&c, "a.u");
    coupled_record(&c, "b.u");
    coupled_must_run(&c);
    for (int k = 0; k <= 10; k++) {
        const double t = 0.1 * k, p = sin(t), q = sin(2 * t);
        /* A = p + 1000 g B, B = q + g (0.5 - 3000 A) */
        const double A = (p + 1000 * g * (q + 0.5 * g)) / (1 + 1000 * g * 3000 * g), B = q + g * (0.5 - 3000 * A);
        assert_near(coupled_at(&c, t, 0), A, 1e-12);
        assert_near(coupled_at(&c, t, 1), B, 1e-12);
        assert_near(coupled_at(&c, t, 2), 1000 * B, 1e-9);
        assert_near(coupled_at(&c, t, 3), 0.5 - 3000 * A, 1e-9);
    }
    coupled_close(&c);
}

/* ---- the system's inputs ---- */

static const double jump = 0.33;

/* A ramp, then a jump. */
static bool values_at(void *context, double t, bool from_left, double *values, struct error *error)
{
    (void)context, (void)error;
    values[0] = 2 * t + (t > jump || (t == jump && !from_left) ? 5 : 0);
    return true;
}

static double next_jump(void *context, double t)
{
    (void)context;
    return t < jump ? jump : INFINITY;
}

static const bool is_driven = true;
static const struct run_input jumping = {.driven = &is_driven, .values = values_at, .next_jump = next_jump};

#define DRIVEN(fmu)                                                                                                    \
    SSD(CONNECTORS(CONNECTOR("u", "input", "<ssc:Real/>")) ELEMENTS(TOY("a", fmu) TOY("b", "curves0"))                 \
            CONNECTIONS(FROM_SYSTEM("u", "a", "u") CONNECTION("a", "doubled", "b", "u")))

/* a.doubled = sin(t) + u / 2 has the derivative cos(t) + u'/2, and u' = 2 on both sides of the jump. */
static void the_slope_of_an_input_does_not_contain_its_jump(void **state)
{
    (void)state;
    static const double times[] = {0, 0.1, 0.2, 0.3, 0.33, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
    struct coupled c = toy_open(DRIVEN("curves1"));
    coupled_set(&c, "a.gain=0.5");
    c.options.input = &jumping;
    c.options.extrapolation = 1;
    coupled_record(&c, "b.x");
    coupled_must_run(&c);
    double x = 0;
    for (size_t k = 0; k + 1 < sizeof times / sizeof *times; k++) {
        const double t = times[k], h = times[k + 1] - t, u = 2 * t + (t >= jump ? 5 : 0);
        assert_near(coupled_at(&c, t, 0), x, 1e-9);
        x += 1000 * h * (sin(t) + u / 2 + h / 2 * (cos(t) + 1));
    }
    assert_near(coupled_last(&c, 0), x, 1e-9);
    coupled_close(&c);
}

/* ---- work ---- */

/* Trapezoids over the steps that count, not over the rejected one: effort y = sin(t) given to b, flow y = sin(2 t) given to a, held
 * inputs, in m and mm. */
static void work_of_a_rejected_step_does_not_count(void **state)
{
    (void)state;
    struct coupled c = toy_open(
        TOYS(TOY("a", "curves0") TOY("b", "curves0"), CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "a", "u")));
    const char *power = "a.y,b.y";
    coupled_set(&c, "b.omega=2");
    coupled_set(&c, "b.largest_step=0.05");
    coupled_set(&c, "b.discard_after=0.5");
    c.options.powers = &power;
    c.options.n_powers = 1;
    coupled_record(&c, "a.x");
    coupled_must_run(&c);
    assert_int_equal(c.summary.rejected, 5);
    double delivered = 0, received = 0;
    for (int k = 0; k < 15; k++) {
        const double t = k < 5 ? 0.1 * k : 0.5 + 0.05 * (k - 5), h = k < 5 ? 0.1 : 0.05;
        delivered += 1000 * h / 2 * (sin(t) + sin(t + h)) * sin(2 * t);
        received += 1000 * h / 2 * (sin(2 * t) + sin(2 * (t + h))) * sin(t);
    }
    assert_near(c.powers[0].delivered, delivered, 1e-10);
    assert_near(c.powers[0].received, received, 1e-10);
    assert_near(c.powers[0].residual, received - delivered, 1e-10);
    coupled_close(&c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

/* ---- macro steps that the error chooses ---- */

/* A swing x'' = -100 x from 1 drives a decay x' = -2 x + u from 1, and nothing comes back. The swing steps first, so the decay is told where each
 * step ends, and all that can be wrong is how it got there. The input is right to R, so the decay is right to R / 2; R is allowed. */
static void a_chain_is_followed_between_communication_points(void **state)
{
    (void)state;
    static const char system[] = TOYS(TOY("one", "swing") TOY("two", "decay"), CONNECTION("one", "y_x", "two", "u"));
    static const double tolerances[] = {1e-2, 1e-4, 1e-6}; /* with held, linear, quadratic values */
    for (int order = 0; order <= 2; order++) {
        struct coupled c = toy_open(system);
        coupled_set(&c, "one.k=100");
        coupled_set(&c, "one.c=0");
        coupled_record(&c, "two.x");
        c.options.scheme = "gauss-seidel";
        c.options.order = "one/two";
        c.options.extrapolation = order;
        c.options.error_tolerance = tolerances[order];
        c.options.macro_step = 1e-5;
        c.options.macro_step_most = 1;
        c.options.has_stop_time = true;
        c.options.stop_time = c.options.output_step = 2.1;
        coupled_must_run(&c);
        const double t = 2.1, expected = (2 * cos(10 * t) + 10 * sin(10 * t)) / 104 + (1 - 2. / 104) * exp(-2 * t);
        if (!(fabs(coupled_last(&c, 0) - expected) <= tolerances[order]))
            fail_msg("order %d: off by %g", order, fabs(coupled_last(&c, 0) - expected));
        coupled_close(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(quadratic_inputs_follow_what_the_fmu_gives),
        TEST(after_a_rejected_step_the_past_begins_anew),
        TEST(only_continuous_outputs_are_asked_for_derivatives),
        TEST(an_output_behind_one_of_a_loop_is_asked_for_its_derivative),
        TEST(factor_and_unit_count_inside_of_a_loop),
        TEST(the_slope_of_an_input_does_not_contain_its_jump),
        TEST(work_of_a_rejected_step_does_not_count),
        TEST(a_chain_is_followed_between_communication_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
