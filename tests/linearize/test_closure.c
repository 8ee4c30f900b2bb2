/* Closing systems over their connections. */
#include "tests/linearize/systems.h"
#include "linearize/linearize_messages.h"

#include <string.h>

/* A mass (states s, v; input force; outputs s, v) and a spring with a damper (no states; inputs s, v; output force
 * -k s - c v), and a force from outside on the mass. */
static void mass_and_spring_make_an_oscillator(void **state)
{
    (void)state;
    const double k = 30, c = 2, m = 5;
    struct state_space open, closed;
    struct error error = {0};
    /* inputs: force, s, v; outputs: s, v, force */
    system_make(&open, 2, 3, 3, (double[]){0, 1, 0, 0}, (double[]){0, 0, 0, 1 / m, 0, 0}, (double[]){1, 0, 0, 1, 0, 0},
                (double[]){0, 0, 0, 0, 0, 0, 0, -k, -c});
    const struct wire connections[] = {{2, 0, 1}, {0, 1, 1}, {1, 2, 1}};
    const struct wire outside[] = {{0, 0, 1}};
    assert_true(state_space_open(&closed, 2, 1, 3, &error));
    struct closure *closure = closure_open(&open, connections, 3, outside, 1, 1, &error);
    assert_true(closure_make(closure, &open, &closed, &error));
    assert_near(MATRIX_AT(closed.A, 0, 0), 0, 0);
    assert_near(MATRIX_AT(closed.A, 0, 1), 1, 0);
    assert_near(MATRIX_AT(closed.A, 1, 0), -k / m, 1e-15);
    assert_near(MATRIX_AT(closed.A, 1, 1), -c / m, 1e-15);
    assert_near(MATRIX_AT(closed.B, 1, 0), 1 / m, 1e-16);
    assert_near(MATRIX_AT(closed.C, 2, 0), -k, 1e-14);
    assert_near(MATRIX_AT(closed.C, 2, 1), -c, 1e-14);
    assert_near(MATRIX_AT(closed.D, 2, 0), 0, 0);
    closure_close(closure);
    state_space_close(&open);
    state_space_close(&closed);
}

/* The same with a stop of steel in place of the spring: nothing goes round between the outputs, however steep it is. */
static void a_steep_chain_is_no_loop(void **state)
{
    (void)state;
    const double k = 1e16, m = 5;
    struct state_space open, closed;
    struct error error = {0};
    system_make(&open, 2, 3, 3, (double[]){0, 1, 0, 0}, (double[]){0, 0, 0, 1 / m, 0, 0}, (double[]){1, 0, 0, 1, 0, 0},
                (double[]){0, 0, 0, 0, 0, 0, 0, -k, -1e9});
    const struct wire connections[] = {{2, 0, 1}, {0, 1, 1}, {1, 2, 1}};
    assert_true(state_space_open(&closed, 2, 0, 3, &error));
    struct closure *closure = closure_open(&open, connections, 3, NULL, 0, 0, &error);
    assert_true(closure_make(closure, &open, &closed, &error));
    assert_near(MATRIX_AT(closed.A, 1, 0), -k / m, 1e-15 * k);
    assert_near(MATRIX_AT(closed.A, 1, 1), -1e9 / m, 1e-15 * 1e9);
    closure_close(closure);
    state_space_close(&open);
    state_space_close(&closed);
}

/* y0 = 2 u0 + w, y1 = 3 u1 + x; u0 = -0.5 y1, u1 = 1e6 y0 / 1e6: y0 = (w - x)/4, y1 = (3 w + x)/4, in units far apart. */
static void loop_of_feedthrough_is_solved(void **state)
{
    (void)state;
    struct state_space open, closed;
    struct error error = {0};
    system_make(&open, 1, 3, 2, (double[]){-1}, (double[]){0, 0, 0}, (double[]){0, 1},
                (double[]){2e6, 0, 1e6, 0, 3, 0}); /* y0 counts in millionths */
    const struct wire connections[] = {{1, 0, -0.5}, {0, 1, 1e-6}};
    const struct wire outside[] = {{0, 2, 1}};
    assert_true(state_space_open(&closed, 1, 1, 2, &error));
    struct closure *closure = closure_open(&open, connections, 2, outside, 1, 1, &error);
    assert_true(closure_make(closure, &open, &closed, &error));
    assert_near(MATRIX_AT(closed.C, 0, 0), -0.25e6, 1e-9);
    assert_near(MATRIX_AT(closed.D, 0, 0), 0.25e6, 1e-9);
    assert_near(MATRIX_AT(closed.C, 1, 0), 0.25, 1e-15);
    assert_near(MATRIX_AT(closed.D, 1, 0), 0.75, 1e-15);
    closure_close(closure);
    state_space_close(&open);
    state_space_close(&closed);
}

/* y1 = u1, y2 = u2, u1 = y2, u2 = y1 says nothing about their value. y0 acts on the loop, y3 is acted on: neither is in it. */
static void ill_posed_loop_is_an_error_that_names_its_variables(void **state)
{
    (void)state;
    struct state_space open, closed;
    struct error error = {0};
    system_make(&open, 1, 4, 4, (double[]){-1}, (double[]){0, 0, 0, 0}, (double[]){1, 0, 0, 0},
                (double[]){0, 0, 0, 0, /**/ 1, 1, 0, 0, /**/ 0, 0, 1, 0, /**/ 0, 0, 0, 1});
    const struct wire connections[] = {{0, 0, 1}, {2, 1, 1}, {1, 2, 1}, {2, 3, 1}};
    assert_true(state_space_open(&closed, 1, 0, 4, &error));
    struct closure *closure = closure_open(&open, connections, 4, NULL, 0, 0, &error);
    assert_false(closure_make(closure, &open, &closed, &error));
    assert_ptr_equal(error.code, ERROR_LINEARIZE_LOOP);
    assert_non_null(strstr(error.text, "y1, y2"));
    assert_null(strstr(error.text, "y0"));
    assert_null(strstr(error.text, "y3"));
    closure_close(closure);
    state_space_close(&open);
    state_space_close(&closed);
}

static void selection_keeps_names_and_columns(void **state)
{
    (void)state;
    struct state_space all, some;
    struct error error = {0};
    system_make(&all, 1, 3, 2, (double[]){-1}, (double[]){1, 2, 3}, (double[]){4, 5}, (double[]){6, 7, 8, 9, 10, 11});
    assert_true(state_space_select(&some, &all, (size_t[]){2, 0}, 2, (size_t[]){1}, 1, &error));
    assert_string_equal(some.inputs.names[0], "u2");
    assert_string_equal(some.outputs.names[0], "y1");
    assert_near(MATRIX_AT(some.B, 0, 0), 3, 0);
    assert_near(MATRIX_AT(some.C, 0, 0), 5, 0);
    assert_near(MATRIX_AT(some.D, 0, 0), 11, 0);
    assert_near(MATRIX_AT(some.D, 0, 1), 9, 0);
    state_space_close(&some);
    state_space_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_and_spring_make_an_oscillator),
        cmocka_unit_test(a_steep_chain_is_no_loop),
        cmocka_unit_test(loop_of_feedthrough_is_solved),
        cmocka_unit_test(ill_posed_loop_is_an_error_that_names_its_variables),
        cmocka_unit_test(selection_keeps_names_and_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
