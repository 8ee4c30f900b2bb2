/* Numbers that carry three derivatives with respect to one coordinate, in long double, for the oracles: geometry written
 * down once gives positions, their Jacobians, and what linearization needs beyond, without differences and without the
 * complex step. c[k] is the k-th Taylor coefficient, the k-th derivative over k!. */
#ifndef PASO_TEST_TAYLOR_H
#define PASO_TEST_TAYLOR_H

#include <math.h>

enum { TAYLOR_ORDER = 3, TAYLOR_TERMS };

struct taylor {
    long double c[TAYLOR_TERMS];
};

static inline struct taylor taylor_constant(long double value)
{
    return (struct taylor){{value}};
}

static inline struct taylor taylor_coordinate(long double value)
{
    return (struct taylor){{value, 1}};
}

static inline struct taylor taylor_sum(long double a, struct taylor x, long double b, struct taylor y) /* a x + b y */
{
    for (int k = 0; k < TAYLOR_TERMS; k++)
        x.c[k] = a * x.c[k] + b * y.c[k];
    return x;
}

static inline struct taylor taylor_product(struct taylor x, struct taylor y)
{
    struct taylor z = {{0}};
    for (int k = 0; k < TAYLOR_TERMS; k++)
        for (int j = 0; j <= k; j++)
            z.c[k] += x.c[j] * y.c[k - j];
    return z;
}

static inline struct taylor taylor_quotient(struct taylor x, struct taylor y)
{
    struct taylor z = {{0}};
    for (int k = 0; k < TAYLOR_TERMS; k++) {
        z.c[k] = x.c[k];
        for (int j = 0; j < k; j++)
            z.c[k] -= z.c[j] * y.c[k - j];
        z.c[k] /= y.c[0];
    }
    return z;
}

static inline struct taylor taylor_root(struct taylor x)
{
    struct taylor z = {{sqrtl(x.c[0])}};
    for (int k = 1; k < TAYLOR_TERMS; k++) {
        z.c[k] = x.c[k];
        for (int j = 1; j < k; j++)
            z.c[k] -= z.c[j] * z.c[k - j];
        z.c[k] /= 2 * z.c[0];
    }
    return z;
}

/* d/dq, and the integral of a derivative from a given value. */
static inline struct taylor taylor_derivative(struct taylor x)
{
    struct taylor z = {{0}};
    for (int k = 1; k < TAYLOR_TERMS; k++)
        z.c[k - 1] = k * x.c[k];
    return z;
}

static inline struct taylor taylor_integral(long double value, struct taylor dx)
{
    struct taylor z = {{value}};
    for (int k = 1; k < TAYLOR_TERMS; k++)
        z.c[k] = dx.c[k - 1] / k;
    return z;
}

static inline void taylor_turn(struct taylor angle, struct taylor *cosine, struct taylor *sine)
{
    *cosine = (struct taylor){{cosl(angle.c[0])}};
    *sine = (struct taylor){{sinl(angle.c[0])}};
    for (int k = 1; k < TAYLOR_TERMS; k++)
        for (int j = 1; j <= k; j++) {
            cosine->c[k] -= j * angle.c[j] * sine->c[k - j] / k;
            sine->c[k] += j * angle.c[j] * cosine->c[k - j] / k;
        }
}

static inline struct taylor taylor_angle(struct taylor y, struct taylor x) /* atan2 */
{
    const struct taylor numerator =
        taylor_sum(1, taylor_product(x, taylor_derivative(y)), -1, taylor_product(y, taylor_derivative(x)));
    const struct taylor square = taylor_sum(1, taylor_product(x, x), 1, taylor_product(y, y));
    return taylor_integral(atan2l(y.c[0], x.c[0]), taylor_quotient(numerator, square));
}

#endif
