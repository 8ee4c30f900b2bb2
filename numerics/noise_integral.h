/* White noise that drives a linear system over a step: x' = A x + w, where w has the intensity Q (a spectral density: the square of x's unit,
 * per second). What x(0) becomes is phi x(0), with phi = exp(A h); what the noise adds has the covariance
 *     integral from 0 to h of exp(A s) Q exp(A s)^T ds.
 * Matrices are dense, column by column. */
#ifndef PASO_NOISE_INTEGRAL_H
#define PASO_NOISE_INTEGRAL_H

#include <stdbool.h>
#include <stddef.h>

/* phi and the integral, n by n each. `room` holds noise_integral_room(n) numbers. False where something is not finite. */
bool noise_integral(size_t n, const double *a, const double *q, double h, double *phi, double *integral, double *room);
size_t noise_integral_room(size_t n);

#endif
