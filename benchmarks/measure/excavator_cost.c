/* The excavator's steps by themselves, in both couplings, against what they may take; more is a failure.
 *   excavator_cost [RUNS] */
#include "benchmarks/measure/excavator_steps.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const int runs = argc > 1 ? atoi(argv[1]) : 1;
    bool met = true;
    for (int k = 0; k < EXCAVATOR_COUPLINGS; k++) {
        paso_error error = {0};
        struct excavator_steps steps;
        if (!excavator_steps_measure(BUILD_DIR, excavator_couplings[k].system, runs, &steps, &error)) {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        printf("%s: %zu steps of 1.2 ms, median %.4f ms, 99.9 %% below %.4f ms, the longest %.4f ms\n",
               excavator_couplings[k].name, steps.n, 1e3 * steps.median, 1e3 * steps.most, 1e3 * steps.longest);
        met = met && steps.median <= excavator_allowed_median && steps.most < excavator_allowed_most;
    }
    return met ? 0 : 1;
}
