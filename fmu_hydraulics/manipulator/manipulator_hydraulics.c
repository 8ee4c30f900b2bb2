/* The manipulator's hydraulics as a model: its variables, its parameters, and its equations
 * (manipulator_hydraulics_kernel.h) compiled twice. */
#include "fmu_hydraulics/manipulator/manipulator_hydraulics.h"
#include "numerics/complex_math.h"
#include "numerics/solver.h"

#include <math.h>

enum { MANOEUVRE_INPUT, MANOEUVRE_STEPS, MANOEUVRE_SINE };
enum { MOST_ITERATIONS = 100 };

/* Parameters */
enum {
    A_P = SOLVER_PARAMETERS,
    LENGTH,
    C,
    C_D,
    RHO,
    P_PUMP,
    P_TANK,
    COMPRESSIBILITY_A,
    COMPRESSIBILITY_B,
    A_VALVE,
    T_A,
    T_B,
    T_R,
    OMEGA,
    MANOEUVRE,
    START_IN_EQUILIBRIUM,
    P1_0,
    P2_0,
    KAPPA_0,
    N_PARAMETERS
};
/* Inputs, memories, states, outputs, locals, quadratures: places within their groups */
enum { S, DS, KAPPA, F_H_STATIC, N_INPUTS };
enum { S_START, KAPPA_START, N_MEMORIES };
enum { P1, P2, N_STATES, N_POSITIONS = 0 };
enum { F_H, N_OUTPUTS };
enum { SPOOL, LENGTH_1, LENGTH_2, BETA_1, BETA_2, FLOW_1, FLOW_2, HYDRAULIC_POWER, ACTUATOR_POWER, N_LOCALS };
enum { ACTUATOR_WORK, N_QUADRATURES };
/* Where the groups stand in the table */
enum {
    INPUTS = N_PARAMETERS,
    MEMORIES = INPUTS + N_INPUTS,
    STATES = MEMORIES + N_MEMORIES,
    OUTPUTS = STATES + N_STATES,
    LOCALS = OUTPUTS + N_OUTPUTS,
    QUADRATURES = LOCALS + N_LOCALS,
    N_VARIABLES = QUADRATURES + N_QUADRATURES
};

/* The document's equilibrium (eq. 18) in full. */
#define P1_EQUILIBRIUM    3170846.15384615384615
#define P2_EQUILIBRIUM    4529153.84615384615385
#define KAPPA_EQUILIBRIUM 0.454345589598051251

static const double pi = 3.14159265358979323846;

