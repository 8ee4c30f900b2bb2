/* What depends on what in a circuit's table: by its topology, not by its numbers, so that it holds for all parameters. */
#include "fmu_hydraulics/circuit/circuit_model_depends_impl.h"

#include <stdlib.h>
#include <string.h>

void circuit_with(struct circuit_set s, enum model_role role, size_t i)
{
    s.has[s.model->first[role] + i] = true;
}

const char *circuit_with_names(struct circuit_set s)
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

void circuit_with_signal(struct circuit_set s, size_t k)
{
    const struct circuit_model *model = s.model;
    const struct circuit_signal *signal = &model->document->signals[k];
    if (model->signal_input[k] != NOWHERE) {
        circuit_with(s, MODEL_INPUT, model->signal_input[k]);
        return;
    }
    if (model->since != NOWHERE)
        circuit_with(s, MODEL_MEMORY, model->since);
    if (signal->counts != SIGNAL_ABSOLUTE)
        circuit_with(s, MODEL_MEMORY, circuit_spool_memory(model->circuit, k));
}

void circuit_with_pressure(struct circuit_set s, int node)
{
    const struct circuit *c = s.model->circuit;
    if ((size_t)node < c->n_volumes)
        circuit_with(s, MODEL_STATE, (size_t)node);
    else
        circuit_with_signal(s, c->n_valves + (size_t)node - c->n_volumes);
}

void circuit_with_drop(struct circuit_set s, int from, int to)
{
    circuit_with_pressure(s, from);
    circuit_with_pressure(s, to);
}

void circuit_with_spool(struct circuit_set s, size_t valve)
{
    if (s.model->circuit->valves[valve].has_state)
        circuit_with(s, MODEL_STATE, circuit_spool_state(s.model->circuit, valve));
    else
        circuit_with_signal(s, valve);
}

static void with_chamber(struct circuit_set s, size_t cylinder)
{
    circuit_with(s, MODEL_INPUT, PORTS * cylinder + PORT_LENGTH);
    if (s.model->circuit->cylinders[cylinder].start_relative)
        circuit_with(s, MODEL_MEMORY, circuit_retracted_memory(s.model->circuit, cylinder));
}

static bool has_chamber(const struct circuit *c, size_t cylinder, size_t volume)
{
    return c->cylinders[cylinder].node_A == (int)volume || c->cylinders[cylinder].node_B == (int)volume;
}

static void with_size(struct circuit_set s, size_t volume)
{
    const struct circuit *c = s.model->circuit;
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (has_chamber(c, k, volume))
            with_chamber(s, k);
    for (size_t k = 0; k < c->n_accumulators; k++)
        if (c->accumulators[k].volume == (int)volume)
            circuit_with(s, MODEL_STATE, volume);
}

void circuit_with_path(struct circuit_set s, size_t k)
{
    const struct circuit_path *path = &s.model->circuit->paths[k];
    circuit_with_drop(s, path->from, path->to);
    circuit_with_spool(s, (size_t)path->valve);
}

static void with_pressure_rate(struct circuit_set s, size_t volume)
{
    const struct circuit *c = s.model->circuit;
    const int node = (int)volume;
    circuit_with(s, MODEL_STATE, volume);
    with_size(s, volume);
    for (size_t k = 0; k < c->n_orifices; k++)
        if (c->orifices[k].from == node || c->orifices[k].to == node)
            circuit_with_orifice(s, k);
    for (size_t k = 0; k < c->n_poppets; k++)
        if (c->poppets[k].from == node || c->poppets[k].to == node)
            circuit_with_drop(s, c->poppets[k].from, c->poppets[k].to);
    for (size_t k = 0; k < c->n_paths; k++)
        if (c->paths[k].from == node || c->paths[k].to == node)
            circuit_with_path(s, k);
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (has_chamber(c, k, volume)) {
            circuit_with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
            circuit_with_drop(s, c->cylinders[k].node_A,
                              c->cylinders[k].node_B); /* leakage, which a parameter may bring */
        }
    for (size_t k = 0; k < c->n_flows; k++)
        if (c->flows[k].from == node || c->flows[k].to == node) {
            circuit_with_signal(s, c->n_valves + c->n_sources + k);
            const int ends[] = {c->flows[k].from, c->flows[k].to};
            for (int end = 0; end < 2 && circuit_fluid_has_air(c->fluid.kind);
                 end++) /* what stands where it is taken from */
                if (ends[end] >= 0 && (size_t)ends[end] < c->n_volumes)
                    circuit_with_pressure(s, ends[end]);
        }
    for (size_t k = 0; k < c->n_gates; k++)
        if (c->gates[k].from == node || c->gates[k].to == node)
            circuit_with_gate(s, &c->gates[k]);
    for (size_t k = 0; k < c->n_units; k++)
        if (c->units[k].from == node || c->units[k].to == node)
            circuit_with_unit(s, &c->units[k]);
    for (size_t k = 0; k < c->n_lines; k++)
        if (c->lines[k].from == node || c->lines[k].to == node)
            circuit_with_element_state(s, c->lines[k].state);
}

