/* What depends on what in a circuit's table: by its topology, not by its numbers, so that it holds for all parameters. */
#include "fmu_hydraulics/circuit/circuit_model_impl.h"

#include <stdlib.h>
#include <string.h>

/* A set of inputs, memories and states, by their places in the table. */
struct set {
    const struct circuit_model *model;
    bool *has;
};

static void with(struct set s, enum model_role role, size_t i)
{
    s.has[s.model->first[role] + i] = true;
}

static const char *names_of(struct set s)
{
    const struct circuit_model *model = s.model;
    size_t length = 1;
    for (size_t i = 0; i < model->first[MODEL_OUTPUT]; i++)
        length += s.has[i] ? strlen(model->table.rows[i].name) + 1 : 0;
    char *text = notation_keep(model->document->notation, length), *end = text;
    if (!text)
        return "";
    for (size_t i = 0; i < model->first[MODEL_OUTPUT]; i++)
        if (s.has[i]) {
            const size_t n = strlen(model->table.rows[i].name);
            if (end > text)
                *end++ = ' ';
            memcpy(end, model->table.rows[i].name, n);
            end += n;
        }
    memset(s.has, 0, model->first[MODEL_OUTPUT] * sizeof *s.has); /* ready for the next one */
    return text;
}

static void with_signal(struct set s, size_t k)
{
    const struct circuit_model *model = s.model;
    const struct circuit_signal *signal = &model->document->signals[k];
    if (model->signal_input[k] != NOWHERE) {
        with(s, MODEL_INPUT, model->signal_input[k]);
        return;
    }
    if (model->since != NOWHERE)
        with(s, MODEL_MEMORY, model->since);
    if (signal->counts != SIGNAL_ABSOLUTE)
        with(s, MODEL_MEMORY, circuit_spool_memory(model->circuit, k));
}

static void with_pressure(struct set s, int node)
{
    const struct circuit *c = s.model->circuit;
    if ((size_t)node < c->n_volumes)
        with(s, MODEL_STATE, (size_t)node);
    else
        with_signal(s, c->n_valves + (size_t)node - c->n_volumes);
}

static void with_drop(struct set s, int from, int to)
{
    with_pressure(s, from);
    with_pressure(s, to);
}

static void with_spool(struct set s, size_t valve)
{
    if (s.model->circuit->valves[valve].has_state)
        with(s, MODEL_STATE, circuit_spool_state(s.model->circuit, valve));
    else
        with_signal(s, valve);
}

static void with_chamber(struct set s, size_t cylinder)
{
    with(s, MODEL_INPUT, PORTS * cylinder + PORT_LENGTH);
    if (s.model->circuit->cylinders[cylinder].start_relative)
        with(s, MODEL_MEMORY, circuit_retracted_memory(s.model->circuit, cylinder));
}

static bool has_chamber(const struct circuit *c, size_t cylinder, size_t volume)
{
    return c->cylinders[cylinder].node_A == (int)volume || c->cylinders[cylinder].node_B == (int)volume;
}

static void with_size(struct set s, size_t volume)
{
    const struct circuit *c = s.model->circuit;
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (has_chamber(c, k, volume))
            with_chamber(s, k);
}

static void with_path(struct set s, size_t k)
{
    const struct circuit_path *path = &s.model->circuit->paths[k];
    with_drop(s, path->from, path->to);
    with_spool(s, (size_t)path->valve);
}

static void with_pressure_rate(struct set s, size_t volume)
{
    const struct circuit *c = s.model->circuit;
    const int node = (int)volume;
    with(s, MODEL_STATE, volume);
    with_size(s, volume);
    for (size_t k = 0; k < c->n_orifices; k++)
        if (c->orifices[k].from == node || c->orifices[k].to == node)
            with_drop(s, c->orifices[k].from, c->orifices[k].to);
    for (size_t k = 0; k < c->n_poppets; k++)
        if (c->poppets[k].from == node || c->poppets[k].to == node)
            with_drop(s, c->poppets[k].from, c->poppets[k].to);
    for (size_t k = 0; k < c->n_paths; k++)
        if (c->paths[k].from == node || c->paths[k].to == node)
            with_path(s, k);
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (has_chamber(c, k, volume)) {
            with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
            with_drop(s, c->cylinders[k].node_A, c->cylinders[k].node_B); /* leakage, which a parameter may bring */
        }
    for (size_t k = 0; k < c->n_flows; k++)
        if (c->flows[k].from == node || c->flows[k].to == node)
            with_signal(s, c->n_valves + c->n_sources + k);
}

static void with_friction(struct set s, size_t k)
{
    const struct circuit *c = s.model->circuit;
    if (c->cylinders[k].piston.friction.law == FRICTION_NONE)
        return;
    with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
    for (unsigned i = 0; i < circuit_friction_states(c, k); i++)
        with(s, MODEL_STATE, circuit_friction_state(c, k) + i);
    if (circuit_has_mode(c, k))
        with(s, MODEL_MEMORY, circuit_mode_memory(c, k));
}

static void with_force(struct set s, size_t k)
{
    const struct circuit_cylinder *cylinder = &s.model->circuit->cylinders[k];
    with_drop(s, cylinder->node_A, cylinder->node_B);
    with_friction(s, k);
    if (cylinder->piston.stop_stiffness > 0) {
        with_chamber(s, k);
        with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
    }
}

