/* y = u, and every ability that a description can declare, none of which works. */
#define MODEL_GUID       "{boasts-b0a5}"
#define MODEL_REALS      2
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#define MODEL_OWN_GATE
#include "tests/master/import/fmus/slave.h"

enum { U, Y };

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    (void)u;
    static const char *const broken[] = {"fmi2GetFMUstate", "fmi2GetDirectionalDerivative",
                                         "fmi2SetRealInputDerivatives", "fmi2GetRealOutputDerivatives"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (strcmp(function, broken[i]) == 0)
            return fmi2Error;
    return fmi2OK;
}

MODEL void model_start(struct unit *u)
{
    u->d.reals[U] = u->d.reals[Y] = 0;
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[Y] = u->d.reals[U];
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    (void)H;
    return model_update(u);
}
