/* The friction laws' names and parameters, and their equations (friction_kernel.h) compiled for doubles and for complex
 * numbers. */
#include "friction.h"

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

enum {
    VISCOUS = 1 << FRICTION_VISCOUS,
    BENGISU_AKAY = 1 << FRICTION_BENGISU_AKAY,
    BROWN_MCPHEE = 1 << FRICTION_BROWN_MCPHEE,
    LUGRE = 1 << FRICTION_LUGRE,
    MODIFIED = 1 << FRICTION_MODIFIED_LUGRE,
    BRISTLES = LUGRE | MODIFIED,
    STRIBECK = BENGISU_AKAY | BROWN_MCPHEE | BRISTLES
};

#define AT(member) offsetof(struct friction, member)
/* clang-format off */
const struct friction_parameter friction_parameters[] = {
    {"F_c", "N", "Coulomb friction", AT(F_c), STRIBECK, 0, false},
    {"F_s", "N", "static friction", AT(F_s), STRIBECK, 0, false},
    {"v_s", "m/s", "Stribeck velocity", AT(v_s), STRIBECK, 0, true},
    {"xi", "s/m", "decay of friction above the Stribeck velocity (Bengisu-Akay)", AT(xi), BENGISU_AKAY, 0, false},
    {"sigma0", "N/m", "stiffness of the bristles (LuGre)", AT(sigma0), BRISTLES, 0, true},
    {"sigma1", "N.s/m", "damping of the bristles (LuGre)", AT(sigma1), BRISTLES, 0, false},
    {"sigma2", "N.s/m", "viscous friction", AT(sigma2), VISCOUS | STRIBECK, 0, false},
    {"n", "", "exponent of the Stribeck curve (LuGre)", AT(n), BRISTLES, 0, true},
    {"v_b", "m/s", "velocity above which the film grows no more (modified LuGre)", AT(v_b), MODIFIED, 0, true},
    {"tau_hp", "s", "time constant of the film in acceleration (modified LuGre)", AT(tau_hp), MODIFIED, 0, true},
    {"tau_hn", "s", "time constant of the film in deceleration (modified LuGre)", AT(tau_hn), MODIFIED, 0, true},
    {"tau_h0", "s", "time constant of the film at rest (modified LuGre)", AT(tau_h0), MODIFIED, 0, true},
};
/* clang-format on */
const size_t friction_n_parameters = sizeof friction_parameters / sizeof *friction_parameters;

const char *friction_name(enum friction_law law)
{
    return laws[law].name;
}

bool friction_find(const char *name, enum friction_law *law)
{
    for (int i = 0; i < FRICTION_LAWS; i++)
        if (strcmp(laws[i].name, name) == 0) {
            *law = (enum friction_law)i;
            return true;
        }
    return false;
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
        if (!(p->positive ? value > p->least : value >= p->least) || !isfinite(value))
            return model_fail(report, "%s = %.6g %s of the %s friction must be %s %g (%s)", p->name, value, p->unit,
                              laws[f->law].name, p->positive ? "above" : "at least", p->least, p->description);
    }
    if ((STRIBECK & 1u << f->law) && !(f->F_s >= f->F_c))
        return model_fail(report, "static friction F_s = %.6g N is below Coulomb friction F_c = %.6g N", f->F_s,
                          f->F_c);
    if ((BRISTLES & 1u << f->law) && !(f->F_c > 0))
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

#define KERNEL(name)                 name
#define scalar                       double
#define LIFT(argument, value, slope) (value)
#include "friction_kernel.h"
#undef KERNEL
#undef scalar
#undef LIFT

#define KERNEL(name)                 name##_complex
#define scalar                       double complex
#define LIFT(argument, value, slope) ((value) + (slope)*cimag(argument) * I)
#include "friction_kernel.h"
