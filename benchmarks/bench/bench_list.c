/* All cases. */
#include "benchmarks/lim/lim_case.h"
#include "benchmarks/lim/lim_reference_case.h"
#include "benchmarks/agundez/agundez_case.h"
#include "benchmarks/linearization/linearization_case.h"
#include "benchmarks/linearization/mechanisms_case.h"
#include "benchmarks/lut/friction_case.h"
#include "benchmarks/lut/lut_case.h"
#include "benchmarks/oscillator/oscillator_case.h"
#include "benchmarks/measure/overhead.h"

const struct bench_case bench_list[] = {
    {
        .name = "lim",
        .title = "LIM hydraulic manipulator, co-simulated (Tables 3 and 4)",
        .about =
            "A two-link mechanism and the hydraulic cylinder that moves it, as two FMUs: force-displacement (f-s) and "
            "pressure-displacement (p-s) coupling, the step manoeuvre M1 and the sinusoidal manoeuvre M2.",
        .is_quick = true,
        .run = lim_case_run,
    },
    {
        .name = "lim-reference",
        .title = "LIM hydraulic manipulator, solved as one system (section 4)",
        .about = "The reference solution: minimal coordinates by CVODE, and the document's index-3 augmented "
                 "Lagrangian method with "
                 "velocity and acceleration projections, both against the converged solution.",
        .is_quick = true,
        .run = lim_reference_case_run,
    },
    {
        .name = "oscillator",
        .title = "Two-mass oscillator: orders of convergence",
        .about =
            "LIM's linear oscillator with force-displacement, displacement-displacement and force-force coupling, "
            "against its "
            "analytic solution: held inputs converge at first order, linear ones at second, quadratic ones at third.",
        .is_quick = true,
        .run = oscillator_case_run,
    },
    {
        .name = "linearization",
        .title = "LIM hydraulic manipulator: spectrum and predicted limits",
        .about = "The probe linearizes both FMUs by directional derivatives, closes the loop, and tells from their own "
                 "steps how large "
                 "a macro step every scheme will stand; runs say whether it is right.",
        .is_quick = true,
        .run = linearization_case_run,
    },
    {
        .name = "mechanisms",
        .title = "Mechanisms from files: the N-loop four-bar linkage",
        .about =
            "Eigenvalues of linkages of 1 to 20 loops, undamped and damped, from the directional derivatives of their "
            "FMUs, which are exact through the constraints; and how long that takes, beside published times.",
        .is_quick = true,
        .run = mechanisms_case_run,
    },
    {
        .name = "agundez",
        .title = "Hydraulically driven four-bar in three dimensions (Agundez et al. 2023)",
        .about =
            "Ten coordinates and nine constraints reduced to one, three pressures and a spool: eigenvalues for four "
            "amounts of friction, a torque pulse in the linear and in the nonlinear system, and the conventional "
            "linearization by differences beside it.",
        .is_quick = true,
        .run = agundez_case_run,
    },
    {
        .name = "lut",
        .title = "LUT four-bar and quick-return mechanisms with a hydraulic cylinder (Publications I and II)",
        .about = "Mechanism and circuit from files, as one set of equations: the papers' double-step and penalty-based "
                 "formulations with 1 ms, four friction models; works, coordinates, iterations, energy balances.",
        .is_quick = true,
        .run = lut_case_run,
    },
    {
        .name = "friction",
        .title = "Friction of a hydraulic cylinder: four laws (Publication II)",
        .about = "Bengisu-Akay, Brown-McPhee, LuGre and modified LuGre with the parameters of Table 2: force over "
                 "velocity, steady and moved to and fro, and the work that a cycle takes.",
        .is_quick = true,
        .run = friction_case_run,
    },
    {
        .name = "overhead",
        .title = "What FMI and the master cost",
        .about = "The same co-simulation as a hand-written loop, with the models' functions called directly, through "
                 "the FMUs' C "
                 "functions, and by paso. Measured on this machine, never failing.",
        .is_quick = true,
        .run = overhead_case_run,
    },
};
const size_t bench_list_length = sizeof bench_list / sizeof *bench_list;
