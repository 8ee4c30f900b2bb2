#include "benchmarks/measure/smallest_cost.h"
#include "master/base/seconds.h"

#include <math.h>

enum { SAMPLES = 7 };

double smallest_cost(measured_call *call, void *context, int repetitions, struct model_report *report)
{
    double best = INFINITY;
    for (int s = 0; s < SAMPLES; s++) {
        const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < repetitions; i++)
            if (!call(context, report))
                return NAN;
        best = fmin(best, (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin) / repetitions);
    }
    return best;
}
