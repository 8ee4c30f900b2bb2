/* How long a linearization takes once everything is loaded: the manipulator at its equilibrium, both couplings; state space of
 * the coupled system, and its eigenvalues. Medians of many single calls, beside the published times of a four-bar linkage. */
#include "linearize/linearizer.h"
#include "linearize/spectrum.h"
#include "master/base/seconds.h"
#include "master/base/numbers.h"

#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };

static const double allowed = 50e-6; /* s, state space and eigenvalues; more is a failure */

static bool measure(const char *name, const char *coupling, double *total, struct error *error)
{
    const struct system_options system_options = system_options_default();
    struct run_options run_options = run_options_default();
    static double state_space[N], eigenvalues[N];
    struct spectrum spectrum;
    struct system *system = system_open(BUILD_DIR "/systems/lim-manipulator.ssp", &system_options, error);
    struct starts *starts = system ? starts_open(system, error) : NULL;
    run_options.starts = starts;
    struct run *run = starts && starts_set(starts, coupling, error) ? run_open(system, &run_options, error) : NULL;
    struct linearizer *l = run && run_initialize(run, error) ? linearizer_open(run, PROBE_BEST, error) : NULL;
    struct eigen_solver *e = l ? eigen_solver_open(linearizer_coupled(l)->states.n, false, error) : NULL;
    bool ok = e != NULL;
    for (size_t i = 0; ok && i < N; i++) {
        const double start = clock_seconds(CLOCK_MONOTONIC);
        ok = linearizer_run(l, error);
        const double middle = clock_seconds(CLOCK_MONOTONIC);
        ok = ok && eigen_solver_run(e, linearizer_coupled(l)->A, &spectrum, error);
        state_space[i] = middle - start;
        eigenvalues[i] = clock_seconds(CLOCK_MONOTONIC) - middle;
    }
    if (ok) {
        const double a = numbers_median(state_space, N), b = numbers_median(eigenvalues, N);
        printf("%-44s%8.1f us   (state space %.1f, eigenvalues %.1f; medians of %d)\n", name, 1e6 * (a + b), 1e6 * a,
               1e6 * b, N);
        *total = a + b;
    }
    eigen_solver_close(e);
    linearizer_close(l);
    run_close(run);
    starts_close(starts);
    system_close(system);
    return ok;
}

int main(void)
{
    struct error error = {0};
    double force = 0, pressure = 0;
    if (!measure("manipulator, force coupling", "multibody.coupling=1", &force, &error) ||
        !measure("manipulator, pressure coupling", "multibody.coupling=2", &pressure, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    puts("published, four-bar linkage with a spring      115 us MCS, 108 us RCS, 185 us UCS: MATLAB, i7-4790K,\n"
         "                                               1000 linearizations (Gonzalez et al. 2017, N = 1)");
    const bool ok = force < allowed && pressure < allowed;
    printf("%s than %.0f us\n", ok ? "each takes less" : "one takes more", 1e6 * allowed);
    return ok ? 0 : 1;
}
