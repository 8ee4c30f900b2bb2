/* A Model Exchange component: the modes of FMI 2.0, the events, and a communication step made of integrator steps.
 *
 * An integration ends at the communication point, at the next time event, or where an event indicator changes its sign;
 * events are iterated until the discrete states are stable. An event at the end of a step is handled in that step, so that
 * outputs at a communication point are those after the event. */
#include "master/couple/component_me.h"
#include "master/couple/couple_messages.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_EVENT_ITERATIONS = 1000, /* of fmi2NewDiscreteStates in one event */
    CHATTER_EVENTS = 1000         /* so many events within ... */
};
static const double chatter_window = 1e-6; /* ... this part of a step are no progress */

/* So many steps of the integrator within that part of a step: 10^9 of them would bring it to its end. No transient that ends
 * asks for so many. */
enum { STALLED_STEPS = 100000 };
static const double stalled_window = 1e-4;

static const double patience = 0.3; /* s: a signal leaves the step under way so much time for a clean end */

/* Times closer than this are the same communication point. */
static double rounding(double t)
{
    return 8 * DBL_EPSILON * fabs(t) + DBL_MIN;
}

bool me_open(struct component *c, struct error *error)
{
    struct model_exchange *me = c->me = calloc(1, sizeof *me);
    if (!me)
        return error_raise(error, ERROR_NO_MEMORY, "opening a Model Exchange component");
    const struct component_options *o = &c->options;
    const struct fmi_experiment *experiment = &c->description->experiment;
    me->component = c;
    me->instance = c->instance;
    me->t = c->options.start_time;
    me->next_event = me->first_event = INFINITY;
    me->restart = true;
    me->n_states = c->description->n_derivatives;
    me->n_indicators = c->description->n_event_indicators;
    me->relative_tolerance = 1e-6;
    if (experiment->has_tolerance && experiment->tolerance > 0)
        me->relative_tolerance = experiment->tolerance;
    if (o->has_tolerance)
        me->relative_tolerance = o->tolerance;
    if (o->me_relative_tolerance > 0)
        me->relative_tolerance = o->me_relative_tolerance;
    if (me_ports_open(me, error) && me_jumps_open(me, error) && me_solver_open(me, error))
        return true;
    me_close(c);
    return false;
}

void me_close(struct component *c)
{
    struct model_exchange *me = c->me;
    if (!me)
        return;
    me_solver_close(me->solver);
    me_ports_close(me);
    me_jumps_close(me);
    free(me->saved.x);
    free(me->saved.inputs);
    free(me);
    c->me = NULL;
}

bool me_place(struct model_exchange *me, double t, const double *x, struct error *error)
{
    if (fmu_interruption_is_due(patience))
        return error_raise(error, ERROR_ME_INTERRUPTED, instance_name(me->instance), TEXT("%.9g", me->t));
    return instance_set_time(me->instance, t, error) && me_ports_place(me, t, error) &&
           (me->n_states == 0 || instance_set_states(me->instance, x, me->n_states, error));
}

/* ---- events ---- */

bool me_enter_event(struct model_exchange *me, struct error *error)
{
    if (me->mode == ME_EVENT)
        return true;
    if (!instance_enter_event_mode(me->instance, error))
        return false;
    me->mode = ME_EVENT;
    return true;
}

/* In event mode: iterates until the discrete states are stable, and goes on with continuous time. */
static bool finish_event(struct model_exchange *me, struct error *error)
{
    fmi2EventInfo info = {.newDiscreteStatesNeeded = fmi2True};
    bool states_changed = false, nominals_changed = false;
    if (me->t > me->forgotten + rounding(me->t))
        me->first_event = fmin(me->first_event, me->t);
    for (int n = 0; info.newDiscreteStatesNeeded; n++) {
        if (n == MOST_EVENT_ITERATIONS)
            return error_raise(error, ERROR_ME_EVENT_ITERATION, instance_name(me->instance), TEXT("%.9g", me->t),
                               TEXT("%d", MOST_EVENT_ITERATIONS));
        info = (fmi2EventInfo){0};
        if (!instance_new_discrete_states(me->instance, &info, error))
            return false;
        states_changed = states_changed || info.valuesOfContinuousStatesChanged;
        nominals_changed = nominals_changed || info.nominalsOfContinuousStatesChanged;
        if (info.terminateSimulation) {
            me->terminated = true;
            return true;
        }
    }
    me->next_event = info.nextEventTimeDefined ? info.nextEventTime : INFINITY;
    me->restart = true;
    me_jumps_forget(me);
    if (!instance_enter_continuous_time(me->instance, error))
        return false;
    me->mode = ME_CONTINUOUS;
    if (states_changed && me->n_states && !instance_get_states(me->instance, me->x, me->n_states, error))
        return false;
    return !nominals_changed || me_solver_scale(me, error);
}

