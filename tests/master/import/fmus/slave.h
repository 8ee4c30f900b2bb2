/* A small FMI 2.0 shell for test FMUs, written apart from the project's own export shell so that a mistake in one is not
 * repeated in the other. A model is one C file that defines before including this:
 *
 *   MODEL_GUID, MODEL_REALS, MODEL_INTEGERS, MODEL_BOOLEANS, MODEL_STRINGS   (numbers of variables; reference = index)
 *   MODEL_STATES, MODEL_INDICATORS                                           (0 where there are none)
 *
 * and after it the functions that are declared below. Real references: states first, then their derivatives, then others. */
#ifndef TEST_FMU_SHELL_H
#define TEST_FMU_SHELL_H

#define FMI2_DECLARE_FUNCTIONS
#include "fmi/fmi2.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit;
#define MODEL __attribute__((unused)) static
MODEL void model_start(struct unit *u);                /* start values */
MODEL fmi2Status model_update(struct unit *u);         /* derivatives and outputs of time, states and inputs */
MODEL fmi2Status model_step(struct unit *u, double H); /* Co-Simulation: from u->d.time over H */

/* With MODEL_OWN_GATE: asked before every function; what is not fmi2OK or fmi2Warning ends it. */
MODEL fmi2Status model_gate(struct unit *u, const char *function);
/* With MODEL_OWN_SET: asked before a variable is set; kind is the first letter of its type. */
MODEL fmi2Status model_set(struct unit *u, char kind, unsigned reference);
/* With MODEL_OWN_EVENTS, Model Exchange: */
MODEL void model_indicators(const struct unit *u, double z[]);
MODEL void model_event(struct unit *u, fmi2EventInfo *info);
MODEL bool model_completed(struct unit *u, bool *terminate); /* after an integrator step: is an event wanted? */
/* With MODEL_OWN_OUTPUT_DERIVATIVES: of any order; what there is not is an error. */
MODEL fmi2Status model_output_derivatives(const struct unit *u, unsigned reference, int order, double *derivative);
/* With MODEL_OWN_DERIVATIVES: */
MODEL double model_output_derivative(const struct unit *u, unsigned reference);
MODEL fmi2Status model_directional(const struct unit *u, unsigned unknown, unsigned known, double *derivative);

#define AT_LEAST_ONE(n) ((n) > 0 ? (n) : 1)
enum { TEXT_SIZE = 128 };

struct data { /* what a state keeps */
    double time, start, stop;
    bool has_stop;
    double reals[AT_LEAST_ONE(MODEL_REALS)];
    double slopes[AT_LEAST_ONE(MODEL_REALS)];     /* input derivatives of order 1 ... */
    double curvatures[AT_LEAST_ONE(MODEL_REALS)]; /* ... and 2, with MODEL_TAKES_CURVATURES */
    int integers[AT_LEAST_ONE(MODEL_INTEGERS)];
    int booleans[AT_LEAST_ONE(MODEL_BOOLEANS)];
    char strings[AT_LEAST_ONE(MODEL_STRINGS)][TEXT_SIZE];
    double last_time; /* of the last successful step */
    bool terminated, initialized;
};

struct unit {
    struct data d;
    fmi2CallbackFunctions callbacks;
    fmi2Type type;
    bool logging;
    char name[TEXT_SIZE], resources[1024];
    void *more; /* the model's own */
};

#ifndef MODEL_OWN_GATE
MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    (void)u, (void)function;
    return fmi2OK;
}
#endif

#ifndef MODEL_OWN_SET
MODEL fmi2Status model_set(struct unit *u, char kind, unsigned reference)
{
    (void)u, (void)kind, (void)reference;
    return fmi2OK;
}
#endif

#ifndef MODEL_OWN_EVENTS
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
    (void)u, (void)terminate;
    return false;
}
#endif

#ifndef MODEL_OWN_DERIVATIVES
MODEL double model_output_derivative(const struct unit *u, unsigned reference)
{
    (void)u, (void)reference;
    return 0;
}
MODEL fmi2Status model_directional(const struct unit *u, unsigned unknown, unsigned known, double *derivative)
{
    (void)u, (void)unknown, (void)known, (void)derivative;
    return fmi2Error;
}
#endif