/* clang-format off */
static const struct model_variable variables[N_VARIABLES] = {
    SOLVER_PARAMETER_ROWS(2e-4),
    [A_P]     = {MODEL_PARAMETER, MODEL_REAL, "a_p", "piston area, the same on both sides", "m2", .start = 65e-4, .min = 1e-9, .max = 1e3},
    [LENGTH]  = {MODEL_PARAMETER, MODEL_REAL, "l", "length of the cylinder; the piston starts in its middle", "m",
                 .start = 0.442, .min = 1e-6, .max = 1e4},
    [C]       = {MODEL_PARAMETER, MODEL_REAL, "c", "viscous friction of the actuator", "N.s/m", .start = 1e5, .max = 1e15},
    [C_D]     = {MODEL_PARAMETER, MODEL_REAL, "c_d", "discharge coefficient of the valve", "", .start = 0.67, .max = 10},
    [RHO]     = {MODEL_PARAMETER, MODEL_REAL, "rho", "density of the oil", "kg/m3", .start = 850, .min = 1e-3, .max = 1e6},
    [P_PUMP]  = {MODEL_PARAMETER, MODEL_REAL, "p_P", "pressure at the pump", "Pa", .start = 7.6e6, .max = 1e10, .nominal = 1e6},
    [P_TANK]  = {MODEL_PARAMETER, MODEL_REAL, "p_T", "pressure at the tank", "Pa", .start = 0.1e6, .max = 1e10, .nominal = 1e6},
    [COMPRESSIBILITY_A] = {MODEL_PARAMETER, MODEL_REAL, "a", "compressibility of the oil, linear coefficient", "1/Pa",
                           .start = 6.53e-10, .min = 1e-14, .max = 1},
    [COMPRESSIBILITY_B] = {MODEL_PARAMETER, MODEL_REAL, "b", "compressibility of the oil, quadratic coefficient", "1/Pa2",
                           .start = -1.19e-18},
    [A_VALVE] = {MODEL_PARAMETER, MODEL_REAL, "A_valve", "area of the fully open valve", "m2", .start = 5e-4, .max = 10},
    [T_A]     = {MODEL_PARAMETER, MODEL_REAL, "t_a", "M1: begin of the first ramp", "s", .start = 2},
    [T_B]     = {MODEL_PARAMETER, MODEL_REAL, "t_b", "M1: begin of the second ramp", "s", .start = 6},
    [T_R]     = {MODEL_PARAMETER, MODEL_REAL, "t_r", "M1: duration of the first ramp, half that of the second", "s",
                 .start = 1e-3, .min = 1e-9, .max = 1e6},
    [OMEGA]   = {MODEL_PARAMETER, MODEL_REAL, "omega", "M2: frequency of the sine", "Hz", .start = 2},
    [MANOEUVRE] = {MODEL_PARAMETER, MODEL_INTEGER, "manoeuvre", "who moves the spool: 0 the input kappa, 1 manoeuvre M1, 2 manoeuvre M2", "",
                   .start = 1, .min = 0, .max = 2},
    [START_IN_EQUILIBRIUM] = {MODEL_PARAMETER, MODEL_BOOLEAN, "start_in_equilibrium",
                              "true: pressures and spool start at rest under f_h_static; false: at p1_0, p2_0, kappa_0", "", .start = 1},
    [P1_0]    = {MODEL_PARAMETER, MODEL_REAL, "p1_0", "initial pressure in chamber 1, unless it starts in equilibrium", "Pa",
                 .start = P1_EQUILIBRIUM, .nominal = 1e6},
    [P2_0]    = {MODEL_PARAMETER, MODEL_REAL, "p2_0", "initial pressure in chamber 2, unless it starts in equilibrium", "Pa",
                 .start = P2_EQUILIBRIUM, .nominal = 1e6},
    [KAPPA_0] = {MODEL_PARAMETER, MODEL_REAL, "kappa_0", "spool position before the manoeuvre, unless it starts in equilibrium", "",
                 .start = KAPPA_EQUILIBRIUM, .max = 1},

    [INPUTS + S]     = {MODEL_INPUT, MODEL_REAL, "s", "length of the actuator", "m", .start = 0.5},
    [INPUTS + DS]    = {MODEL_INPUT, MODEL_REAL, "ds", "rate of the actuator's length", "m/s", .start = 0},
    [INPUTS + KAPPA] = {MODEL_INPUT, MODEL_REAL, "kappa", "spool position between 0 and 1 (manoeuvre 0)", "",
                        .start = KAPPA_EQUILIBRIUM, .max = 1},
    [INPUTS + F_H_STATIC] = {MODEL_INPUT, MODEL_REAL, "f_h_static", "force to balance at initialization", "N",
                             .start = 8829, .nominal = 1e4},

    [MEMORIES + S_START]     = {MODEL_MEMORY, MODEL_REAL, "s_start", "length of the actuator at the start (s_10 of eq. 12)", "m",
                                .initially_depends = "s"},
    [MEMORIES + KAPPA_START] = {MODEL_MEMORY, MODEL_REAL, "kappa_start", "spool position at the start (kappa_0 of eqs. 19 and 20)", "",
                                .initially_depends = "f_h_static"},

    [STATES + P1] = {MODEL_STATE, MODEL_REAL, "p1", "pressure in chamber 1, which pulls", "Pa", .is_output = true, .is_pressure = true, .nominal = 1e6,
                     .initially_depends = "f_h_static", .rate_unit = "Pa/s", .rate_depends = "s ds kappa s_start kappa_start p1"},
    [STATES + P2] = {MODEL_STATE, MODEL_REAL, "p2", "pressure in chamber 2, which pushes", "Pa", .is_output = true, .is_pressure = true, .nominal = 1e6,
                     .initially_depends = "f_h_static", .rate_unit = "Pa/s", .rate_depends = "s ds kappa s_start kappa_start p2"},

    [OUTPUTS + F_H] = {MODEL_OUTPUT, MODEL_REAL, "f_h", "force of the actuator, positive when it pushes", "N", .is_output = true,
                       .nominal = 1e4, .depends = "ds p1 p2"},

    [LOCALS + SPOOL]    = {MODEL_LOCAL, MODEL_REAL, "spool", "spool position in use", "", .depends = "kappa kappa_start"},
    [LOCALS + LENGTH_1] = {MODEL_LOCAL, MODEL_REAL, "l_1", "length of chamber 1", "m", .depends = "s s_start"},
    [LOCALS + LENGTH_2] = {MODEL_LOCAL, MODEL_REAL, "l_2", "length of chamber 2", "m", .depends = "s s_start"},
    [LOCALS + BETA_1]   = {MODEL_LOCAL, MODEL_REAL, "beta_1", "bulk modulus in chamber 1", "Pa", .depends = "p1", .nominal = 1e9},
    [LOCALS + BETA_2]   = {MODEL_LOCAL, MODEL_REAL, "beta_2", "bulk modulus in chamber 2", "Pa", .depends = "p2", .nominal = 1e9},
    [LOCALS + FLOW_1]   = {MODEL_LOCAL, MODEL_REAL, "q_1", "flow into chamber 1", "m3/s", .depends = "kappa kappa_start p1", .nominal = 1e-4},
    [LOCALS + FLOW_2]   = {MODEL_LOCAL, MODEL_REAL, "q_2", "flow into chamber 2", "m3/s", .depends = "kappa kappa_start p2", .nominal = 1e-4},
    [LOCALS + HYDRAULIC_POWER] = {MODEL_LOCAL, MODEL_REAL, "hydraulic_power", "power that the flows carry into the chambers", "W",
                                  .depends = "kappa kappa_start p1 p2"},
    [LOCALS + ACTUATOR_POWER]  = {MODEL_LOCAL, MODEL_REAL, "actuator_power", "power that the actuator gives to the mechanism", "W",
                                  .depends = "ds p1 p2"},

    [QUADRATURES + ACTUATOR_WORK] = {MODEL_QUADRATURE, MODEL_REAL, "actuator_work",
                                     "work given by the actuator since the start, by the solver's own quadrature (Co-Simulation)", "J"},
};
/* clang-format on */

