/* What FMI and the master cost: the LIM pair (manoeuvre M1, f-s coupling, Jacobi, H = 1 ms, h_H = 0.2 ms, 10 s) in four ways,
 * interleaved in one run, medians. Measured; wall-clock and CPU time never fail a comparison. */
#ifndef PASO_OVERHEAD_H
#define PASO_OVERHEAD_H

#include "lim_runs.h"

enum overhead_way {
    OVERHEAD_HAND, /* both models and the scheme fused into one C loop, the floor */
    OVERHEAD_BARE, /* the same model functions that are in the FMUs, in a loop without FMI */
    OVERHEAD_FMI,  /* the two FMUs through their C functions */
    OVERHEAD_PASO, /* the system, run by the master */
    OVERHEAD_WAYS
};
enum { OVERHEAD_MOST = 101 }; /* repetitions */

bool overhead_measure(struct bench *bench, int repetitions, double nanoseconds[OVERHEAD_WAYS], struct error *error);
bool overhead_case_run(struct bench *bench, struct outcome *outcome, struct error *error);

#endif