#ifndef MODEL_OWN_OUTPUT_DERIVATIVES
MODEL fmi2Status model_output_derivatives(const struct unit *u, unsigned reference, int order, double *derivative)
{
    *derivative = model_output_derivative(u, reference);
    return order == 1 ? fmi2OK : fmi2Error;
}
#endif

#ifndef MODEL_TAKES_CURVATURES
#define MODEL_TAKES_CURVATURES 0
#endif

#define SAY(u, status, category, ...)                                                                                  \
    (u)->callbacks.logger((u)->callbacks.componentEnvironment, (u)->name, status, category, __VA_ARGS__)

/* Every function asks the gate first; a warning from it is passed on at the end. */
#define GATE(c, function)                                                                                              \
    const fmi2Status gate = model_gate(c, function);                                                                   \
    if (gate > fmi2Warning)                                                                                            \
    return gate

/* ---- life ---- */

#ifndef MODEL_PLATFORM
#define MODEL_PLATFORM fmi2TypesPlatform
#endif
#ifndef MODEL_VERSION
#define MODEL_VERSION fmi2Version
#endif

const char *fmi2GetTypesPlatform(void)
{
    return MODEL_PLATFORM;
}

const char *fmi2GetVersion(void)
{
    return MODEL_VERSION;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
    (void)visible;
    if (strcmp(guid, MODEL_GUID) != 0) {
        functions->logger(functions->componentEnvironment, name, fmi2Error, "logStatusError",
                          "this is not the build that the description was written for");
        return NULL;
    }
    struct unit *u = functions->allocateMemory(1, sizeof *u);
    if (!u)
        return NULL;
    u->callbacks = *functions;
    u->type = type;
    u->logging = logging;
    snprintf(u->name, sizeof u->name, "%s", name);
    snprintf(u->resources, sizeof u->resources, "%s", resources ? resources : "");
    model_start(u);
    if (model_gate(u, "fmi2Instantiate") > fmi2Warning) {
        functions->freeMemory(u);
        return NULL;
    }
    return u;
}

void fmi2FreeInstance(fmi2Component c)
{
    struct unit *u = c;
    if (!u)
        return;
    model_gate(u, "fmi2FreeInstance");
    free(u->more);
    u->callbacks.freeMemory(u);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[])
{
    (void)n, (void)categories;
    ((struct unit *)c)->logging = on;
    return model_gate(c, "fmi2SetDebugLogging");
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean stop_defined, fmi2Real stop)
{
    (void)tolerance_defined, (void)tolerance;
    GATE(c, "fmi2SetupExperiment");
    struct data *d = &((struct unit *)c)->d;
    d->time = d->start = d->last_time = start;
    d->has_stop = stop_defined;
    d->stop = stop;
    return gate;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    return model_gate(c, "fmi2EnterInitializationMode");
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    GATE(c, "fmi2ExitInitializationMode");
    struct unit *u = c;
    u->d.initialized = true;
    const fmi2Status status = model_update(u);
    if (status > fmi2Warning)
        return status;
    return gate;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
    return model_gate(c, "fmi2Terminate");
}

fmi2Status fmi2Reset(fmi2Component c)
{
    GATE(c, "fmi2Reset");
    struct unit *u = c;
    memset(&u->d, 0, sizeof u->d);
    model_start(u);
    return gate;
}

/* ---- values ---- */

static bool exists(unsigned reference, unsigned count)
{
    return reference < count;
}

static fmi2Status bad_reference(const struct unit *u, const char *function, unsigned reference)
{
    SAY(u, fmi2Error, "logStatusError", "%s: there is no variable with reference %u", function, reference);
    return fmi2Error;
}

