/* Random numbers, the same everywhere. */
#include "estimate/noise.h"

#include <stdbool.h>

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t next_bits(struct noise *n)
{
    return mix(n->state += 0x9e3779b97f4a7c15u);
}

struct noise noise_begin(uint64_t seed, const char *stream)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *stream; stream++)
        hash = (hash ^ (unsigned char)*stream) * 0x100000001b3u;
    return (struct noise){mix(seed) ^ hash};
}

double noise_uniform(struct noise *n)
{
    return (double)(next_bits(n) >> 11) * 0x1p-53;
}

/* With probability exp(-p), p in [0, 1]: the number of those that fall is even. */
static bool happens(struct noise *n, double p)
{
    bool is_even = true;
    for (double last = p;; is_even = !is_even) {
        const double u = noise_uniform(n);
        if (u >= last)
            return is_even;
        last = u;
    }
}

static bool happens_often(struct noise *n, double p, int times)
{
    while (times-- > 0)
        if (!happens(n, p))
            return false;
    return true;
}

double noise_normal(struct noise *n)
{
    for (;;) {
        int k = 0;
        while (happens(n, 0.5))
            k++;
        if (!happens_often(n, 0.5, k * (k - 1)))
            continue;
        const double x = noise_uniform(n);
        if (!happens_often(n, x, k) || !happens(n, x * x / 2))
            continue;
        return next_bits(n) >> 63 ? -(k + x) : k + x;
    }
}
