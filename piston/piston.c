/* A piston's force (piston_kernel.h) compiled for doubles and for complex numbers. */
#include "piston/piston.h"

#include <math.h>

bool piston_check(const struct piston *p, struct model_report *report)
{
    if (!(p->area_A > 0 && p->area_B > 0))
        return model_fail(report, "the piston's areas, %.6g and %.6g m2, must be above 0", p->area_A, p->area_B);
    if (!(p->stroke > 0))
        return model_fail(report, "the stroke, %.6g m, must be above 0", p->stroke);
    if (!(p->stop_stiffness >= 0 && p->stop_damping >= 0))
        return model_fail(report, "stiffness and damping of the stops, %.6g N/m and %.6g s/m, must not be negative",
                          p->stop_stiffness, p->stop_damping);
    return friction_check(&p->friction, report);
}

#define KERNEL_FILE "piston/piston_kernel.h"
#include "numerics/kernel.h"
