/* All cases. */
#include "benchmarks/bench/bench.h"

static const struct paper lim_manipulator = {"Laboratorio de Ingeniería Mecánica, Universidade da Coruña: "
                                             "Co-simulation benchmarks: 2-d.o.f hydraulic manipulator, "
                                             "30 May 2021, with its result files",
                                             ""};
static const struct paper lim_model = {
    "Peiret, A., González, F., Kövecses, J., Teichmann, M.: Multibody system dynamics interface modelling for stable "
    "multirate co-simulation of multiphysics systems. Mechanism and Machine Theory 127, 52-72 (2018)",
    "10.1016/j.mechmachtheory.2018.04.016"};
static const struct paper lim_index3 = {
    "Dopico, D., González, F., Cuadrado, J., Kövecses, J.: Determination of holonomic and non-holonomic constraint "
    "reactions in an index-3 augmented Lagrangian formulation with velocity and acceleration projections. Journal of "
    "Computational and Nonlinear Dynamics 9(4) (2014)",
    "10.1115/1.4027671"};
static const struct paper publication_1 = {
    "Jaiswal, S., Rahikainen, J., Khadim, Q., Sopanen, J., Mikkola, A.: Comparing double-step and penalty-based "
    "semirecursive formulations for hydraulically actuated multibody systems in a monolithic approach. Multibody "
    "System "
    "Dynamics 52, 169-191 (2021): Publication I",
    "10.1007/s11044-020-09776-4"};
static const struct paper publication_2 = {
    "Jaiswal, S., Sopanen, J., Mikkola, A.: Efficiency comparison of various friction models of a hydraulic cylinder "
    "in "
    "the framework of multibody system dynamics. Nonlinear Dynamics 104(4), 3497-3515 (2021): Publication II",
    "10.1007/s11071-021-06526-9"};
static const struct paper dissertation = {
    "Jaiswal, S.: Coupling multibody dynamics and hydraulic actuators for indirect Kalman filtering and real-time "
    "simulation. Dissertation, LUT University (2021), ISBN 978-952-335-714-3",
    ""};
static const struct paper gonzalez = {
    "González, F., Masarati, P., Cuadrado, J., Naya, M.A.: Assessment of linearization approaches for multibody "
    "dynamics "
    "formulations. Journal of Computational and Nonlinear Dynamics 12(4), 041009 (2017)",
    "10.1115/1.4035410"};
static const struct paper lim_linearization = {
    "Laboratorio de Ingeniería Mecánica, Universidade da Coruña: Linearization of the dynamics of a four-bar linkage "
    "with a spring on its diagonal (benchmark)",
    ""};
static const struct paper agundez = {
    "Agúndez, A.G., García-Vallejo, D., Freire, E., Pyrhönen, L., Mikkola, A.: An efficient and accurate linearization "
    "approach for hydraulically actuated multibody systems with holonomic and nonholonomic constraints. Nonlinear "
    "Dynamics "
    "(2023)",
    "10.1007/s11071-023-08345-6"};

