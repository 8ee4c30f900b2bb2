/* A ramp, y = t, with the least that a Co-Simulation binary can have: every optional function is missing, though the
 * description claims them. */
#define MODEL_GUID       "{bare-0001}"
#define MODEL_REALS      1
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#define MODEL_BARE
#include "tests/master/import/fmus/slave.h"

MODEL void model_start(struct unit *u)
{
    (void)u;
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[0] = u->d.time;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    u->d.reals[0] = u->d.time + H;
    return fmi2OK;
}
