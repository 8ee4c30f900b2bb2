#include "numerics/complex_math.h"

#include <float.h>

double complex complex_sin_anywhere(double complex z)
{
    const double re = creal(z), im = cimag(z);
    return complex_of(sin(re) * cosh(im), cos(re) * sinh(im));
}

double complex complex_cos_anywhere(double complex z)
{
    const double re = creal(z), im = cimag(z);
    return complex_of(cos(re) * cosh(im), -sin(re) * sinh(im));
}

/* The larger part of the root is sqrt((|z| + |re|) / 2), without a difference; the smaller one follows from 2 re im. */
static double complex root(double re, double im)
{
    const double larger = sqrt((fabs(re) + hypot(re, im)) / 2);
    if (larger == 0)
        return complex_of(0, im);
    return re < 0 ? complex_of(fabs(im) / (2 * larger), copysign(larger, im)) : complex_of(larger, im / (2 * larger));
}

/* Powers of four take numbers away from the ends of the range, and change no digit. */
double complex complex_sqrt_anywhere(double complex z)
{
    const double re = creal(z), im = cimag(z), size = fmax(fabs(re), fabs(im));
    if (isinf(im))
        return complex_of(INFINITY, im);
    const int halves = size > DBL_MAX / 8 ? 2 : size > 0 && size < DBL_MIN * 0x1p54 ? -54 : 0;
    const double complex scaled = root(ldexp(re, -2 * halves), ldexp(im, -2 * halves));
    return complex_of(ldexp(creal(scaled), halves), ldexp(cimag(scaled), halves));
}
