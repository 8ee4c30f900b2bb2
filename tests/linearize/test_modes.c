/* Modes, zeros and frequency response, against closed forms. */
#include "linearize/spectrum.h"
#include "tests/linearize/systems.h"
#include "linearize/linearize_messages.h"

static const double m = 5, k = 30, c = 2;

static void make_oscillator(struct state_space *s)
{
    system_make(s, 2, 1, 1, (double[]){0, 1, -k / m, -c / m}, (double[]){0, 1 / m}, (double[]){1, 0}, (double[]){0});
}

static void oscillator_has_its_frequency_and_damping(void **state)
{
    (void)state;
    struct state_space s;
    struct modes modes;
    struct error error = {0};
    make_oscillator(&s);
    assert_true(modes_open(&modes, &s, &error));
    for (size_t i = 0; i < 2; i++) {
        const struct mode mode = mode_of(modes.spectrum.values[i]);
        assert_near(mode.frequency, sqrt(k / m), 1e-15 * 4);
        assert_near(mode.damping, c / (2 * sqrt(k * m)), 1e-15);
        assert_near(mode.time_constant, 2 * m / c, 1e-14);
        /* Position and speed take the same part in an oscillation. */
        assert_near(MATRIX_AT(modes.participation, 0, i), 0.5, 1e-15);
        assert_near(MATRIX_AT(modes.participation, 1, i), 0.5, 1e-15);
    }
    assert_true(cimag(modes.spectrum.values[0]) > 0);
    modes_close(&modes);
    state_space_close(&s);
}

/* Two separate first-order lags; the input moves the first, the output sees the second. */
static void modes_say_who_moves_and_who_sees_them(void **state)
{
    (void)state;
    struct state_space s;
    struct modes modes;
    struct error error = {0};
    system_make(&s, 2, 1, 1, (double[]){-1, 0, 0, -2}, (double[]){7, 0}, (double[]){0, 3}, (double[]){0});
    assert_true(modes_open(&modes, &s, &error));
    assert_near(MATRIX_AT(modes.controllability, 0, 0), 1, 1e-15);
    assert_near(MATRIX_AT(modes.controllability, 1, 0), 0, 0);
    assert_near(MATRIX_AT(modes.observability, 0, 0), 0, 0);
    assert_near(MATRIX_AT(modes.observability, 0, 1), 1, 1e-15);
    assert_near(MATRIX_AT(modes.participation, 0, 0), 1, 1e-15);
    modes_close(&modes);
    state_space_close(&s);
}

/* Other units for a state change no measure where the nominal values follow. */
static void measures_do_not_depend_on_units(void **state)
{
    (void)state;
    struct state_space plain, scaled;
    struct modes a, b;
    struct error error = {0};
    const double f = 1e7;
    system_make(&plain, 2, 1, 1, (double[]){-1, 2, -3, -0.5}, (double[]){1, 2}, (double[]){1, -1}, (double[]){0});
    system_make(&scaled, 2, 1, 1, (double[]){-1, 2 / f, -3 * f, -0.5}, (double[]){1, 2 * f}, (double[]){1, -1 / f},
                (double[]){0});
    scaled.states.nominals[1] = f;
    assert_true(modes_open(&a, &plain, &error) && modes_open(&b, &scaled, &error));
    for (size_t i = 0; i < 2; i++) {
        assert_near(MATRIX_AT(b.controllability, i, 0), MATRIX_AT(a.controllability, i, 0), 1e-14);
        assert_near(MATRIX_AT(b.observability, 0, i), MATRIX_AT(a.observability, 0, i), 1e-14);
        assert_near(MATRIX_AT(b.participation, 1, i), MATRIX_AT(a.participation, 1, i), 1e-14);
    }
    modes_close(&a);
    modes_close(&b);
    state_space_close(&plain);
    state_space_close(&scaled);
}

/* ---- zeros ---- */

static void expect_zeros(struct state_space *s, const double complex *expected, size_t n, double tolerance)
{
    double complex zeros[8];
    size_t found;
    struct error error = {0};
    assert_true(zeros_find(s, zeros, &found, &error));
    assert_int_equal(found, n);
    for (size_t i = 0; i < n; i++) {
        double nearest = INFINITY;
        for (size_t j = 0; j < n; j++)
            nearest = fmin(nearest, cabs(zeros[j] - expected[i]));
        assert_near(nearest, 0, tolerance);
    }
    state_space_close(s);
}

