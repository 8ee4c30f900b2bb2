/* How long a linearization takes once everything is loaded: the manipulator at its equilibrium, both couplings; state space of
 * the coupled system, and its eigenvalues. Medians of many, per call. For comparison: 1000 linearizations of a four-bar linkage
 * with a spring take 0.1 ms each in MATLAB (Gonzalez et al. 2017, MCS and RCS, i7-4790K). */
#include "linearizer.h"
#include "spectrum.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 1000, ROUNDS = 20 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *p, const void *q)
{
    const double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

static double median(double *times, size_t n)
{
    qsort(times, n, sizeof *times, compare);
    return times[n / 2];
}

static bool measure(const char *path, const char *coupling, struct error *error)
{
    const struct system_options system_options = system_options_default();
    const struct run_options run_options = run_options_default();
    static double state_space[N * ROUNDS], eigenvalues[N * ROUNDS];
    struct spectrum spectrum;
    struct system *system = system_open(path, &system_options, error);
    struct run *run = system && system_set(system, coupling, error) ? run_open(system, &run_options, error) : NULL;
    struct linearizer *l = run && run_initialize(run, error) ? linearizer_open(run, PROBE_BEST, error) : NULL;
    struct eigen_solver *e = l ? eigen_solver_open(linearizer_coupled(l)->states.n, false, error) : NULL;
    bool ok = e != NULL;
    for (size_t i = 0; ok && i < N * ROUNDS; i++) {
        const double start = now();
        ok = linearizer_run(l, error);
        const double middle = now();
        ok = ok && eigen_solver_run(e, linearizer_coupled(l)->A, &spectrum, error);
        state_space[i] = middle - start;
        eigenvalues[i] = now() - middle;
    }
    if (ok) {
        const double a = median(state_space, N * ROUNDS), b = median(eigenvalues, N * ROUNDS);
        printf("%s: state space %.2f us, eigenvalues %.2f us, together %.2f us (1000 of them: %.2f ms)\n", coupling,
               1e6 * a, 1e6 * b, 1e6 * (a + b), 1e6 * (a + b));
    }
    eigen_solver_close(e);
    linearizer_close(l);
    run_close(run);
    system_close(system);
    return ok;
}

int main(void)
{
    struct error error = {0};
    if (measure(BUILD_DIR "/systems/lim-manipulator.ssp", "multibody.coupling=1", &error) &&
        measure(BUILD_DIR "/systems/lim-manipulator.ssp", "multibody.coupling=2", &error))
        return 0;
    fprintf(stderr, "%s\n", error.text);
    return 1;
}
