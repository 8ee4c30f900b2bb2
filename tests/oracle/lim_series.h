/* The exact solution of the LIM manipulator, from the independent computation lim_oracle.h: solved once while the tests are built. */
#ifndef PASO_LIM_SERIES_H
#define PASO_LIM_SERIES_H

#include <stdbool.h>
#include <stddef.h>

enum { LIM_SERIES_SAMPLES = 100000 }; /* of 0.1 ms */

/* The actuator's length every 0.1 ms from 0 to 10 s of manoeuvre 1 or 2; read once, kept. NULL: the file is missing. */
const double *lim_series(int manoeuvre);

#endif
