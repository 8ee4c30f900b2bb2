/* The converged solution of LIM's manipulator on a grid of milliseconds, from the independent computation in long double
 * (tests/oracle). What every other solution is compared with. */
#ifndef PASO_LIM_CONVERGED_H
#define PASO_LIM_CONVERGED_H

enum { LIM_MILLISECONDS = 10000 };

struct lim_state {
    double theta1, theta2, dtheta1, dtheta2; /* rad, rad/s */
    double s, ds;                            /* m, m/s */
    double p1, p2, f_h;                      /* Pa, N */
    double kappa;
};

/* Manoeuvre 1 or 2: LIM_MILLISECONDS + 1 states, the k-th at k ms. Computed by the first call and kept until the program ends;
 * NULL where memory is out. One thread at a time. */
const struct lim_state *lim_converged(int manoeuvre);

#endif
