/* Private to constrained*.c. */
#ifndef PASO_CONSTRAINED_IMPL_H
#define PASO_CONSTRAINED_IMPL_H

#include "linearize/constrained.h"

/* A pivot below this part of the first one is none: as the engine of mechanisms decides it, far above the rounding of an assembled
 * configuration. */
#define CONSTRAINED_LEAST_PIVOT 1e-10

bool constrained_no_memory(struct error *error); /* false */

/* Eigenvalues of x'' + C x' + K x = 0, whose first r coordinates belong to the rows. */
bool constrained_families(struct matrix C, struct matrix K, size_t r, struct unconstrained_set *set, struct arena *a,
                          struct error *error);

/* By falling real part, then by the size of the imaginary part, the positive one of a pair first. */
int constrained_compare(double complex x, double complex y);

#endif
