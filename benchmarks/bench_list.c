/* All cases. */
#include "lim_case.h"
#include "lim_reference_case.h"

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
};
const size_t bench_list_length = sizeof bench_list / sizeof *bench_list;
