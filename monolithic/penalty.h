/* The papers' penalty-based formulation for a mechanism coupled with other models: all coordinates of the mechanism and all
 * pressures as primary variables of the trapezoidal rule, loops by an index-3 augmented Lagrangian whose multipliers are updated
 * in every iteration, velocities and accelerations projected onto the loops after each step (Jaiswal, Publication I, eqs. 18
 * to 21, 36, 37, 39). */
#ifndef PASO_PENALTY_H
#define PASO_PENALTY_H

#include "monolithic/newton_trapezoid.h"
#include "monolithic/composite.h"
#include "monolithic/redundant_mechanism.h"

struct penalty;

/* A coupled model whose part 0 is a mechanism in all its coordinates, set up. */
struct penalty *penalty_open(const struct composite *composite, const void *constants, void *scratch,
                             const struct redundant_mechanism *redundant, double alpha,
                             const struct newton_trapezoid_options *options, struct model_report *report);
void penalty_close(struct penalty *penalty); /* accepts NULL */

/* States x of the coupled model; the mechanism's accelerations and multipliers take their places among the inputs. */
bool penalty_start(struct penalty *penalty, double t, const double *m, const double *x, double *u,
                   const double *accelerations, const double *multipliers, struct model_report *report);

struct newton_trapezoid *penalty_newton_trapezoid(struct penalty *penalty); /* what steps it, once started */

#endif
