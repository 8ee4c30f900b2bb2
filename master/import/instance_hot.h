/* The calls that a loop of steps consists of, for loops in which a step takes some ten nanoseconds: the same calls as in
 * fmu.h, but inline, with their functions looked up before and with all that they touch side by side. */
#ifndef PASO_INSTANCE_HOT_H
#define PASO_INSTANCE_HOT_H

#include "master/import/binary.h"
#include "master/import/crash_guard.h"
#include "master/import/fmu.h"

#include <stdatomic.h>

struct instance_hot {
    fmi2Component component;
    fmi2GetRealTYPE *get_real;
    fmi2SetRealTYPE *set_real;
    fmi2DoStepTYPE *do_step;
    atomic_int *step_finished;    /* NULL: its steps are never pending */
    struct crash_subject subject; /* the instance's own lies elsewhere; instance_cool() brings it up to date */
    struct instance *instance;
};

/* False where the FMU lacks one of the functions: the ordinary calls say which. */
bool instance_make_hot(struct instance *instance, struct instance_hot *hot);
void instance_cool(const struct instance_hot *hot); /* after the loop: messages name the right time */

/* What to do when a call was not fmi2OK. */
bool instance_hot_not_ok(const struct instance_hot *hot, const char *function, fmi2Status status, struct error *error);
fmi2Status instance_hot_step_not_ok(struct instance_hot *hot, fmi2Status status, double end, struct error *error);

/* Before one or more calls of an instance; crash_guard_leave() after the last one. In between there must be nothing but the
 * caller's own few lines: whatever crashes there is blamed on the FMU. */
static inline void instance_hot_enter(const struct instance_hot *hot)
{
    crash_guard_call.subject = &hot->subject;
}

static inline bool instance_hot_get_real(const struct instance_hot *hot, const unsigned *refs, size_t n, double *values,
                                         struct error *error)
{
    crash_guard_call.function = "fmi2GetReal";
    const fmi2Status status = hot->get_real(hot->component, refs, n, values);
    return __builtin_expect(status == fmi2OK, 1) || instance_hot_not_ok(hot, "fmi2GetReal", status, error);
}

static inline bool instance_hot_set_real(const struct instance_hot *hot, const unsigned *refs, size_t n,
                                         const double *values, struct error *error)
{
    crash_guard_call.function = "fmi2SetReal";
    const fmi2Status status = hot->set_real(hot->component, refs, n, values);
    return __builtin_expect(status == fmi2OK, 1) || instance_hot_not_ok(hot, "fmi2SetReal", status, error);
}

/* From t, which the last step came to, to `end`, which is t + step but for rounding. */
static inline fmi2Status instance_hot_do_step(struct instance_hot *hot, double t, double step, double end,
                                              bool no_rollback_before, struct error *error)
{
    if (hot->step_finished)
        atomic_store_explicit(hot->step_finished, BINARY_NOT_FINISHED, memory_order_relaxed);
    crash_guard_call.function = "fmi2DoStep";
    const fmi2Status status = hot->do_step(hot->component, t, step, no_rollback_before);
    if (__builtin_expect(status != fmi2OK, 0))
        return instance_hot_step_not_ok(hot, status, end, error);
    hot->subject.time = end;
    return fmi2OK;
}

#endif
