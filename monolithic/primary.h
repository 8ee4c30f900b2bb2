/* The papers' integration of coupled models: the trapezoidal rule written for positions and pressures as primary variables,
 * z and w at the end of a step as unknowns, velocities and accelerations as their functions (Jaiswal, Publication I, eqs. 32
 * to 41), solved by Newton's method. With a mechanism in independent coordinates this is the double-step formulation. */
#ifndef PASO_PRIMARY_H
#define PASO_PRIMARY_H

#include "numerics/model.h"

enum primary_tangent { PRIMARY_EXACT, PRIMARY_DIFFERENCES }; /* complex step; forward differences, eq. 41 */

struct primary_options {
    enum primary_tangent tangent;
    double pressure_tolerance; /* largest last increment of a pressure, Pa, and of any other state */
    double tolerance;
    int max_iterations;
};
struct primary_options primary_default(void); /* the papers': exact, 1e-2 Pa, 1e-7, 20 */

struct primary;

/* A model that was set up, at its initial states. Constants and scratch must outlive the stepper. */
struct primary *primary_open(const struct model_type *type, const void *constants, void *scratch,
                             const struct primary_options *options, struct model_report *report);
void primary_close(struct primary *primary); /* accepts NULL */

bool primary_start(struct primary *primary, double t, const double *m, const double *x, const double *u,
                   struct model_report *report);

/* One step from t to t + h. A law in time that switches during the step, or at its end, does so at the step's end: until
 * then it holds the value of the step's beginning. */
bool primary_step(struct primary *primary, double t, double h, struct model_report *report);

const double *primary_states(const struct primary *primary);
const double *primary_memory(const struct primary *primary);
const double *primary_inputs(const struct primary *primary);
int primary_iterations(const struct primary *primary); /* of the last step */

#endif
