/* Getting and setting variables by reference, and bringing what is read up to date. A value reference is the variable's
 * place in the model's layout. */
#include "fmi/shell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *shell_variable_name(const struct shell *s, size_t index, char room[static 128])
{
    if (index < s->type->n_variables)
        return s->type->variables[index].name;
    if (index == s->layout.time)
        return "time";
    const size_t state = s->layout.first[MODEL_STATE] + index - s->layout.first_rate;
    snprintf(room, 128, "der(%s)", s->type->variables[state].name);
    return room;
}

void shell_describe_variables(struct shell *s)
{
    static const struct shell_variable by_role[MODEL_ROLES] = {
        [MODEL_PARAMETER] = {.need = 0, .stale = FRESH_ALL, .settable = MODE_INSTANTIATED | MODE_INITIALIZATION},
        [MODEL_CALCULATED] = {.need = FRESH_INITIAL},
        [MODEL_INPUT] = {.need = 0, .stale = FRESH_RATES | FRESH_OUTPUTS | FRESH_LOCALS, .settable = MODES_SETTABLE},
        [MODEL_MEMORY] = {.need = FRESH_INITIAL},
        [MODEL_STATE] = {.need = FRESH_INITIAL,
                         .stale = FRESH_RATES | FRESH_OUTPUTS | FRESH_LOCALS,
                         .settable = MODE_STEP_COMPLETE},
        [MODEL_OUTPUT] = {.need = FRESH_INITIAL | FRESH_OUTPUTS},
        [MODEL_LOCAL] = {.need = FRESH_INITIAL | FRESH_LOCALS},
        [MODEL_QUADRATURE] = {.need = FRESH_INITIAL},
    };
    for (size_t i = 0; i < s->type->n_variables; i++) {
        const struct model_variable *v = &s->type->variables[i];
        s->variables[i] = by_role[v->role];
        s->variables[i].role = (uint8_t)v->role;
        s->variables[i].kind = (uint8_t)v->kind;
        if (v->kind != MODEL_REAL)
            s->variables[i].need |= NOT_REAL;
        if (v->is_tunable) {
            s->variables[i].stale = FRESH_RATES | FRESH_OUTPUTS | FRESH_LOCALS;
            s->variables[i].settable |= MODE_EVENT | MODE_STEP_COMPLETE;
        }
    }
    for (size_t i = s->layout.first_rate; i < s->layout.size; i++)
        s->variables[i] = (struct shell_variable){.kind = MODEL_REAL, .role = MODEL_ROLES};
    for (size_t i = s->layout.first_rate; i < s->layout.time; i++)
        s->variables[i].need = FRESH_INITIAL | FRESH_RATES;
}

void shell_set_starts(struct shell *s)
{
    for (size_t i = 0; i < s->type->n_variables; i++)
        s->live->numbers[i] = s->type->variables[i].start;
}

bool shell_refresh(struct shell *s, unsigned need)
{
    const struct model_functions *f = &s->type->over_real;
    const unsigned stale = need & ~s->live->fresh;
    const double t = *s->time;
    if (stale & FRESH_INITIAL) {
        if (!shell_synchronize(s) || !f->initialize(s->constants, s->scratch, t, s->u, s->m, s->x, &s->report))
            return false;
        memset(s->q, 0, s->layout.count[MODEL_QUADRATURE] * sizeof *s->q);
    }
    if ((stale & FRESH_RATES) && !f->rates(s->constants, s->scratch, t, s->m, s->x, s->u, s->dx, s->saved, &s->report))
        return false;
    if ((stale & FRESH_OUTPUTS) && !f->outputs(s->constants, s->scratch, t, s->m, s->x, s->u, s->y, &s->report))
        return false;
    if ((stale & FRESH_LOCALS) && !f->locals(s->constants, s->scratch, t, s->m, s->x, s->u, s->w, &s->report))
        return false;
    s->live->fresh |= stale;
    return true;
}

/* ---- get ---- */

SHELL_ASIDE static fmi2Status wrong_reference(struct shell *s, const char *function, fmi2ValueReference ref,
                                              const char *type)
{
    char room[128];
    if (ref >= s->layout.size)
        return shell_say(s, fmi2Error, LOG_ERROR, "%s: there is no variable with value reference %u", function, ref);
    return shell_say(s, fmi2Error, LOG_ERROR, "%s: %s is not %s", function, shell_variable_name(s, ref, room), type);
}

SHELL_ASIDE fmi2Status shell_refresh_or_say(struct shell *s, unsigned stale)
{
    if (shell_refresh(s, stale))
        return fmi2OK;
    if (s->live->mode == MODE_STEP_COMPLETE) /* the last step may have been the reason */
        solver_explain(s->solver, &s->settings, &s->problem, *s->time, s->x, &s->report);
    return shell_say_report(s, s->live->mode == MODE_INITIALIZATION ? fmi2Error : fmi2Discard, *s->time);
}