/* (s + 2)/(s^2 + 3 s + 5): one zero, the other is at infinity. */
static void zero_of_a_transfer_function(void **state)
{
    (void)state;
    struct state_space s;
    system_make(&s, 2, 1, 1, (double[]){0, 1, -5, -3}, (double[]){0, 1}, (double[]){2, 1}, (double[]){0});
    expect_zeros(&s, (double complex[]){-2}, 1, 1e-14);
}

/* (s^2 + 1)/(s^2 + 3 s + 5): as many zeros as poles, by feedthrough. */
static void zeros_of_a_system_with_feedthrough(void **state)
{
    (void)state;
    struct state_space s;
    system_make(&s, 2, 1, 1, (double[]){0, 1, -5, -3}, (double[]){0, 1}, (double[]){-4, -3}, (double[]){1});
    expect_zeros(&s, (double complex[]){I, -I}, 2, 1e-14);
}

/* 1/s^4 has four zeros at infinity, in one chain: the hard case for the plain pencil, whose infinite eigenvalues become
 * large finite ones by rounding. */
static void chain_of_integrators_has_no_zeros(void **state)
{
    (void)state;
    struct state_space s;
    system_make(&s, 4, 1, 1, (double[]){0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0}, (double[]){0, 0, 0, 1},
                (double[]){1, 0, 0, 0}, (double[]){0});
    expect_zeros(&s, NULL, 0, 0);
}

/* Two inputs, two outputs: G = [1/(s+1), 2/(s+3); 1/(s+1), 1/(s+1)] has its zero where 1/(s+1) = 2/(s+3): s = 1
 * (a textbook example: none of the four transfer functions has a zero). */
static void zero_of_a_system_of_two_inputs_and_outputs(void **state)
{
    (void)state;
    struct state_space s;
    system_make(&s, 3, 2, 2, (double[]){-1, 0, 0, 0, -3, 0, 0, 0, -1}, (double[]){1, 0, 0, 2, 0, 1},
                (double[]){1, 1, 0, 1, 0, 1}, (double[]){0, 0, 0, 0});
    expect_zeros(&s, (double complex[]){1}, 1, 1e-13);
}

/* One input, two outputs that share the zero at -2; a third output in excess would destroy others. */
static void more_outputs_than_inputs_leave_the_common_zero(void **state)
{
    (void)state;
    struct state_space s;
    system_make(&s, 3, 1, 2, (double[]){0, 1, 0, 0, 0, 1, -6, -11, -6}, (double[]){0, 0, 1},
                (double[]){2, 1, 0, 10, 7, 1}, (double[]){0, 0}); /* s + 2 and (s + 2)(s + 5) */
    expect_zeros(&s, (double complex[]){-2}, 1, 1e-13);
}

/* ---- frequency response ---- */

static void frequency_response_of_the_oscillator(void **state)
{
    (void)state;
    struct state_space s;
    struct error error = {0};
    make_oscillator(&s);
    static const double frequencies[] = {0, 0.1, 2.449489742783178, 100};
    for (size_t i = 0; i < sizeof frequencies / sizeof *frequencies; i++) {
        const double w = frequencies[i];
        const double complex expected = 1 / (k - m * w * w + I * c * w);
        double complex found;
        assert_true(response_at(&s, 0, 0, w, &found, &error));
        assert_near(cabs(found - expected), 0, 1e-14 * cabs(expected));
    }
    state_space_close(&s);
}

static void frequency_response_at_a_pole_is_an_error(void **state)
{
    (void)state;
    struct state_space s;
    struct error error = {0};
    double complex found;
    system_make(&s, 1, 1, 1, (double[]){0}, (double[]){1}, (double[]){1}, (double[]){0});
    assert_false(response_at(&s, 0, 0, 0, &found, &error));
    assert_ptr_equal(error.code, ERROR_LINEARIZE_AT_POLE);
    state_space_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oscillator_has_its_frequency_and_damping),
        cmocka_unit_test(modes_say_who_moves_and_who_sees_them),
        cmocka_unit_test(measures_do_not_depend_on_units),
        cmocka_unit_test(zero_of_a_transfer_function),
        cmocka_unit_test(zeros_of_a_system_with_feedthrough),
        cmocka_unit_test(chain_of_integrators_has_no_zeros),
        cmocka_unit_test(zero_of_a_system_of_two_inputs_and_outputs),
        cmocka_unit_test(more_outputs_than_inputs_leave_the_common_zero),
        cmocka_unit_test(frequency_response_of_the_oscillator),
        cmocka_unit_test(frequency_response_at_a_pole_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
