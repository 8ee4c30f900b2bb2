/* y = how many instances were made in this process: it may be instantiated only once in each. */
#define MODEL_GUID       "{alone-0001}"
#define MODEL_REALS      1
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#include "tests/master/import/fmus/slave.h"

static int instances;

MODEL void model_start(struct unit *u)
{
    u->d.reals[0] = ++instances;
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[0] = instances;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    (void)H;
    return model_update(u);
}
