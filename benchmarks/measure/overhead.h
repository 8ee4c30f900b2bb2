/* What FMI and the master cost: the CPU time of steps, without opening and initialization, interleaved in one run, medians.
 * Measured; time never fails a comparison. */
#ifndef PASO_OVERHEAD_H
#define PASO_OVERHEAD_H

#include "benchmarks/bench/bench.h"

enum overhead_way {                /* the LIM pair: manoeuvre M1, f-s coupling, Jacobi, H = 1 ms, h_H = 0.2 ms, 10 s */
                    OVERHEAD_HAND, /* both models and the scheme fused into one C loop, the floor */
                    OVERHEAD_BARE, /* the same model functions that are in the FMUs, in a loop without FMI */
                    OVERHEAD_FMI,  /* the two FMUs through their C functions */
                    OVERHEAD_PASO, /* the system, run by the master, nobody recording */
                    OVERHEAD_WAYS
};
enum { OVERHEAD_MOST = 101 /* repetitions */, OVERHEAD_COUPLINGS = 2 };

/* Nanoseconds. */
struct overhead {
    double lim[OVERHEAD_WAYS];              /* per macro step */
    double oscillator_fmi, oscillator_paso; /* the two-mass oscillator, f-s, H = 1 ms, per macro step */
    double in_pair, in_chain; /* the same FMU, s-s: per instance and macro step, in a pair and among 1000 */
    /* The LIM pair, M2, Gauss-Seidel with stand-ins, H = 10 ms, micro steps of 0.5 ms, f-s and p-s: per micro step of both. */
    double standins_calls[OVERHEAD_COUPLINGS]; /* the same FMI calls, made by a bare loop */
    double standins_paso[OVERHEAD_COUPLINGS];
};

/* What is aimed at: ratios and nanoseconds that should not be exceeded. */
struct overhead_aim {
    const char *what;
    const char *unit;
    double ours, at_most;
};
enum { OVERHEAD_AIMS = 5 };
void overhead_judge(const struct overhead *overhead, struct overhead_aim aims[OVERHEAD_AIMS]);

bool overhead_measure(struct bench *bench, int repetitions, struct overhead *overhead, struct error *error);

#endif