void circuit_with_friction(struct circuit_set s, size_t k)
{
    const struct circuit *c = s.model->circuit;
    if (c->cylinders[k].piston.friction.law == FRICTION_NONE)
        return;
    circuit_with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
    for (unsigned i = 0; i < circuit_friction_states(c, k); i++)
        circuit_with(s, MODEL_STATE, circuit_friction_state(c, k) + i);
    if (circuit_has_mode(c, k))
        circuit_with(s, MODEL_MEMORY, circuit_mode_memory(c, k));
}

static void with_force(struct circuit_set s, size_t k)
{
    const struct circuit_cylinder *cylinder = &s.model->circuit->cylinders[k];
    circuit_with_drop(s, cylinder->node_A, cylinder->node_B);
    circuit_with_friction(s, k);
    if (cylinder->piston.stop_stiffness > 0) {
        with_chamber(s, k);
        circuit_with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
    }
}

/* What the equilibrium depends on: the forces that it holds, commands and pressures that are inputs. */
void circuit_with_equilibrium(struct circuit_set s)
{
    const struct circuit_model *model = s.model;
    for (size_t k = 0; k < model->circuit->n_cylinders; k++)
        circuit_with(s, MODEL_INPUT, PORTS * k + PORT_STATIC);
    for (size_t k = 0; k < model->document->n_signals; k++)
        if (model->signal_input[k] != NOWHERE)
            circuit_with(s, MODEL_INPUT, model->signal_input[k]);
}

static void depend_at_the_start(struct circuit_model *model, struct circuit_set s)
{
    const struct circuit *c = model->circuit;
    for (size_t i = 0; i < c->n_volumes; i++)
        if (!c->volumes[i].start_given) {
            circuit_with_equilibrium(s);
            circuit_model_variable(model, MODEL_STATE, i)->initially_depends = circuit_with_names(s);
        }
    for (size_t k = 0; k < c->n_valves; k++) {
        const bool found = c->valves[k].start_kind == SPOOL_FOUND;
        if (found)
            circuit_with_equilibrium(s);
        else if (c->valves[k].start_kind == SPOOL_AT_COMMAND && model->signal_input[k] != NOWHERE)
            circuit_with(s, MODEL_INPUT, model->signal_input[k]);
        const char *names = circuit_with_names(s);
        if (c->valves[k].has_state)
            circuit_model_variable(model, MODEL_STATE, circuit_spool_state(c, k))->initially_depends = names;
        if (found)
            circuit_model_variable(model, MODEL_MEMORY, circuit_spool_memory(c, k))->initially_depends = names;
    }
    for (size_t k = 0; k < c->n_cylinders; k++) {
        if (c->cylinders[k].start_relative) {
            circuit_with(s, MODEL_INPUT, PORTS * k + PORT_LENGTH);
            circuit_model_variable(model, MODEL_MEMORY, circuit_retracted_memory(c, k))->initially_depends =
                circuit_with_names(s);
        }
        if (circuit_has_mode(c, k)) {
            circuit_with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
            circuit_model_variable(model, MODEL_MEMORY, circuit_mode_memory(c, k))->initially_depends =
                circuit_with_names(s);
        }
    }
}

