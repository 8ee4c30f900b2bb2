/* Our sin, cos and sqrt of complex numbers. The independent computation is glibc's csin, ccos and csqrt, which are right to a unit
 * or two in the last place; some values are known without any. */
#include "tests/testing.h"

#include <complex.h>
#include <float.h>
#include <stdbool.h>

static double complex (*const library_sin)(double complex) = csin;
static double complex (*const library_cos)(double complex) = ccos;
static double complex (*const library_sqrt)(double complex) = csqrt;

#include "numerics/complex_math.h"

static bool same(double a, double b) /* the sign of a zero, too */
{
    return a == b && signbit(a) == signbit(b);
}

static void assert_same(double complex actual, double re, double im)
{
    if (!same(creal(actual), re) || !same(cimag(actual), im))
        fail_msg("%.17g %+.17g i, expected %.17g %+.17g i", creal(actual), cimag(actual), re, im);
}

/* Each part to some units in its own last place; below the normal numbers to one of theirs. */
static void assert_close(const char *name, double complex z, double complex actual, double complex expected)
{
    const double a[2] = {creal(actual), cimag(actual)}, e[2] = {creal(expected), cimag(expected)};
    for (int i = 0; i < 2; i++)
        if (!(fabs(a[i] - e[i]) <= 4 * DBL_EPSILON * fabs(e[i]) + 5e-324) || signbit(a[i]) != signbit(e[i]))
            fail_msg("%s(%.17g %+.17g i): part %d is %.17g, expected %.17g", name, creal(z), cimag(z), i, a[i], e[i]);
}

static const double res[] = {0,
                             -0.0,
                             5e-324,
                             1e-300,
                             -1e-300,
                             1e-100,
                             1e-12,
                             -1e-12,
                             0.5,
                             -0.5,
                             1,
                             -1,
                             1.570796326794896,
                             3.141592653589793,
                             -3.1415926,
                             4,
                             -4,
                             77.7,
                             -1e6,
                             1e9,
                             -2.5e9};
static const double ims[] = {0,       -0.0, 5e-324, -1e-300, 1e-100, -1e-100, 1e-20, 9.9e-10,
                             -1.1e-9, 1e-4, 0.25,   -1,      3,      -20,     300};

static void they_agree_with_an_independent_library(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof res / sizeof *res; i++)
        for (size_t k = 0; k < sizeof ims / sizeof *ims; k++) {
            const double complex z = complex_of(res[i], ims[k]);
            assert_close("sin", z, sin(z), library_sin(z));
            assert_close("cos", z, cos(z), library_cos(z));
            assert_close("sqrt", z, sqrt(z), library_sqrt(z));
            const double complex turned = complex_of(ims[k], res[i]);
            assert_close("sqrt", turned, sqrt(turned), library_sqrt(turned));
        }
}

/* (2 + i)^2 = 3 + 4i, (1 - 2i)^2 = -3 - 4i, (1 + i)^2 = 2i. */
static void exact_roots_are_exact(void **state)
{
    (void)state;
    assert_same(sqrt(complex_of(3, 4)), 2, 1);
    assert_same(sqrt(complex_of(-3, -4)), 1, -2);
    assert_same(sqrt(complex_of(0, 2)), 1, 1);
    assert_same(sqrt(complex_of(0x3p600, 0x4p600)), 0x2p300, 0x1p300);
    assert_same(sqrt(complex_of(0x3p-1060, 0x4p-1060)), 0x2p-530, 0x1p-530);
    assert_same(sqrt(complex_of(0x3p1020, 0x4p1020)), 0x2p510, 0x1p510); /* their sum would overflow */
}

/* C11, G.6.4.2: continuous onto the cut from above, and sqrt(conj z) is conj sqrt(z). */
static void the_cut_lies_along_the_negative_axis(void **state)
{
    (void)state;
    assert_same(sqrt(complex_of(-4, 0.0)), 0, 2);
    assert_same(sqrt(complex_of(-4, -0.0)), 0, -2);
    assert_same(sqrt(complex_of(-4, 1e-100)), 0.25e-100, 2);
    assert_same(sqrt(complex_of(-4, -1e-100)), 0.25e-100, -2);
    assert_same(sqrt(complex_of(0.0, 0.0)), 0, 0);
    assert_same(sqrt(complex_of(-0.0, -0.0)), 0, -0.0);
}

static void what_is_not_finite_stays_so(void **state)
{
    (void)state;
    assert_same(sqrt(complex_of(1, INFINITY)), INFINITY, INFINITY);
    assert_same(sqrt(complex_of(INFINITY, 1)), INFINITY, 0);
    assert_same(sqrt(complex_of(-INFINITY, 1)), 0, INFINITY);
    assert_true(isnan(creal(sqrt(complex_of(NAN, 1)))));
    assert_true(isnan(cimag(sqrt(complex_of(1, NAN)))));
    assert_true(isnan(creal(sin(complex_of(NAN, 0)))));
}

/* With the imaginary part of a derivative, the real part is the real function's, bit for bit, and the imaginary one its slope. */
static void derivatives_leave_the_value_alone(void **state)
{
    (void)state;
    for (double x = 1e-9; x < 1e7; x *= 1.37) {
        const double complex z = complex_of(x, 1e-100);
        assert_true(creal(sin(z)) == sin(x));
        assert_true(creal(cos(z)) == cos(x));
        assert_true(creal(sqrt(z)) == sqrt(x));
        assert_near(cimag(sin(z)) / 1e-100, cos(x), 1e-15);
        assert_near(cimag(cos(z)) / 1e-100, -sin(x), 1e-15);
        assert_near(cimag(sqrt(z)) / 1e-100 * 2 * sqrt(x), 1, 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_agree_with_an_independent_library), cmocka_unit_test(exact_roots_are_exact),
        cmocka_unit_test(the_cut_lies_along_the_negative_axis),   cmocka_unit_test(what_is_not_finite_stays_so),
        cmocka_unit_test(derivatives_leave_the_value_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
