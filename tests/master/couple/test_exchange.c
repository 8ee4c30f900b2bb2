/* Values between components: order, feedthrough, loops, types. The expected numbers are the recursions that the FMUs' closed
 * solutions make. */
#include "tests/master/couple/toys.h"
#include "master/couple/couple_messages.h"

#include <string.h>

static const double H = 0.1;
enum { STEPS = 10 };

/* ---- feedthrough ---- */

/* a -> b -> c, where b passes its input on: y = x + 2 u. */
static struct coupled open_chain(void)
{
    struct coupled c = toy_open(TOYS(TOY("a", "decay") TOY("b", "decay") TOY("c", "decay"),
                                     CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "c", "u")));
    coupled_set(&c, "b.d=2");
    coupled_set(&c, "b.k=1");
    coupled_set(&c, "c.k=3");
    coupled_record(&c, "a.y");
    coupled_record(&c, "b.y");
    coupled_record(&c, "c.u");
    coupled_record(&c, "c.x");
    return c;
}

static void assert_chain(struct coupled *c, bool refreshed)
{
    double a = 1, b = 1, x = 1, u_b = 1;
    for (int k = 0; k <= STEPS; k++) {
        const double t = k * H, y_b = b + 2 * (refreshed ? a : u_b);
        assert_near(coupled_at(c, t, 0), a, 1e-14);
        assert_near(coupled_at(c, t, 1), y_b, 1e-14);
        assert_near(coupled_at(c, t, 2), y_b, 1e-14);
        assert_near(coupled_at(c, t, 3), x, 1e-14);
        u_b = a; /* what b is given for the step to come */
        b = decayed(b, 1, a, H);
        x = decayed(x, 3, y_b, H);
        a = decayed(a, 2, 0, H);
    }
}

/* These FMUs may not be read after a set: y + D du. */
static void feedthrough_is_refreshed_by_the_directional_derivative(void **state)
{
    (void)state;
    struct coupled c = open_chain();
    coupled_must_run(&c);
    assert_chain(&c, true);
    assert_string_equal(world_warnings(), "");
    coupled_close(&c);
}

static void stale_feedthrough_is_what_the_last_step_left(void **state)
{
    (void)state;
    struct coupled c = open_chain();
    c.options.feedthrough = FEEDTHROUGH_STALE;
    coupled_must_run(&c);
    assert_chain(&c, false);
    coupled_close(&c);
}

/* Integers cannot be refreshed by derivatives: said once, and the value is that of the last step. */
static void what_cannot_be_refreshed_is_said_once(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "types") TOY("b", "types") TOY("c", "types"),
                                     CONNECTION("a", "integer_out", "b", "integer_in")
                                         CONNECTION("b", "integer_out", "c", "integer_in")));
    coupled_must_run(&c);
    const char *first = strstr(world_warnings(), "b.integer_out depends on inputs");
    assert_non_null(first);
    assert_null(strstr(first + 1, "b.integer_out"));
    assert_null(strstr(world_warnings(), "a.integer_out")); /* nothing drives its input */
    coupled_close(&c);
}

/* ---- loops ---- */

/* y1 = x1 + d1 y2, y2 = x2 + d2 y1 */
#define LOOP(fmu)                                                                                                      \
    TOYS(TOY("one", fmu) TOY("two", fmu), CONNECTION("one", "y", "two", "u") CONNECTION("two", "y", "one", "u"))

static struct coupled open_loop_of(const char *ssd, const char *d1, const char *d2)
{
    struct coupled c = toy_open(ssd);
    char text[32];
    snprintf(text, sizeof text, "one.d=%s", d1);
    coupled_set(&c, text);
    snprintf(text, sizeof text, "two.d=%s", d2);
    coupled_set(&c, text);
    coupled_set(&c, "two.x=3");
    coupled_record(&c, "one.y");
    coupled_record(&c, "two.y");
    coupled_record(&c, "one.u");
    coupled_record(&c, "two.u");
    return c;
}

