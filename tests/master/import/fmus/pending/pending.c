/* y = t, computed by a thread: fmi2DoStep returns fmi2Pending. `how`: 0 the end of a step is seen by fmi2GetStatus, 1 it is also
 * told by stepFinished, 2 a step never ends (until it is cancelled), 3 a step ends with fmi2Error, 4 it ends with fmi2Discard,
 * 5 stepFinished comes long after fmi2GetStatus has told the end. */
#define MODEL_GUID       "{pending-7777}"
#define MODEL_REALS      1
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#define MODEL_STATUS
#define MODEL_OWN_GATE
#include "tests/master/import/fmus/slave.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct work {
    pthread_t thread;
    bool started;
    double end;
    atomic_int status;
};

MODEL void model_start(struct unit *u)
{
    u->more = calloc(1, sizeof(struct work));
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[0] = u->d.time;
    return fmi2OK;
}

static void *run(void *argument)
{
    struct unit *u = argument;
    struct work *w = u->more;
    const int how = u->d.integers[0];
    usleep(2000);
    if (how == 2)
        return NULL;
    u->d.reals[0] = w->end;
    u->d.last_time = how == 4 ? u->d.time : w->end;
    const fmi2Status status = how == 3 ? fmi2Error : how == 4 ? fmi2Discard : fmi2OK;
    if (how == 3)
        SAY(u, fmi2Error, "logStatusError", "the thread has failed");
    atomic_store(&w->status, status);
    if (how == 5)
        usleep(5000);
    if ((how == 1 || how == 5) && u->callbacks.stepFinished)
        u->callbacks.stepFinished(u->callbacks.componentEnvironment, status);
    return NULL;
}

static void join(struct work *w)
{
    if (w->started)
        pthread_join(w->thread, NULL);
    w->started = false;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    struct work *w = u->more;
    join(w);
    w->end = u->d.time + H;
    atomic_store(&w->status, fmi2Pending);
    if (pthread_create(&w->thread, NULL, run, u) != 0)
        return fmi2Error;
    w->started = true;
    return fmi2Pending;
}

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    if (strcmp(function, "fmi2FreeInstance") == 0)
        join(u->more);
    return fmi2OK;
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    if (kind != fmi2DoStepStatus)
        return fmi2Discard;
    *value = (fmi2Status)atomic_load(&((struct work *)((struct unit *)c)->more)->status);
    return fmi2OK;
}
