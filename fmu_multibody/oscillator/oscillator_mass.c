/* A mass of the oscillator as a model: its variables, its parameters, and its equations (oscillator_mass_kernel.h) compiled
 * twice. */
#include "fmu_multibody/oscillator/oscillator_mass.h"
#include "numerics/solver.h"

enum { COUPLING_FORCE = 1, COUPLING_DISPLACEMENT = 2 };

/* Parameters */
enum { M = SOLVER_PARAMETERS, K, C, K_C, C_C, X_0, DX_0, COUPLING, N_PARAMETERS };
/* Inputs, states, outputs, locals, quadratures: places within their groups */
enum { F, X_C, DX_C, N_INPUTS };
enum { X, N_POSITIONS, DX = N_POSITIONS, N_STATES };
enum { F_C, N_OUTPUTS };
enum { ENERGY, COUPLING_POWER, N_LOCALS };
enum { COUPLING_WORK, N_QUADRATURES };
/* Where the groups stand in the table */
enum {
    INPUTS = N_PARAMETERS,
    STATES = INPUTS + N_INPUTS,
    OUTPUTS = STATES + N_STATES,
    LOCALS = OUTPUTS + N_OUTPUTS,
    QUADRATURES = LOCALS + N_LOCALS,
    N_VARIABLES = QUADRATURES + N_QUADRATURES
};

/* clang-format off */
static const struct model_variable variables[N_VARIABLES] = {
    SOLVER_PARAMETER_ROWS(1e-3),
    [M]    = {MODEL_PARAMETER, MODEL_REAL, "m", "mass", "kg", .start = 1, .min = 1e-12, .max = 1e12},
    [K]    = {MODEL_PARAMETER, MODEL_REAL, "k", "stiffness of the spring to the ground", "N/m", .start = 10, .max = 1e15},
    [C]    = {MODEL_PARAMETER, MODEL_REAL, "c", "damping to the ground", "N.s/m", .start = 0, .max = 1e15},
    [K_C]  = {MODEL_PARAMETER, MODEL_REAL, "k_c", "stiffness of the coupling spring (displacement coupling)", "N/m",
              .start = 100, .max = 1e15},
    [C_C]  = {MODEL_PARAMETER, MODEL_REAL, "c_c", "damping of the coupling (displacement coupling)", "N.s/m", .start = 0, .max = 1e15},
    [X_0]  = {MODEL_PARAMETER, MODEL_REAL, "x_0", "initial displacement, zero where the spring to the ground is at rest", "m", .start = 0},
    [DX_0] = {MODEL_PARAMETER, MODEL_REAL, "dx_0", "initial velocity", "m/s", .start = 100},
    [COUPLING] = {MODEL_PARAMETER, MODEL_INTEGER, "coupling",
                  "1: the force f acts, 2: the coupling spring is part of this component and its far end moves by x_c", "",
                  .start = 1, .min = 1, .max = 2},

    [INPUTS + F]    = {MODEL_INPUT, MODEL_REAL, "f", "force of the coupling spring on this mass (coupling 1)", "N", .start = 0,
                       .nominal = 1e3},
    [INPUTS + X_C]  = {MODEL_INPUT, MODEL_REAL, "x_c", "displacement of the coupling spring's far end (coupling 2)", "m", .start = 0},
    [INPUTS + DX_C] = {MODEL_INPUT, MODEL_REAL, "dx_c", "velocity of the coupling spring's far end (coupling 2)", "m/s", .start = 0},

    [STATES + X]  = {MODEL_STATE, MODEL_REAL, "x", "displacement", "m", .is_output = true, .rate_unit = "m/s", .rate_depends = "dx"},
    [STATES + DX] = {MODEL_STATE, MODEL_REAL, "dx", "velocity", "m/s", .is_output = true, .rate_unit = "m/s2",
                     .rate_depends = "f x_c dx_c x dx"},

    [OUTPUTS + F_C] = {MODEL_OUTPUT, MODEL_REAL, "f_c", "force of the coupling spring on its far end (coupling 2)", "N", .is_output = true,
                       .depends = "x_c dx_c x dx", .nominal = 1e3},

    [LOCALS + ENERGY]         = {MODEL_LOCAL, MODEL_REAL, "energy", "kinetic energy, and that of the spring to the ground", "J",
                                 .depends = "x dx", .nominal = 1e3},
    [LOCALS + COUPLING_POWER] = {MODEL_LOCAL, MODEL_REAL, "coupling_power",
                                 "power at the coupling: received (coupling 1), or given to the far end (coupling 2)", "W",
                                 .depends = "f x_c dx_c x dx", .nominal = 1e3},

    [QUADRATURES + COUPLING_WORK] = {MODEL_QUADRATURE, MODEL_REAL, "coupling_work",
                                     "work at the coupling since the start, by the solver's own quadrature (Co-Simulation)", "J"},
};
/* clang-format on */

struct oscillator_mass {
    double m, k, c, k_c, c_c, x_0, dx_0;
    int coupling;
};

static bool setup(const struct model_type *type, const double *p, double *calculated, void *constants, void *scratch,
                  struct model_report *report)
{
    (void)scratch, (void)type, (void)calculated;
    (void)report;
    *(struct oscillator_mass *)constants = (struct oscillator_mass){.m = p[M],
                                                                    .k = p[K],
                                                                    .c = p[C],
                                                                    .k_c = p[K_C],
                                                                    .c_c = p[C_C],
                                                                    .x_0 = p[X_0],
                                                                    .dx_0 = p[DX_0],
                                                                    .coupling = (int)p[COUPLING]};
    return true;
}

#define KERNEL_FILE "fmu_multibody/oscillator/oscillator_mass_kernel.h"
#include "numerics/model_kernel.h"

const struct model_type oscillator_mass_type = {
    .name = "OscillatorMass",
    .description = "A mass of the linear two-mass oscillator (LIM co-simulation benchmark)",
    .experiment = {.stop_time = 10, .tolerance = 1e-8, .step_size = 1e-3},
    .variables = variables,
    .n_variables = N_VARIABLES,
    .n_positions = N_POSITIONS,
    .constants_size = sizeof(struct oscillator_mass),
    .setup = setup,
    MODEL_FUNCTIONS,
};
