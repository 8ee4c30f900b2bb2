/* Two decays in a ring: x1' = -2 x1 + u1, y1 = x1 + d1 u1, u1 = y2, and the other way round. The gain around the loop is d1 d2. */
#ifndef TESTS_RING_H
#define TESTS_RING_H

#include "tests/master/couple/toys.h"

#include <stdio.h>

static inline struct coupled ring_open(const char *first, const char *second, double d1, double d2)
{
    char description[4096], text[32];
    snprintf(
        description, sizeof description,
        TOYS(TOY("one", "%s") TOY("two", "%s"), CONNECTION("one", "y", "two", "u") CONNECTION("two", "y", "one", "u")),
        first, second);
    struct coupled c = toy_open(description);
    snprintf(text, sizeof text, "one.d=%g", d1);
    coupled_set(&c, text);
    snprintf(text, sizeof text, "two.d=%g", d2);
    coupled_set(&c, text);
    coupled_set(&c, "two.x=3");
    coupled_record(&c, "one.x");
    coupled_record(&c, "two.x");
    c.options.has_stop_time = true;
    c.options.stop_time = 1;
    return c;
}

/* The same at t = 1, by Runge-Kutta steps of 0.1 ms: exact to rounding. */
static inline void ring_solve(double d1, double d2, double x[2])
{
    const double h = 1e-4, g = 1 / (1 - d1 * d2);
    x[0] = 1;
    x[1] = 3;
    for (int step = 0; step < 10000; step++) {
        double k[4][2];
        for (int i = 0; i < 4; i++) {
            const double by = i == 0 ? 0 : i == 3 ? h : h / 2;
            const double a = x[0] + (i ? by * k[i - 1][0] : 0), b = x[1] + (i ? by * k[i - 1][1] : 0);
            k[i][0] = -2 * a + g * (b + d2 * a);
            k[i][1] = -2 * b + g * (a + d1 * b);
        }
        for (int i = 0; i < 2; i++)
            x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
}

/* After a run: how far the states are from that. */
static inline double ring_error(const struct coupled *c, double d1, double d2)
{
    double x[2];
    ring_solve(d1, d2, x);
    return fmax(fabs(coupled_last(c, 0) - x[0]), fabs(coupled_last(c, 1) - x[1]));
}

#endif
