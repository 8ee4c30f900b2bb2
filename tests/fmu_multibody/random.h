/* Random numbers that are the same everywhere, for the tests. */
#ifndef PASO_TEST_RANDOM_H
#define PASO_TEST_RANDOM_H

#include <stdint.h>

static inline double random_between(uint64_t *seed, double low, double high)
{
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17; /* xorshift; the seed is not zero */
    return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

#endif
