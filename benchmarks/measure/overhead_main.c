/* The overhead case by itself, with its aims.
 *   overhead [REPETITIONS] */
#include "benchmarks/measure/overhead.h"
#include "benchmarks/bench/simulation.h"

#include <stdio.h>
#include <stdlib.h>

static void print_lim(const struct overhead *o)
{
    static const char *const names[OVERHEAD_WAYS] = {"one hand-written loop", "model functions, no FMI",
                                                     "FMI functions", "paso"};
    printf("LIM manipulator, M1, f-s, Jacobi, H = 1 ms, h_H = 0.2 ms, per macro step\n");
    for (int way = 0; way < OVERHEAD_WAYS; way++) {
        printf("  %-26s%7.1f ns", names[way], o->lim[way]);
        if (way > OVERHEAD_BARE)
            printf("   %.2f times without FMI, %.2f times hand-written", o->lim[way] / o->lim[OVERHEAD_BARE],
                   o->lim[way] / o->lim[OVERHEAD_HAND]);
        printf("\n");
    }
}

static void print_standins(const struct overhead *o)
{
    static const char *const names[OVERHEAD_COUPLINGS] = {"f-s", "p-s"};
    printf("LIM manipulator, M2, Gauss-Seidel with stand-ins, H = 10 ms, per micro step of 0.5 ms\n");
    for (int coupling = 0; coupling < OVERHEAD_COUPLINGS; coupling++)
        printf("  %s, %-21s%7.1f ns\n  %s, %-21s%7.1f ns   %.1f ns beyond\n", names[coupling], "the same FMI calls",
               o->standins_calls[coupling], names[coupling], "paso", o->standins_paso[coupling],
               o->standins_paso[coupling] - o->standins_calls[coupling]);
}

static void print_aims(const struct overhead *o)
{
    struct overhead_aim aims[OVERHEAD_AIMS];
    overhead_judge(o, aims);
    printf("Aims\n");
    for (int i = 0; i < OVERHEAD_AIMS; i++)
        printf("  %-28s%5.2f %-2s  at most %g: %s\n", aims[i].what, aims[i].ours, aims[i].unit, aims[i].at_most,
               aims[i].ours <= aims[i].at_most ? "met" : "MISSED");
}

int main(int argc, char **argv)
{
    struct bench bench = {.folder = BUILD_DIR, .running = "overhead"};
    struct error error = {0};
    struct overhead ns;
    const int repetitions = argc > 1 ? (int)strtol(argv[1], NULL, 10) : OVERHEAD_MOST;
    if (repetitions < 1 || repetitions > OVERHEAD_MOST) {
        fprintf(stderr, "overhead: REPETITIONS must be between 1 and %d\n", OVERHEAD_MOST);
        return 2;
    }
    const bool measured = overhead_measure(&bench, repetitions, &ns, &error);
    bench_close_systems(&bench);
    if (!measured) {
        fprintf(stderr, "overhead: %s\n", error.text);
        return error_exit_status(&error);
    }
    printf("CPU time, medians of %d runs\n", repetitions);
    print_lim(&ns);
    printf("Two-mass oscillator, f-s, Jacobi, H = 1 ms, per macro step\n");
    printf("  %-26s%7.1f ns\n  %-26s%7.1f ns\n", "FMI functions", ns.oscillator_fmi, "paso", ns.oscillator_paso);
    printf("The same FMU, s-s, Jacobi, H = 1 ms, by paso, per instance and macro step\n");
    printf("  %-26s%7.1f ns\n  %-26s%7.1f ns\n", "in a pair", ns.in_pair, "in a chain of 1000", ns.in_chain);
    print_standins(&ns);
    print_aims(&ns);
    return 0;
}
