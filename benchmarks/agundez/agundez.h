/* The hydraulically driven three-dimensional four-bar of Agundez et al. (2023): its reduced Jacobian, the torque pulse of eq. 92
 * in the nonlinear and in the linear system, and the conventional linearization that the paper compares itself with. */
#ifndef PASO_AGUNDEZ_H
#define PASO_AGUNDEZ_H

#include "master/base/error.h"

#include <complex.h>
#include <stdbool.h>

enum { AGUNDEZ_STATES = 6, AGUNDEZ_FULL = 24 }; /* phi2 dphi2 p1 p2 p3 U; all coordinates, their rates, p1 p2 p3 U */

struct agundez;

/* `folder` of the build; `friction`: 1, 0.1, 0.01 or 0 times that of the dissertation. */
struct agundez *agundez_open(const char *folder, double friction, struct error *error);
void agundez_close(struct agundez *a); /* accepts NULL */

/* By columns, at the equilibrium; exact. */
bool agundez_jacobian(struct agundez *a, double J[AGUNDEZ_STATES * AGUNDEZ_STATES], struct error *error);

/* The conventional counterpart: 24 x 24 by columns, central differences of step h, or h max(1, |X|). */
bool agundez_counterpart(struct agundez *a, double h, bool scaled, double J[AGUNDEZ_FULL * AGUNDEZ_FULL],
                         struct error *error);

/* Deviations from the equilibrium under the pulse, nonlinear (at 1 s and 1.5 s, then every 0.05 ms to 1.6 s) and,
 * from its end at 1.5 s on, linear. */
enum { AGUNDEZ_POINTS = 2000 };
struct agundez_pulse {
    double at_1[5], at_1_5[5]; /* phi2 dphi2 p1 p2 p3, nonlinear */
    double nonlinear[AGUNDEZ_POINTS + 1][5], linear[AGUNDEZ_POINTS + 1][5];
};
bool agundez_pulse(const char *folder, double friction, struct agundez_pulse *pulse, struct error *error);

#endif
