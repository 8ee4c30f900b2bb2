/* x' = -k x + u, y = x + d u: everything about it is known in closed form. Co-Simulation steps are exact for inputs that
 * are held or have a slope. A get after a set between steps is answered with the old output, as the standard expects. */
#define MODEL_GUID       "{decay-2f6d}"
#define MODEL_REALS      6
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 0
#define MODEL_OWN_DERIVATIVES
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X, U, Y, K, D };

MODEL void model_start(struct unit *u)
{
    const double starts[] = { [X] = 1, [K] = 2 };
    memcpy(u->d.reals, starts, sizeof starts);
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    r[DER_X] = -r[K] * r[X] + r[U];
    r[Y] = r[X] + r[D] * r[U];
    return fmi2OK;
}

/* With u = u_0 + a tau: x = (u_0 k - a)/k^2 + a tau/k + C exp(-k tau) */
MODEL fmi2Status model_step(struct unit *u, double H)
{
    double *r = u->d.reals;
    const double k = r[K], u_0 = r[U], a = u->d.slopes[U];
    const double particular = (u_0 * k - a) / (k * k);
    r[X] = particular + a * H / k + (r[X] - particular) * exp(-k * H);
    r[U] = u_0 + a * H;
    return model_update(u);
}

MODEL double model_output_derivative(const struct unit *u, unsigned reference)
{
    const double *r = u->d.reals;
    return reference == Y ? r[DER_X] + r[D] * u->d.slopes[U] : 0;
}

MODEL fmi2Status model_directional(const struct unit *u, unsigned unknown, unsigned known, double *derivative)
{
    const double *r = u->d.reals;
    if (unknown == Y)
        *derivative = known == X
    ? 1 : known == U ? r[D] : 0;
    else if (unknown == DER_X) *derivative = known == X
    ? -r[K] : known == U ? 1 : 0;
    else return fmi2Error;
    return fmi2OK;
}
