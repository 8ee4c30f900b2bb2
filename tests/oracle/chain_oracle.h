/* Inverse dynamics of open chains and trees for the tests: recursive Newton-Euler with every vector in the world frame, in
 * long double. It has no mass matrix: what the engine computes as accelerations is put in here, and the forces that the
 * engine was given must come out. */
#ifndef PASO_CHAIN_ORACLE_H
#define PASO_CHAIN_ORACLE_H

#include <stdbool.h>

struct chain_body {
    int parent;            /* before this body in the array; -1: the ground */
    bool slides;           /* prismatic, else revolute */
    double at[3], axis[3]; /* the joint, in the parent's frame, which the body's frame coincides with at q = 0, moved */
    double mass, com[3], inertia[6]; /* xx yy zz xy xz yz about the mass centre, in the body's frame */
};

/* The forces (torques) along the joints' axes that make the accelerations ddq. */
void chain_forces(const struct chain_body *bodies, int n, const double gravity[3], const double *q, const double *dq,
                  const double *ddq, double *forces);

/* The same, and all that the joints carry: force and moment on body i about its origin, in the world's axes, in reactions + 6 i, and
 * once more in the body's own axes in own + 6 i; the acceleration of its origin in accelerations + 3 i. */
void chain_reactions(const struct chain_body *bodies, int n, const double gravity[3], const double *q, const double *dq,
                     const double *ddq, double *forces, double *reactions, double *own, double *accelerations);

#endif