SHELL_ASIDE static fmi2Status get_reals(struct shell *s, const fmi2ValueReference refs[], size_t n, fmi2Real values[])
{
    SHELL_ENTER(s, CALL_GET);
    unsigned need = 0;
    for (size_t i = 0; i < n; i++) {
        if (refs[i] >= s->layout.size || s->variables[refs[i]].need & NOT_REAL)
            return wrong_reference(s, "fmi2GetReal", refs[i], "Real");
        need |= s->variables[refs[i]].need;
    }
    s->reads_outputs = (need & FRESH_OUTPUTS) != 0;
    const unsigned stale = need & ~s->live->fresh;
    const fmi2Status status = stale ? shell_refresh_or_say(s, stale) : fmi2OK;
    for (size_t i = 0; i < n && status == fmi2OK; i++)
        values[i] = s->live->numbers[refs[i]];
    return status;
}

MODEL_HOT fmi2Status FMI2_FULL_NAME(GetReal)(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                             fmi2Real values[])
{
    struct shell *s = c;
    if (!s || s->live->mode != MODE_STEP_COMPLETE)
        return get_reals(s, refs, n, values);
    /* Between steps of Co-Simulation the states are there, and the outputs, which follow them, where the last get asked for
     * them. Whatever else there may be is left to the longer way. */
    if (s->reads_outputs && s->live->fresh == FRESH_INITIAL &&
        s->outputs(s->constants, s->scratch, *s->time, s->m, s->x, s->u, s->y, &s->report))
        s->live->fresh |= FRESH_OUTPUTS;
    const uint32_t first = s->first_state, there = s->live->fresh & FRESH_OUTPUTS ? s->n_readable : s->n_states;
    const double *const x = s->x;
    for (size_t i = 0; i < n; i++) {
        const uint32_t number = refs[i] - first; /* large where it stands before */
        if (number >= there)
            return get_reals(s, refs, n, values);
        values[i] = x[number];
    }
    return fmi2OK;
}

static fmi2Status get_int(struct shell *s, enum model_kind kind, const char *function, const char *type,
                          const fmi2ValueReference refs[], size_t n, int values[])
{
    SHELL_ENTER(s, CALL_GET);
    for (size_t i = 0; i < n; i++) {
        if (refs[i] >= s->layout.size || s->variables[refs[i]].kind != kind)
            return wrong_reference(s, function, refs[i], type);
        values[i] = (int)s->live->numbers[refs[i]];
    }
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(GetInteger)(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Integer values[])
{
    return get_int(c, MODEL_INTEGER, "fmi2GetInteger", "Integer", refs, n, values);
}

fmi2Status FMI2_FULL_NAME(GetBoolean)(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Boolean values[])
{
    return get_int(c, MODEL_BOOLEAN, "fmi2GetBoolean", "Boolean", refs, n, values);
}

fmi2Status FMI2_FULL_NAME(GetString)(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2String values[])
{
    (void)values;
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET);
    return n == 0 ? fmi2OK : wrong_reference(s, "fmi2GetString", refs[0], "String");
}

/* ---- set ---- */

static fmi2Status not_settable(struct shell *s, fmi2ValueReference ref)
{
    char room[128];
    const char *name = shell_variable_name(s, ref, room);
    if (s->variables[ref].settable & MODE_EVENT && s->live->mode == MODE_CONTINUOUS)
        return shell_say(s, fmi2Error, LOG_ERROR, "the tunable parameter %s can be set in event mode only", name);
    if (s->variables[ref].role == MODEL_PARAMETER)
        return shell_say(s, fmi2Error, LOG_ERROR, "the parameter %s is fixed: it cannot be set after initialization",
                         name);
    if (s->variables[ref].role == MODEL_STATE)
        return shell_say(
            s, fmi2Error, LOG_ERROR,
            "the state %s cannot be set here: its start is calculated; in Co-Simulation it can be set between "
            "steps, in Model Exchange by fmi2SetContinuousStates",
            name);
    return shell_say(s, fmi2Error, LOG_ERROR, "%s is calculated and cannot be set", name);
}

/* Inputs are checked when they are used: a step with an impossible one is discarded. Parameters are checked here. */
static bool in_range(const struct shell *s, fmi2ValueReference ref, double value)
{
    const struct model_variable *v = &s->type->variables[ref];
    if (v->role != MODEL_PARAMETER)
        return true;
    return isfinite(value) && (v->min == v->max || (value >= v->min && value <= v->max));
}

