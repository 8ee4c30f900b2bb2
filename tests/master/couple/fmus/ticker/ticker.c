/* No states. Every `interval` the count goes up: a time event. Discrete inputs of every type change the outputs, and `events`
 * counts how often the discrete states were updated. After `last_tick` ticks (if above 0) it asks for the end. With `exactly` 1 a
 * tick needs the time that was announced, to the last bit, as in the Test-FMUs 0.0.1. */
#define MODEL_GUID       "{ticker-03aa}"
#define MODEL_REALS      3
#define MODEL_INTEGERS   7
#define MODEL_BOOLEANS   2
#define MODEL_STRINGS    2
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#define MODEL_OWN_EVENTS
#include "tests/master/import/fmus/slave.h"

enum { INTERVAL, LEVEL, LEVEL_SEEN };
enum { COUNT, LAST_TICK, COLOR, COLOR_SEEN, EVENTS, ENDLESS, EXACTLY };
enum { SWITCH, SWITCH_SEEN };
enum { WORD, WORD_SEEN };

MODEL void model_start(struct unit *u)
{
    u->d.reals[INTERVAL] = 0.1;
    u->d.integers[COLOR] = u->d.integers[COLOR_SEEN] = 1;
    strcpy(u->d.strings[WORD], "none");
}

MODEL fmi2Status model_update(struct unit *u)
{
    (void)u;
    return fmi2OK;
}

MODEL void model_indicators(const struct unit *u, double z[])
{
    (void)u, (void)z;
}

MODEL void model_event(struct unit *u, fmi2EventInfo *info)
{
    struct data *d = &u->d;
    d->integers[EVENTS]++;
    const double due = (d->integers[COUNT] + 1) * d->reals[INTERVAL];
    if (d->integers[EXACTLY] ? d->time == due : d->time >= due)
        d->integers[COUNT]++;
    d->reals[LEVEL_SEEN] = d->reals[LEVEL];
    d->integers[COLOR_SEEN] = d->integers[COLOR];
    d->booleans[SWITCH_SEEN] = d->booleans[SWITCH];
    memcpy(d->strings[WORD_SEEN], d->strings[WORD], TEXT_SIZE);
    info->nextEventTimeDefined = fmi2True;
    info->nextEventTime = (d->integers[COUNT] + 1) * d->reals[INTERVAL];
    info->terminateSimulation = d->integers[COUNT] > 0 && d->integers[COUNT] == d->integers[LAST_TICK];
    info->newDiscreteStatesNeeded = d->integers[ENDLESS] != 0;
}

MODEL bool model_completed(struct unit *u, bool *terminate)
{
    (void)u, (void)terminate;
    return false;
}

MODEL fmi2Status model_step(struct unit *u, double step)
{
    (void)u, (void)step;
    return fmi2Error;
}
