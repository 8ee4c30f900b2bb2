/* Normally distributed random numbers that are the same on every machine: whole numbers and comparisons alone make them, and no function of
 * the C library has a part in it.
 *
 * The generator is SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014): the state grows by 0x9e3779b97f4a7c15 and is mixed
 * to the next 64 bits; the upper 53 of them are a number in [0, 1). It begins at the mix of the seed, xor the FNV-1a hash of the
 * stream's name: the noise of one sensor does not depend on which others there are.
 *
 * Normal numbers come of it by C. F. F. Karney's algorithm N (ACM Trans. Math. Software 42, 2016): an integer k with probability
 * proportional to exp(-k^2/2), a uniform x with exp(-x (2k + x)/2), and a sign. What happens with probability exp(-p) is
 * found by J. von Neumann's way: how long uniform numbers, the first below p, keep falling. */
#ifndef PASO_NOISE_H
#define PASO_NOISE_H

#include <stdint.h>

struct noise {
    uint64_t state;
};

struct noise noise_begin(uint64_t seed, const char *stream);
double noise_uniform(struct noise *n); /* in [0, 1) */
double noise_normal(struct noise *n);  /* mean 0, standard deviation 1 */

#endif
