/* A linear component, against the closed solution of x' = -2 x + u, y = 3 x + 5 u with u = u0 + u1 t + u2 t^2 / 2. */
#include "tests/master/couple/component_testing.h"

#include "master/couple/component_linear.h"

static const unsigned input = 7, output = 9, stranger = 4711;
static double jacobian_values[4] = {-2, 3, 1, 5}; /* column by column: A, C, B, D */
static const struct matrix jacobian = {2, 2, jacobian_values};

struct maps {
    struct step_map map;
    double parts[1 + STEP_ORDERS]; /* phi, gamma */
};

/* x(h) = e x + (1 - e)/2 u0 + (h - (1 - e)/2)/2 u1 + (h^2/2 - (h - (1 - e)/2)/2)/2 u2, with e = exp(-2 h). */
static const struct step_map *exact_map(void *context, double h, int order, struct error *error)
{
    struct maps *m = context;
    if (h > 1) {
        error_raise(error, ERROR_INTERNAL, "the step is too long");
        return NULL;
    }
    m->parts[0] = exp(-2 * h);
    m->parts[1] = (1 - m->parts[0]) / 2;
    m->parts[2] = (h - m->parts[1]) / 2;
    m->parts[3] = (h * h / 2 - m->parts[2]) / 2;
    m->map = (struct step_map){.h = h, .n_orders = order + 1, .whole = {1, 2 + (size_t)order, m->parts}};
    return &m->map;
}

static struct maps maps;

static struct component *open_linear(struct subject s)
{
    struct error error = {0};
    const struct linear_model model = {.n_states = 1,
                                       .n_inputs = 1,
                                       .n_outputs = 1,
                                       .input_refs = &input,
                                       .output_refs = &output,
                                       .jacobian = &jacobian,
                                       .map = exact_map,
                                       .context = &maps,
                                       .order = 2};
    struct component *c = component_open_linear(s.c, &model, &error);
    assert_non_null(c);
    return c;
}

static double get(struct component *c, unsigned reference)
{
    double value = NAN;
    assert_ok(component_get_real(c, &reference, 1, &value, &error));
    return value;
}

static void it_follows_the_closed_solution(void **state)
{
    (void)state;
    struct subject s = open_subject(FMU("decay"), INTERFACE_CO_SIMULATION, 0, 0);
    struct component *c = open_linear(s);
    const unsigned twice[2] = {input, input};
    const int orders[2] = {1, 2};
    const double u0 = 0.3, derivatives[2] = {0.7, -1.1}, h = 0.25;
    double reached, dy;
    struct error failure = {0};
    *component_linear_states(c) = 1;
    assert_ok(component_set_real(c, &input, 1, &u0, &error));
    assert_near(get(c, output), 3 + 5 * u0, 1e-15);
    assert_ok(component_set_input_derivatives(c, twice, 2, orders, derivatives, &error));
    assert_ok(component_get_output_derivatives(c, &output, 1, &orders[0], &dy, &error));
    assert_near(dy, 3 * (-2 + u0) + 5 * derivatives[0], 1e-14);
    assert_ok(component_get_output_derivatives(c, &output, 1, &orders[1], &dy, &error));
    assert_near(dy, 3 * (-2 * (-2 + u0) + derivatives[0]) + 5 * derivatives[1], 1e-14);
    assert_ok(component_save(c, &error));
    for (int pass = 0; pass < 2; pass++) { /* the same again after going back */
        assert_int_equal(component_step(c, 0, h, &reached, &failure), STEP_DONE);
        const double e = exp(-2 * h), u = u0 + derivatives[0] * h + derivatives[1] * h * h / 2;
        /* x_p = a + b t + c t^2: c = u2/4, b = (u1 - 2 c)/2, a = (u0 - b)/2 */
        const double c2 = derivatives[1] / 4, b = (derivatives[0] - 2 * c2) / 2, a = (u0 - b) / 2;
        const double x = (1 - a) * e + a + b * h + c2 * h * h;
        assert_near(*component_linear_states(c), x, 1e-15);
        assert_near(get(c, input), u, 1e-15);
        assert_near(get(c, output), 3 * x + 5 * u, 1e-14);
        assert_ok(component_restore(c, &error));
    }
    assert_int_equal(component_step(c, 0, 2, &reached, &failure), STEP_FAILED);
    assert_ptr_equal(failure.code, ERROR_INTERNAL);
    component_close(c);
    close_subject(s);
}

static void feedthrough_is_its_directional_derivative(void **state)
{
    (void)state;
    struct subject s = open_subject(FMU("decay"), INTERFACE_CO_SIMULATION, 0, 0);
    struct component *c = open_linear(s);
    const unsigned unknowns[2] = {stranger, output}, knowns[2] = {input, stranger};
    const double seed[2] = {0.5, 100};
    double result[2] = {NAN, NAN};
    assert_ok(component_directional(c, unknowns, 2, knowns, 2, seed, result, &error));
    assert_near(result[0], 0, 0);
    assert_near(result[1], 2.5, 0);
    component_close(c);
    close_subject(s);
}

static void what_does_not_take_part_is_zero_and_takes_anything(void **state)
{
    (void)state;
    struct subject s = open_subject(FMU("decay"), INTERFACE_CO_SIMULATION, 0, 0);
    struct component *c = open_linear(s);
    const double number = 5;
    const int one = 1;
    const char *const word = "word", *text = NULL;
    int value = 3;
    assert_ok(component_enter_initialization(c, &error));
    assert_ok(component_exit_initialization(c, &error));
    assert_ok(component_set_real(c, &stranger, 1, &number, &error));
    assert_ok(component_set_integer(c, &stranger, 1, &one, &error));
    assert_ok(component_set_boolean(c, &stranger, 1, &one, &error));
    assert_ok(component_set_string(c, &stranger, 1, &word, &error));
    assert_near(get(c, stranger), 0, 0);
    assert_ok(component_get_integer(c, &stranger, 1, &value, &error));
    assert_int_equal(value, 0);
    value = 3;
    assert_ok(component_get_boolean(c, &stranger, 1, &value, &error));
    assert_int_equal(value, 0);
    assert_ok(component_get_string(c, &stranger, 1, &text, &error));
    assert_string_equal(text, "");
    assert_string_equal(component_label(c), "unit");
    assert_ok(component_terminate(c, &error));
    component_close(c);
    close_subject(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_follows_the_closed_solution),
        cmocka_unit_test(feedthrough_is_its_directional_derivative),
        cmocka_unit_test(what_does_not_take_part_is_zero_and_takes_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
