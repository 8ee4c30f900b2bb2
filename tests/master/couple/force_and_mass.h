/* A pair of toys: a force f' = -2 f + v that follows the speed of a mass on a spring, x'' = f - 4 x - 1.5 v - ..., and Runge-Kutta steps
 * over both at once. */
#ifndef TESTS_FORCE_AND_MASS_H
#define TESTS_FORCE_AND_MASS_H

#include "tests/master/couple/toys.h"

#include <math.h>
#include <stdio.h>

struct mass {
    double stop, hard, coulomb, closes;
};
static const struct mass simple_mass = {.stop = 1e3, .closes = 1e3};

static inline void mass_rates(const struct mass *m, const double s[3], double d[3])
{
    const double x = s[0], v = s[1], f = s[2];
    d[0] = v;
    d[1] = (x < m->closes ? f : 0) - 4 * x - 1.5 * v - (x > m->stop ? m->hard * (x - m->stop) : 0) -
           m->coulomb * tanh(v / 1e-3);
    d[2] = -2 * f + v;
}

/* x, v, f at time t, from 1, 0, 1. Steps of 10 us: converged beyond 1e-9, of the simple mass, which is linear, beyond 1e-12. */
static inline void pair_solve(const struct mass *m, double t, double s[3])
{
    const int n = (int)(t / 1e-5 + 0.5);
    s[0] = 1;
    s[1] = 0;
    s[2] = 1;
    for (int step = 0; step < n; step++) {
        double k[4][3], at[3];
        for (int i = 0; i < 4; i++) {
            const double by = i == 0 ? 0 : i == 3 ? 1e-5 : 0.5e-5;
            for (int j = 0; j < 3; j++)
                at[j] = s[j] + (i ? by * k[i - 1][j] : 0);
            mass_rates(m, at, k[i]);
        }
        for (int j = 0; j < 3; j++)
            s[j] += 1e-5 / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
}

static inline struct coupled pair_open(const char *force, const char *mass, const char *scheme, double H,
                                       double micro_step)
{
    char text[4096];
    snprintf(text, sizeof text,
             TOYS(TOY("force", "%s") TOY("mass", "%s"),
                  CONNECTION("force", "y", "mass", "u") CONNECTION("mass", "y_v", "force", "u")),
             force, mass);
    struct coupled c = toy_open(text);
    coupled_set(&c, "mass.c=1.5");
    coupled_record(&c, "mass.x");
    coupled_record(&c, "force.x");
    c.options.scheme = scheme;
    c.options.macro_step = H;
    c.options.micro_step = micro_step;
    c.options.has_stop_time = true;
    c.options.stop_time = 2;
    return c;
}

#endif
