/* x' = -x + u, y = x, n_out = n, which watches its master: any call that the tables of FMI 2.0 forbid in the present state
 * (2.1.6, 3.2.3, 4.2.4), a communication point that is not where the last step ended, a step beyond the stop time, a get after
 * a set without a step in between (Co-Simulation) is an error that says what was wrong. */
#define MODEL_GUID       "{strict-4242}"
#define MODEL_REALS      5
#define MODEL_INTEGERS   2
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 1
#define MODEL_OWN_GATE
#define MODEL_OWN_SET
#define MODEL_OWN_EVENTS
#define MODEL_OWN_DERIVATIVES
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X, U, Y, K };
enum { N, N_OUT };

/* States as bits; which call is allowed where. */
enum { NEW = 1, READY = 2, INIT = 4, STEP = 8, EVENT = 16, CONTINUOUS = 32, TERMINATED = 64, FAILED = 128 };

static const struct {
    const char *function;
    unsigned co_simulation, model_exchange;
} allowed[] = {
    {"fmi2SetDebugLogging", ~0u, ~0u},
    {"fmi2FreeInstance", ~0u, ~0u},
    {"fmi2Instantiate", ~0u, ~0u},
    {"fmi2SetupExperiment", NEW, NEW},
    {"fmi2EnterInitializationMode", READY, READY},
    {"fmi2ExitInitializationMode", INIT, INIT},
    {"fmi2Terminate", STEP, EVENT | CONTINUOUS},
    {"fmi2Reset", ~0u, ~0u},
    {"fmi2GetReal", INIT | STEP | TERMINATED | FAILED, INIT | EVENT | CONTINUOUS | TERMINATED | FAILED},
    {"fmi2GetInteger", INIT | STEP | TERMINATED | FAILED, INIT | EVENT | CONTINUOUS | TERMINATED | FAILED},
    {"fmi2SetReal", NEW | READY | INIT | STEP, NEW | READY | INIT | EVENT | CONTINUOUS},
    {"fmi2SetInteger", NEW | READY | INIT | STEP, NEW | READY | INIT | EVENT},
    {"fmi2GetFMUstate", ~0u, ~0u},
    {"fmi2SetFMUstate", ~0u, ~0u},
    {"fmi2FreeFMUstate", ~0u, ~0u},
    {"fmi2SerializedFMUstateSize", ~0u, ~0u},
    {"fmi2SerializeFMUstate", ~0u, ~0u},
    {"fmi2DeSerializeFMUstate", ~0u, ~0u},
    {"fmi2GetDirectionalDerivative", INIT | STEP | TERMINATED | FAILED, INIT | EVENT | CONTINUOUS | TERMINATED},
    {"fmi2SetRealInputDerivatives", NEW | READY | INIT | STEP, 0},
    {"fmi2GetRealOutputDerivatives", STEP | TERMINATED | FAILED, 0},
    {"fmi2DoStep", STEP, 0},
    {"fmi2CancelStep", 0, 0},
    {"fmi2GetRealStatus", STEP | TERMINATED, 0},
    {"fmi2GetBooleanStatus", STEP | TERMINATED, 0},
    {"fmi2EnterEventMode", 0, CONTINUOUS},
    {"fmi2NewDiscreteStates", 0, EVENT},
    {"fmi2EnterContinuousTimeMode", 0, EVENT},
    {"fmi2CompletedIntegratorStep", 0, CONTINUOUS},
    {"fmi2SetTime", 0, EVENT | CONTINUOUS},
    {"fmi2SetContinuousStates", 0, CONTINUOUS},
    {"fmi2GetContinuousStates", 0, INIT | EVENT | CONTINUOUS | TERMINATED},
    {"fmi2GetDerivatives", 0, EVENT | CONTINUOUS | TERMINATED},
    {"fmi2GetEventIndicators", 0, INIT | EVENT | CONTINUOUS | TERMINATED},
    {"fmi2GetNominalsOfContinuousStates", 0, EVENT | CONTINUOUS | TERMINATED},
};

struct watch {
    unsigned state;
    bool set_since_step; /* an input was set after the last step */
    bool asked_again;    /* fmi2NewDiscreteStates wants to be called once more */
    bool events_done;    /* it has said that no more are needed */
};

static struct watch *watch(struct unit *u)
{
    return u->more;
}

static fmi2Status blame(struct unit *u, const char *function, const char *what)
{
    SAY(u, fmi2Error, "logStatusError", "%s: %s", function, what);
    watch(u)->state = FAILED;
    return fmi2Error;
}

