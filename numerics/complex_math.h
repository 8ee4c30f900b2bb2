/* sin, cos and sqrt of `scalar`, be it double or double complex: instead of <tgmath.h>, whose complex functions are missing in
 * the C libraries of some platforms, or differ there. Where the imaginary part is a derivative (differentiate.c) they cost hardly
 * more than those of real numbers; everywhere else they are right to some units in the last place (sines for imaginary parts
 * up to 700), with the branch cut of the root along the negative real axis. */
#ifndef PASO_COMPLEX_MATH_H
#define PASO_COMPLEX_MATH_H

#include <complex.h>
#include <math.h>

/* C11's CMPLX, which glibc has for gcc only: signs of zeros stay, and what is not finite does not spread. */
static inline double complex complex_of(double re, double im)
{
    const union {
        double parts[2];
        double complex number;
    } both = {{re, im}};
    return both.number;
}

/* For any argument (complex_math.c). */
double complex complex_sin_anywhere(double complex z);
double complex complex_cos_anywhere(double complex z);
double complex complex_sqrt_anywhere(double complex z);

/* Up to here the imaginary part's square, of which results depend, is far below rounding. */
#define COMPLEX_SLIGHT 1e-9

static inline double complex complex_sin(double complex z)
{
    const double re = creal(z), im = cimag(z);
    return fabs(im) < COMPLEX_SLIGHT ? complex_of(sin(re), cos(re) * im) : complex_sin_anywhere(z);
}

static inline double complex complex_cos(double complex z)
{
    const double re = creal(z), im = cimag(z);
    return fabs(im) < COMPLEX_SLIGHT ? complex_of(cos(re), -sin(re) * im) : complex_cos_anywhere(z);
}

static inline double complex complex_sqrt(double complex z)
{
    const double re = creal(z), im = cimag(z), root = sqrt(re);
    return fabs(im) < COMPLEX_SLIGHT * re ? complex_of(root, im / (2 * root)) : complex_sqrt_anywhere(z);
}

#define sin(z)  _Generic((z), double complex : complex_sin, default : sin)(z)
#define cos(z)  _Generic((z), double complex : complex_cos, default : cos)(z)
#define sqrt(z) _Generic((z), double complex : complex_sqrt, default : sqrt)(z)

#endif
