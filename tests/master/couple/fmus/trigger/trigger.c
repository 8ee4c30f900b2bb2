/* A relay: it is on while u > 0.5, which in Model Exchange is decided in events only. x' = y = gain while it is on, else 0.
 * Parameters that can be tuned: gain, and n, which is shown as n_seen; in Model Exchange in events only. Events are counted. */
#define MODEL_GUID       "{trigger-0a5b}"
#define MODEL_REALS      6
#define MODEL_INTEGERS   5
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 1
#define MODEL_OWN_GATE
#define MODEL_OWN_SET
#define MODEL_OWN_EVENTS
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X, U, Y, GAIN, FIXED };
enum { N, N_SEEN, EVENTS, IS_ON, MAY_CHANGE };

MODEL void model_start(struct unit *u)
{
    u->d.reals[GAIN] = u->d.reals[FIXED] = 1;
    u->d.integers[MAY_CHANGE] = true;
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    r[DER_X] = r[Y] = u->d.integers[IS_ON] ? r[GAIN] : 0;
    u->d.integers[N_SEEN] = u->d.integers[N];
    return fmi2OK;
}

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    if (strcmp(function, "fmi2EnterEventMode") == 0)
        u->d.integers[MAY_CHANGE] = true;
    else if (strcmp(function, "fmi2EnterContinuousTimeMode") == 0)
        u->d.integers[MAY_CHANGE] = false;
    return fmi2OK;
}

MODEL fmi2Status model_set(struct unit *u, char kind, unsigned reference)
{
    const bool continuous = kind == 'R' && reference == U;
    const bool fixed = kind == 'R' && reference == FIXED;
    return (fixed && u->d.initialized) || (!continuous && !u->d.integers[MAY_CHANGE]) ? fmi2Error : fmi2OK;
}

MODEL void model_indicators(const struct unit *u, double z[])
{
    z[0] = u->d.reals[U] - 0.5;
}

MODEL void model_event(struct unit *u, fmi2EventInfo *info)
{
    (void)info;
    u->d.integers[EVENTS]++;
    u->d.integers[IS_ON] = u->d.reals[U] > 0.5;
    model_update(u);
}

MODEL bool model_completed(struct unit *u, bool *terminate)
{
    (void)u, (void)terminate;
    return false;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    u->d.integers[IS_ON] = u->d.reals[U] > 0.5;
    model_update(u);
    u->d.reals[X] += H * u->d.reals[DER_X];
    return fmi2OK;
}