static struct coupled open_loop(const char *d1, const char *d2)
{
    return open_loop_of(LOOP("decay"), d1, d2);
}

static void assert_loop(struct coupled *c, double d1, double d2, double tolerance)
{
    double x1 = 1, x2 = 3;
    for (int k = 0; k <= STEPS; k++) {
        const double y1 = (x1 + d1 * x2) / (1 - d1 * d2), y2 = x2 + d2 * y1;
        assert_near(coupled_at(c, k * H, 0), y1, tolerance);
        assert_near(coupled_at(c, k * H, 1), y2, tolerance);
        assert_near(coupled_at(c, k * H, 2), y2, tolerance);
        assert_near(coupled_at(c, k * H, 3), y1, tolerance);
        x1 = decayed(x1, 2, y2, H);
        x2 = decayed(x2, 2, y1, H);
    }
}

static void a_loop_is_solved_at_initialization_and_at_every_communication_point(void **state)
{
    (void)state;
    struct coupled c = open_loop("0.5", "-3"); /* fixed-point iteration would not converge */
    coupled_must_run(&c);
    assert_loop(&c, 0.5, -3, 1e-12);
    coupled_close(&c);
}

/* Model Exchange components are read after a set: Newton by get and set. The integration costs digits. */
static void a_loop_of_models_is_solved_by_get_and_set(void **state)
{
    (void)state;
    static const char *const loops[] = {LOOP("decay"),
                                        LOOP("decay_means")}; /* by its derivatives, and by differences */
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        struct coupled c = open_loop_of(loops[i], "0.5", "-3");
        struct component_options options = component_options_default();
        options.interface = INTERFACE_MODEL_EXCHANGE;
        options.me_relative_tolerance = options.me_absolute_tolerance = 1e-11;
        c.options.component = &options;
        coupled_must_run(&c);
        assert_loop(&c, 0.5, -3, 1e-8);
        coupled_close(&c);
    }
}

static void a_loop_without_solution_names_its_variables_and_residuals(void **state)
{
    (void)state;
    struct coupled c = open_loop("1", "1");
    assert_false(coupled_run(&c));
    assert_ptr_equal(c.error.code, ERROR_LOOP_UNSOLVED);
    assert_non_null(strstr(c.error.text, "one.y (residual "));
    assert_non_null(strstr(c.error.text, "two.y (residual "));
    assert_non_null(strstr(c.error.text, "t = 0 s"));
    assert_int_equal(error_exit_status(&c.error), 1);
    coupled_close(&c);
}

/* A loop of three, one of them with two inputs from outside and inside. */
static void a_loop_hands_on_what_comes_from_outside(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("one", "decay") TOY("two", "decay") TOY("outside", "decay"),
                                     CONNECTION("one", "y", "two", "u") CONNECTION("two", "y", "one", "u")
                                         CONNECTION("two", "y", "outside", "u")));
    coupled_set(&c, "one.d=0.5");
    coupled_set(&c, "two.d=0.25");
    coupled_set(&c, "outside.d=2");
    coupled_record(&c, "outside.y");
    coupled_must_run(&c);
    const double y1 = (1 + 0.5 * 1) / (1 - 0.125), y2 = 1 + 0.25 * y1;
    assert_near(coupled_at(&c, 0, 0), 1 + 2 * y2, 1e-13);
    coupled_close(&c);
}

/* ---- types ---- */

static char last_string[64];

static bool look(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    double *values = context;
    memcpy(values, point->values, 4 * sizeof *values);
    snprintf(last_string, sizeof last_string, "%s", point->strings[4]);
    return true;
}

/* Outputs are the inputs changed by parameters: real + 0.5, integer + 10, colour (in + 3) mod 3 + 1, not boolean, "hello " +
 * string. b sees a's outputs. */
