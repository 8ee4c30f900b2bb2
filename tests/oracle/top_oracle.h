/* A free top that turns over again and again: Euler's equations and a quaternion, integrated. */
#ifndef PASO_TOP_ORACLE_H
#define PASO_TOP_ORACLE_H

extern const double top_inertia[3], top_start_rate[3]; /* about its own axes, which are the world's at the start */

struct top {
    double w[3], q[4]; /* angular rate in the body's axes; quaternion */
};

/* By Runge and Kutta's method with 5e-4 s: its error is below 1e-9 over 20 s (the_tops_rates_are_jacobis in test_charts.c). */
struct top top_at(double t);

/* Its angular rate alone, by Jacobi's elliptic functions: Landau and Lifshitz, Mechanics, eq. 37.10, where I_1 < I_2 < I_3 and M^2 > 2 E I_2,
 * beginning with w_2 = 0. */
void top_closed_rate(double t, double w[3]);

/* Its axes in the world, by rows. */
void top_axes(const struct top *s, double R[9]);

#endif
