/* The equations of a circuit, over doubles and over complex numbers (exact derivatives by the complex step). They allocate
 * nothing; the circuit's numbers must have been set up (circuit_setup). A master of its own, an FMU, or a solver that takes
 * mechanism and circuit as one set of equations calls the same functions.
 *
 * u: inputs, x: states, m: memories, as circuit.h numbers them. */
#ifndef PASO_CIRCUIT_ENGINE_H
#define PASO_CIRCUIT_ENGINE_H

#include "fmu_hydraulics/circuit/circuit.h"

#define CIRCUIT_FUNCTIONS(scalar, suffix)                                                                              \
    /* Rates of all states; false with a report where a chamber or a pressure leaves its domain. */                    \
    bool circuit_rates_##suffix(const struct circuit *c, const scalar *m, const scalar *x, const scalar *u,            \
                                scalar *dx, struct model_report *report);                                              \
    /* Force of a cylinder along its length, with friction and stops (CIRCUIT_FORCE). */                               \
    scalar circuit_force_##suffix(const struct circuit *c, size_t cylinder, const scalar *m, const scalar *x,          \
                                  const scalar *u);                                                                    \
    /* Net flow into every volume through the elements, the pistons at rest. */                                        \
    void circuit_balance_##suffix(const struct circuit *c, const scalar *x, const scalar *u, scalar *inflow);          \
    scalar circuit_node_pressure_##suffix(const struct circuit *c, int node, const scalar *x, const scalar *u);        \
    scalar circuit_spool_##suffix(const struct circuit *c, size_t valve, const scalar *x, const scalar *u);            \
    scalar circuit_orifice_flow_##suffix(const struct circuit *c, size_t k, const scalar *x, const scalar *u);         \
    scalar circuit_poppet_flow_##suffix(const struct circuit *c, size_t k, const scalar *x, const scalar *u);          \
    scalar circuit_path_flow_##suffix(const struct circuit *c, size_t path, const scalar *x, const scalar *u);         \
    scalar circuit_leakage_##suffix(const struct circuit *c, size_t cylinder, const scalar *x, const scalar *u);       \
    scalar circuit_orifice_lift_##suffix(scalar command); /* if it has one */                                          \
    /* Of elements that may follow with a lag: as they stand, or where they come to rest. */                           \
    scalar circuit_gate_lift_##suffix(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u); \
    scalar circuit_gate_flow_##suffix(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u); \
    scalar circuit_unit_setting_##suffix(const struct circuit *c, size_t k, bool rest, const scalar *x,                \
                                         const scalar *u);                                                             \
    scalar circuit_unit_flow_##suffix(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u); \
    scalar circuit_line_flow_##suffix(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u); \
    scalar circuit_unit_speed_##suffix(const struct circuit *c, size_t k, const scalar *x, const scalar *u);           \
    scalar circuit_unit_drag_##suffix(const struct circuit *c, size_t k, const scalar *x, const scalar *u);            \
    scalar circuit_unit_torque_##suffix(const struct circuit *c, size_t k, bool rest, const scalar *x,                 \
                                        const scalar *u);                                                              \
    scalar circuit_line_friction_##suffix(const struct circuit *c, size_t k, scalar flow);                             \
    /* Oil in an accumulator, and how it grows with the pressure. */                                                   \
    scalar circuit_accumulator_oil_##suffix(const struct circuit *c, size_t k, scalar pressure, scalar *slope);        \
    /* The part of a volume that is gas, where the fluid has air. */                                                   \
    scalar circuit_gas_share_##suffix(const struct circuit_fluid *fluid, scalar pressure);                             \
    /* The part that is missing of the oil that a volume holds under the atmosphere. */                                \
    scalar circuit_missing_oil_##suffix(const struct circuit_fluid *fluid, scalar pressure);                           \
    /* What a cubic metre of oil, counted under the atmosphere, takes to get to a pressure. */                         \
    scalar circuit_enthalpy_##suffix(const struct circuit_fluid *fluid, scalar pressure);                              \
    /* Oil that a pump or a motor moves, counted so; its flow is the volume of what stands where it begins. */         \
    scalar circuit_unit_oil_##suffix(const struct circuit *c, size_t k, const scalar *x, const scalar *u);             \
    /* States of elements at rest, from the pressures in x. */                                                         \
    void circuit_rest_##suffix(const struct circuit *c, scalar *x, const scalar *u);                                   \
    /* Length of chamber A. */                                                                                         \
    scalar circuit_chamber_length_##suffix(const struct circuit *c, size_t cylinder, const scalar *m,                  \
                                           const scalar *u);                                                           \
    /* Size of a volume with hoses and chambers, and its effective bulk modulus (eq. 2.35). */                         \
    scalar circuit_volume_size_##suffix(const struct circuit *c, size_t volume, const scalar *m, const scalar *x,      \
                                        const scalar *u);                                                              \
    scalar circuit_bulk_modulus_##suffix(const struct circuit *c, size_t volume, const scalar *m, const scalar *x,     \
                                         const scalar *u);

CIRCUIT_FUNCTIONS(double, real)
CIRCUIT_FUNCTIONS(double complex, complex)

/* Memories and states at the start. In equilibrium: the pressures at which the pistons hold `forces` (one for each cylinder,
 * along its length) at rest and nothing flows into a volume whose pressure is not given; spools where SPOOL_FOUND are found
 * with them. Else the start values. The room is circuit_equilibrium_room() complex numbers. */
size_t circuit_equilibrium_room(const struct circuit *c);
bool circuit_initialize_real(const struct circuit *c, bool in_equilibrium, const double *u, const double *forces,
                             double *m, double *x, double complex *room, struct model_report *report);
bool circuit_initialize_complex(const struct circuit *c, bool in_equilibrium, const double complex *u,
                                const double complex *forces, double complex *m, double complex *x,
                                double complex *room, struct model_report *report);

/* Modes of friction laws that jump: as the velocities say, and their indicators, cylinder by cylinder. */
void circuit_update_modes(const struct circuit *c, const double *u, double *m);
size_t circuit_indicators(const struct circuit *c, const double *u, double *z); /* z NULL: their number */

#endif