static void depend_rates(struct circuit_model *model, struct circuit_set s)
{
    const struct circuit *c = model->circuit;
    for (size_t i = 0; i < c->n_volumes; i++) {
        with_pressure_rate(s, i);
        circuit_model_variable(model, MODEL_STATE, i)->rate_depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].has_state) {
            circuit_with_spool(s, k);
            circuit_with_signal(s, k);
            circuit_model_variable(model, MODEL_STATE, circuit_spool_state(c, k))->rate_depends = circuit_with_names(s);
        }
    for (size_t k = 0; k < c->n_cylinders; k++)
        for (unsigned i = 0; i < circuit_friction_states(c, k); i++) {
            if (i == 0)
                circuit_with_friction(s, k); /* q: of the velocity, q and h */
            circuit_with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
            circuit_with(s, MODEL_STATE, circuit_friction_state(c, k) + i);
            circuit_model_variable(model, MODEL_STATE, circuit_friction_state(c, k) + i)->rate_depends =
                circuit_with_names(s);
        }
}

static void depend_outputs(struct circuit_model *model, struct circuit_set s)
{
    const struct circuit *c = model->circuit;
    size_t next = 0;
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const int nodes[] = {c->cylinders[k].node_A, c->cylinders[k].node_B};
        if (c->coupling == CIRCUIT_FORCE) {
            with_force(s, k);
            circuit_model_variable(model, MODEL_OUTPUT, next++)->depends = circuit_with_names(s);
        }
        for (int i = 0; i < 2 && c->coupling == CIRCUIT_PRESSURES; i++) {
            circuit_with_pressure(s, nodes[i]);
            circuit_model_variable(model, MODEL_OUTPUT, next++)->depends = circuit_with_names(s);
        }
    }
    for (size_t k = 0; k < c->n_units; k++) {
        circuit_with_unit(s, &c->units[k]);
        circuit_model_variable(model, MODEL_OUTPUT, next++)->depends = circuit_with_names(s);
    }
}

static void depend_locals(struct circuit_model *model, struct circuit_set s)
{
    const struct circuit *c = model->circuit;
    struct model_variable *next = circuit_model_variable(model, MODEL_LOCAL, 0);
    for (size_t i = 0; i < c->n_volumes; i++) {
        with_size(s, i);
        (next++)->depends = circuit_with_names(s);
        with_size(s, i);
        circuit_with(s, MODEL_STATE, i);
        (next++)->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_orifices; k++) {
        circuit_with_orifice(s, k);
        (next++)->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_poppets; k++) {
        circuit_with_drop(s, c->poppets[k].from, c->poppets[k].to);
        (next++)->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_paths; k++) {
        circuit_with_path(s, k);
        (next++)->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_valves; k++) {
        circuit_with_signal(s, k);
        (next++)->depends = circuit_with_names(s);
        if (!c->valves[k].has_state) {
            circuit_with_spool(s, k);
            (next++)->depends = circuit_with_names(s);
        }
    }
    for (size_t k = 0; k < c->n_cylinders; k++) {
        with_chamber(s, k);
        (next++)->depends = circuit_with_names(s);
        if (c->coupling != CIRCUIT_FORCE)
            continue;
        circuit_with_friction(s, k);
        (next++)->depends = circuit_with_names(s);
        with_force(s, k);
        circuit_with(s, MODEL_INPUT, PORTS * k + PORT_RATE);
        (next++)->depends = circuit_with_names(s);
        circuit_with_friction(s, k);
        (next++)->depends = circuit_with_names(s);
    }
    circuit_depend_element_locals(c, s, &next);
    circuit_depend_losses(c, s, &next);
    for (size_t i = 0; circuit_fluid_has_air(c->fluid.kind) && i < c->n_volumes; i++) {
        circuit_with(s, MODEL_STATE, i);
        (next++)->depends = circuit_with_names(s);
    }
}

void circuit_model_depend(struct circuit_model *model)
{
    const struct circuit_set s = {model,
                                  notation_keep(model->document->notation, model->first[MODEL_OUTPUT] * sizeof(bool))};
    if (!s.has)
        return;
    depend_at_the_start(model, s);
    depend_rates(model, s);
    circuit_depend_elements(model, s);
    depend_outputs(model, s);
    depend_locals(model, s);
}
