/* A Co-Simulation component in a loop of steps that take some ten nanoseconds: the calls of component.h without the ways
 * around. Between component_make_hot() and component_cool() it must not be used otherwise, but by component_hot_outcome(). */
#ifndef PASO_COMPONENT_HOT_H
#define PASO_COMPONENT_HOT_H

#include "master/couple/component.h"
#include "master/import/instance_hot.h"

struct component_hot {
    struct instance_hot calls;
    bool no_way_back; /* nothing was saved: no step will be undone */
};

/* False for Model Exchange, and where a function is missing. */
bool component_make_hot(struct component *c, struct component_hot *hot);
void component_cool(struct component *c, const struct component_hot *hot, double t); /* it stands at t */

/* As component_step, from t, to which the last step came, to `end`, which is t + H but for rounding. Where it is not true:
 * component_hot_outcome(), with the status. */
static inline bool component_hot_step(struct component_hot *hot, double t, double H, double end, fmi2Status *status,
                                      struct error *error)
{
    *status = instance_hot_do_step(&hot->calls, t, H, end, hot->no_way_back, error);
    return __builtin_expect(*status <= fmi2Warning, 1);
}
enum step_outcome component_hot_outcome(struct component *c, fmi2Status status, double t, double H, double *reached);

#endif
