/* The spring and mass as a model: its variables, its parameters, and its equations compiled twice. */
#include "docs/adding-a-model/spring_mass.h"
#include "numerics/complex_math.h"
#include "numerics/solver.h"

/* Parameters, and the places of all others within their groups */
enum { M = SOLVER_PARAMETERS, K, D, L, X_0, N_PARAMETERS };
enum { F, N_INPUTS };
enum { X, N_POSITIONS, V = N_POSITIONS, N_STATES };
enum { F_WALL, N_OUTPUTS };
enum { ENERGY, N_LOCALS };
enum { WORK, N_QUADRATURES };
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
    [M]   = {MODEL_PARAMETER, MODEL_REAL, "m", "mass", "kg", .start = 2, .min = 1e-9, .max = 1e12},
    [K]   = {MODEL_PARAMETER, MODEL_REAL, "k", "stiffness of the spring", "N/m", .start = 50, .max = 1e12},
    [D]   = {MODEL_PARAMETER, MODEL_REAL, "d", "damping", "N.s/m", .start = 4, .max = 1e12},
    [L]   = {MODEL_PARAMETER, MODEL_REAL, "l", "distance to the wall where the spring is at rest", "m",
             .start = 0.5, .min = 1e-6, .max = 1e6},
    [X_0] = {MODEL_PARAMETER, MODEL_REAL, "x_0", "initial position", "m", .start = 0.1},

    [INPUTS + F] = {MODEL_INPUT, MODEL_REAL, "f", "outer force, away from the wall", "N"},

    [STATES + X] = {MODEL_STATE, MODEL_REAL, "x", "position, zero where the spring is at rest", "m", .is_output = true,
                    .rate_unit = "m/s", .rate_depends = "v"},
    [STATES + V] = {MODEL_STATE, MODEL_REAL, "v", "velocity", "m/s", .is_output = true,
                    .rate_unit = "m/s2", .rate_depends = "f x v"},

    [OUTPUTS + F_WALL] = {MODEL_OUTPUT, MODEL_REAL, "f_wall", "force that pulls at the wall", "N", .is_output = true,
                          .depends = "x v"},
    [LOCALS + ENERGY]  = {MODEL_LOCAL, MODEL_REAL, "energy", "kinetic and elastic energy", "J", .depends = "x v"},
    [QUADRATURES + WORK] = {MODEL_QUADRATURE, MODEL_REAL, "work", "work of the outer force since the start", "J"},
};
/* clang-format on */

/* What is made of the parameters once. */
struct spring_mass {
    double m, k, d, l, x_0;
};

static bool setup(const struct model_type *type, const double *p, double *calculated, void *constants, void *scratch,
                  struct model_report *report)
{
    (void)scratch, (void)type, (void)calculated;
    struct spring_mass *c = constants;
    *c = (struct spring_mass){p[M], p[K], p[D], p[L], p[X_0]};
    return c->x_0 > -c->l || model_fail(report, "x_0 = %g m lies behind the wall at -%g m", c->x_0, c->l);
}

static bool wall_reached(const struct spring_mass *c, double x, struct model_report *report)
{
    return model_fail(report, "the mass has reached the wall: x = %.6g m, limit %.6g m", x, -c->l);
}

#define KERNEL_FILE "docs/adding-a-model/spring_mass_kernel.h"
#include "numerics/model_kernel.h"

const struct model_type spring_mass_type = {
    .name = "SpringMass",
    .description = "A mass on a spring and a damper, driven by a force",
    .experiment = {.stop_time = 5, .tolerance = 1e-6, .step_size = 0.01},
    .variables = variables,
    .n_variables = N_VARIABLES,
    .n_positions = N_POSITIONS,
    .constants_size = sizeof(struct spring_mass),
    .setup = setup,
    MODEL_FUNCTIONS,
};