/* What the equilibrium depends on: the forces that it holds, commands and pressures that are inputs. */
static void with_equilibrium(struct set s)
{
    const struct circuit_model *model = s.model;
    for (size_t k = 0; k < model->circuit->n_cylinders; k++)
        with(s, MODEL_INPUT, PORTS * k + PORT_STATIC);
    for (size_t k = 0; k < model->document->n_signals; k++)
        if (model->signal_input[k] != NOWHERE)
            with(s, MODEL_INPUT, model->signal_input[k]);
}

static void depend_at_the_start(struct circuit_model *model, struct set s)
{
    const struct circuit *c = model->circuit;
    for (size_t i = 0; i < c->n_volumes; i++)
        if (!c->volumes[i].start_given) {
            with_equilibrium(s);
            circuit_model_variable(model, MODEL_STATE, i)->initially_depends = names_of(s);
        }
    for (size_t k = 0; k < c->n_valves; k++) {
        const bool found = c->valves[k].start_kind == SPOOL_FOUND;
        if (found)
            with_equilibrium(s);
        else if (c->valves[k].start_kind == SPOOL_AT_COMMAND && model->signal_input[k] != NOWHERE)
            with(s, MODEL_INPUT, model->signal_input[k]);
        const char *names = names_of(s);
        if (c->valves[k].has_state)
            circuit_model_variable(model, MODEL_STATE, circuit_spool_state(c, k))->initially_depends = names;
        if (found)
            circuit_model_variable(model, MODEL_MEMORY, circuit_spool_memory(c, k))->initially_depends = names;
    }
    for (size_t k = 0; k < c->n_cylinders; k++) {
        if (c->cylinders[k].start_relative) {
            with(s, MODEL_INPUT, PORTS * k + PORT_LENGTH);
            circuit_model_variable(model, MODEL_MEMORY, circuit_retracted_memory(c, k))->initially_depends =
                names_of(s);
        }
        if (circuit_has_mode(c, k)) {
            with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
            circuit_model_variable(model, MODEL_MEMORY, circuit_mode_memory(c, k))->initially_depends = names_of(s);
        }
    }
}

static void depend_rates(struct circuit_model *model, struct set s)
{
    const struct circuit *c = model->circuit;
    for (size_t i = 0; i < c->n_volumes; i++) {
        with_pressure_rate(s, i);
        circuit_model_variable(model, MODEL_STATE, i)->rate_depends = names_of(s);
    }
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].has_state) {
            with_spool(s, k);
            with_signal(s, k);
            circuit_model_variable(model, MODEL_STATE, circuit_spool_state(c, k))->rate_depends = names_of(s);
        }
    for (size_t k = 0; k < c->n_cylinders; k++)
        for (unsigned i = 0; i < circuit_friction_states(c, k); i++) {
            if (i == 0)
                with_friction(s, k); /* q: of the velocity, q and h */
            with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
            with(s, MODEL_STATE, circuit_friction_state(c, k) + i);
            circuit_model_variable(model, MODEL_STATE, circuit_friction_state(c, k) + i)->rate_depends = names_of(s);
        }
}

static void depend_outputs(struct circuit_model *model, struct set s)
{
    const struct circuit *c = model->circuit;
    size_t next = 0;
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const int nodes[] = {c->cylinders[k].node_A, c->cylinders[k].node_B};
        if (c->coupling == CIRCUIT_FORCE) {
            with_force(s, k);
            circuit_model_variable(model, MODEL_OUTPUT, next++)->depends = names_of(s);
        }
        for (int i = 0; i < 2 && c->coupling == CIRCUIT_PRESSURES; i++) {
            with_pressure(s, nodes[i]);
            circuit_model_variable(model, MODEL_OUTPUT, next++)->depends = names_of(s);
        }
    }
}

static void depend_locals(struct circuit_model *model, struct set s)
{
    const struct circuit *c = model->circuit;
    struct model_variable *next = circuit_model_variable(model, MODEL_LOCAL, 0);
    for (size_t i = 0; i < c->n_volumes; i++) {
        with_size(s, i);
        (next++)->depends = names_of(s);
        with_size(s, i);
        with(s, MODEL_STATE, i);
        (next++)->depends = names_of(s);
    }
    for (size_t k = 0; k < c->n_orifices; k++) {
        with_drop(s, c->orifices[k].from, c->orifices[k].to);
        (next++)->depends = names_of(s);
    }
    for (size_t k = 0; k < c->n_poppets; k++) {
        with_drop(s, c->poppets[k].from, c->poppets[k].to);
        (next++)->depends = names_of(s);
    }
    for (size_t k = 0; k < c->n_paths; k++) {
        with_path(s, k);
        (next++)->depends = names_of(s);
    }
    for (size_t k = 0; k < c->n_valves; k++) {
        with_signal(s, k);
        (next++)->depends = names_of(s);
        if (!c->valves[k].has_state) {
            with_spool(s, k);
            (next++)->depends = names_of(s);
        }
    }
    for (size_t k = 0; k < c->n_cylinders; k++) {
        with_chamber(s, k);
        (next++)->depends = names_of(s);
        if (c->coupling != CIRCUIT_FORCE)
            continue;
        with_friction(s, k);
        (next++)->depends = names_of(s);
        with_force(s, k);
        with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
        (next++)->depends = names_of(s);
        with_friction(s, k);
        (next++)->depends = names_of(s);
    }
}

void circuit_model_depend(struct circuit_model *model)
{
    const struct set s = {model, notation_keep(model->document->notation, model->first[MODEL_OUTPUT] * sizeof(bool))};
    if (!s.has)
        return;
    depend_at_the_start(model, s);
    depend_rates(model, s);
    depend_outputs(model, s);
    depend_locals(model, s);
}
