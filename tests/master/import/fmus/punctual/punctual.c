/* x = t, which refuses a step that ends beyond the stop time, be it by the last digit. */
#define MODEL_GUID       "{punctual-0100}"
#define MODEL_REALS      1
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#include "tests/master/import/fmus/slave.h"

enum { X };

MODEL void model_start(struct unit *u)
{
    u->d.reals[X] = 0;
}

MODEL fmi2Status model_update(struct unit *u)
{
    (void)u;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    const double end = u->d.time + H;
    if (u->d.has_stop && end > u->d.stop) {
        SAY(u, fmi2Error, "logStatusError", "%.17g lies beyond the stop time %.17g", end, u->d.stop);
        return fmi2Error;
    }
    u->d.reals[X] = end;
    return fmi2OK;
}
