/* Mass and stiffness of the flexible double pendulum, as functions that multiply a vector, in time that grows with the number of elements.
 *
 * With displacements of nodes as coordinates, the stiffness of short elements is so large that rounding takes more than half of the digits
 * of the first frequency (n_p = 50). Here the coordinates are deformations: of each rod its angle, of each element how far its end leaves the tangent of
 * its beginning, d and r. Each is taken times the root of its own stiffness. The stiffness is then the unit matrix, and what gravity and
 * tension add to it is small; nothing cancels. Displacements follow by going along the rods, forces by going back. */
#ifndef PASO_PENDULUM_MODEL_H
#define PASO_PENDULUM_MODEL_H

#include "benchmarks/gonzalez/pendulum.h"
#include "master/base/arena.h"

enum { RODS = 2 };

/* Across one rod: angle and displacements, or torque and forces that belong to them. */
struct rod_vector {
    double theta;
    double *w, *phi; /* of nodes, relative to the frame */
};

struct rod {
    double *reach;     /* of nodes, m: how far along the rod they are when it hangs */
    double *tension;   /* at nodes, N */
    double tip_mass;   /* what hangs at its end, kg */
    double angle_root; /* of the stiffness of its angle */
    struct rod_vector moved, forces;
};

struct pendulum_model {
    struct pendulum pendulum;
    double h, mass[4][4], weight[4]; /* of an element */
    double root[3];                  /* L of an element's stiffness in (d, r): L_11, L_21, L_22 */
    struct rod rods[RODS];
    size_t n;
};

bool pendulum_model_open(struct pendulum_model *model, const struct pendulum *pendulum, struct arena *arena);

/* out = matrix times v; both have model->n numbers. */
void pendulum_mass(struct pendulum_model *model, const double *v, double *out);
void pendulum_stiffness(struct pendulum_model *model, const double *v, double *out);

#endif
