/* The table of a coupled model: the solver's parameters, which all parts share, then the parts' other variables role by role, each called
 * "part.name". */
#include "monolithic/composite_impl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/solver.h"

struct writer {
    struct composite *composite;
    size_t n;
    char *text;
};

static void add(struct writer *writer, const struct part *part, const struct model_variable *variable, size_t at)
{
    struct model_variable *v = &writer->composite->variables[at];
    *v = *variable;
    v->name = writer->text;
    v->depends = v->initially_depends = v->rate_depends = NULL; /* names of the part alone: nobody asks here */
    writer->text += sprintf(writer->text, "%s.%s", part->name, variable->name) + 1;
    writer->n++;
}

static bool is_connected(const struct composite *c, size_t part, size_t variable)
{
    for (size_t i = 0; i < c->start.n; i++)
        if (c->start.steps[i].action == ACTION_COPY && c->start.steps[i].to_part == part &&
            c->start.steps[i].to_variable == variable)
            return true;
    return false;
}

static void add_role(struct writer *writer, enum model_role role)
{
    const size_t shared = role == MODEL_PARAMETER ? SOLVER_PARAMETERS : 0;
    size_t count = shared;
    for (size_t k = 0; k < writer->composite->n_parts; k++) {
        struct part *part = &writer->composite->parts[k];
        part->first[role] = count;
        for (size_t i = shared; i < part->layout.count[role]; i++, count++)
            add(writer, part, &part->type->variables[part->layout.first[role] + i], writer->n);
    }
}

static void add_inputs(struct writer *writer)
{
    size_t count = 0;
    for (size_t k = 0; k < writer->composite->n_parts; k++) {
        struct part *part = &writer->composite->parts[k];
        for (size_t i = 0; i < part->layout.count[MODEL_INPUT]; i++) {
            const size_t variable = part->layout.first[MODEL_INPUT] + i;
            part->inputs[i] = COUPLED_NOWHERE;
            if (is_connected(writer->composite, k, variable))
                continue;
            part->inputs[i] = count++;
            add(writer, part, &part->type->variables[variable], writer->n);
        }
    }
}

/* Positions of all parts, then their velocities, then what else there is. */
static void add_states(struct writer *writer)
{
    const size_t first = writer->n, n_positions = writer->composite->type.n_positions;
    size_t positions = 0, others = 2 * n_positions;
    for (size_t k = 0; k < writer->composite->n_parts; k++) {
        struct part *part = &writer->composite->parts[k];
        const size_t n = part->type->n_positions;
        for (size_t i = 0; i < part->layout.count[MODEL_STATE]; i++) {
            part->states[i] = i < n ? positions + i : i < 2 * n ? n_positions + positions + i - n : others++;
            add(writer, part, &part->type->variables[part->layout.first[MODEL_STATE] + i], first + part->states[i]);
        }
        positions += n;
    }
}

/* The solver's parameters as the first part has them, with the smallest step, and error control where a part asks for it (its numbers are
 * the highest); the experiment likewise. */
static void share(struct composite *c)
{
    memcpy(c->variables, c->parts[0].type->variables, SOLVER_PARAMETERS * sizeof *c->variables);
    c->type.experiment = c->parts[0].type->experiment;
    for (size_t k = 1; k < c->n_parts; k++) {
        const struct model_type *type = c->parts[k].type;
        double *step = &c->variables[SOLVER_STEP_SIZE].start;
        *step = fmin(*step, type->variables[SOLVER_STEP_SIZE].start);
        double *kind = &c->variables[SOLVER_KIND].start;
        *kind = fmax(*kind, type->variables[SOLVER_KIND].start);
        c->type.experiment.stop_time = fmax(c->type.experiment.stop_time, type->experiment.stop_time);
        c->type.experiment.step_size = fmin(c->type.experiment.step_size, type->experiment.step_size);
        c->type.experiment.tolerance = fmin(c->type.experiment.tolerance, type->experiment.tolerance);
    }
}

bool composite_describe(struct composite *c, const char *name, struct model_report *report)
{
    size_t n = SOLVER_PARAMETERS, places = 0, text = strlen(name) + 1;
    for (size_t k = 0; k < c->n_parts; k++) {
        const struct part *part = &c->parts[k];
        n += part->type->n_variables;
        places += part->layout.count[MODEL_STATE] + part->layout.count[MODEL_INPUT];
        for (size_t i = 0; i < part->type->n_variables; i++)
            text += strlen(part->name) + strlen(part->type->variables[i].name) + 2;
    }
    c->variables = calloc(n, sizeof *c->variables);
    c->places = calloc(places + 1, sizeof *c->places);
    c->names = calloc(text, 1);
    if (!c->variables || !c->places || !c->names)
        return model_fail(report, "out of memory");

    size_t *place = c->places;
    for (size_t k = 0; k < c->n_parts; k++) {
        c->parts[k].states = place;
        c->parts[k].inputs = place += c->parts[k].layout.count[MODEL_STATE];
        place += c->parts[k].layout.count[MODEL_INPUT];
    }
    strcpy(c->names, name);
    share(c);
    struct writer writer = {c, SOLVER_PARAMETERS, c->names + strlen(name) + 1};
    add_role(&writer, MODEL_PARAMETER);
    add_role(&writer, MODEL_CALCULATED);
    add_inputs(&writer);
    add_role(&writer, MODEL_MEMORY);
    add_states(&writer);
    add_role(&writer, MODEL_OUTPUT);
    add_role(&writer, MODEL_LOCAL);
    add_role(&writer, MODEL_QUADRATURE);
    c->type.name = c->names;
    c->type.description = "coupled models";
    c->type.variables = c->variables;
    c->type.n_variables = writer.n;
    return true;
}