double me_next_event(const struct component *c)
{
    return c->me->next_event;
}

double me_first_event(const struct component *c)
{
    return c->me->first_event;
}

void me_forget_events(struct component *c)
{
    c->me->first_event = INFINITY;
    c->me->forgotten = c->me->t;
}

bool me_settle(struct component *c, struct error *error)
{
    struct model_exchange *me = c->me;
    bool event = false;
    if (me->terminated)
        return true;
    if (me->jumps.pending && !me_jumps_end(me, &event, error))
        return false;
    return !(event || me->mode == ME_EVENT) || (me_enter_event(me, error) && finish_event(me, error));
}

/* Many events and hardly any time between them: the model switches to and fro, and the run would never end. */
static bool makes_progress(struct model_exchange *me, double H, bool root, struct error *error)
{
    if (!(me->t - me->chatter_since <= chatter_window * H)) {
        me->chatter_since = me->t;
        me->chatter = 0;
        return true;
    }
    if (++me->chatter < CHATTER_EVENTS)
        return true;
    const char *what = root ? TEXT("event indicator %ld", me_solver_root(me)) : "no event indicator";
    return error_raise(error, ERROR_ME_CHATTERING, instance_name(me->instance), TEXT("%d", CHATTER_EVENTS),
                       TEXT("%.9g", me->chatter_since), TEXT("%.9g", me->t), what);
}

static bool handle_event(struct model_exchange *me, double H, bool root, struct error *error)
{
    return makes_progress(me, H, root, error) && me_enter_event(me, error) && finish_event(me, error);
}

/* ---- initialization ---- */

bool me_enter_initialization(struct component *c, struct error *error)
{
    if (!instance_enter_initialization(c->instance, error))
        return false;
    c->me->mode = ME_INITIALIZING;
    return true;
}

bool me_exit_initialization(struct component *c, struct error *error)
{
    struct model_exchange *me = c->me;
    if (!instance_exit_initialization(c->instance, error))
        return false;
    me->mode = ME_EVENT;
    me->chatter_since = me->t;
    if (!finish_event(me, error))
        return false;
    if (me->terminated)
        return true;
    if (me->n_states && !instance_get_states(me->instance, me->x, me->n_states, error))
        return false;
    return me_solver_scale(me, error) && me_ports_start(me, error);
}

/* ---- the step ---- */

/* Where the tolerance asks for steps that never come to an end, that is the end. */
static bool gets_on(struct model_exchange *me, double H, struct error *error)
{
    const double came = me->t - me->stalled_since;
    if (!(came >= 0 && came <= stalled_window * H)) {
        me->stalled_since = me->t;
        me->stalled = 0;
        return true;
    }
    return ++me->stalled < STALLED_STEPS ||
           error_raise(error, ERROR_ME_STALLED, instance_name(me->instance), TEXT("%.9g", me->t),
                       TEXT("%d", STALLED_STEPS), TEXT("%.2g", came));
}

/* One integrator step towards t_stop, and what the FMU says to it. */
static bool advance(struct model_exchange *me, double t_stop, double H, struct error *error)
{
    bool root = false;
    if (me->solver) {
        if (!me_jumps_start(me, error))
            return false;
        const enum me_advance advanced = me_solver_advance(me, t_stop, error);
        if (advanced == ME_ADVANCE_FAILED)
            return false;
        root = advanced == ME_ROOT;
        if (!gets_on(me, H, error))
            return false;
    } else {
        me->t = t_stop;
    }
    instance_set_message_time(me->instance, me->t);
    if (!me_place(me, me->t, me->x, error) || !me_jumps_started(me, &root, error))
        return false;

    bool step_event = false;
    if (!me->component->description->model_exchange.completed_integrator_step_not_needed) {
        bool terminate = false;
        if (!instance_completed_step(me->instance, !me->component->has_saved, &step_event, &terminate, error))
            return false;
        if (terminate) {
            me->terminated = true;
            return true;
        }
    }
    return !(root || step_event) || handle_event(me, H, root, error);
}

