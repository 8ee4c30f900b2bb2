/* The calls. Each is a few instructions around the FMU's own function: everything that is not fmi2OK goes elsewhere. */
#include "master/import/fmu_private.h"
#include "master/import/instance_hot.h"

#define LIKELY(condition) __builtin_expect(!!(condition), 1)

/* Returns from the enclosing function with the outcome of fmi2<name> called with `arguments` (in parentheses). */
#define CALL(i, error, name, arguments)                                                                                \
    do {                                                                                                               \
        fmi2##name##TYPE *const call = (i)->functions->name;                                                           \
        if (!LIKELY(call))                                                                                             \
            return instance_missing(i, "fmi2" #name, error);                                                           \
        crash_guard_enter(&(i)->subject, "fmi2" #name);                                                                \
        const fmi2Status status = call arguments;                                                                      \
        crash_guard_leave();                                                                                           \
        return LIKELY(status == fmi2OK) || instance_not_ok(i, "fmi2" #name, status, error);                            \
    } while (0)

/* The same for arrays: an empty one needs no call. */
#define CALL_FOR(i, error, n, name, arguments)                                                                         \
    do {                                                                                                               \
        if (n == 0)                                                                                                    \
            return true;                                                                                               \
        CALL(i, error, name, arguments);                                                                               \
    } while (0)

/* ---- both kinds ---- */

bool instance_setup_experiment(struct instance *i, const double *tolerance, double start, const double *stop,
                               struct error *error)
{
    i->subject.time = start;
    CALL(i, error, SetupExperiment,
         (i->component, tolerance != NULL, tolerance ? *tolerance : 0, start, stop != NULL, stop ? *stop : 0));
}

bool instance_enter_initialization(struct instance *i, struct error *error)
{
    CALL(i, error, EnterInitializationMode, (i->component));
}

bool instance_exit_initialization(struct instance *i, struct error *error)
{
    CALL(i, error, ExitInitializationMode, (i->component));
}

bool instance_terminate(struct instance *i, struct error *error)
{
    CALL(i, error, Terminate, (i->component));
}

bool instance_reset(struct instance *i, struct error *error)
{
    CALL(i, error, Reset, (i->component));
}

bool instance_get_real(struct instance *i, const unsigned *refs, size_t n, double *values, struct error *error)
{
    CALL_FOR(i, error, n, GetReal, (i->component, refs, n, values));
}

bool instance_set_real(struct instance *i, const unsigned *refs, size_t n, const double *values, struct error *error)
{
    CALL_FOR(i, error, n, SetReal, (i->component, refs, n, values));
}

bool instance_get_integer(struct instance *i, const unsigned *refs, size_t n, int *values, struct error *error)
{
    CALL_FOR(i, error, n, GetInteger, (i->component, refs, n, values));
}

bool instance_set_integer(struct instance *i, const unsigned *refs, size_t n, const int *values, struct error *error)
{
    CALL_FOR(i, error, n, SetInteger, (i->component, refs, n, values));
}

bool instance_get_boolean(struct instance *i, const unsigned *refs, size_t n, int *values, struct error *error)
{
    CALL_FOR(i, error, n, GetBoolean, (i->component, refs, n, values));
}

bool instance_set_boolean(struct instance *i, const unsigned *refs, size_t n, const int *values, struct error *error)
{
    CALL_FOR(i, error, n, SetBoolean, (i->component, refs, n, values));
}

bool instance_get_string(struct instance *i, const unsigned *refs, size_t n, const char **values, struct error *error)
{
    CALL_FOR(i, error, n, GetString, (i->component, refs, n, values));
}

bool instance_set_string(struct instance *i, const unsigned *refs, size_t n, const char *const *values,
                         struct error *error)
{
    CALL_FOR(i, error, n, SetString, (i->component, refs, n, values));
}

bool instance_get_state(struct instance *i, fmi2FMUstate *state, struct error *error)
{
    CALL(i, error, GetFMUstate, (i->component, state));
}

bool instance_set_state(struct instance *i, fmi2FMUstate state, struct error *error)
{
    CALL(i, error, SetFMUstate, (i->component, state));
}

bool instance_free_state(struct instance *i, fmi2FMUstate *state, struct error *error)
{
    CALL(i, error, FreeFMUstate, (i->component, state));
}

bool instance_state_size(struct instance *i, fmi2FMUstate state, size_t *size, struct error *error)
{
    CALL(i, error, SerializedFMUstateSize, (i->component, state, size));
}

bool instance_serialize(struct instance *i, fmi2FMUstate state, char *bytes, size_t size, struct error *error)
{
    CALL(i, error, SerializeFMUstate, (i->component, state, bytes, size));
}

bool instance_deserialize(struct instance *i, const char *bytes, size_t size, fmi2FMUstate *state, struct error *error)
{
    CALL(i, error, DeSerializeFMUstate, (i->component, bytes, size, state));
}

bool instance_directional(struct instance *i, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                          size_t n_knowns, const double *seed, double *result, struct error *error)
{
    CALL_FOR(i, error, n_unknowns, GetDirectionalDerivative,
             (i->component, unknowns, n_unknowns, knowns, n_knowns, seed, result));
}

/* ---- Co-Simulation ---- */

bool instance_set_input_derivatives(struct instance *i, const unsigned *refs, size_t n, const int *orders,
                                    const double *values, struct error *error)
{
    CALL_FOR(i, error, n, SetRealInputDerivatives, (i->component, refs, n, orders, values));
}

bool instance_get_output_derivatives(struct instance *i, const unsigned *refs, size_t n, const int *orders,
                                     double *values, struct error *error)
{
    CALL_FOR(i, error, n, GetRealOutputDerivatives, (i->component, refs, n, orders, values));
}

static fmi2Status step_not_ok(struct instance *i, fmi2Status status, double end, struct error *error)
{
    if (status == fmi2Pending)
        status = instance_wait(i, error);
    if (status == fmi2Discard || error_is_set(error))
        return status;
    if (status == fmi2OK || instance_not_ok(i, "fmi2DoStep", status, error)) {
        i->subject.time = end;
        return status;
    }
    return status == fmi2Fatal ? fmi2Fatal : fmi2Error;
}

fmi2Status instance_do_step(struct instance *i, double t, double step, bool no_rollback_before, struct error *error)
{
    fmi2DoStepTYPE *const call = i->functions->DoStep;
    if (!LIKELY(call)) {
        instance_missing(i, "fmi2DoStep", error);
        return fmi2Error;
    }
    i->subject.time = t;
    atomic_store_explicit(&i->step_finished, BINARY_NOT_FINISHED, memory_order_relaxed);
    crash_guard_enter(&i->subject, "fmi2DoStep");
    const fmi2Status status = call(i->component, t, step, no_rollback_before);
    crash_guard_leave();
    if (!LIKELY(status == fmi2OK))
        return step_not_ok(i, status, t + step, error);
    i->subject.time = t + step;
    return fmi2OK;
}

bool instance_make_hot(struct instance *i, struct instance_hot *hot)
{
    *hot = (struct instance_hot){.instance = i,
                                 .component = i->component,
                                 .get_real = i->functions->GetReal,
                                 .set_real = i->functions->SetReal,
                                 .do_step = i->functions->DoStep,
                                 .step_finished = i->interface->can_run_asynchronously ? &i->step_finished : NULL,
                                 .subject = i->subject};
    atomic_store(&i->step_finished, BINARY_NOT_FINISHED);
    return hot->get_real && hot->set_real && hot->do_step;
}

void instance_cool(const struct instance_hot *hot)
{
    hot->instance->subject.time = hot->subject.time;
}

bool instance_hot_not_ok(const struct instance_hot *hot, const char *function, fmi2Status status, struct error *error)
{
    crash_guard_leave();
    instance_cool(hot);
    const bool goes_on = instance_not_ok(hot->instance, function, status, error);
    instance_hot_enter(hot);
    return goes_on;
}

fmi2Status instance_hot_step_not_ok(struct instance_hot *hot, fmi2Status status, double end, struct error *error)
{
    crash_guard_leave();
    instance_cool(hot);
    status = step_not_ok(hot->instance, status, end, error);
    atomic_store(&hot->instance->step_finished, BINARY_NOT_FINISHED); /* also where it says that it is never pending */
    hot->subject.time = hot->instance->subject.time;
    instance_hot_enter(hot);
    return status;
}

bool instance_last_successful_time(struct instance *i, double *t, struct error *error)
{
    CALL(i, error, GetRealStatus, (i->component, fmi2LastSuccessfulTime, t));
}

bool instance_terminated(struct instance *i, bool *terminated, struct error *error)
{
    fmi2GetBooleanStatusTYPE *const call = i->functions->GetBooleanStatus;
    if (!call)
        return instance_missing(i, "fmi2GetBooleanStatus", error);
    fmi2Boolean value = fmi2False;
    crash_guard_enter(&i->subject, "fmi2GetBooleanStatus");
    const fmi2Status status = call(i->component, fmi2Terminated, &value);
    crash_guard_leave();
    *terminated = value != fmi2False;
    return status == fmi2OK || instance_not_ok(i, "fmi2GetBooleanStatus", status, error);
}

/* ---- Model Exchange ---- */

bool instance_set_time(struct instance *i, double t, struct error *error)
{
    i->subject.time = t;
    CALL(i, error, SetTime, (i->component, t));
}

bool instance_enter_event_mode(struct instance *i, struct error *error)
{
    CALL(i, error, EnterEventMode, (i->component));
}

bool instance_new_discrete_states(struct instance *i, fmi2EventInfo *info, struct error *error)
{
    CALL(i, error, NewDiscreteStates, (i->component, info));
}

bool instance_enter_continuous_time(struct instance *i, struct error *error)
{
    CALL(i, error, EnterContinuousTimeMode, (i->component));
}

bool instance_completed_step(struct instance *i, bool no_rollback_before, bool *enter_event_mode, bool *terminate,
                             struct error *error)
{
    fmi2CompletedIntegratorStepTYPE *const call = i->functions->CompletedIntegratorStep;
    if (!call)
        return instance_missing(i, "fmi2CompletedIntegratorStep", error);
    fmi2Boolean event = fmi2False, end = fmi2False;
    crash_guard_enter(&i->subject, "fmi2CompletedIntegratorStep");
    const fmi2Status status = call(i->component, no_rollback_before, &event, &end);
    crash_guard_leave();
    *enter_event_mode = event != fmi2False;
    *terminate = end != fmi2False;
    return LIKELY(status == fmi2OK) || instance_not_ok(i, "fmi2CompletedIntegratorStep", status, error);
}

bool instance_set_states(struct instance *i, const double *x, size_t n, struct error *error)
{
    CALL_FOR(i, error, n, SetContinuousStates, (i->component, x, n));
}

bool instance_get_states(struct instance *i, double *x, size_t n, struct error *error)
{
    CALL_FOR(i, error, n, GetContinuousStates, (i->component, x, n));
}

bool instance_get_nominals(struct instance *i, double *nominals, size_t n, struct error *error)
{
    CALL_FOR(i, error, n, GetNominalsOfContinuousStates, (i->component, nominals, n));
}

/* fmi2OK and fmi2Discard as they are, the rest through `error`. */
static fmi2Status evaluation_not_ok(struct instance *i, const char *function, fmi2Status status, struct error *error)
{
    if (status == fmi2Discard || instance_not_ok(i, function, status, error))
        return status;
    return status == fmi2Fatal ? fmi2Fatal : fmi2Error;
}

fmi2Status instance_get_derivatives(struct instance *i, double *derivatives, size_t n, struct error *error)
{
    fmi2GetDerivativesTYPE *const call = i->functions->GetDerivatives;
    if (!LIKELY(call)) {
        instance_missing(i, "fmi2GetDerivatives", error);
        return fmi2Error;
    }
    crash_guard_enter(&i->subject, "fmi2GetDerivatives");
    const fmi2Status status = call(i->component, derivatives, n);
    crash_guard_leave();
    return LIKELY(status == fmi2OK) ? fmi2OK : evaluation_not_ok(i, "fmi2GetDerivatives", status, error);
}

fmi2Status instance_get_event_indicators(struct instance *i, double *indicators, size_t n, struct error *error)
{
    fmi2GetEventIndicatorsTYPE *const call = i->functions->GetEventIndicators;
    if (!LIKELY(call)) {
        instance_missing(i, "fmi2GetEventIndicators", error);
        return fmi2Error;
    }
    crash_guard_enter(&i->subject, "fmi2GetEventIndicators");
    const fmi2Status status = call(i->component, indicators, n);
    crash_guard_leave();
    return LIKELY(status == fmi2OK) ? fmi2OK : evaluation_not_ok(i, "fmi2GetEventIndicators", status, error);
}
