/* y = t, with `lines` lines of log in every step, asked for or not. */
#define MODEL_GUID       "{chatters-aaaa}"
#define MODEL_REALS      1
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#include "tests/master/import/fmus/slave.h"

MODEL void model_start(struct unit *u)
{
    u->d.integers[0] = 1000;
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[0] = u->d.time;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    for (int k = 0; k < u->d.integers[0]; k++)
        SAY(u, fmi2OK, "logAll", "line %d of the step at t = %g; 100%% chatter about #r0# and ##", k, u->d.time);
    u->d.reals[0] = u->d.time + H;
    return fmi2OK;
}
