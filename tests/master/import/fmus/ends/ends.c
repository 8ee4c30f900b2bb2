/* x' = 1 until x = x_end: then it wants the simulation to end. Co-Simulation: the step is discarded, with the time that was
 * reached and fmi2Terminated. Model Exchange: `how` 0 asks for it after an integrator step, 1 in an event at that time. */
#define MODEL_GUID       "{ends-30d1}"
#define MODEL_REALS      3
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 0
#define MODEL_OWN_EVENTS
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X, X_END };
enum { HOW };

MODEL void model_start(struct unit *u)
{
    u->d.reals[X_END] = 0.55;
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[DER_X] = 1;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    const double left = u->d.reals[X_END] - u->d.reals[X];
    if (H <= left) {
        u->d.reals[X] += H;
        return model_update(u);
    }
    u->d.reals[X] = u->d.reals[X_END];
    u->d.last_time = u->d.time + left;
    u->d.terminated = true;
    SAY(u, fmi2Discard, "logStatusDiscard", "x has reached %g", u->d.reals[X_END]);
    return fmi2Discard;
}

MODEL void model_indicators(const struct unit *u, double z[])
{
    (void)u, (void)z;
}

MODEL void model_event(struct unit *u, fmi2EventInfo *info)
{
    if (u->d.integers[HOW] != 1)
        return;
    const double end = u->d.time + u->d.reals[X_END] - u->d.reals[X];
    info->terminateSimulation = u->d.time >= end - 1e-9;
    info->nextEventTimeDefined = !info->terminateSimulation;
    info->nextEventTime = end;
}

MODEL bool model_completed(struct unit *u, bool *terminate)
{
    *terminate = u->d.integers[HOW] == 0 && u->d.reals[X] >= u->d.reals[X_END];
    return false;
}
