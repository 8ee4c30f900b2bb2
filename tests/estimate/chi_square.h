/* Sums of squares of normal numbers. With model and noise right, e^T P^-1 e of an error of n states is such a sum of n squares, the normalized
 * innovation squared of m sensors one of m; over N independent samples they add up to N n and N m degrees of freedom. The share of such sums above x
 * is, for an even number of degrees of freedom, that of a Poisson process with fewer than half as many events in x/2 (M. Abramowitz,
 * I. A. Stegun, Handbook of Mathematical Functions, 1964, 26.4.21):
 *
 *     Q(x) = exp(-y) (1 + y + y^2/2! + ... + y^(k-1)/(k-1)!),  y = x/2,  k = degrees of freedom / 2. */
#ifndef PASO_TESTS_CHI_SQUARE_H
#define PASO_TESTS_CHI_SQUARE_H

#include <math.h>
#include <stddef.h>

static inline double chi_square_above(double x, size_t freedom)
{
    const double y = x / 2;
    double sum = 0;
    for (size_t j = 0; j < freedom / 2; j++) /* terms by their logarithms: y^j alone is too large */
        sum += exp((double)j * log(y) - y - lgamma((double)j + 1));
    return sum;
}

/* Right noise fails here once in a thousand: half of it above, half below. */
static const double chi_square_doubt = 0.0005;

#endif
