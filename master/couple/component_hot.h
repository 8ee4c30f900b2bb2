/* A Co-Simulation component in a loop of steps that take some ten nanoseconds: the calls of component.h without the ways
 * around. Between component_make_hot() and component_cool() it must not be used otherwise, but by component_hot_unfinished(). */
#ifndef PASO_COMPONENT_HOT_H
#define PASO_COMPONENT_HOT_H

#include "component.h"
#include "instance_hot.h"

struct component_hot {
    struct instance_hot calls;
    struct component *component;
    bool no_way_back; /* nothing was saved: no step will be undone */
};

/* False for Model Exchange, and where a function is missing. */
bool component_make_hot(struct component *c, struct component_hot *hot);
void component_cool(const struct component_hot *hot, double t); /* it stands at t */

enum step_outcome component_hot_unfinished(const struct component_hot *hot, fmi2Status status, double t, double H,
                                           double *reached);

/* As component_step, to `end`, which is t + H but for rounding; `reached` is set only where the step was not done. */
static inline enum step_outcome component_hot_step(struct component_hot *hot, double t, double H, double end,
                                                   double *reached, struct error *error)
{
    const fmi2Status status = instance_hot_do_step(&hot->calls, t, H, end, hot->no_way_back, error);
    if (__builtin_expect(status > fmi2Warning, 0))
        return component_hot_unfinished(hot, status, t, H, reached);
    return STEP_DONE;
}

#endif
