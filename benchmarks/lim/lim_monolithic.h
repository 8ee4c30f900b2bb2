/* LIM's manipulator as one system of equations, solved in two ways. */
#ifndef PASO_LIM_MONOLITHIC_H
#define PASO_LIM_MONOLITHIC_H

#include "benchmarks/lim/lim_converged.h"

#include <stdbool.h>

/* Minimal coordinates by CVODE's Adams or BDF method: states on the grid of milliseconds, and the extremes in between. */
struct lim_extreme {
    double t, value;
};
struct lim_extremes {
    struct lim_extreme p1_largest, f_h_smallest, f_h_largest;
};
bool lim_solve_cvode(int manoeuvre, double tolerance, struct lim_state *states, struct lim_extremes *extremes);

/* The document's index-3 augmented Lagrangian formulation with velocity and acceleration projections, eqs. 21 to 30: trapezoidal
 * rule with steps of h, of which a whole number makes a millisecond, or which are a whole number of them. States between steps
 * are left as they are. `iterations` takes the mean number of Newton iterations per step. */
bool lim_solve_index3(int manoeuvre, double h, struct lim_state *states, double *iterations);

#endif
