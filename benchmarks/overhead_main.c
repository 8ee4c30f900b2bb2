/* The overhead case by itself, with the ratios that matter.
 *   overhead [REPETITIONS] */
#include "overhead.h"
#include "simulation.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct bench bench = {.folder = BUILD_DIR, .running = "overhead"};
    struct error error = {0};
    double ns[OVERHEAD_WAYS];
    const int repetitions = argc > 1 ? atoi(argv[1]) : OVERHEAD_MOST;
    if (repetitions < 1 || repetitions > OVERHEAD_MOST) {
        fprintf(stderr, "overhead: REPETITIONS must be between 1 and %d\n", OVERHEAD_MOST);
        return 2;
    }
    const bool measured = overhead_measure(&bench, repetitions, ns, &error);
    bench_close_systems(&bench);
    if (!measured) {
        fprintf(stderr, "overhead: %s\n", error.text);
        return error_exit_status(&error);
    }
    const double bare = ns[OVERHEAD_BARE], hand = ns[OVERHEAD_HAND];
    printf("LIM manipulator, M1, f-s, Jacobi, H = 1 ms, h_H = 0.2 ms: CPU time per macro step, median of %d runs\n",
           repetitions);
    printf("  one hand-written loop    %6.1f ns\n", hand);
    printf("  model functions, no FMI  %6.1f ns\n", bare);
    printf("  FMI functions            %6.1f ns   %.2f times without FMI, %.2f times hand-written\n", ns[OVERHEAD_FMI],
           ns[OVERHEAD_FMI] / bare, ns[OVERHEAD_FMI] / hand);
    printf("  paso                     %6.1f ns   %.2f times without FMI, %.2f times hand-written\n", ns[OVERHEAD_PASO],
           ns[OVERHEAD_PASO] / bare, ns[OVERHEAD_PASO] / hand);
    return 0;
}
