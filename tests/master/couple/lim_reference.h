/* The exact solution of the LIM manipulator, from the independent computation of tests/oracle, beside the coupled one. */
#ifndef PASO_LIM_REFERENCE_H
#define PASO_LIM_REFERENCE_H

#include "tests/master/couple/coupled_run.h"

/* The actuator's length every 0.1 ms from 0 to 10 s of manoeuvre 1 or 2. */
const double *lim_reference(int manoeuvre);
double lim_reference_at(int manoeuvre, double t); /* t a multiple of 0.1 ms */

/* The coupled manipulator, Runge-Kutta inside (0.1 and 0.05 ms); s is recorded. */
enum lim_coupling { F_S = 1, P_S = 2 };
struct coupled lim_open(enum lim_coupling coupling, int manoeuvre);
/* After a run: the largest error of s, the first column, over all rows. */
double lim_error(const struct coupled *c, int manoeuvre);

#endif
