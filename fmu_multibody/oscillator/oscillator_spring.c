/* The coupling spring of the oscillator as a model: its variables, its parameters, and its equations
 * (oscillator_spring_kernel.h) compiled twice. */
#include "fmu_multibody/oscillator/oscillator_spring.h"
#include "numerics/solver.h"

/* Parameters */
enum { K_C = SOLVER_PARAMETERS, C_C, N_PARAMETERS };
/* Inputs, outputs, locals, quadratures: places within their groups */
enum { X1, DX1, X2, DX2, N_INPUTS };
enum { N_STATES = 0, N_POSITIONS = 0 }; /* it has no mass */
enum { F1, F2, N_OUTPUTS };
enum { ENERGY, N_LOCALS };
enum { WORK1, WORK2, N_QUADRATURES };
/* Where the groups stand in the table */
enum {
    INPUTS = N_PARAMETERS,
    OUTPUTS = INPUTS + N_INPUTS,
    LOCALS = OUTPUTS + N_OUTPUTS,
    QUADRATURES = LOCALS + N_LOCALS,
    N_VARIABLES = QUADRATURES + N_QUADRATURES
};

/* clang-format off */
static const struct model_variable variables[N_VARIABLES] = {
    SOLVER_PARAMETER_ROWS(1e-3),
    [K_C] = {MODEL_PARAMETER, MODEL_REAL, "k_c", "stiffness", "N/m", .start = 100, .max = 1e15},
    [C_C] = {MODEL_PARAMETER, MODEL_REAL, "c_c", "damping", "N.s/m", .start = 0, .max = 1e15},

    [INPUTS + X1]  = {MODEL_INPUT, MODEL_REAL, "x1", "displacement of mass 1", "m", .start = 0},
    [INPUTS + DX1] = {MODEL_INPUT, MODEL_REAL, "dx1", "velocity of mass 1", "m/s", .start = 0},
    [INPUTS + X2]  = {MODEL_INPUT, MODEL_REAL, "x2", "displacement of mass 2", "m", .start = 0},
    [INPUTS + DX2] = {MODEL_INPUT, MODEL_REAL, "dx2", "velocity of mass 2", "m/s", .start = 0},

    [OUTPUTS + F1] = {MODEL_OUTPUT, MODEL_REAL, "f1", "force on mass 1", "N", .is_output = true, .depends = "x1 dx1 x2 dx2",
                      .nominal = 1e3},
    [OUTPUTS + F2] = {MODEL_OUTPUT, MODEL_REAL, "f2", "force on mass 2", "N", .is_output = true, .depends = "x1 dx1 x2 dx2",
                      .nominal = 1e3},

    [LOCALS + ENERGY] = {MODEL_LOCAL, MODEL_REAL, "energy", "energy in the spring", "J", .depends = "x1 x2", .nominal = 1e3},

    [QUADRATURES + WORK1] = {MODEL_QUADRATURE, MODEL_REAL, "work1",
                             "work given to mass 1 since the start, by the solver's own quadrature (Co-Simulation)", "J"},
    [QUADRATURES + WORK2] = {MODEL_QUADRATURE, MODEL_REAL, "work2",
                             "work given to mass 2 since the start, by the solver's own quadrature (Co-Simulation)", "J"},
};
/* clang-format on */

struct oscillator_spring {
    double k_c, c_c;
};

static bool setup(const struct model_type *type, const double *p, double *calculated, void *constants, void *scratch,
                  struct model_report *report)
{
    (void)scratch, (void)type, (void)calculated;
    (void)report;
    *(struct oscillator_spring *)constants = (struct oscillator_spring){.k_c = p[K_C], .c_c = p[C_C]};
    return true;
}

#define KERNEL_FILE "fmu_multibody/oscillator/oscillator_spring_kernel.h"
#include "numerics/model_kernel.h"

const struct model_type oscillator_spring_type = {
    .name = "OscillatorSpring",
    .description = "The massless spring between the masses of the linear oscillator (LIM co-simulation benchmark)",
    .experiment = {.stop_time = 10, .tolerance = 1e-8, .step_size = 1e-3},
    .variables = variables,
    .n_variables = N_VARIABLES,
    .constants_size = sizeof(struct oscillator_spring),
    .setup = setup,
    MODEL_FUNCTIONS,
};
