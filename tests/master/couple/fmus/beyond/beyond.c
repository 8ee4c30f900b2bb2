/* x' = -k x + u, y = x + d u, z = u + c; x begins at the input x_0. Nothing in the description says what it does beyond the standard, and
 * BEYOND chooses that:
 *
 *   FOLLOWS   outputs and derivatives are computed when they are read; states may be set between steps
 *   PLAIN     between steps outputs stay as the step left them, and states are refused
 *   PRETENDS  z follows, y does not; states that are set can be read, but the step goes on from its own; x_0 leaks into every step
 *   CRASHES   a get after a set between steps ends the process */
#define MODEL_GUID       "{beyond-71c2}"
#define MODEL_REALS      9
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   1
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 0
#define MODEL_OWN_GATE
#define MODEL_OWN_SET
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X, U, Y, Z, X_0, K, D, OWN };
enum { FOLLOWS, PLAIN, PRETENDS, CRASHES };
enum { WAS_SET };

MODEL void model_start(struct unit *u)
{
    const double starts[] = {[X_0] = 1, [K] = 2, [D] = 0.5};
    memcpy(u->d.reals, starts, sizeof starts);
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    if (!u->d.initialized)
        r[X] = r[OWN] = r[X_0];
    r[DER_X] = -r[K] * r[X] + r[U];
    r[Y] = r[X] + r[D] * r[U];
    r[Z] = r[U] + 1;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    double *r = u->d.reals;
    if (BEYOND == PRETENDS)
        r[X] = r[OWN] + 1e-9 * r[X_0];
    const double rest = r[U] / r[K];
    r[X] = r[OWN] = rest + (r[X] - rest) * exp(-r[K] * H);
    u->d.booleans[WAS_SET] = false;
    return model_update(u);
}

MODEL fmi2Status model_set(struct unit *u, char kind, unsigned reference)
{
    if (u->d.initialized && BEYOND == PLAIN && kind == 'R' && reference == X)
        return fmi2Error;
    u->d.booleans[WAS_SET] = u->d.initialized;
    return fmi2OK;
}

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    if (strcmp(function, "fmi2ExitInitializationMode") == 0)
        model_update(u); /* x begins where x_0 is now */
    if (strcmp(function, "fmi2GetReal") != 0 || !u->d.initialized)
        return fmi2OK;
    if (BEYOND == CRASHES && u->d.booleans[WAS_SET])
        abort();
    if (BEYOND == FOLLOWS)
        return model_update(u);
    if (BEYOND == PRETENDS)
        u->d.reals[Z] = u->d.reals[U] + 1;
    return fmi2OK;
}
