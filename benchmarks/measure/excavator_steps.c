#include "benchmarks/measure/excavator_steps.h"

#include "master/base/numbers.h"
#include "master/base/seconds.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_STEPS = 20000 };

const struct excavator_coupling excavator_couplings[EXCAVATOR_COUPLINGS] = {{"force coupling", "excavator"},
                                                                            {"pressure coupling", "excavator-ps"}};

static paso_options *choose(const char *folder, paso_error *error)
{
    char cycle[PATH_MAX];
    snprintf(cycle, sizeof cycle, "%s/systems/excavator-cycle.csv", folder);
    const char *const words[][2] = {{"scheme", "gauss-seidel"}, {"macro-step", "1.2ms"}, {"input", cycle}};
    paso_options *options = paso_options_new();
    bool good = options != NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words && good; i++)
        good = paso_options_set(options, words[i][0], words[i][1], error);
    return options;
}

/* One run; `best` has the smallest time of each step so far. */
static size_t run_once(const char *folder, const char *system, double *best, paso_error *error)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/systems/%s.ssp", folder, system);
    paso_options *options = choose(folder, error);
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

bool excavator_steps_measure(const char *folder, const char *system, int runs, struct excavator_steps *steps,
                             paso_error *error)
{
    double *best = malloc(MOST_STEPS * sizeof *best);
    size_t n = 0;
    for (size_t i = 0; best && i < MOST_STEPS; i++)
        best[i] = INFINITY;
    for (int i = 0; best && i < runs; i++)
        if (!(n = run_once(folder, system, best, error)))
            break;
    if (n > 0) {
        qsort(best, n, sizeof *best, numbers_compare);
        *steps = (struct excavator_steps){n, best[n / 2], best[(size_t)(0.999 * (double)n)], best[n - 1]};
    }
    free(best);
    return n > 0;
}
