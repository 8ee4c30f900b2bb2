/* What a Co-Simulation FMU does beyond the standard, found out by trying: FMI has no flags for it. Every trial has instances of its
 * own, in processes of their own, since what is tried is forbidden between steps: an FMU may refuse it, for ever, or crash.
 *
 * A trial finds a trait or leaves it open, and open means no: a trait that is wrongly believed gives wrong results, one that is
 * overlooked costs time. The FMU has its default parameters in it. */
#ifndef PASO_TRAITS_H
#define PASO_TRAITS_H

#include "master/import/fmu.h"

struct traits {
    bool
        recomputes_on_get; /* outputs, and derivatives where states can be set, follow what was set without a step in between */
    bool states_settable; /* states that are set between steps are where the next step begins */
};

struct traits traits_find(struct fmu *fmu, double start_time);

/* Whether this input matters at initialization only. Tried only where the description says so, too: no output and no derivative
 * depends on it, but some initial value does. */
bool traits_input_may_be_initial(const struct description *description, size_t input);
bool traits_input_is_initial(struct fmu *fmu, size_t input, double start_time);

#endif
