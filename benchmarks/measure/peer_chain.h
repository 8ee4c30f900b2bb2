/* A tree of rods for the comparison with other engines, in a language that C++ reads as well. */
#ifndef PASO_PEER_CHAIN_H
#define PASO_PEER_CHAIN_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many rods are compared. */
#define PEER_COUNTS 2, 5, 10, 20, 40, 80, 160, 320

/* Rods of 0.5 m and 2 kg, each on a hinge at the end of its parent, under gravity along -y; the hinges' axes are
 * (0.1 (i mod 7), 0.3, 1). */
#define PEER_ROD_LENGTH 0.5
#define PEER_ROD_MASS   2.0
#define PEER_ROD_ALONG  (PEER_ROD_MASS * PEER_ROD_LENGTH * PEER_ROD_LENGTH / 1000) /* inertia about the rod's axis */
#define PEER_ROD_ACROSS (PEER_ROD_MASS * PEER_ROD_LENGTH * PEER_ROD_LENGTH / 12)
#define PEER_AXIS(i)    0.1 * ((i) % 7), 0.3, 1.0

enum peer_shape {
    PEER_CHAIN, /* one behind the other */
    PEER_TREE   /* two on each, numbered depth first, as Pinocchio's derivatives want it */
};
/* Of each rod its parent, -1 for the ground. */
void peer_parents(enum peer_shape shape, int n, int *parents);

/* Angles, then their rates: where all engines are asked. */
void peer_state(int n, double *x);
/* d log(time) / d log(rods) by least squares, from 20 rods on; times that are NaN are left out. */
double peer_exponent(size_t n, const int *counts, const double *times);

enum { PEER_WHY = 320 };
struct peer_chain;
struct peer_chain *peer_chain_open(enum peer_shape shape, int n, char why[PEER_WHY]); /* NULL where it fails */
void peer_chain_close(struct peer_chain *c);                                          /* NULL: nothing */
/* x are angles and then their rates, dx the rates of both. False where the engine fails; peer_chain_why() says why. */
bool peer_chain_rates(struct peer_chain *c, const double *x, double *dx);
bool peer_chain_derivative(struct peer_chain *c, const double *x, double *dx); /* along a direction with all parts */
bool peer_chain_jacobian(struct peer_chain *c, const double *x, double *J);    /* 2n x 2n by columns */
const char *peer_chain_why(const struct peer_chain *c);

#ifdef __cplusplus
}
#endif

#endif
