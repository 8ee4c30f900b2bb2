/* Derivatives: along a direction, of outputs in time, of inputs in time. All exact. */
#include "fmi/shell.h"

#include <string.h>

/* A direction in the space of inputs, memories, states, time and tunable parameters; the room is s->saved. */
struct seeds {
    double *u, *m, *x, t;
    double *p;
    bool tunes; /* parameters move */
};

static struct seeds no_seeds(struct shell *s)
{
    struct seeds seeds = {.u = s->saved};
    seeds.m = seeds.u + s->layout.count[MODEL_INPUT];
    seeds.x = seeds.m + s->layout.count[MODEL_MEMORY];
    seeds.p = seeds.x + s->layout.count[MODEL_STATE];
    const size_t n = s->layout.count[MODEL_INPUT] + s->layout.count[MODEL_MEMORY] + s->layout.count[MODEL_STATE] +
                     s->layout.count[MODEL_PARAMETER];
    memset(s->saved, 0, n * sizeof *s->saved);
    return seeds;
}

/* The change of every number of the layout along the seeds; `changes` lies behind the seeds in s->saved. */
static double *changes_along(struct shell *s, const struct seeds *seeds)
{
    double *changes = seeds->p + s->layout.count[MODEL_PARAMETER];
    memset(changes, 0, s->layout.size * sizeof *changes);
    memcpy(changes + s->layout.first[MODEL_INPUT], seeds->u, s->layout.count[MODEL_INPUT] * sizeof *changes);
    memcpy(changes + s->layout.first[MODEL_MEMORY], seeds->m, s->layout.count[MODEL_MEMORY] * sizeof *changes);
    memcpy(changes + s->layout.first[MODEL_STATE], seeds->x, s->layout.count[MODEL_STATE] * sizeof *changes);
    changes[s->layout.time] = seeds->t;
    return changes;
}

static bool differentiate(struct shell *s, const struct seeds *seeds, double *changes, unsigned wanted)
{
    const struct model_point at = {s->constants, s->scratch, *s->time, s->m, s->x, s->u};
    const struct model_direction along = {seeds->t, seeds->m, seeds->x, seeds->u};
    const struct model_change change = {
        .rates = wanted & FRESH_RATES ? changes + s->layout.first_rate : NULL,
        .outputs = wanted & FRESH_OUTPUTS ? changes + s->layout.first[MODEL_OUTPUT] : NULL,
        .locals = wanted & FRESH_LOCALS ? changes + s->layout.first[MODEL_LOCAL] : NULL,
    };
    if (seeds->tunes)
        return model_differentiate_tuned(s->type, &s->layout, at, s->p, along, seeds->p, change, s->workspace,
                                         &s->report);
    return model_differentiate(s->type, &s->layout, at, along, change, s->workspace, &s->report);
}

static bool is_known(const struct shell *s, fmi2ValueReference ref)
{
    if (ref >= s->layout.size)
        return false;
    if (s->live->mode == MODE_INITIALIZATION)
        return s->variables[ref].role == MODEL_INPUT;
    return s->variables[ref].role == MODEL_INPUT || s->variables[ref].role == MODEL_STATE || ref == s->layout.time ||
           (s->type->tuning && ref < s->type->n_variables && s->type->variables[ref].is_tunable);
}

static bool is_unknown(const struct shell *s, fmi2ValueReference ref)
{
    return ref < s->layout.time && s->variables[ref].kind == MODEL_REAL && s->variables[ref].role != MODEL_PARAMETER &&
           s->variables[ref].role != MODEL_CALCULATED && s->variables[ref].role != MODEL_INPUT &&
           s->variables[ref].role != MODEL_QUADRATURE;
}

static fmi2Status refuse_variable(struct shell *s, fmi2ValueReference ref, const char *part)
{
    char room[128];
    return shell_say(s, fmi2Error, LOG_ERROR, "fmi2GetDirectionalDerivative: %s (value reference %u) cannot be %s here",
                     ref < s->layout.size ? shell_variable_name(s, ref, room) : "an unknown variable", ref, part);
}

