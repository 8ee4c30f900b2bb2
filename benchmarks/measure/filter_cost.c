/* Steps of a filter's model, alone or with the filter around them, to be counted by callgrind:
 *
 * usage: filter_cost model|filter STEPS */
#include "benchmarks/bench/simulation.h"
#include "benchmarks/lut/estimator_cost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int n, char **words)
{
    const long steps = n == 3 ? strtol(words[2], NULL, 10) : 0;
    if (steps < 1 || (strcmp(words[1], "model") != 0 && strcmp(words[1], "filter") != 0)) {
        fputs("usage: filter_cost model|filter STEPS\n", stderr);
        return 2;
    }
    struct bench bench = {.folder = BUILD_DIR, .running = "filter_cost"};
    struct experiment_data x = {0};
    struct error error = {0};
    double cpu_s;
    bool good = experiment_simulate(&x, &bench, estimator_cost_stop(steps), &error);
    if (good) {
        experiment_measure(&x, 1);
        good = strcmp(words[1], "model") == 0 ? estimator_cost_model(&bench, steps, &cpu_s, &error)
                                              : estimator_cost_filter(&bench, &x, steps, &cpu_s, &error);
    }
    if (good)
        printf("%.3g us of CPU time per step\n", cpu_s / (double)steps * 1e6);
    else
        fprintf(stderr, "filter_cost: %s\n", error.text);
    experiment_free(&x);
    bench_close_systems(&bench);
    return good ? 0 : 1;
}
