/* All cases. */
#include "lim_case.h"

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
};
const size_t bench_list_length = sizeof bench_list / sizeof *bench_list;