static void every_type_is_moved(void **state)
{
    (void)state;
    static const char *const ports[] = {"b.real_out", "b.integer_out", "b.colour_out", "b.boolean_out", "b.string_out"};
    for (int variant = 0; variant < 3; variant++) {
        struct coupled c = toy_open(
            TOYS(TOY("a", "types") TOY("b", "types"),
                 CONNECTION("a", "real_out", "b", "real_in") CONNECTION("a", "integer_out", "b", "integer_in")
                     CONNECTION("a", "colour_out", "b", "colour_in") CONNECTION("a", "boolean_out", "b", "boolean_in")
                         CONNECTION("a", "string_out", "b", "string_in")));
        double values[4] = {0};
        struct port list[5];
        coupled_set(&c, "a.real_in=7");
        coupled_set(&c, "a.integer_in=-3");
        coupled_set(&c, "a.colour_in=green");
        coupled_set(&c, "a.boolean_in=true");
        coupled_set(&c, "a.string_in=world");
        c.options.feedthrough = variant == 1 ? FEEDTHROUGH_STALE : FEEDTHROUGH_REFRESHED;
        c.options.scheme = variant == 2 ? "gauss-seidel" : "jacobi";
        for (int i = 0; i < 5; i++)
            assert_true(system_find_port(c.system, ports[i], &list[i], &c.error));
        const struct run_observer observer = {
            .context = values, .ports = list, .n_ports = 5, .every = 1, .observe = look};
        struct run *run = run_open(c.system, &c.options, &c.error);
        assert_true(run && run_add_observer(run, &observer, &c.error) && run_initialize(run, &c.error));
        for (int when = 0; when < 2; when++) { /* at the first point, and at the end */
            assert_near(values[0], 8, 1e-15);
            assert_near(values[1], 17, 0);
            assert_near(values[2], (((2 + 3) % 3 + 1) + 3) % 3 + 1, 0);
            assert_near(values[3], 1, 0);
            assert_string_equal(last_string, "hello hello world");
            assert_true(run_advance(run, INFINITY, &c.error));
        }
        run_close(run);
        coupled_close(&c);
    }
}

static void a_factor_and_an_offset_are_applied(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("a", "decay") TOY("b", "decay"),
                      CONNECTION_WITH("a", "y", "b", "u", "<ssc:LinearTransformation factor='-2' offset='0.25'/>")));
    coupled_record(&c, "a.y");
    coupled_record(&c, "b.u");
    coupled_must_run(&c);
    for (int k = 0; k <= STEPS; k++)
        assert_near(coupled_at(&c, k * H, 1), 0.25 - 2 * exp(-2 * k * H), 1e-14);
    coupled_close(&c);
}

/* Parameters are connected at initialization: b's offset is twice a's. */
static void parameters_are_handed_on_at_initialization(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("a", "types") TOY("b", "types"), CONNECTION("a", "real_twice_offset", "b", "real_offset")));
    coupled_set(&c, "a.real_offset=3");
    coupled_record(&c, "b.real_offset");
    coupled_record(&c, "b.real_out");
    coupled_must_run(&c);
    assert_near(coupled_at(&c, 0, 0), 6, 0);
    assert_near(coupled_at(&c, 0, 1), 6, 0);
    assert_near(coupled_last(&c, 1), 6, 0);
    coupled_close(&c);
}

/* not not x = x has a solution, x + 10 + 10 = x has none. */
static void loops_of_discrete_values_settle_or_are_named(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("a", "types") TOY("b", "types"), CONNECTION("a", "boolean_out", "b", "boolean_in")
                                                               CONNECTION("b", "boolean_out", "a", "boolean_in")));
    coupled_record(&c, "a.boolean_in");
    coupled_record(&c, "b.boolean_in");
    coupled_must_run(&c);
    for (int k = 0; k <= 8; k++)
        assert_true(coupled_at(&c, 0.25 * k, 0) != coupled_at(&c, 0.25 * k, 1));
    coupled_close(&c);

    c = toy_open(TOYS(TOY("a", "types") TOY("b", "types"), CONNECTION("a", "integer_out", "b", "integer_in")
                                                               CONNECTION("b", "integer_out", "a", "integer_in")));
    assert_false(coupled_run(&c));
    assert_ptr_equal(c.error.code, ERROR_LOOP_UNSOLVED);
    assert_non_null(strstr(c.error.text, "a.integer_out"));
    assert_non_null(strstr(c.error.text, "b.integer_out"));
    coupled_close(&c);
}

