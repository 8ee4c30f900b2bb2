/* A stop's force (stop_kernel.h) compiled for doubles and for complex numbers. */
#include "piston/stop.h"

bool stop_check(const struct stop *s, struct model_report *report)
{
    return (s->stiffness > 0 && s->damping >= 0 && s->onset >= 0) ||
           model_fail(
               report,
               "its stops need a stiffness above 0, and a damping and an onset of at least 0: %.6g, %.6g and %.6g",
               s->stiffness, s->damping, s->onset);
}

#define KERNEL_FILE "piston/stop_kernel.h"
#include "numerics/kernel.h"