static enum step_outcome stopped(struct component *c, double *reached, enum step_outcome outcome)
{
    *reached = c->time = c->me->t;
    return outcome;
}

enum step_outcome me_step(struct component *c, double t, double H, double *reached, struct error *error)
{
    struct model_exchange *me = c->me;
    const double t_end = t + H;
    instance_set_message_time(me->instance, t);
    if (fabs(t - me->t) > 1e-9 * H + rounding(t)) {
        error_raise(error, ERROR_INTERNAL, "a model was asked to go on at a time where it does not stand");
        return stopped(c, reached, STEP_FAILED);
    }
    if (!me_settle(c, error))
        return stopped(c, reached, STEP_FAILED);
    me_ports_begin_step(me, t, H);

    while (!me->terminated) {
        const bool at_end = t_end - me->t <= rounding(t_end);
        if (me->next_event <= me->t + rounding(me->t)) {
            /* Rounding may have left us a hair beside the event: the FMU compares the times itself, to the last bit. */
            if (me->t - me->next_event <= rounding(me->t))
                me->t = me->next_event;
            instance_set_message_time(me->instance, me->t);
            if (!me_place(me, me->t, me->x, error) || !handle_event(me, H, false, error))
                return stopped(c, reached, STEP_FAILED);
        } else if (at_end) {
            me_ports_end_step(me, t_end);
            *reached = c->time = t_end;
            instance_set_message_time(me->instance, t_end);
            return STEP_DONE;
        } else {
            const double t_stop = me->next_event <= t_end + rounding(t_end) ? me->next_event : t_end;
            if (!advance(me, t_stop, H, error))
                return stopped(c, reached, STEP_FAILED);
        }
    }
    return stopped(c, reached, STEP_TERMINATED);
}

/* ---- going back ---- */

static bool room_for_saved(const struct model_exchange *me, struct me_saved *s, struct error *error)
{
    if (!s->x)
        s->x = malloc((me->n_states + 1) * sizeof *s->x);
    if (!s->inputs)
        s->inputs = malloc((me->n_inputs + 1) * sizeof *s->inputs);
    return (s->x && s->inputs) || error_raise(error, ERROR_NO_MEMORY, "saving the state of a component");
}

bool me_save(struct component *c, struct error *error)
{
    struct model_exchange *me = c->me;
    struct me_saved *s = &me->saved;
    if (!me_settle(c, error) || !room_for_saved(me, s, error))
        return false;
    if (c->abilities.saves_fmu_state) {
        if (!instance_get_state(c->instance, &c->saved.state, error))
            return false;
    } else if (isfinite(me->next_event)) {
        return error_raise(error, ERROR_COMPONENT_NO_ROLLBACK_EVENTS, instance_name(c->instance));
    }
    s->t = me->t;
    s->next_event = me->next_event;
    s->origin = me->origin;
    s->moving = me->moving;
    s->terminated = me->terminated;
    s->touches = me->jumps.touches;
    if (me->n_states)
        memcpy(s->x, me->x, me->n_states * sizeof *s->x);
    if (me->n_inputs)
        memcpy(s->inputs, me->inputs, me->n_inputs * sizeof *s->inputs);
    return true;
}

bool me_restore(struct component *c, struct error *error)
{
    struct model_exchange *me = c->me;
    const struct me_saved *s = &me->saved;
    if (!c->abilities.saves_fmu_state && (isfinite(me->next_event) || me->mode != ME_CONTINUOUS))
        return error_raise(error, ERROR_COMPONENT_NO_ROLLBACK_EVENTS, instance_name(c->instance));
    me->t = s->t;
    me->next_event = s->next_event;
    me->origin = s->origin;
    me->moving = s->moving;
    me->terminated = s->terminated;
    me->restart = true;
    me_jumps_forget(me);
    me->jumps.touches = s->touches;
    if (me->n_states)
        memcpy(me->x, s->x, me->n_states * sizeof *s->x);
    if (me->n_inputs)
        memcpy(me->inputs, s->inputs, me->n_inputs * sizeof *s->inputs);
    if (c->abilities.saves_fmu_state) {
        me->mode = ME_CONTINUOUS;
        return instance_set_state(c->instance, c->saved.state, error);
    }
    for (size_t i = 0; i < me->n_inputs; i++)
        me->input_values[i] = me->inputs[i].now[0];
    return (me->n_inputs == 0 ||
            instance_set_real(c->instance, me->input_references, me->n_inputs, me->input_values, error)) &&
           me_place(me, me->t, me->x, error);
}
