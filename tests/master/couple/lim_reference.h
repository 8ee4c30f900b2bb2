/* The exact solution of the LIM manipulator, from the independent computation of tests/oracle. */
#ifndef PASO_LIM_REFERENCE_H
#define PASO_LIM_REFERENCE_H

#include "tests/testing.h"

/* The actuator's length every 0.1 ms from 0 to 10 s of manoeuvre 1 or 2; computed once. */
const double *lim_reference(int manoeuvre);
double lim_reference_at(int manoeuvre, double t); /* t a multiple of 0.1 ms */

#endif
