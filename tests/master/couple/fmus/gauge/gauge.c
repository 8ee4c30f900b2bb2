/* x' = -lambda x, x(0) = 1, which watches its integrator: the number of its steps and the longest of them. Where it may, it
 * logs the first one. */
#define MODEL_GUID       "{gauge-77c1}"
#define MODEL_REALS      4
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 0
#define MODEL_OWN_EVENTS
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X, LAMBDA, LONGEST_STEP };
enum { STEPS };

MODEL void model_start(struct unit *u)
{
    u->d.reals[X] = u->d.reals[LAMBDA] = 1;
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[DER_X] = -u->d.reals[LAMBDA] * u->d.reals[X];
    return fmi2OK;
}

MODEL void model_indicators(const struct unit *u, double z[])
{
    (void)u, (void)z;
}

MODEL void model_event(struct unit *u, fmi2EventInfo *info)
{
    (void)u, (void)info;
}

MODEL bool model_completed(struct unit *u, bool *terminate)
{
    (void)terminate;
    u->d.integers[STEPS]++;
    u->d.reals[LONGEST_STEP] = fmax(u->d.reals[LONGEST_STEP], u->d.time - u->d.last_time);
    u->d.last_time = u->d.time;
    if (u->logging && u->d.integers[STEPS] == 1)
        SAY(u, fmi2OK, "logAll", "the first step of the integrator is done");
    return false;
}

MODEL fmi2Status model_step(struct unit *u, double step)
{
    (void)u, (void)step;
    return fmi2Error;
}
