/* A model for tests of what most models do not have: a calculated parameter, a law in time with a jump, an event of the
 * states, and a step of its own.
 *
 * A tank of level x empties with the speed `slope`, twice as fast while the level is below `half`, and is filled with the
 * speed 3 from t = t_fill on. The solution is a line with kinks that can be written down. */
#include "fmi/shell_constant.h"
#include "numerics/solver.h"

#include <math.h>

enum { SLOPE = SOLVER_PARAMETERS, FULL, T_FILL, OWN_STEP, N_PARAMETERS };
enum { CALCULATED = N_PARAMETERS, MEMORIES, IS_LOW = 0, IS_FILLING, STATE = MEMORIES + 2 };

struct relay {
    double slope, full, half, t_fill;
    bool own_step;
};

/* clang-format off */
static const struct model_variable variables[] = {
    SOLVER_PARAMETER_ROWS(1e-2),
    [SLOPE]    = {MODEL_PARAMETER, MODEL_REAL, "slope", "speed of emptying", "m/s", .start = 1},
    [FULL]     = {MODEL_PARAMETER, MODEL_REAL, "full", "level at the start", "m", .start = 1},
    [T_FILL]   = {MODEL_PARAMETER, MODEL_REAL, "t_fill", "time when filling begins", "s", .start = 0.633},
    [OWN_STEP] = {MODEL_PARAMETER, MODEL_BOOLEAN, "own_step", "step by the model's own method", ""},
    [CALCULATED] = {MODEL_CALCULATED, MODEL_REAL, "half", "level of the relay", "m"},
    [MEMORIES + IS_LOW]     = {MODEL_MEMORY, MODEL_REAL, "is_low", "whether the level is below half", ""},
    [MEMORIES + IS_FILLING] = {MODEL_MEMORY, MODEL_REAL, "is_filling", "whether filling has begun", ""},
    [STATE] = {MODEL_STATE, MODEL_REAL, "level", "level", "m", .is_output = true, .rate_unit = "m/s", .rate_depends = ""},
};
/* clang-format on */

static bool setup(const struct model_type *type, const double *p, double *calculated, void *constants, void *scratch,
                  struct model_report *report)
{
    (void)scratch, (void)type, (void)report;
    calculated[0] = p[FULL] / 2;
    *(struct relay *)constants = (struct relay){p[SLOPE], p[FULL], calculated[0], p[T_FILL], p[OWN_STEP] != 0};
    return true;
}

#define MODEL_WITHOUT_LOOP
#define KERNEL_FILE "tests/fmi/relay/relay_kernel.h"
#include "numerics/model_kernel.h"

static double next_event(const void *constants, double t)
{
    const struct relay *c = constants;
    return t < c->t_fill ? c->t_fill : INFINITY;
}

static bool accept(const void *constants, void *scratch, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    (void)scratch, (void)u;
    const struct relay *c = constants;
    if (x[0] < -0.1 * c->full)
        return model_fail(report, "the tank is empty");
    if (moment == MODEL_EVENT) {
        m[IS_LOW] = x[0] < c->half;
        m[IS_FILLING] = t >= c->t_fill - 1e-9;
    }
    return true;
}

static bool indicators(const void *constants, void *scratch, double t, const double *m, const double *x,
                       const double *u, double *z, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)u, (void)report;
    z[0] = x[0] - ((const struct relay *)constants)->half;
    return true;
}

static bool uses_own_step(const void *constants)
{
    return ((const struct relay *)constants)->own_step;
}

/* The level jumps to where the time is: easy to recognise. */
static bool own_step(const void *constants, void *scratch, double t, double h, const double *u_begin,
                     const double *u_end, double *m, double *x, double *q, struct model_report *report)
{
    (void)scratch, (void)constants, (void)u_begin, (void)u_end, (void)m, (void)q, (void)report;
    x[0] = 10 + t + h;
    return true;
}

static const struct model_type relay_type = {
    .name = "Relay",
    .description = "A tank with a relay, for tests",
    .experiment = {1, 1e-8, 0.1},
    .variables = variables,
    .n_variables = sizeof variables / sizeof variables[0],
    .constants_size = sizeof(struct relay),
    .setup = setup,
    MODEL_FUNCTIONS,
    .next_event = next_event,
    .fixed_steps_stop = true,
    .accept = accept,
    .n_indicators = 1,
    .indicators = indicators,
    .for_solvers = &(const struct solver_extension){.uses_own_step = uses_own_step, .own_step = own_step},
};

SHELL_CONSTANT_MODEL(relay_type)