/* Outputs are computed when they are read, so that a get after a set is right in Model Exchange and in initialization. */
#define GETTER(kind, value, field, count)                                                                              \
    fmi2Status fmi2Get##kind(fmi2Component c, const fmi2ValueReference refs[], size_t n, value values[])               \
    {                                                                                                                  \
        struct unit *u = c;                                                                                            \
        GATE(c, "fmi2Get" #kind);                                                                                      \
        if (u->type == fmi2ModelExchange || !u->d.initialized)                                                         \
            model_update(u);                                                                                           \
        for (size_t k = 0; k < n; k++) {                                                                               \
            if (!exists(refs[k], count))                                                                               \
                return bad_reference(u, "fmi2Get" #kind, refs[k]);                                                     \
            values[k] = u->d.field[refs[k]];                                                                           \
        }                                                                                                              \
        return gate;                                                                                                   \
    }
#define SETTER(kind, value, field, count)                                                                              \
    fmi2Status fmi2Set##kind(fmi2Component c, const fmi2ValueReference refs[], size_t n, const value values[])         \
    {                                                                                                                  \
        struct unit *u = c;                                                                                            \
        GATE(c, "fmi2Set" #kind);                                                                                      \
        for (size_t k = 0; k < n; k++) {                                                                               \
            if (!exists(refs[k], count))                                                                               \
                return bad_reference(u, "fmi2Set" #kind, refs[k]);                                                     \
            if (model_set(u, #kind[0], refs[k]) != fmi2OK)                                                             \
                return fmi2Error;                                                                                      \
            u->d.field[refs[k]] = values[k];                                                                           \
        }                                                                                                              \
        return gate;                                                                                                   \
    }
GETTER(Real, fmi2Real, reals, MODEL_REALS)
GETTER(Integer, fmi2Integer, integers, MODEL_INTEGERS)
GETTER(Boolean, fmi2Boolean, booleans, MODEL_BOOLEANS)
GETTER(String, fmi2String, strings, MODEL_STRINGS)
SETTER(Integer, fmi2Integer, integers, MODEL_INTEGERS)
SETTER(Boolean, fmi2Boolean, booleans, MODEL_BOOLEANS)

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Real values[])
{
    struct unit *u = c;
    GATE(c, "fmi2SetReal");
    for (size_t k = 0; k < n; k++) {
        if (!exists(refs[k], MODEL_REALS))
            return bad_reference(u, "fmi2SetReal", refs[k]);
        if (model_set(u, 'R', refs[k]) != fmi2OK)
            return fmi2Error;
        u->d.reals[refs[k]] = values[k];
        u->d.slopes[refs[k]] = u->d.curvatures[refs[k]] = 0;
    }
    return gate;
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2String values[])
{
    struct unit *u = c;
    GATE(c, "fmi2SetString");
    for (size_t k = 0; k < n; k++) {
        if (!exists(refs[k], MODEL_STRINGS))
            return bad_reference(u, "fmi2SetString", refs[k]);
        if (model_set(u, 'S', refs[k]) != fmi2OK)
            return fmi2Error;
        snprintf(u->d.strings[refs[k]], TEXT_SIZE, "%s", values[k]);
    }
    return gate;
}

/* ---- Co-Simulation ---- */

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real H, fmi2Boolean no_set_before)
{
    (void)no_set_before;
    struct unit *u = c;
    u->d.time = t;
    GATE(c, "fmi2DoStep");
    const fmi2Status status = model_step(u, H);
    if (status <= fmi2Warning)
        u->d.last_time = t + H;
    if (status != fmi2OK)
        return status;
    return gate;
}

#ifndef MODEL_BARE

fmi2Status fmi2CancelStep(fmi2Component c)
{
    return model_gate(c, "fmi2CancelStep");
}

#ifndef MODEL_STATUS
fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}
#endif

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    GATE(c, "fmi2GetRealStatus");
    if (kind != fmi2LastSuccessfulTime)
        return fmi2Discard;
    *value = ((struct unit *)c)->d.last_time;
    return gate;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    GATE(c, "fmi2GetBooleanStatus");
    if (kind != fmi2Terminated)
        return fmi2Discard;
    *value = ((struct unit *)c)->d.terminated;
    return gate;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                       const fmi2Integer orders[], const fmi2Real values[])
{
    struct unit *u = c;
    GATE(c, "fmi2SetRealInputDerivatives");
    for (size_t k = 0; k < n; k++) {
        if (!exists(refs[k], MODEL_REALS) || orders[k] < 1 || orders[k] > 1 + MODEL_TAKES_CURVATURES)
            return bad_reference(u, "fmi2SetRealInputDerivatives", refs[k]);
        (orders[k] == 1 ? u->d.slopes : u->d.curvatures)[refs[k]] = values[k];
    }
    return gate;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                        const fmi2Integer orders[], fmi2Real values[])
{
    struct unit *u = c;
    GATE(c, "fmi2GetRealOutputDerivatives");
    for (size_t k = 0; k < n; k++) {
        if (!exists(refs[k], MODEL_REALS) || model_output_derivatives(u, refs[k], orders[k], &values[k]) != fmi2OK)
            return bad_reference(u, "fmi2GetRealOutputDerivatives", refs[k]);
    }
    return gate;
}

/* ---- states of the FMU ---- */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    GATE(c, "fmi2GetFMUstate");
    if (!*state)
        *state = malloc(sizeof(struct data));
    if (!*state)
        return fmi2Error;
    memcpy(*state, &((struct unit *)c)->d, sizeof(struct data));
    return gate;
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    GATE(c, "fmi2SetFMUstate");
    memcpy(&((struct unit *)c)->d, state, sizeof(struct data));
    return gate;
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    free(*state);
    *state = NULL;
    return model_gate(c, "fmi2FreeFMUstate");
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    (void)state;
    GATE(c, "fmi2SerializedFMUstateSize");
    *size = sizeof(struct data);
    return gate;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    GATE(c, "fmi2SerializeFMUstate");
    if (size < sizeof(struct data))
        return fmi2Error;
    memcpy(bytes, state, sizeof(struct data));
    return gate;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
    GATE(c, "fmi2DeSerializeFMUstate");
    if (size != sizeof(struct data))
        return fmi2Error;
    if (!*state)
        *state = malloc(sizeof(struct data));
    if (!*state)
        return fmi2Error;
    memcpy(*state, bytes, size);
    return gate;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[], size_t n_unknowns,
                                        const fmi2ValueReference knowns[], size_t n_knowns, const fmi2Real seed[],
                                        fmi2Real result[])
{
    struct unit *u = c;
    GATE(c, "fmi2GetDirectionalDerivative");
    for (size_t k = 0; k < n_unknowns; k++) {
        result[k] = 0;
        for (size_t m = 0; m < n_knowns; m++) {
            double derivative;
            if (model_directional(u, unknowns[k], knowns[m], &derivative) != fmi2OK)
                return bad_reference(u, "fmi2GetDirectionalDerivative", unknowns[k]);
            result[k] += derivative * seed[m];
        }
    }
    return gate;
}

/* ---- Model Exchange ---- */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    return model_gate(c, "fmi2EnterEventMode");
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    GATE(c, "fmi2NewDiscreteStates");
    *info = (fmi2EventInfo){.newDiscreteStatesNeeded = fmi2False};
    model_event(c, info);
    return gate;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    return model_gate(c, "fmi2EnterContinuousTimeMode");
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_before, fmi2Boolean *event,
                                       fmi2Boolean *terminate)
{
    (void)no_set_before;
    GATE(c, "fmi2CompletedIntegratorStep");
    bool end = false;
    *event = model_completed(c, &end);
    *terminate = end;
    return gate;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t)
{
    ((struct unit *)c)->d.time = t;
    return model_gate(c, "fmi2SetTime");
}

