/* The friction laws' names and parameters, and their equations (friction_kernel.h) compiled for doubles and for complex
 * numbers. */
#include "piston/friction.h"

#include <math.h>
#include <string.h>

static const double tanh_4 = 0.99932929973906704379; /* of eq. 2.44 */

static const struct {
    const char *name;
    unsigned states;
    bool has_mode;
} laws[FRICTION_LAWS] = {
    [FRICTION_NONE] = {"none", 0, false},
    [FRICTION_VISCOUS] = {"viscous", 0, false},
    [FRICTION_BENGISU_AKAY] = {"Bengisu-Akay", 0, true},
    [FRICTION_BROWN_MCPHEE] = {"Brown-McPhee", 0, false},
    [FRICTION_LUGRE] = {"LuGre", 1, false},
    [FRICTION_MODIFIED_LUGRE] = {"modified LuGre", 2, false},
};

#define X(member, unit, angular, description, laws, positive, may_change)                                              \
    {#member, unit, angular, description, offsetof(struct friction, member), laws, positive},
const struct friction_parameter friction_parameters[] = {FRICTION_PARAMETERS(X)};
#undef X
const size_t friction_n_parameters = sizeof friction_parameters / sizeof *friction_parameters;

const char *friction_name(enum friction_law law)
{
    return laws[law].name;
}

unsigned friction_states(enum friction_law law)
{
    return laws[law].states;
}

bool friction_has_mode(enum friction_law law)
{
    return laws[law].has_mode;
}

bool friction_check(const struct friction *f, struct model_report *report)
{
    for (size_t i = 0; i < friction_n_parameters; i++) {
        const struct friction_parameter *p = &friction_parameters[i];
        if (!(p->laws & 1u << f->law))
            continue;
        double value;
        memcpy(&value, (const char *)f + p->offset, sizeof value);
        if (!(p->positive ? value > 0 : value >= 0) || !isfinite(value))
            return model_fail(report, "%s = %.6g %s of the %s friction must be %s 0 (%s)", p->name, value, p->unit,
                              laws[f->law].name, p->positive ? "above" : "at least", p->description);
    }
    if ((FRICTION_STRIBECK & 1u << f->law) && !(f->F_s >= f->F_c))
        return model_fail(report, "static friction F_s = %.6g N is below Coulomb friction F_c = %.6g N", f->F_s,
                          f->F_c);
    if ((FRICTION_BRISTLES & 1u << f->law) && !(f->F_c > 0))
        return model_fail(report, "F_c = %.6g N of the %s friction must be above 0: bristles without it slip freely",
                          f->F_c, laws[f->law].name);
    return true;
}

/* Where the mode decides and where the velocity: see the header. */
static bool is_sliding(const struct friction *f, double mode, double v)
{
    const double w = fabs(v) / f->v_s;
    return w >= 1.01 || (w >= 0.99 && mode != 0);
}

double friction_mode(const struct friction *f, double v)
{
    return friction_has_mode(f->law) && fabs(v) >= f->v_s;
}

double friction_indicator(const struct friction *f, double v)
{
    return fabs(v) - f->v_s;
}

const char *friction_slope_remark(const struct friction *f, double v, const double *z)
{
    if (v != 0)
        return NULL;
    if (f->law == FRICTION_MODIFIED_LUGRE)
        return "the film's law (eq. 2.52) has an infinite slope at rest: d|h_ss|/dv = 0 is used, and d|v|/dv = 0";
    if (f->law == FRICTION_LUGRE && z[0] != 0)
        return "|v| in the bristles' law (eq. 2.45) has a kink at rest: d|v|/dv = 0 is used, the mean of both sides";
    return NULL;
}

#define KERNEL_FILE "piston/friction_kernel.h"
#include "numerics/kernel.h"
