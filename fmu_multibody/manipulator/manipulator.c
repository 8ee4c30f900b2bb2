/* The manipulator as a model: its variables, its parameters, and its equations (manipulator_kernel.h) compiled twice. */
#include "fmu_multibody/manipulator/manipulator.h"
#include "numerics/complex_math.h"
#include "numerics/solver.h"

#include <math.h>

enum { COUPLING_FORCE = 1, COUPLING_PRESSURE = 2 };

/* Parameters */
enum { L = SOLVER_PARAMETERS, L_H, M, M_P, M_H, X_B, Y_B, THETA1_0, THETA2_0, G, A_P, C, COUPLING, N_PARAMETERS };
/* Inputs, states (positions, then their rates), outputs, locals, quadratures: places within their groups */
enum { F_H, P1, P2, N_INPUTS };
enum { THETA1, THETA2, N_POSITIONS, DTHETA1 = N_POSITIONS, DTHETA2, N_STATES };
enum { S, DS, N_OUTPUTS };
enum { F_H_STATIC, EFFECTIVE_MASS, KINETIC_ENERGY, POTENTIAL_ENERGY, ACTUATOR_POWER, N_LOCALS };
enum { ACTUATOR_WORK, N_QUADRATURES };
/* Where the groups stand in the table */
enum {
    INPUTS = N_PARAMETERS,
    STATES = INPUTS + N_INPUTS,
    OUTPUTS = STATES + N_STATES,
    LOCALS = OUTPUTS + N_OUTPUTS,
    QUADRATURES = LOCALS + N_LOCALS,
    N_VARIABLES = QUADRATURES + N_QUADRATURES
};

#define MASS_LIMITS   .min = 1e-9, .max = 1e12
#define LENGTH_LIMITS .min = 1e-6, .max = 1e6
#define TUNABLE       .is_tunable = true /* no length: these decide where the links are */