fmi2Status FMI2_FULL_NAME(GetDirectionalDerivative)(fmi2Component c, const fmi2ValueReference unknowns[],
                                                    size_t n_unknowns, const fmi2ValueReference knowns[],
                                                    size_t n_knowns, const fmi2Real seed[], fmi2Real result[])
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_DIRECTIONAL);
    const bool initializing = s->live->mode == MODE_INITIALIZATION;
    if (initializing && !shell_refresh(s, FRESH_INITIAL))
        return shell_say_report(s, fmi2Error, *s->time);

    struct seeds seeds = no_seeds(s);
    for (size_t i = 0; i < n_knowns; i++) {
        if (!is_known(s, knowns[i]))
            return refuse_variable(s, knowns[i], "a known");
        if (knowns[i] == s->layout.time)
            seeds.t += seed[i];
        else if (s->variables[knowns[i]].role == MODEL_STATE)
            seeds.x[knowns[i] - s->layout.first[MODEL_STATE]] += seed[i];
        else if (s->variables[knowns[i]].role == MODEL_PARAMETER) {
            seeds.p[knowns[i] - s->layout.first[MODEL_PARAMETER]] += seed[i];
            seeds.tunes = true;
        } else
            seeds.u[knowns[i] - s->layout.first[MODEL_INPUT]] += seed[i];
    }
    unsigned wanted = 0;
    for (size_t i = 0; i < n_unknowns; i++) {
        if (!is_unknown(s, unknowns[i]))
            return refuse_variable(s, unknowns[i], "an unknown");
        wanted |= s->variables[unknowns[i]].need;
    }
    if (initializing && !model_differentiate_initial(s->type, &s->layout, s->constants, s->scratch, *s->time, s->u,
                                                     seeds.u, seeds.m, seeds.x, s->workspace, &s->report))
        return shell_say_report(s, fmi2Error, *s->time);
    double *changes = changes_along(s, &seeds);
    if (!differentiate(s, &seeds, changes, wanted))
        return shell_say_report(s, fmi2Discard, *s->time);
    for (size_t i = 0; i < n_unknowns; i++)
        result[i] = changes[unknowns[i]];
    return fmi2OK;
}

/* dy/dt along the solution: states move with their rates, inputs with the derivatives that were set. */
fmi2Status FMI2_FULL_NAME(GetRealOutputDerivatives)(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                                    const fmi2Integer orders[], fmi2Real values[])
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_GET_OUTPUT_DERIVATIVES);
    unsigned wanted = 0;
    for (size_t i = 0; i < n; i++) {
        char room[128];
        if (!is_unknown(s, refs[i]) || refs[i] >= s->type->n_variables || !s->type->variables[refs[i]].is_output)
            return shell_say(s, fmi2Error, LOG_ERROR,
                             "fmi2GetRealOutputDerivatives: value reference %u is no Real output", refs[i]);
        if (orders[i] != 1)
            return shell_say(s, fmi2Error, LOG_ERROR,
                             "fmi2GetRealOutputDerivatives: %s has a derivative of order 1, not of order %d",
                             shell_variable_name(s, refs[i], room), orders[i]);
        wanted |= s->variables[refs[i]].need;
    }
    const fmi2Status refreshed = shell_refresh_or_say(s, FRESH_RATES);
    if (refreshed != fmi2OK)
        return refreshed;
    struct seeds seeds = no_seeds(s);
    seeds.t = 1;
    memcpy(seeds.x, s->dx, s->layout.count[MODEL_STATE] * sizeof *seeds.x);
    memcpy(seeds.u, s->u1, s->layout.count[MODEL_INPUT] * sizeof *seeds.u);
    double *changes = changes_along(s, &seeds);
    if (!differentiate(s, &seeds, changes, wanted))
        return shell_say_report(s, fmi2Discard, *s->time);
    for (size_t i = 0; i < n; i++)
        values[i] = changes[refs[i]];
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(SetRealInputDerivatives)(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                                   const fmi2Integer orders[], const fmi2Real values[])
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_SET_INPUT_DERIVATIVES);
    for (size_t i = 0; i < n; i++) {
        if (refs[i] >= s->layout.size || s->variables[refs[i]].role != MODEL_INPUT)
            return shell_say(s, fmi2Error, LOG_ERROR,
                             "fmi2SetRealInputDerivatives: value reference %u is no Real input", refs[i]);
        if (orders[i] != 1 && orders[i] != 2)
            return shell_say(s, fmi2Error, LOG_ERROR,
                             "fmi2SetRealInputDerivatives: derivatives of order 1 and 2 are taken, not of order %d",
                             orders[i]);
        const size_t input = refs[i] - s->layout.first[MODEL_INPUT];
        if (s->u_is_new[input] == 0) /* those of the last step are over, of whatever order */
            s->u1[input] = s->u2[input] = 0;
        s->u_is_new[input] = 1;
        (orders[i] == 1 ? s->u1 : s->u2)[input] = values[i];
        s->live->inputs_suspicious |= values[i] - values[i] != 0;
    }
    bool moves = false;
    for (size_t i = 0; i < 2 * s->layout.count[MODEL_INPUT]; i++)
        moves = moves || s->u1[i] != 0;
    s->live->inputs_move = moves;
    return fmi2OK;
}
