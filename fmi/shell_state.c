/* Saving, restoring and serializing the FMU state: one block without pointers. What follows from the parameters (the
 * model's constants, the solver) is made anew where they differ. */
#include "fmi/shell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool shell_synchronize(struct shell *s)
{
    const size_t bytes = s->layout.count[MODEL_PARAMETER] * sizeof *s->p;
    if (!s->is_set_up || memcmp(s->set_up_for, s->p, bytes) != 0) {
        s->is_set_up = false;
        if (!s->type->setup(s->type, s->p, s->calculated, s->constants, s->scratch, &s->report))
            return false;
        memcpy(s->set_up_for, s->p, bytes);
        s->is_set_up = true;
    }
    const bool experiment_decides = !s->live->rel_tol_was_set && s->live->tolerance > 0;
    s->settings = (struct solver_settings){.kind = (enum solver_kind)s->p[SOLVER_KIND],
                                           .step_size = s->p[SOLVER_STEP_SIZE],
                                           .rel_tol = experiment_decides ? s->live->tolerance : s->p[SOLVER_REL_TOL],
                                           .abs_tol = s->p[SOLVER_ABS_TOL]};
    s->loop = (struct solver_loop){.H = NAN};
    return s->interface == fmi2ModelExchange || solver_prepare(s->solver, &s->settings, &s->report);
}

static fmi2Status no_such_state(struct shell *s, const char *function)
{
    return shell_say(s, fmi2Error, LOG_ERROR, "%s: this is not a state of %s for %s", function, s->type->name,
                     s->interface == fmi2ModelExchange ? "Model Exchange" : "Co-Simulation");
}

fmi2Status FMI2_FULL_NAME(GetFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_STATE);
    if (!state)
        return no_such_state(s, "fmi2GetFMUstate");
    if (!*state)
        *state = malloc(s->live->size);
    if (!*state)
        return shell_say(s, fmi2Error, LOG_ERROR, "fmi2GetFMUstate: out of memory");
    memcpy(*state, s->live, s->live->size);
    return fmi2OK;
}

static bool fits(const struct shell *s, const struct shell_live *state)
{
    return state && state->size == s->live->size && state->identity == s->live->identity;
}

fmi2Status FMI2_FULL_NAME(SetFMUstate)(fmi2Component c, fmi2FMUstate state)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_SET_STATE);
    if (!fits(s, state))
        return no_such_state(s, "fmi2SetFMUstate");
    memcpy(s->live, state, s->live->size);
    const bool in_use = s->live->fresh & FRESH_INITIAL; /* before that, they are made when they are needed */
    return !in_use || shell_synchronize(s) ? fmi2OK : shell_say_report(s, fmi2Error, *s->time);
}

fmi2Status FMI2_FULL_NAME(FreeFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
    if (!c)
        return fmi2Error;
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_STATE);
    if (!fits(s, state) || !size)
        return no_such_state(s, "fmi2SerializedFMUstateSize");
    *size = s->live->size;
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(SerializeFMUstate)(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_STATE);
    if (!fits(s, state) || !bytes || size < s->live->size)
        return no_such_state(s, "fmi2SerializeFMUstate");
    memcpy(bytes, state, s->live->size);
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                               fmi2FMUstate *state)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_SET_STATE);
    struct shell_live header;
    if (!bytes || !state || size < s->live->size)
        return no_such_state(s, "fmi2DeSerializeFMUstate");
    memcpy(&header, bytes, sizeof header);
    if (!fits(s, &header))
        return no_such_state(s, "fmi2DeSerializeFMUstate");
    if (!*state)
        *state = malloc(s->live->size);
    if (!*state)
        return shell_say(s, fmi2Error, LOG_ERROR, "fmi2DeSerializeFMUstate: out of memory");
    memcpy(*state, bytes, s->live->size);
    return fmi2OK;
}
