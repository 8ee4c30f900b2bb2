/* The papers' integration of coupled models: the trapezoidal rule written for positions and pressures as primary variables,
 * z and w at the end of a step as unknowns, velocities and accelerations as their functions (Jaiswal, Publication I, eqs. 32
 * to 41), solved by Newton's method. With a mechanism in independent coordinates this is the double-step formulation. */
#ifndef PASO_NEWTON_TRAPEZOID_H
#define PASO_NEWTON_TRAPEZOID_H

#include "numerics/model.h"

enum newton_trapezoid_tangent {
    NEWTON_TRAPEZOID_EXACT,
    NEWTON_TRAPEZOID_DIFFERENCES
}; /* complex step; forward differences, eq. 41 */

struct newton_trapezoid_options {
    enum newton_trapezoid_tangent tangent;
    double pressure_tolerance; /* largest last increment of a pressure, Pa, and of any other state */
    double tolerance;
    int max_iterations;
};
struct newton_trapezoid_options newton_trapezoid_default(void); /* the papers': exact, 1e-2 Pa, 1e-7, 20 */

struct newton_trapezoid;

/* A model that was set up, at its initial states. Constants and scratch must outlive the stepper. */
struct newton_trapezoid *newton_trapezoid_open(const struct model_type *type, const void *constants, void *scratch,
                                               const struct newton_trapezoid_options *options,
                                               struct model_report *report);
void newton_trapezoid_close(struct newton_trapezoid *newton_trapezoid); /* accepts NULL */

bool newton_trapezoid_start(struct newton_trapezoid *newton_trapezoid, double t, const double *m, const double *x,
                            const double *u, struct model_report *report);

/* One step from t to t + h. A law in time that switches during the step, or at its end, does so at the step's end: until
 * then it holds the value of the step's beginning. */
bool newton_trapezoid_step(struct newton_trapezoid *newton_trapezoid, double t, double h, struct model_report *report);

const double *newton_trapezoid_states(const struct newton_trapezoid *newton_trapezoid);
const double *newton_trapezoid_memory(const struct newton_trapezoid *newton_trapezoid);
const double *newton_trapezoid_inputs(const struct newton_trapezoid *newton_trapezoid);
int newton_trapezoid_iterations(const struct newton_trapezoid *newton_trapezoid); /* of the last step */

#endif