/* ---- what FMI allows ---- */

/* These FMUs refuse whatever the standard forbids a master; reals and integers go both ways. */
static void no_scheme_does_what_the_standard_forbids(void **state)
{
    (void)state;
    static const char *const schemes[] = {"jacobi", "gauss-seidel"};
    for (int k = 0; k < 2 * 2 * 3 * 2; k++) {
        struct coupled c = toy_open(TOYS(TOY("a", "strict") TOY("b", "strict"),
                                         CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "a", "u")
                                             CONNECTION("a", "n_out", "b", "n")));
        c.options.scheme = schemes[k % 2];
        c.options.feedthrough = k / 2 % 2 ? FEEDTHROUGH_STALE : FEEDTHROUGH_REFRESHED;
        c.options.extrapolation = k / 4 % 3;
        c.options.iterations = k / 12 ? 5 : 1;
        coupled_record(&c, "a.x");
        coupled_record(&c, "b.n_out");
        coupled_must_run(&c);
        assert_int_equal(c.summary.steps, STEPS);
        coupled_close(&c);
    }
}

static void a_number_that_is_none_is_named_where_it_comes_from(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("bad", "fails") TOY("victim", "decay"), CONNECTION("bad", "y", "victim", "u")));
    coupled_set(&c, "bad.fail_in=fmi2GetReal");
    coupled_set(&c, "bad.how=6");
    coupled_set(&c, "bad.fail_time=0.45");
    coupled_record(&c, "victim.x");
    assert_false(coupled_run(&c));
    assert_ptr_equal(c.error.code, ERROR_NOT_FINITE);
    assert_non_null(strstr(c.error.text, "bad.y became nan at t = 0.5 s"));
    assert_int_equal(c.summary.status, RUN_FAILED);
    assert_near(coupled_time(&c, c.n_rows - 1), 0.4, 1e-12); /* what was good is kept */
    coupled_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(feedthrough_is_refreshed_by_the_directional_derivative, world_open,
                                        world_close),
        cmocka_unit_test_setup_teardown(stale_feedthrough_is_what_the_last_step_left, world_open, world_close),
        cmocka_unit_test_setup_teardown(what_cannot_be_refreshed_is_said_once, world_open, world_close),
        cmocka_unit_test_setup_teardown(a_loop_is_solved_at_initialization_and_at_every_communication_point, world_open,
                                        world_close),
        cmocka_unit_test_setup_teardown(a_loop_of_models_is_solved_by_get_and_set, world_open, world_close),
        cmocka_unit_test_setup_teardown(a_loop_without_solution_names_its_variables_and_residuals, world_open,
                                        world_close),
        cmocka_unit_test_setup_teardown(a_loop_hands_on_what_comes_from_outside, world_open, world_close),
        cmocka_unit_test_setup_teardown(every_type_is_moved, world_open, world_close),
        cmocka_unit_test_setup_teardown(a_factor_and_an_offset_are_applied, world_open, world_close),
        cmocka_unit_test_setup_teardown(parameters_are_handed_on_at_initialization, world_open, world_close),
        cmocka_unit_test_setup_teardown(loops_of_discrete_values_settle_or_are_named, world_open, world_close),
        cmocka_unit_test_setup_teardown(no_scheme_does_what_the_standard_forbids, world_open, world_close),
        cmocka_unit_test_setup_teardown(a_number_that_is_none_is_named_where_it_comes_from, world_open, world_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
