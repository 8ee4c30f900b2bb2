/* Co-Simulation: the step, and what can be asked about it. */
#include "fmi/shell.h"

#include <math.h>

static bool within_rounding(double a, double b, double step)
{
    return fabs(a - b) <= 1e-9 * fmax(fmax(fabs(a), fabs(b)), step);
}

/* A step that does not simply go on from the last one: perhaps by more than the rounding of k H, perhaps impossible. */
SHELL_ASIDE static fmi2Status look_at_step(struct shell *s, double t, double H)
{
    if (!(H > 0) || !isfinite(H) || !isfinite(t))
        return shell_say(s, fmi2Error, LOG_ERROR, "fmi2DoStep: a step of %g s at t = %g s is impossible", H, t);
    if (!within_rounding(t, *s->time, H))
        return shell_say(s, fmi2Error, LOG_ERROR,
                         "fmi2DoStep: the step begins at %.17g s, but this instance is at %.17g s", t, *s->time);
    if (t + H > s->live->stop_time && !within_rounding(t + H, s->live->stop_time, H))
        return shell_say(s, fmi2Error, LOG_ERROR, "fmi2DoStep: the step ends at %.10g s, after the stop time %.10g s",
                         t + H, s->live->stop_time);
    return fmi2OK;
}

/* Something that is not a number was set: it may have been replaced since. If not, it is the caller's fault, not the
 * physics', and is named. */
SHELL_ASIDE static fmi2Status look_at_inputs(struct shell *s, double t)
{
    for (size_t i = 0; i < s->layout.count[MODEL_INPUT]; i++)
        if (!isfinite(s->u[i]) || !isfinite(s->u1[i]) || !isfinite(s->u2[i]))
            return shell_say(s, fmi2Discard, LOG_DISCARD, "the input %s (or a derivative of it) is %g at t = %.10g s",
                             s->type->variables[s->layout.first[MODEL_INPUT] + i].name,
                             isfinite(s->u[i]) ? s->u1[i] + s->u2[i] : s->u[i], t);
    s->live->inputs_suspicious = false;
    return fmi2OK;
}

static fmi2Status check_step(struct shell *s, double t, double H)
{
    const bool goes_on = H > 0 && fabs(t - *s->time) <= 1e-9 * H && t + H <= s->live->stop_time && t + H < INFINITY;
    if (!goes_on && look_at_step(s, t, H) != fmi2OK)
        return fmi2Error;
    return s->live->inputs_suspicious ? look_at_inputs(s, t) : fmi2OK;
}

/* The inputs' polynomials seen from the end of the step. */
SHELL_ASIDE static void move_inputs(struct shell *s, double H)
{
    for (size_t i = 0; i < s->layout.count[MODEL_INPUT]; i++) {
        s->u[i] += H * (s->u1[i] + H / 2 * s->u2[i]);
        s->u1[i] += H * s->u2[i];
        s->u_is_new[i] = 0;
    }
}

static inline fmi2Status arrive(struct shell *s, double t)
{
    *s->time = t;
    s->live->last_successful_time = t;
    s->live->fresh = FRESH_INITIAL;
    return fmi2OK;
}

/* Nothing has changed: the instance is where the step began. */
SHELL_ASIDE static fmi2Status discard(struct shell *s, double reached)
{
    s->live->mode = MODE_STEP_FAILED;
    solver_explain(s->solver, &s->settings, &s->problem, *s->time, s->x, &s->report);
    return shell_say_report(s, fmi2Discard, reached);
}

SHELL_ASIDE static fmi2Status take_any_step(struct shell *s, double t, double H)
{
    SHELL_ENTER(s, CALL_DO_STEP);
    const fmi2Status status = check_step(s, t, H);
    if (status == fmi2Discard)
        s->live->mode = MODE_STEP_FAILED;
    if (status != fmi2OK)
        return status;
    double reached = t;
    s->problem.inputs.moves = s->live->inputs_move;
    s->problem.inputs.t0 = t;
    if (!solver_step(s->solver, &s->settings, &s->problem, t, H, s->x, s->q, &reached, &s->report))
        return discard(s, reached);
    if (s->live->inputs_move)
        move_inputs(s, H);
    s->loop = solver_loop(s->solver, &s->settings, H);
    arrive(s, t + H);
    return shell_say_presumptions(s);
}

/* A step like the last one, going on from it, inputs held. */
static inline bool is_like_last(const struct shell *s, double t, double H)
{
    const struct shell_live *live = s->live;
    return H == s->loop.H && live->mode == MODE_STEP_COMPLETE && !live->inputs_move && !live->inputs_suspicious &&
           fabs(t - *s->time) <= 1e-9 * H && t + H <= live->stop_time;
}

MODEL_HOT fmi2Status FMI2_FULL_NAME(DoStep)(fmi2Component c, fmi2Real t, fmi2Real H, fmi2Boolean no_set_state_before)
{
    (void)no_set_state_before;
    struct shell *s = c;
    if (!s || !is_like_last(s, t, H))
        return take_any_step(s, t, H);
    double reached;
    if (!s->loop.run(s->constants, s->scratch, t, s->loop.h, s->loop.n, s->m, s->u, s->x, s->q, &reached, &s->report))
        return discard(s, reached);
    return arrive(s, t + H);
}

fmi2Status FMI2_FULL_NAME(CancelStep)(fmi2Component c)
{
    struct shell *s = c;
    if (!s)
        return fmi2Error;
    return shell_say(s, fmi2Error, LOG_ERROR, "fmi2CancelStep: no step is under way, steps are not asynchronous here");
}

static fmi2Status no_such_status(struct shell *s, const char *function, fmi2StatusKind kind)
{
    return shell_say(s, fmi2Discard, LOG_DISCARD, "%s has nothing to say about status kind %d", function, (int)kind);
}

fmi2Status FMI2_FULL_NAME(GetStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_STATUS);
    if (kind != fmi2DoStepStatus)
        return no_such_status(s, "fmi2GetStatus", kind);
    *value = s->live->mode == MODE_STEP_FAILED ? fmi2Discard : fmi2OK;
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(GetRealStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_STATUS);
    if (kind != fmi2LastSuccessfulTime)
        return no_such_status(s, "fmi2GetRealStatus", kind);
    *value = s->live->last_successful_time;
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(GetIntegerStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)value;
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_STATUS);
    return no_such_status(s, "fmi2GetIntegerStatus", kind);
}

fmi2Status FMI2_FULL_NAME(GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_STATUS);
    if (kind != fmi2Terminated)
        return no_such_status(s, "fmi2GetBooleanStatus", kind);
    *value = fmi2False; /* these models never end a simulation by themselves */
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(GetStringStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_STATUS);
    if (kind != fmi2PendingStatus)
        return no_such_status(s, "fmi2GetStringStatus", kind);
    *value = "";
    return fmi2OK;
}
