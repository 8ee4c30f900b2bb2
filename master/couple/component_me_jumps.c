/* Events that inputs cause. An input is set between two integrations, where no integrator sees an indicator change its sign:
 * the domains of the indicators before the first change and after the last one are compared here. Domains are those of
 * FMI 2.0, 3.1: z > 0 and z <= 0. */
#include "master/couple/component_me.h"

#include <stdlib.h>

bool me_jumps_open(struct model_exchange *me, struct error *error)
{
    struct me_jumps *j = &me->jumps;
    j->z = malloc((me->n_indicators + 1) * sizeof *j->z);
    j->above = malloc((me->n_indicators + 1) * sizeof *j->above);
    return (j->z && j->above) || error_raise(error, ERROR_NO_MEMORY, "opening a Model Exchange component");
}

void me_jumps_close(struct model_exchange *me)
{
    free(me->jumps.z);
    free(me->jumps.above);
}

void me_jumps_forget(struct model_exchange *me)
{
    me->jumps.pending = false;
}

void me_try_inputs(struct component *c, bool trial)
{
    c->me->jumps.trial = trial;
}

/* Indicators as they are now. What the FMU discards is not known, and causes nothing. */
static bool look(struct model_exchange *me, bool *known, struct error *error)
{
    const fmi2Status status = instance_get_event_indicators(me->instance, me->jumps.z, me->n_indicators, error);
    *known = status <= fmi2Warning;
    return *known || status == fmi2Discard;
}

static bool remember(struct model_exchange *me, bool *known, struct error *error)
{
    struct me_jumps *j = &me->jumps;
    if (!look(me, known, error))
        return false;
    for (size_t i = 0; *known && i < me->n_indicators; i++)
        j->above[i] = j->z[i] > 0;
    return true;
}

/* Number of the first indicator that is in another domain, from 1; 0: none. */
static size_t first_changed(const struct model_exchange *me)
{
    for (size_t i = 0; i < me->n_indicators; i++)
        if (me->jumps.above[i] != (me->jumps.z[i] > 0))
            return i + 1;
    return 0;
}

bool me_jumps_begin(struct model_exchange *me, struct error *error)
{
    if (me->n_indicators == 0 || me->jumps.pending || me->mode != ME_CONTINUOUS)
        return true;
    return remember(me, &me->jumps.pending, error);
}

bool me_jumps_end(struct model_exchange *me, bool *event, struct error *error)
{
    struct me_jumps *j = &me->jumps;
    bool known = false;
    *event = false;
    if (!j->pending || j->trial)
        return true;
    j->pending = false;
    if (!look(me, &known, error))
        return false;
    *event = known && first_changed(me) > 0;
    for (size_t i = 0; known && i < me->n_indicators; i++)
        j->touches = j->touches || j->z[i] == 0;
    return true;
}

bool me_jumps_start(struct model_exchange *me, struct error *error)
{
    return !me->jumps.touches || remember(me, &me->jumps.touches, error);
}

bool me_jumps_started(struct model_exchange *me, bool *event, struct error *error)
{
    bool known = false;
    if (!me->jumps.touches)
        return true;
    me->jumps.touches = false;
    if (!look(me, &known, error))
        return false;
    *event = *event || (known && first_changed(me) > 0);
    return true;
}
