/* Rolling vehicles for the tests, by Newton and Euler in the absolute accelerations of all bodies, with every reaction of
 * joints and contacts as an unknown (the engine has relative coordinates and no reactions). Over complex long doubles, so
 * that derivatives come from the complex step. The first body hangs on a free joint x, y, z, yaw (about z), lean (about x),
 * pitch (about y); each other one on a hinge. Wheels are knife edges around their body's y axis. */
#ifndef PASO_WHEELS_ORACLE_H
#define PASO_WHEELS_ORACLE_H

#include <complex.h>
#include <stdbool.h>

typedef long double complex number;

enum { WHEELS_BODIES = 4, WHEELS_COORDINATES = 6 + WHEELS_BODIES - 1 };
enum { WHEELS_X, WHEELS_Y, WHEELS_Z, WHEELS_YAW, WHEELS_LEAN, WHEELS_PITCH, WHEELS_HINGES };

struct wheels_body {
    long double mass, com[3], inertia[6]; /* xx yy zz xy xz yz, elements of the matrix, about the mass centre */
    int parent;
    long double at[3], axis[3]; /* the hinge, in the parent */
    long double radius;         /* of a wheel, else zero */
};

struct wheels_vehicle {
    int n_bodies;
    struct wheels_body bodies[WHEELS_BODIES];
    long double up; /* +1: z upwards, -1: z downwards */
    long double g;
    int n_solved, solved[2];           /* coordinates that the contacts determine */
    int n_independent, independent[3]; /* rates that are free */
};

extern const struct wheels_vehicle wheels_disc;    /* uniform, 1 kg, R = 0.5 m */
extern const struct wheels_vehicle wheels_bicycle; /* Meijaard et al. 2007, Table 1 */

static inline int wheels_coordinates(const struct wheels_vehicle *v)
{
    return 6 + v->n_bodies - 1;
}

/* Completes the coordinates q and rates dq, of which the independent ones are given (and a guess of the coordinates to solve
 * for), and computes the accelerations of the independent ones. False where the position is impossible. */
bool wheels_solve(const struct wheels_vehicle *v, number *q, number *dq, number *ddq);

#endif
