/* Steps of 1.2 ms of the excavator's working cycle, mechanism and hydraulics together, with the master between them: CPU time of the
 * thread per step, the median, and what 99.9 % of the steps stay below. With several runs each
 * step counts by its best one, which leaves out what other programs do to the caches.
 *   excavator_cost [RUNS]
 * The dissertation (Jaiswal, LUT 2021) takes steps of 1.2 ms for a tractor with a front loader, in 0.26 to 0.43 ms each. */
#include "include/paso.h"

#include "master/base/numbers.h"
#include "master/base/seconds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_STEPS = 20000 };
static const double allowed_median = 0.10e-3, allowed_most = 0.26e-3; /* s; more is a failure */

static paso_options *choose(paso_error *error)
{
    static const char *const words[][2] = {{"scheme", "gauss-seidel"},
                                           {"macro-step", "1.2ms"},
                                           {"input", SOURCE_DIR "/export/examples/excavator/cycle.csv"}};
    paso_options *options = paso_options_new();
    bool good = options != NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words && good; i++)
        good = paso_options_set(options, words[i][0], words[i][1], error);
    return options;
}

/* One run; `best` has the smallest time of each step so far. */
static size_t run_once(const char *path, double *best, paso_error *error)
{
    paso_options *options = choose(error);
    paso_run *run = options ? paso_run_open_file(path, options, error) : NULL;
    size_t n = 0;
    bool good = run && paso_run_initialize(run, error);
    while (good && !paso_run_ended(run) && n < MOST_STEPS) {
        const double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
        good = paso_run_step(run, error);
        best[n] = fmin(best[n], clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin);
        n++;
    }
    paso_run_close(run);
    paso_options_free(options);
    return good ? n : 0;
}

static bool measure(const char *name, const char *path, int runs, paso_error *error)
{
    static double best[MOST_STEPS];
    size_t n = 0;
    for (size_t i = 0; i < MOST_STEPS; i++)
        best[i] = INFINITY;
    for (int i = 0; i < runs; i++)
        if (!(n = run_once(path, best, error)))
            return false;
    qsort(best, n, sizeof *best, numbers_compare);
    const double median = best[n / 2], most = best[(size_t)(0.999 * (double)n)];
    printf("%s: %zu steps of 1.2 ms, median %.4f ms, 99.9 %% below %.4f ms, the longest %.4f ms\n", name, n,
           1e3 * median, 1e3 * most, 1e3 * best[n - 1]);
    return median <= allowed_median && most < allowed_most;
}

int main(int argc, char **argv)
{
    paso_error error = {0};
    const int runs = argc > 1 ? atoi(argv[1]) : 1;
    const bool force = measure("force coupling", BUILD_DIR "/systems/excavator.ssp", runs, &error);
    const bool pressures =
        !*error.message && measure("pressure coupling", BUILD_DIR "/systems/excavator-ps.ssp", runs, &error);
    if (*error.message)
        fprintf(stderr, "%s\n", error.message);
    return force && pressures ? 0 : 1;
}