static fmi2Status wrong_size(const struct unit *u, const char *function, size_t n)
{
    SAY(u, fmi2Error, "logStatusError", "%s: called for %zu values", function, n);
    return fmi2Error;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    struct unit *u = c;
    GATE(c, "fmi2SetContinuousStates");
    if (n != MODEL_STATES)
        return wrong_size(u, "fmi2SetContinuousStates", n);
    memcpy(u->d.reals, x, n * sizeof *x);
    return gate;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    struct unit *u = c;
    GATE(c, "fmi2GetContinuousStates");
    if (n != MODEL_STATES)
        return wrong_size(u, "fmi2GetContinuousStates", n);
    memcpy(x, u->d.reals, n * sizeof *x);
    return gate;
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t n)
{
    struct unit *u = c;
    GATE(c, "fmi2GetDerivatives");
    if (n != MODEL_STATES)
        return wrong_size(u, "fmi2GetDerivatives", n);
    const fmi2Status status = model_update(u);
    if (status > fmi2Warning)
        return status;
    memcpy(derivatives, u->d.reals + MODEL_STATES, n * sizeof *derivatives);
    return gate;
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n)
{
    GATE(c, "fmi2GetEventIndicators");
    if (n != MODEL_INDICATORS)
        return wrong_size(c, "fmi2GetEventIndicators", n);
    model_indicators(c, indicators);
    return gate;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t n)
{
    GATE(c, "fmi2GetNominalsOfContinuousStates");
    if (n != MODEL_STATES)
        return wrong_size(c, "fmi2GetNominalsOfContinuousStates", n);
    for (size_t k = 0; k < n; k++)
        nominals[k] = 1;
    return gate;
}

#endif /* MODEL_BARE */

#endif
