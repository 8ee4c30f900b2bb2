/* Model Exchange: time, states, derivatives, the time events at the kinks of the model's laws, and the events of its states. */
#include "fmi/shell.h"

#include <math.h>
#include <string.h>

/* The functions of Model Exchange on an instance of it, in an allowed mode. */
#define EXCHANGE_ENTER(s, call)                                                                                        \
    SHELL_ENTER(s, call);                                                                                              \
    if ((s)->interface != fmi2ModelExchange)                                                                           \
    return shell_say(s, fmi2Error, LOG_ERROR, "%s belongs to Model Exchange, this is a Co-Simulation instance",        \
                     shell_calls[call].function)

static fmi2Status wrong_count(struct shell *s, enum shell_call call, size_t n, size_t expected)
{
    return shell_say(s, fmi2Error, LOG_ERROR, "%s: %zu values, but there are %zu", shell_calls[call].function, n,
                     expected);
}

static void make_stale(struct shell *s)
{
    s->live->fresh = FRESH_INITIAL;
}

static bool accept(struct shell *s, enum model_moment moment)
{
    return !s->type->accept ||
           s->type->accept(s->constants, s->scratch, *s->time, s->x, s->u, s->m, moment, &s->report);
}

static bool recount(struct shell *s, enum model_moment moment)
{
    return s->type->recount && s->type->recount(s->constants, s->scratch, s->m, s->x, moment);
}

fmi2Status FMI2_FULL_NAME(EnterEventMode)(fmi2Component c)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_ENTER_EVENT_MODE);
    s->live->mode = MODE_EVENT;
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_NEW_DISCRETE_STATES);
    const double t = *s->time;
    if (!accept(s, MODEL_EVENT))
        return shell_say_report(s, fmi2Error, t);
    const bool is_counted_anew = recount(s, MODEL_EVENT);
    make_stale(s);
    const double rounding = 1e-12 * fmax(1, fabs(t));
    const double next = s->type->next_event ? s->type->next_event(s->constants, t + rounding) : INFINITY;
    *info = (fmi2EventInfo){.valuesOfContinuousStatesChanged = is_counted_anew,
                            .nextEventTimeDefined = isfinite(next),
                            .nextEventTime = isfinite(next) ? next : 0};
    if (is_counted_anew)
        shell_say(s, fmi2OK, LOG_EVENTS, "event at t = %.10g s: states are counted anew", t);
    if (isfinite(next))
        shell_say(s, fmi2OK, LOG_EVENTS, "event at t = %.10g s, the next one at %.10g s", t, next);
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(EnterContinuousTimeMode)(fmi2Component c)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_ENTER_CONTINUOUS);
    s->live->mode = MODE_CONTINUOUS;
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(CompletedIntegratorStep)(fmi2Component c, fmi2Boolean no_set_state_before,
                                                   fmi2Boolean *enter_event_mode, fmi2Boolean *terminate)
{
    (void)no_set_state_before;
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_COMPLETED_STEP);
    if (!enter_event_mode || !terminate)
        return shell_say(s, fmi2Error, LOG_ERROR, "fmi2CompletedIntegratorStep: an argument is NULL");
    *enter_event_mode = fmi2False;
    *terminate = fmi2False;
    if (!accept(s, MODEL_STEP))
        return shell_say_report(s, fmi2Error, *s->time);
    *enter_event_mode = recount(s, MODEL_STEP);
    shell_look(s);
    return shell_say_presumptions(s);
}

fmi2Status FMI2_FULL_NAME(SetTime)(fmi2Component c, fmi2Real time)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_SET_TIME);
    if (!isfinite(time))
        return shell_say(s, fmi2Error, LOG_ERROR, "fmi2SetTime: the time is %g", time);
    *s->time = time;
    make_stale(s);
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(SetContinuousStates)(fmi2Component c, const fmi2Real x[], size_t n)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_SET_STATES);
    if (n != s->layout.count[MODEL_STATE])
        return wrong_count(s, CALL_SET_STATES, n, s->layout.count[MODEL_STATE]);
    memcpy(s->x, x, n * sizeof *x);
    make_stale(s);
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t n)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_GET_STATES);
    if (n != s->layout.count[MODEL_STATE])
        return wrong_count(s, CALL_GET_STATES, n, s->layout.count[MODEL_STATE]);
    if (s->live->mode == MODE_INITIALIZATION && !shell_refresh(s, FRESH_INITIAL))
        return shell_say_report(s, fmi2Error, *s->time);
    memcpy(x, s->x, n * sizeof *x);
    return fmi2OK;
}

static bool inputs_are_finite(const struct shell *s)
{
    for (size_t i = 0; i < s->layout.count[MODEL_INPUT]; i++)
        if (!isfinite(s->u[i]))
            return false;
    return true;
}

fmi2Status FMI2_FULL_NAME(GetDerivatives)(fmi2Component c, fmi2Real derivatives[], size_t n)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_GET_DERIVATIVES);
    if (n != s->layout.count[MODEL_STATE])
        return wrong_count(s, CALL_GET_DERIVATIVES, n, s->layout.count[MODEL_STATE]);
    if (!inputs_are_finite(s))
        return shell_say(s, fmi2Discard, LOG_DISCARD, "an input is not a finite number at t = %.10g s", *s->time);
    const unsigned need = FRESH_RATES | (s->live->mode == MODE_INITIALIZATION ? FRESH_INITIAL : 0);
    if (!shell_refresh(s, need))
        return shell_say_report(s, fmi2Discard, *s->time);
    memcpy(derivatives, s->dx, n * sizeof *derivatives);
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(GetEventIndicators)(fmi2Component c, fmi2Real indicators[], size_t n)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_GET_INDICATORS);
    if (n != s->type->n_indicators)
        return wrong_count(s, CALL_GET_INDICATORS, n, s->type->n_indicators);
    if (n == 0)
        return fmi2OK;
    const unsigned need = s->live->mode == MODE_INITIALIZATION ? FRESH_INITIAL : 0;
    if (!shell_refresh(s, need) ||
        !s->type->indicators(s->constants, s->scratch, *s->time, s->m, s->x, s->u, indicators, &s->report))
        return shell_say_report(s, fmi2Discard, *s->time);
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real nominals[], size_t n)
{
    struct shell *s = c;
    EXCHANGE_ENTER(s, CALL_GET_NOMINALS);
    if (n != s->layout.count[MODEL_STATE])
        return wrong_count(s, CALL_GET_NOMINALS, n, s->layout.count[MODEL_STATE]);
    for (size_t i = 0; i < n; i++) {
        const double nominal = s->type->variables[s->layout.first[MODEL_STATE] + i].nominal;
        nominals[i] = nominal > 0 ? nominal : 1;
    }
    return fmi2OK;
}
