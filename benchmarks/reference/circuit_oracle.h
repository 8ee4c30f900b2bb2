/* The hydraulic circuit of Jaiswal's Publications I and II and of Agundez et al., and the four friction laws of a cylinder, in long
 * double and straight from the papers' equations: it shares no line with the FMUs. With a mechanism of one coordinate
 * (tests/oracle/planar_oracle.h) it is the whole system in minimal coordinates. */
#ifndef PASO_CIRCUIT_ORACLE_H
#define PASO_CIRCUIT_ORACLE_H

#include "tests/oracle/planar_oracle.h"

enum oracle_friction { BENGISU_AKAY, BROWN_MCPHEE, LUGRE, MODIFIED_LUGRE, VISCOUS, N_ORACLE_FRICTIONS };

/* Force at velocity v; q: bristles, h: film; their rates where the law has them, else 0. */
long double oracle_friction(enum oracle_friction law, long double v, long double q, long double h, long double *dq,
                            long double *dh);

/* States of the system. */
enum { SYSTEM_Z, SYSTEM_DZ, SYSTEM_P1, SYSTEM_P2, SYSTEM_P3, SYSTEM_U, SYSTEM_Q, SYSTEM_H, SYSTEM_WORK, SYSTEM_STATES };

struct oracle_system {
    void (*mechanism)(struct planar_mechanism *p, long double z);
    long double z_0;
    long double retracted, stroke; /* l2 = s - retracted, l3 = stroke - l2 */
    enum oracle_friction law;
    long double friction;                          /* factor of the law */
    long double U_ref, torque, torque_rate, since; /* torque + torque_rate (t - since), on the coordinate */
};

struct oracle_start {
    long double static_force, p; /* of volumes 1 and 2 */
};
struct oracle_start oracle_system_start(const struct oracle_system *s, long double x[SYSTEM_STATES]);

/* Rates of the states; that of the work is the cylinder's power. */
void oracle_system_rates(const struct oracle_system *s, long double t, const long double *x, long double *dx);

/* Of z, dz, p1, p2, p3 at rest in the start position, pressures in MPa: J[row][column]. */
enum { SYSTEM_LINEAR = 5 };
void oracle_system_jacobian(const struct oracle_system *s, long double J[SYSTEM_LINEAR][SYSTEM_LINEAR]);

#endif
