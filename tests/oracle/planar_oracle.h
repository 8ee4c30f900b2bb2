/* The papers' plane mechanisms of one degree of freedom in their minimal coordinate, for the tests: positions in closed
 * form (circles intersected, no relative angles, no constraints, no Newton iteration) and Lagrange's equation
 * m(q) ddq + m'(q) dq^2/2 = Q. In long double with Taylor coefficients: shares neither coordinates nor method with the engine. */
#ifndef PASO_PLANAR_ORACLE_H
#define PASO_PLANAR_ORACLE_H

#include "tests/oracle/taylor.h"

enum { PLANAR_BODIES = 64, PLANAR_SPRINGS = 32 };

struct planar_point {
    struct taylor x, y;
};

struct planar_body {
    long double mass, inertia; /* about the mass centre */
    struct planar_point com;
    struct taylor angle;
};

struct planar_spring {
    long double stiffness, damping, free_length;
    struct taylor length;
};

struct planar_mechanism {
    long double g; /* along -y */
    int n_bodies, n_springs;
    struct planar_body bodies[PLANAR_BODIES];
    struct planar_spring springs[PLANAR_SPRINGS];
    struct taylor s;    /* length of the actuator */
    struct taylor z[5]; /* the papers' relative angles */
};

/* Each mechanism at a value of its independent coordinate. */
void planar_lut2_four_bar(struct planar_mechanism *p, long double z1);
void planar_lut1_four_bar(struct planar_mechanism *p, long double z1);
void planar_lut1_quick_return(struct planar_mechanism *p, long double z4);
void planar_agundez_four_bar(struct planar_mechanism *p, long double phi2); /* z: phi2, phi32, phi43, alpha, s */
void planar_n_loop(struct planar_mechanism *p, int n, long double damping, long double phi);

struct planar_dynamics {
    long double mass;                        /* m(q) */
    long double static_force;                /* of the actuator, that holds the configuration */
    long double acceleration;                /* for the given rate and force of the actuator, pushing */
    long double d_position, d_rate, d_force; /* derivatives of the acceleration */
    long double length, rate;                /* of the actuator */
    long double length_d_position, rate_d_position;
    long double kinetic_energy, potential_energy; /* potential: zero where all mass centres are at y = 0 */
};
struct planar_dynamics planar_dynamics(const struct planar_mechanism *p, long double rate, long double force);

#endif