/* The parameters, and what is made of them once. */
struct hydraulics {
    double a_p, l, c, p_P, p_T, a, b, t_a, t_b, t_r, omega, p1_0, p2_0, kappa_0;
    int manoeuvre;
    bool start_in_equilibrium;
    double conductance;         /* c_d A_valve sqrt(2 / rho): flow of the open valve per root of the pressure drop */
    double p_lowest, p_highest; /* where eq. 11 gives a positive bulk modulus */
};

/* The interval around p = 0 on which 1 + a p + b p^2 and its slope a + 2 b p are positive (a > 0). */
static void bulk_modulus_range(double a, double b, double *lowest, double *highest)
{
    const double discriminant = a * a - 4 * b;
    *highest = b < 0 ? -a / (2 * b) : INFINITY;
    if (b == 0)
        *lowest = -1 / a;
    else if (b > 0 && discriminant <= 0)
        *lowest = -a / (2 * b);
    else
        *lowest = -2 / (a + sqrt(discriminant)); /* the root next to zero */
}

static bool setup(const struct model_type *type, const double *p, double *calculated, void *constants, void *scratch,
                  struct model_report *report)
{
    (void)scratch, (void)type, (void)calculated;
    struct hydraulics *k = constants;
    *k = (struct hydraulics){
        .a_p = p[A_P],
        .l = p[LENGTH],
        .c = p[C],
        .p_P = p[P_PUMP],
        .p_T = p[P_TANK],
        .a = p[COMPRESSIBILITY_A],
        .b = p[COMPRESSIBILITY_B],
        .t_a = p[T_A],
        .t_b = p[T_B],
        .t_r = p[T_R],
        .omega = p[OMEGA],
        .p1_0 = p[P1_0],
        .p2_0 = p[P2_0],
        .kappa_0 = p[KAPPA_0],
        .manoeuvre = (int)p[MANOEUVRE],
        .start_in_equilibrium = p[START_IN_EQUILIBRIUM] != 0,
        .conductance = p[C_D] * p[A_VALVE] * sqrt(2 / p[RHO]),
    };
    bulk_modulus_range(k->a, k->b, &k->p_lowest, &k->p_highest);
    if (!(k->p_P > k->p_T))
        return model_fail(report, "p_P = %.6g Pa is not above p_T = %.6g Pa", k->p_P, k->p_T);
    if (k->manoeuvre == MANOEUVRE_STEPS && !(k->t_b >= k->t_a + k->t_r))
        return model_fail(report, "t_b = %.6g s lies before the end of the first ramp, t_a + t_r = %.6g s", k->t_b,
                          k->t_a + k->t_r);
    return true;
}