static fmi2Status out_of_range(struct shell *s, fmi2ValueReference ref, double value)
{
    const struct model_variable *v = &s->type->variables[ref];
    return shell_say(s, fmi2Error, LOG_ERROR, "%s = %.10g %s is outside [%.10g, %.10g]", v->name, value, v->unit,
                     v->min == v->max ? -INFINITY : v->min, v->min == v->max ? INFINITY : v->max);
}

/* The input's polynomial ends with a new value, unless its derivatives are new as well. */
static void forget_derivatives(struct shell *s, fmi2ValueReference ref)
{
    const size_t i = ref - s->layout.first[MODEL_INPUT];
    if (s->u_is_new[i] != 0)
        return;
    s->u1[i] = 0;
    s->u2[i] = 0;
}

/* Tunable parameters of a running model, all that a call has set: what follows from them is made anew, or they stay as they were. */
static fmi2Status tune(struct shell *s, fmi2Status status)
{
    if (!s->parameters_changed)
        return status;
    s->parameters_changed = false;
    if (shell_synchronize(s))
        return status;
    const fmi2Status failed = shell_say_report(s, fmi2Discard, *s->time);
    memcpy(s->p, s->set_up_for, s->layout.count[MODEL_PARAMETER] * sizeof *s->p);
    shell_synchronize(s);
    return status > failed ? status : failed;
}

SHELL_ASIDE static fmi2Status set_number(struct shell *s, const char *function, enum model_kind kind, const char *type,
                                         fmi2ValueReference ref, double value)
{
    if (ref >= s->layout.size || s->variables[ref].kind != kind)
        return wrong_reference(s, function, ref, type);
    const struct shell_variable *v = &s->variables[ref];
    if (!(v->settable & s->live->mode))
        return not_settable(s, ref);
    if (!in_range(s, ref, value))
        return out_of_range(s, ref, value);
    s->live->numbers[ref] = value;
    s->live->fresh &= s->live->mode == MODE_INITIALIZATION ? 0u : ~(uint32_t)v->stale;
    if (s->live->inputs_move && v->role == MODEL_INPUT)
        forget_derivatives(s, ref);
    s->live->inputs_suspicious |= value - value != 0;
    if (ref == SOLVER_REL_TOL)
        s->live->rel_tol_was_set = true;
    s->parameters_changed |= v->role == MODEL_PARAMETER && (s->live->mode & MODES_RUNNING);
    return fmi2OK;
}

SHELL_ASIDE static fmi2Status set_reals(struct shell *s, const fmi2ValueReference refs[], size_t n,
                                        const fmi2Real values[])
{
    SHELL_ENTER(s, CALL_SET);
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status == fmi2OK; i++)
        status = set_number(s, "fmi2SetReal", MODEL_REAL, "Real", refs[i], values[i]);
    return tune(s, status);
}

MODEL_HOT fmi2Status FMI2_FULL_NAME(SetReal)(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                             const fmi2Real values[])
{
    struct shell *s = c;
    if (!s || s->live->mode != MODE_STEP_COMPLETE || s->live->inputs_move)
        return set_reals(s, refs, n, values);
    /* Between steps of Co-Simulation, inputs that do not move: the same in short. */
    double *const u = s->u;
    double finite = 0;
    size_t i = 0;
    for (; i < n; i++) {
        const uint32_t input = refs[i] - s->first_input; /* large where it is none */
        if (input >= s->n_inputs)
            break;
        u[input] = values[i];
        finite += values[i] - values[i]; /* 0, or NaN for what is not finite */
    }
    s->live->fresh = FRESH_INITIAL;
    if (finite != 0)
        s->live->inputs_suspicious = true;
    return i == n ? fmi2OK : set_reals(s, refs + i, n - i, values + i);
}

fmi2Status FMI2_FULL_NAME(SetInteger)(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                      const fmi2Integer values[])
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_SET);
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status == fmi2OK; i++)
        status = set_number(s, "fmi2SetInteger", MODEL_INTEGER, "Integer", refs[i], values[i]);
    return status;
}

fmi2Status FMI2_FULL_NAME(SetBoolean)(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                      const fmi2Boolean values[])
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_SET);
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status == fmi2OK; i++)
        status = set_number(s, "fmi2SetBoolean", MODEL_BOOLEAN, "Boolean", refs[i], values[i] != fmi2False);
    return status;
}

fmi2Status FMI2_FULL_NAME(SetString)(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                     const fmi2String values[])
{
    (void)values;
    struct shell *s = c;
    SHELL_ENTER(s, CALL_SET);
    return n == 0 ? fmi2OK : wrong_reference(s, "fmi2SetString", refs[0], "String");
}