const struct bench_case bench_list[] = {
    {
        .name = "lim",
        .title = "LIM hydraulic manipulator, co-simulated",
        .about =
            "A two-link mechanism and the hydraulic cylinder that moves it, as two FMUs: force-displacement (f-s) and "
            "pressure-displacement (p-s) coupling, the step manoeuvre M1 and the sinusoidal manoeuvre M2. LIM's result "
            "files are "
            "published; the configurations of its Tables 3 and 4 are, too, but errors are not printed there: ours were "
            "recomputed by a program without FMUs.",
        .papers = {&lim_manipulator, &lim_model},
        .is_quick = true,
        .run = lim_case_run,
    },
    {
        .name = "lim-reference",
        .title = "LIM hydraulic manipulator, solved as one system (section 4)",
        .about = "The reference solution: minimal coordinates by CVODE, and the document's index-3 augmented "
                 "Lagrangian method with "
                 "velocity and acceleration projections, both against the converged solution.",
        .papers = {&lim_manipulator, &lim_index3},
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
        .papers = {&lim_manipulator, &lim_model},
        .is_quick = true,
        .run = linearization_case_run,
    },
    {
        .name = "mechanisms",
        .title = "Mechanisms: the N-loop four-bar linkage from files, and what chains, trees and loops cost",
        .about =
            "Eigenvalues of linkages of 1 to 20 loops, undamped and damped, from the directional derivatives of their "
            "FMUs, which are exact through the constraints; and how long that takes, beside published times. Chains "
            "and trees of rods, loops, derivatives: their time, beside what other engines took in another run.",
        .papers = {&gonzalez},
        .is_quick = true,
        .run = mechanisms_case_run,
    },
    {
        .name = "gonzalez",
        .title = "Linearization in minimal, redundant and unconstrained coordinates (Gonzalez et al. 2017)",
        .about =
            "The N-loop four-bar linkage in the paper's own coordinates by projection (MCS), with multipliers (RCS) "
            "and "
            "with penalties (UCS): Tables 1 and 2, more loops than the paper has, its singular position, and LIM's "
            "four-bar linkage with a spring by all ways. Infinite eigenvalues are split off before QZ; beside it "
            "stands what QZ makes of them alone. Times are measured on this machine, never failing.",
        .papers = {&gonzalez, &lim_linearization},
        .is_quick = true,
        .run = gonzalez_case_run,
    },
    {
        .name = "gonzalez-flexible",
        .title = "Flexible double pendulum (Gonzalez et al. 2017)",
        .about =
            "Two rods of 10 to 1000 beam elements in floating frames, hanging: Table 3, and frequencies with every "
            "number of elements that was published, to the last digits. The coordinates are deformations, so that "
            "short elements "
            "cost no digits; the time grows with their number. With and without the stiffening by the rods' tension, "
            "which the paper leaves out.",
        .papers = {&gonzalez},
        .is_quick = true,
        .run = gonzalez_flexible_case_run,
    },
    {
        .name = "agundez",
        .title = "Hydraulically driven four-bar in three dimensions (Agundez et al. 2023)",
        .about =
            "Ten coordinates and nine constraints reduced to one, three pressures and a spool: eigenvalues for four "
            "amounts of friction, a torque pulse in the linear and in the nonlinear system, and the conventional "
            "linearization by differences beside it.",
        .papers = {&agundez, &dissertation},
        .is_quick = true,
        .run = agundez_case_run,
    },
    {
        .name = "lut",
        .title = "LUT four-bar and quick-return mechanisms with a hydraulic cylinder (Publications I and II)",
        .about = "Mechanism and circuit from files, as one set of equations: the papers' double-step and penalty-based "
                 "formulations with 1 ms, four friction models; works, coordinates, iterations, energy balances.",
        .papers = {&publication_1, &publication_2, &dissertation},
        .is_quick = true,
        .run = lut_case_run,
    },
    {
        .name = "friction",
        .title = "Friction of a hydraulic cylinder: four laws (Publication II)",
        .about = "Bengisu-Akay, Brown-McPhee, LuGre and modified LuGre with the parameters of Table 2: force over "
                 "velocity, steady and moved to and fro, and the work that a cycle takes.",
        .papers = {&publication_2, &dissertation},
        .is_quick = true,
        .run = friction_case_run,
    },
    {
        .name = "estimator",
        .title = "State estimator of a hydraulically driven four-bar (LUT dissertation, section 4.3)",
        .about =
            "An error-state Kalman filter around Publication II's four-bar with its hydraulics, whose model is wrong "
            "about "
            "masses, friction, pump pressure and start: four sets of sensors at 100 to 1000 Hz, 20 seeds each. "
            "Noise and "
            "modelling errors are not in the text; they are those of an experiment that another program has computed.",
        .papers = {&dissertation, &publication_2},
        .is_quick = true,
        .run = estimator_case_run,
    },
    {
        .name = "excavator",
        .title = "What steps of an excavator cost",
        .about = "The excavator of docs/excavator.md over its working cycle, mechanism and hydraulics coupled by "
                 "forces and by pressures, in "
                 "steps of 1.2 ms. The dissertation's tractor with a front loader, which is smaller, took 0.26 to 0.43 "
                 "ms for such a "
                 "step. Measured on this machine, never failing.",
        .papers = {&dissertation},
        .is_quick = true,
        .run = excavator_case_run,
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
