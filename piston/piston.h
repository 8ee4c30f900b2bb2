/* The force of a double-acting cylinder: pressures on both sides of the piston, friction of the seals, stops at both ends.
 * Whoever computes the force of a coupled cylinder carries these: the circuit in f-s coupling, the mechanism in p-s coupling.
 *
 * The chamber on the piston's side (A) grows with the cylinder's length s and pushes; the one on the rod's side (B) shrinks and
 * pulls. l is the length of chamber A: 0 where the piston is retracted, `stroke` where it is extended. SI units. */
#ifndef PASO_PISTON_H
#define PASO_PISTON_H

#include "piston/friction.h"
#include "piston/stop.h"

struct piston {
    double area_A, area_B; /* m2 */
    double stroke;         /* m */
    double stop_stiffness; /* of both stops, N/m; 0: there are none */
    double stop_damping;   /* s/m: a stop's force is k d (1 + damping d') at the depth d, and never pulls */
    struct friction friction;
};

bool piston_check(const struct piston *piston, struct model_report *report);

/* The force along +s: A_A p_A - A_B p_B - F_mu (eq. 2.40) and the stops'. Mode, z and dz are the friction's. */
double piston_force_real(const struct piston *piston, double l, double ds, double p_A, double p_B, double mode,
                         const double *z, double *dz);
double complex piston_force_complex(const struct piston *piston, double complex l, double complex ds,
                                    double complex p_A, double complex p_B, double complex mode,
                                    const double complex *z, double complex *dz);

#endif
