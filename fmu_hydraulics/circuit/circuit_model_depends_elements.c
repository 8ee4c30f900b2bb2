/* What depends on what: valves that pressures open, pumps and motors, accumulators, lines, and what is lost anywhere. */
#include "fmu_hydraulics/circuit/circuit_model_depends_impl.h"

static void with_command(struct circuit_set s, size_t command)
{
    const struct circuit *c = s.model->circuit;
    if (command)
        circuit_with_signal(s, c->n_valves + c->n_sources + c->n_flows + command - 1);
}

void circuit_with_orifice(struct circuit_set s, size_t k)
{
    const struct circuit_orifice *orifice = &s.model->circuit->orifices[k];
    circuit_with_drop(s, orifice->from, orifice->to);
    with_command(s, orifice->command);
}

void circuit_with_element_state(struct circuit_set s, size_t state)
{
    circuit_with(s, MODEL_STATE, circuit_element_state(s.model->circuit, state));
}

static void with_pilots(struct circuit_set s, const struct circuit_gate *gate)
{
    const struct circuit *c = s.model->circuit;
    for (size_t i = 0; i < gate->n_pilots; i++)
        circuit_with_pressure(s, c->pilots[gate->first_pilot + i].node);
}

static void with_lift(struct circuit_set s, const struct circuit_gate *gate)
{
    if (gate->state)
        circuit_with_element_state(s, gate->state);
    else
        with_pilots(s, gate);
}

void circuit_with_gate(struct circuit_set s, const struct circuit_gate *gate)
{
    circuit_with_drop(s, gate->from, gate->to);
    with_lift(s, gate);
}

static void with_control(struct circuit_set s, const struct circuit_unit *unit)
{
    with_command(s, unit->command);
    if (unit->has_cutoff || unit->senses)
        circuit_with_pressure(s, unit->to);
    if (unit->senses)
        circuit_with_pressure(s, unit->sense);
}

static void with_setting(struct circuit_set s, const struct circuit_unit *unit)
{
    if (unit->state)
        circuit_with_element_state(s, unit->state);
    else
        with_control(s, unit);
}

static void with_speed(struct circuit_set s, const struct circuit_unit *unit)
{
    if (unit->by_torque)
        circuit_with_element_state(s, unit->speed_state);
    else
        with_command(s, unit->drive);
}

void circuit_with_unit(struct circuit_set s, const struct circuit_unit *unit)
{
    circuit_with_drop(s, unit->from, unit->to);
    with_setting(s, unit);
    with_speed(s, unit);
}

/* Rates of elements' states; at the start all of them follow the equilibrium, or the inputs. */
void circuit_depend_elements(struct circuit_model *model, struct circuit_set s)
{
    const struct circuit *c = model->circuit;
    const size_t first = circuit_element_state(c, 1);
    struct model_variable *states = circuit_model_variable(model, MODEL_STATE, first);
    for (size_t i = 0; i < c->n_more_states; i++) {
        circuit_with_equilibrium(s);
        states[i].initially_depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].velocity_state) {
            circuit_with_element_state(s, c->valves[k].velocity_state);
            circuit_with_spool(s, k);
            circuit_with_signal(s, k);
            states[c->valves[k].velocity_state - 1].rate_depends = circuit_with_names(s);
            states[c->valves[k].velocity_state - 1].initially_depends = "";
            circuit_with_element_state(s, c->valves[k].velocity_state);
            circuit_model_variable(model, MODEL_STATE, circuit_spool_state(c, k))->rate_depends = circuit_with_names(s);
        }
    for (size_t k = 0; k < c->n_gates; k++)
        if (c->gates[k].state) {
            with_lift(s, &c->gates[k]);
            with_pilots(s, &c->gates[k]);
            states[c->gates[k].state - 1].rate_depends = circuit_with_names(s);
        }
    for (size_t k = 0; k < c->n_units; k++) {
        const struct circuit_unit *unit = &c->units[k];
        if (unit->by_torque) {
            circuit_with_unit(s, unit);
            with_command(s, unit->drive);
            states[unit->speed_state - 1].rate_depends = circuit_with_names(s);
            states[unit->speed_state - 1].initially_depends = "";
        }
        if (unit->state) {
            with_setting(s, unit);
            with_control(s, unit);
            states[unit->state - 1].rate_depends = circuit_with_names(s);
        }
    }
    for (size_t k = 0; k < c->n_lines; k++) {
        circuit_with_drop(s, c->lines[k].from, c->lines[k].to);
        circuit_with_element_state(s, c->lines[k].state);
        states[c->lines[k].state - 1].rate_depends = circuit_with_names(s);
    }
}

void circuit_depend_element_locals(const struct circuit *c, struct circuit_set s, struct model_variable **next)
{
    for (size_t k = 0; k < c->n_orifices; k++)
        if (c->orifices[k].command) {
            with_command(s, c->orifices[k].command);
            (*next)++->depends = circuit_with_names(s);
        }
    for (size_t k = 0; k < c->n_gates; k++) {
        circuit_with_gate(s, &c->gates[k]);
        (*next)++->depends = circuit_with_names(s);
        if (!c->gates[k].state) {
            with_lift(s, &c->gates[k]);
            (*next)++->depends = circuit_with_names(s);
        }
    }
    for (size_t k = 0; k < c->n_units; k++) {
        circuit_with_unit(s, &c->units[k]);
        (*next)++->depends = circuit_with_names(s);
        if (!c->units[k].state) {
            with_setting(s, &c->units[k]);
            (*next)++->depends = circuit_with_names(s);
        }
        circuit_with_unit(s, &c->units[k]);
        (*next)++->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_accumulators; k++) {
        circuit_with(s, MODEL_STATE, (size_t)c->accumulators[k].volume);
        (*next)++->depends = circuit_with_names(s);
    }
}

void circuit_depend_losses(const struct circuit *c, struct circuit_set s, struct model_variable **next)
{
    for (size_t k = 0; k < c->n_orifices; k++) {
        circuit_with_orifice(s, k);
        (*next)++->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_poppets; k++) {
        circuit_with_drop(s, c->poppets[k].from, c->poppets[k].to);
        (*next)++->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_valves; k++) {
        for (size_t path = 0; path < c->n_paths; path++)
            if (c->paths[path].valve == (int)k)
                circuit_with_path(s, path);
        (*next)++->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_cylinders; k++) {
        circuit_with_drop(s, c->cylinders[k].node_A, c->cylinders[k].node_B);
        if (c->coupling == CIRCUIT_FORCE)
            circuit_with_friction(s, k);
        (*next)++->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_gates; k++) {
        circuit_with_gate(s, &c->gates[k]);
        (*next)++->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_units; k++) {
        circuit_with_unit(s, &c->units[k]);
        (*next)++->depends = circuit_with_names(s);
    }
    for (size_t k = 0; k < c->n_lines; k++) {
        circuit_with_element_state(s, c->lines[k].state);
        (*next)++->depends = circuit_with_names(s);
    }
}
