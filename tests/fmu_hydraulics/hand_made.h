/* Circuits made by hand for the tests: that of the LUT and Seville papers, and LIM's. */
#ifndef PASO_TEST_HAND_MADE_H
#define PASO_TEST_HAND_MADE_H

#include "fmu_hydraulics/circuit/circuit_engine.h"

/* Pump, 4/3 valve with a spool, throttle, cylinder, three volumes (Jaiswal 2021, Publications I and II; Agundez 2023). Inputs:
 * s, ds, U_ref, p_P, p_T. States: p1, p2, p3, U. */
struct hand_made_papers {
    struct circuit circuit;
    struct circuit_volume volumes[3];
    struct circuit_source sources[2];
    struct circuit_hose hoses[3];
    struct circuit_orifice throttle;
    struct circuit_valve valve;
    struct circuit_path paths[4];
    struct circuit_cylinder cylinder;
};
void hand_made_papers(struct hand_made_papers *made, double retracted_length, double stroke, struct friction friction);

/* One cylinder, one valve without inertia (LIM's document, eqs. 8 to 13). Inputs: s, ds, kappa, p_P, p_T. States p1, p2. */
struct hand_made_lim {
    struct circuit circuit;
    struct circuit_volume volumes[2];
    struct circuit_source sources[2];
    struct circuit_valve valve;
    struct circuit_path paths[4];
    struct circuit_cylinder cylinder;
};
void hand_made_lim(struct hand_made_lim *made);

#endif