/* The kinks of the manoeuvres: the corners of eq. 19, and the ends of the amplitude's pieces in eq. 20. */
static double next_event(const void *constants, double t)
{
    const struct hydraulics *k = constants;
    const double steps[] = {k->t_a, k->t_a + k->t_r, k->t_b, k->t_b + 2 * k->t_r};
    const double sine[] = {1, 8, 9};
    const double *kinks = k->manoeuvre == MANOEUVRE_STEPS ? steps : sine;
    const int n = k->manoeuvre == MANOEUVRE_STEPS ? 4 : k->manoeuvre == MANOEUVRE_SINE ? 3 : 0;
    for (int i = 0; i < n; i++)
        if (kinks[i] > t)
            return kinks[i];
    return INFINITY;
}

static bool report_domain(const struct hydraulics *k, const double p[2], const double l[2], double kappa,
                          struct model_report *report)
{
    for (int i = 0; i < 2; i++) {
        if (!(l[i] > 0))
            return model_fail(
                report,
                "chamber %d has no length left (l_%d = %.6g m, limit 0): the piston has reached its stop; "
                "reduce the opening or shorten the manoeuvre",
                i + 1, i + 1, l[i]);
        if (!(p[i] > k->p_lowest && p[i] < k->p_highest))
            return model_fail(report, "p%d = %.6g Pa is outside the bulk modulus' range (%.6g, %.6g) Pa", i + 1, p[i],
                              k->p_lowest, k->p_highest);
    }
    return model_fail(report, "the spool position kappa = %.6g is outside [0, 1]", kappa);
}

/* How large a part of the way d can be gone from `value` before a limit is met. */
static double room_towards(double d, double value, double low, double high)
{
    return d > 0 ? (high - value) / d : d < 0 ? (low - value) / d : INFINITY;
}

#define KERNEL_FILE "fmu_hydraulics/manipulator/manipulator_hydraulics_kernel.h"
#include "numerics/model_kernel.h"

const struct model_type manipulator_hydraulics_type = {
    .name = "ManipulatorHydraulics",
    .description = "Two-link manipulator with a hydraulic actuator: cylinder and valve (LIM co-simulation benchmark)",
    .experiment = {.stop_time = 10, .tolerance = 1e-8, .step_size = 1e-3},
    .variables = variables,
    .n_variables = N_VARIABLES,
    .n_positions = N_POSITIONS,
    .constants_size = sizeof(struct hydraulics),
    .setup = setup,
    MODEL_FUNCTIONS,
    .next_event = next_event,
};
