/* All modes of K x = omega^2 M x, both symmetric and positive definite. */
#ifndef PASO_SYMMETRIC_MODES_H
#define PASO_SYMMETRIC_MODES_H

#include <stdbool.h>
#include <stddef.h>

/* Matrices by rows, n x n; both are overwritten. omega^2 in rising order, and row i of `shapes` is x_i with x_i M x_i = 1. `room` has 2 n^2
 * numbers. False where K or M is not positive definite. */
bool symmetric_modes(size_t n, double *k, double *m, double *squares, double *shapes, double *room);

#endif