MODEL void model_start(struct unit *u)
{
    if (!u->more)
        u->more = calloc(1, sizeof(struct watch));
    watch(u)->state = NEW;
    u->d.reals[X] = 1;
    u->d.reals[K] = 1;
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    r[DER_X] = -r[K] * r[X] + r[U];
    r[Y] = r[X];
    u->d.integers[N_OUT] = u->d.integers[N];
    return fmi2OK;
}

static void follow(struct unit *u, const char *function)
{
    struct watch *w = watch(u);
    if (strcmp(function, "fmi2SetupExperiment") == 0)
        w->state = READY;
    else if (strcmp(function, "fmi2EnterInitializationMode") == 0)
        w->state = INIT;
    else if (strcmp(function, "fmi2ExitInitializationMode") == 0)
        w->state = u->type == fmi2CoSimulation ? STEP : EVENT;
    else if (strcmp(function, "fmi2EnterEventMode") == 0)
        w->state = EVENT, w->events_done = w->asked_again = false;
    else if (strcmp(function, "fmi2EnterContinuousTimeMode") == 0)
        w->state = CONTINUOUS;
    else if (strcmp(function, "fmi2Terminate") == 0)
        w->state = TERMINATED;
}

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    struct watch *w = watch(u);
    if (!w)
        return fmi2Error;
    for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++) {
        if (strcmp(allowed[k].function, function) != 0)
            continue;
        const unsigned where = u->type == fmi2CoSimulation ? allowed[k].co_simulation : allowed[k].model_exchange;
        if (!(where & w->state))
            return blame(u, function, "not allowed in this state");
        const bool gets = strncmp(function, "fmi2Get", 7) == 0 && !strstr(function, "FMUstate");
        if (u->type == fmi2CoSimulation && w->state == STEP && gets && w->set_since_step)
            return blame(u, function, "an input was set, and no step was done since");
        if (strcmp(function, "fmi2EnterContinuousTimeMode") == 0 && !w->events_done)
            return blame(u, function, "event iteration is not finished");
        if (strcmp(function, "fmi2SetFMUstate") == 0)
            w->set_since_step = false;
        follow(u, function);
        return fmi2OK;
    }
    return blame(u, function, "unexpected");
}

MODEL fmi2Status model_set(struct unit *u, char kind, unsigned reference)
{
    struct watch *w = watch(u);
    const bool input = kind == 'R' ? reference == U : reference == N;
    const bool parameter = kind == 'R' && (reference == K || reference == X);
    const bool before = w->state & (NEW | READY | INIT);
    if (!input && !(parameter && before))
        return blame(u, "fmi2Set", "this variable cannot be set now");
    if (w->state == STEP)
        w->set_since_step = true;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    struct watch *w = watch(u);
    double *r = u->d.reals;
    const double t = u->d.time, slack = 1e-9 * fmax(H, 1e-3);
    if (!(fabs(t - u->d.last_time) <= slack))
        return blame(u, "fmi2DoStep", "the step does not begin where the last one ended");
    if (!(H > 0))
        return blame(u, "fmi2DoStep", "the step has no length");
    if (u->d.has_stop && t + H > u->d.stop + slack)
        return blame(u, "fmi2DoStep", "the step goes beyond the stop time");
    w->set_since_step = false;
    r[X] = r[U] / r[K] + (r[X] - r[U] / r[K]) * exp(-r[K] * H);
    return model_update(u);
}

MODEL void model_indicators(const struct unit *u, double z[])
{
    z[0] = u->d.reals[X] - 0.5;
}

/* The first call of an event asks for a second one. */
MODEL void model_event(struct unit *u, fmi2EventInfo *info)
{
    struct watch *w = watch(u);
    w->asked_again = !w->asked_again;
    w->events_done = !w->asked_again;
    info->newDiscreteStatesNeeded = w->asked_again;
    model_update(u);
}

MODEL bool model_completed(struct unit *u, bool *terminate)
{
    (void)u, (void)terminate;
    return false;
}

MODEL double model_output_derivative(const struct unit *u, unsigned reference)
{
    return reference == Y ? u->d.reals[DER_X] : 0;
}

MODEL fmi2Status model_directional(const struct unit *u, unsigned unknown, unsigned known, double *derivative)
{
    if (unknown == DER_X)
        *derivative = known == X
    ? -u->d.reals[K] : known == U;
    else if (unknown == Y) *derivative = known == X;
    else return fmi2Error;
    return fmi2OK;
}
