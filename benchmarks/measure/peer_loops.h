/* Linkages of rods in a plane with loops, for the comparison with other engines, in a language that C++ reads as well. */
#ifndef PASO_PEER_LOOPS_H
#define PASO_PEER_LOOPS_H

#include "benchmarks/measure/peer_chain.h"

#ifdef __cplusplus
extern "C" {
#endif

enum peer_linkage_kind {
    PEER_FOUR_BARS, /* in a row, as by Gonzalez et al.: one freedom, whatever their number */
    PEER_FIVE_BARS  /* beside each other, two freedoms each */
};

/* Of length^3/12 kg m2 about its middle, 1 kg for each metre, on a hinge about z: on the ground at (at, 0), else at the end of its parent. */
struct peer_rod {
    int parent; /* -1: the ground */
    double at, length;
};
#define PEER_ALONG   0.001 /* kg m2: inertia about a rod's own axis, which does not turn */
#define PEER_GRAVITY 9.81  /* m/s2, along -y */

struct peer_pin { /* the ends of two rods are in one place */
    int a, b;
};

struct peer_linkage {
    int n_rods, n_pins, n_free;
    struct peer_rod *rods;
    struct peer_pin *pins;
    int *free; /* rods whose angles are states, in rising order */
    double *x; /* angles against the parent, then their rates: closed */
};
bool peer_linkage_make(struct peer_linkage *l, enum peer_linkage_kind kind, int loops); /* false: no memory */
void peer_linkage_free(struct peer_linkage *l);

/* Our engine. x as above; of the angles only those that are states are looked at, the others it finds itself. */
struct peer_loops;
struct peer_loops *peer_loops_open(const struct peer_linkage *l, char why[PEER_WHY]); /* NULL where it fails */
void peer_loops_close(struct peer_loops *p);                                          /* NULL: nothing */
bool peer_loops_accelerate(struct peer_loops *p, const double *x, double *free_accelerations);
const char *peer_loops_why(const struct peer_loops *p);

#ifdef __cplusplus
}
#endif

#endif
