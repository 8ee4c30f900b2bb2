/* The exponential of a matrix, and what else the exact step of a linear system takes:
 *     phi_0(M) = exp(M),   phi_k(M) = sum over j of M^j / (j + k)!,
 * so that x' = A x + B (u + u' t + u'' t^2/2) has x(h) = phi_0 x + h phi_1 B u + h^2 phi_2 B u' + h^3 phi_3 B u'', all of h A.
 * Matrices are dense, column by column. */
#ifndef PASO_EXPONENTIAL_H
#define PASO_EXPONENTIAL_H

#include <stdbool.h>
#include <stddef.h>

enum { PHI_MOST = 3 };

/* phi[0] ... phi[last] of m, each n by n. Units of the states may differ by many powers of ten: the matrix is balanced first.
 * `room` holds exponential_room(n) numbers. False where something is not finite. */
bool exponential_phi(size_t n, const double *m, int last, double *const phi[], double *room);

static inline size_t exponential_room(size_t n)
{
    return 2 * n * n + n + 1;
}

/* How often m must be halved, once it is balanced, until its series needs no doubling any more. `room` as above. -1: not finite. */
int exponential_halvings(size_t n, const double *m, double *room);

/* The largest absolute value of m's eigenvalues, to a per cent: how fast it is. `room` as above. */
double spectral_radius(size_t n, const double *m, double *room);

#endif