/* clang-format off */
static const struct model_variable variables[N_VARIABLES] = {
    SOLVER_PARAMETER_ROWS(1.0),
    [L]        = {MODEL_PARAMETER, MODEL_REAL, "L", "length of link 1", "m", .start = 1, LENGTH_LIMITS},
    [L_H]      = {MODEL_PARAMETER, MODEL_REAL, "L_h", "length of link 2", "m", .start = 0.5, LENGTH_LIMITS},
    [M]        = {MODEL_PARAMETER, MODEL_REAL, "m", "mass of link 1, evenly distributed", "kg", .start = 200, .max = 1e12, TUNABLE},
    [M_P]      = {MODEL_PARAMETER, MODEL_REAL, "m_p", "point mass at Q, the end of link 1", "kg", .start = 250, .max = 1e12, TUNABLE},
    [M_H]      = {MODEL_PARAMETER, MODEL_REAL, "m_h", "point mass at R, the end of link 2", "kg", .start = 100, MASS_LIMITS, TUNABLE},
    [X_B]      = {MODEL_PARAMETER, MODEL_REAL, "x_B", "x of the actuator's fixed point B (A, the joint of link 1, is the origin)", "m",
                  .start = 0.86602540378443864676},
    [Y_B]      = {MODEL_PARAMETER, MODEL_REAL, "y_B", "y of the actuator's fixed point B", "m", .start = 0},
    [THETA1_0] = {MODEL_PARAMETER, MODEL_REAL, "theta1_0", "initial angle of link 1 from the x axis", "rad",
                  .start = 0.52359877559829887308},
    [THETA2_0] = {MODEL_PARAMETER, MODEL_REAL, "theta2_0", "initial angle of link 2 from the x axis", "rad",
                  .start = 4.71238898038468985769},
    [G]        = {MODEL_PARAMETER, MODEL_REAL, "g", "gravity, along -y", "m/s2", .start = 9.81},
    [A_P]      = {MODEL_PARAMETER, MODEL_REAL, "a_p", "piston area, for pressure coupling", "m2", .start = 65e-4, .min = 1e-9, .max = 1e3},
    [C]        = {MODEL_PARAMETER, MODEL_REAL, "c", "viscous friction of the actuator, for pressure coupling", "N.s/m",
                  .start = 1e5, .max = 1e15, TUNABLE},
    [COUPLING] = {MODEL_PARAMETER, MODEL_INTEGER, "coupling", "1: the force f_h drives the mechanism, 2: the pressures p1 and p2 do", "",
                  .start = 1, .min = 1, .max = 2},

    [INPUTS + F_H] = {MODEL_INPUT, MODEL_REAL, "f_h", "force of the actuator, positive when it pushes (coupling 1)", "N",
                      .start = 8829, .nominal = 1e4},
    [INPUTS + P1]  = {MODEL_INPUT, MODEL_REAL, "p1", "pressure in chamber 1, which pulls (coupling 2)", "Pa",
                      .start = 3170846.15384615384615, .nominal = 1e6},
    [INPUTS + P2]  = {MODEL_INPUT, MODEL_REAL, "p2", "pressure in chamber 2, which pushes (coupling 2)", "Pa",
                      .start = 4529153.84615384615385, .nominal = 1e6},

    [STATES + THETA1]  = {MODEL_STATE, MODEL_REAL, "theta1", "angle of link 1 from the x axis", "rad", .is_output = true,
                          .rate_unit = "rad/s", .rate_depends = "dtheta1"},
    [STATES + THETA2]  = {MODEL_STATE, MODEL_REAL, "theta2", "angle of link 2 from the x axis", "rad", .is_output = true,
                          .rate_unit = "rad/s", .rate_depends = "dtheta2"},
    [STATES + DTHETA1] = {MODEL_STATE, MODEL_REAL, "dtheta1", "angular velocity of link 1", "rad/s", .is_output = true,
                          .rate_unit = "rad/s2", .rate_depends = "f_h p1 p2 theta1 theta2 dtheta1 dtheta2"},
    [STATES + DTHETA2] = {MODEL_STATE, MODEL_REAL, "dtheta2", "angular velocity of link 2", "rad/s", .is_output = true,
                          .rate_unit = "rad/s2", .rate_depends = "f_h p1 p2 theta1 theta2 dtheta1 dtheta2"},

    [OUTPUTS + S]  = {MODEL_OUTPUT, MODEL_REAL, "s", "length of the actuator", "m", .is_output = true, .depends = "theta1"},
    [OUTPUTS + DS] = {MODEL_OUTPUT, MODEL_REAL, "ds", "rate of the actuator's length", "m/s", .is_output = true,
                      .depends = "theta1 dtheta1"},

    [LOCALS + F_H_STATIC]       = {MODEL_LOCAL, MODEL_REAL, "f_h_static", "actuator force that would hold the mechanism (eq. 15)", "N",
                                   .is_output = true, .depends = "theta1 theta2 dtheta1 dtheta2", .nominal = 1e4},
    [LOCALS + EFFECTIVE_MASS]   = {MODEL_LOCAL, MODEL_REAL, "effective_mass", "mass that the actuator feels (eq. 15)", "kg",
                                   .depends = "theta1 theta2", .nominal = 1e3},
    [LOCALS + KINETIC_ENERGY]   = {MODEL_LOCAL, MODEL_REAL, "kinetic_energy", "kinetic energy", "J",
                                   .depends = "theta1 theta2 dtheta1 dtheta2"},
    [LOCALS + POTENTIAL_ENERGY] = {MODEL_LOCAL, MODEL_REAL, "potential_energy", "potential energy, zero where all masses are at y = 0", "J",
                                   .depends = "theta1 theta2"},
    [LOCALS + ACTUATOR_POWER]   = {MODEL_LOCAL, MODEL_REAL, "actuator_power", "power that the actuator gives to the mechanism", "W",
                                   .depends = "f_h p1 p2 theta1 dtheta1"},

    [QUADRATURES + ACTUATOR_WORK] = {MODEL_QUADRATURE, MODEL_REAL, "actuator_work",
                                     "work received from the actuator since the start, by the solver's own quadrature (Co-Simulation)", "J"},
};
/* clang-format on */

#define CONSTANTS_FILE "fmu_multibody/manipulator/manipulator_constants.h"
#include "numerics/tuned_constants.h"

static bool setup(const struct model_type *type, const double *p, double *calculated, void *constants, void *scratch,
                  struct model_report *report)
{
    (void)scratch, (void)type, (void)calculated;
    prepare(p, constants);
    if (!(p[M] + p[M_P] > 0))
        return model_fail(report, "m + m_p = %g kg: link 1 or its end must have a mass", p[M] + p[M_P]);
    return true;
}

static void report_dead_point(double s, double shortest, struct model_report *report)
{
    model_fail(report, "the actuator's length s = %.6g m is not above its limit %.6g m: B and P coincide", s, shortest);
}

#define KERNEL_WITH_TUNING
#define KERNEL_FILE "fmu_multibody/manipulator/manipulator_kernel.h"
#include "numerics/model_kernel.h"

const struct model_type manipulator_type = {
    .name = "Manipulator",
    .description = "Two-link manipulator with a hydraulic actuator: the mechanism (LIM co-simulation benchmark)",
    .experiment = {.stop_time = 10, .tolerance = 1e-8, .step_size = 1e-3},
    .variables = variables,
    .n_variables = N_VARIABLES,
    .n_positions = N_POSITIONS,
    .constants_size = sizeof(struct manipulator),
    .setup = setup,
    MODEL_FUNCTIONS,
    .tuning = &(const struct model_tuning){.constants_size = sizeof(struct manipulator_tuned),
                                           .setup = prepare_tuned,
                                           MODEL_FUNCTIONS_TUNED},
};
