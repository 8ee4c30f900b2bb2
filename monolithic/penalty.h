/* The papers' penalty-based formulation for a mechanism coupled with other models: all coordinates of the mechanism and all
 * pressures as primary variables of the trapezoidal rule, loops by an index-3 augmented Lagrangian whose multipliers are updated
 * in every iteration, velocities and accelerations projected onto the loops after each step (Jaiswal, Publication I, eqs. 18
 * to 21, 36, 37, 39). */
#ifndef PASO_PENALTY_H
#define PASO_PENALTY_H

#include "monolithic/primary.h"
#include "monolithic/coupled.h"
#include "monolithic/whole.h"

struct penalty;

/* A coupled model whose part 0 is a mechanism in all its coordinates, set up. */
struct penalty *penalty_open(const struct coupled *coupled, const void *constants, void *scratch,
                             const struct whole *whole, double alpha, const struct primary_options *options,
                             struct model_report *report);
void penalty_close(struct penalty *penalty); /* accepts NULL */

/* States x of the coupled model; the mechanism's accelerations and multipliers take their places among the inputs. */
bool penalty_start(struct penalty *penalty, double t, const double *m, const double *x, double *u,
                   const double *accelerations, const double *multipliers, struct model_report *report);

struct primary *penalty_primary(struct penalty *penalty); /* what steps it, once started */

#endif
