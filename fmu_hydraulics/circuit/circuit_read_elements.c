/* From the document's members to the circuit's data: valves that pressures open, pumps and motors, accumulators, lines, and what spools and
 * orifices have in common with them. */
#include "fmu_hydraulics/circuit/circuit_read_impl.h"

#include <string.h>

/* ---- how many there are ---- */

/* Pressure valves that consist of two gates. */
static bool is_double(int type)
{
    return type == VALVE_COUNTERBALANCE || type == VALVE_PILOT_CHECK || type == VALVE_SHUTTLE;
}

enum { MOST_PILOTS = 3 }; /* of a gate that has a name */

void circuit_count_elements(const struct node *root, struct circuit *counted)
{
    const struct node *valves = node_member(root, "pressure_valves"), *spools = node_member(root, "valves");
    for (size_t i = 0; i < node_count(valves); i++) {
        const struct node *node = node_item(valves, i);
        const int type = node_word(node, "type");
        if (type <= POPPET_RELIEF) {
            counted->n_poppets++;
            continue;
        }
        counted->n_gates += is_double(type) ? 2 : 1;
        counted->n_pilots += type == VALVE_GENERAL ? node_count(node_member(node, "pilots")) : 2 * MOST_PILOTS;
    }
    for (size_t i = 0; i < node_count(spools); i++) {
        const struct node *paths = node_member(node_item(spools, i), "paths");
        for (size_t k = 0; k < node_count(paths); k++)
            counted->n_points += node_count(node_member(node_item(paths, k), "positions"));
    }
    counted->n_units = node_count(node_member(root, "pumps")) + node_count(node_member(root, "motors"));
    counted->n_accumulators = node_count(node_member(root, "accumulators"));
    counted->n_lines = node_count(node_member(root, "lines"));
    counted->n_commands = counted->n_orifices + 2 * counted->n_units; /* at most */
}

size_t circuit_next_state(struct reader *r)
{
    return ++r->c->n_more_states;
}

size_t circuit_read_command(struct reader *r, const struct node *node, const char *member, const char *flag,
                            struct circuit_signal described)
{
    described.law = node_law(node, member);
    described.is_input = node_flag(node, flag);
    if (!described.law && !described.is_input)
        return 0;
    struct notation *n = r->d->notation;
    described.name = notation_keep_text(n, "%s.%s", node_name(node), member);
    described.description = notation_keep_text(n, "%s: %s", node_name(node), described.description);
    r->d->signals[r->c->n_valves + r->c->n_sources + r->c->n_flows + r->c->n_commands] = described;
    return ++r->c->n_commands;
}

/* ---- spools ---- */

bool circuit_read_spool(struct reader *r, const struct node *node, struct circuit_valve *valve)
{
    const bool is_first = node_member(node, "time_constant") != NULL,
               is_second = node_member(node, "natural_frequency");
    if (is_first && is_second)
        return node_fail(node, r->error, "either a time_constant or a natural_frequency expected, not both");
    if (!is_second && node_member(node, "damping"))
        return node_fail(node, r->error, "damping belongs to a spool of second order: give it a natural_frequency");
    if (!is_first && !is_second && node_member(node, "rate_limit"))
        return node_fail(node, r->error,
                         "a rate_limit needs a spool that moves: give it a time_constant or a natural_frequency");
    valve->has_state = is_first || is_second;
    valve->velocity_state = is_second ? circuit_next_state(r) : 0;
    valve->damping = 0.7;
    circuit_place_number(r, node, "natural_frequency", &valve->natural_frequency, 1);
    circuit_place_number(r, node, "damping", &valve->damping, 1);
    circuit_place_number(r, node, "rate_limit", &valve->rate_limit, 1);
    return true;
}

bool circuit_read_table(struct reader *r, const struct node *node, struct circuit_path *path)
{
    const struct node *positions = node_member(node, "positions"), *areas = node_member(node, "areas");
    if (!positions && !areas)
        return node_member(node, "gain") ||
               node_fail(node, r->error,
                         "the member \"gain\" is missing: its opening is max(0, offset + gain U) at "
                         "the spool's position U; or give positions and areas");
    if (!positions || !areas || node_count(positions) != node_count(areas))
        return node_fail(node, r->error, "as many positions as areas expected: %zu and %zu", node_count(positions),
                         node_count(areas));
    if (node_member(node, "gain"))
        return node_fail(node, r->error, "either a gain or a table of positions and areas expected, not both");
    size_t first = 0;
    for (const struct circuit_path *other = r->c->paths; other < path; other++)
        first += other->n_points;
    path->first_point = first;
    path->n_points = node_count(positions);
    for (size_t i = 0; i < path->n_points; i++) {
        double *target[2] = {&r->c->points[first + i].position, &r->c->points[first + i].area};
        const size_t from[2] = {node_quantity(node, "positions") + i, node_quantity(node, "areas") + i};
        for (int k = 0; k < 2; k++)
            r->d->places[r->d->n_places++] =
                (struct circuit_place){from[k], (size_t)((char *)target[k] - (char *)r->c)};
    }
    return true;
}

/* ---- valves that pressures open ---- */

/* A gate of an element, with its numbers; `part` tells it from another one of the same. */
static struct circuit_gate *gate_add(struct reader *r, const struct node *node, const char *part,
                                     enum circuit_gate_kind kind, int from, int to, size_t *next)
{
    struct circuit_gate *gate = &r->c->gates[*next];
    gate->name = node_name(node);
    gate->label = *part ? notation_keep_text(r->d->notation, "%s.%s", gate->name, part) : gate->name;
    gate->kind = kind;
    gate->from = from;
    gate->to = to;
    gate->first_pilot = *next > 0 ? gate[-1].first_pilot + gate[-1].n_pilots : 0;
    (*next)++;
    if (!circuit_read_opening(r, node, &gate->opening))
        return NULL;
    gate->opening.one_way = kind != GATE_REDUCING && kind != GATE_COMPENSATOR && kind != GATE_SHUTTLE &&
                            (kind != GATE_GENERAL || node_flag(node, "one_way"));
    const bool is_check = kind == GATE_CHECK;
    circuit_place_number(r, node, is_check || kind == GATE_PILOT_OPENED ? "cracking_pressure" : "setting",
                         &gate->setting, 1);
    if (is_check && *part) /* beside a valve whose span is its own */
        gate->span = 1e5;
    else
        circuit_place_number(r, node, "span", &gate->span, 1);
    circuit_place_number(r, node, "ratio", &gate->ratio, 1);
    if (!is_check && node_member(node, "time_constant")) {
        gate->state = circuit_next_state(r);
        circuit_place_number(r, node, "time_constant", &gate->time_constant, 1);
    }
    return gate;
}

static void gate_pilot(struct reader *r, struct circuit_gate *gate, int node)
{
    if (gate)
        r->c->pilots[gate->first_pilot + gate->n_pilots++].node = node;
}

static bool general_read(struct reader *r, const struct node *node, struct circuit_gate *gate)
{
    const struct node *pilots = node_member(node, "pilots");
    if (!gate)
        return false;
    gate->is_normally_open = node_flag(node, "normally_open");
    if (node_count(pilots) == 0)
        return node_fail(pilots, r->error, "at least one pressure expected that acts on the valve");
    for (size_t i = 0; i < node_count(pilots); i++) {
        circuit_place_number(r, node_item(pilots, i), "weight",
                             &r->c->pilots[gate->first_pilot + gate->n_pilots].weight, 1);
        gate_pilot(r, gate, circuit_node_at(r, node_item(pilots, i), "node"));
    }
    return true;
}

/* Which pressures act on it: in the order that circuit_setup_elements.c weighs them in. */
static bool gates_of(struct reader *r, const struct node *node, size_t *next)
{
    const int type = node_word(node, "type"), to = circuit_node_at(r, node, "to");
    int from = to, end = to;
    if (type != VALVE_SHUTTLE && !circuit_read_ends(r, node, &from, &end))
        return false;
    const int pilot = circuit_node_at(r, node, "pilot"), sense = circuit_node_at(r, node, "sense"),
              drain = circuit_node_at(r, node, "drain");
    struct circuit_gate *gate = NULL, *other = NULL;
    switch (type) {
    case VALVE_GENERAL:
        return general_read(r, node, gate_add(r, node, "", GATE_GENERAL, from, to, next));
    case VALVE_COUNTERBALANCE:
        gate = gate_add(r, node, "", GATE_COUNTERBALANCE, from, to, next);
        gate_pilot(r, gate, from);
        gate_pilot(r, gate, pilot);
        if (!node_flag(node, "vented"))
            gate_pilot(r, gate, to);
        other = gate ? gate_add(r, node, "check", GATE_CHECK, to, from, next) : NULL;
        gate_pilot(r, other, to);
        gate_pilot(r, other, from);
        return other != NULL;
    case VALVE_PILOT_CHECK:
        gate = gate_add(r, node, "", GATE_CHECK, from, to, next);
        gate_pilot(r, gate, from);
        gate_pilot(r, gate, to);
        other = gate ? gate_add(r, node, "reverse", GATE_PILOT_OPENED, to, from, next) : NULL;
        gate_pilot(r, other, pilot);
        gate_pilot(r, other, from);
        gate_pilot(r, other, to);
        return other != NULL;
    case VALVE_REDUCING:
        gate = gate_add(r, node, "", GATE_REDUCING, from, to, next);
        gate_pilot(r, gate, to);
        if (drain != CIRCUIT_OUTSIDE)
            gate_pilot(r, gate, drain);
        break;
    case VALVE_SEQUENCE:
        gate = gate_add(r, node, "", GATE_SEQUENCE, from, to, next);
        gate_pilot(r, gate, sense != CIRCUIT_OUTSIDE ? sense : from);
        if (drain != CIRCUIT_OUTSIDE)
            gate_pilot(r, gate, drain);
        break;
    case VALVE_COMPENSATOR:
        gate = gate_add(r, node, "", GATE_COMPENSATOR, from, to, next);
        gate_pilot(r, gate, to);
        gate_pilot(r, gate, sense);
        break;
    default: /* VALVE_SHUTTLE */
        for (int side = 0; side < 2; side++) {
            const int own = circuit_node_at(r, node, side ? "B" : "A"),
                      opposite = circuit_node_at(r, node, side ? "A" : "B");
            if (own == to || own == opposite)
                return node_fail(node, r->error, "\"A\", \"B\" and \"to\" must be three different nodes");
            gate = gate_add(r, node, side ? "B" : "A", GATE_SHUTTLE, own, to, next);
            gate_pilot(r, gate, own);
            gate_pilot(r, gate, opposite);
            if (!gate)
                return false;
        }
    }
    if (gate)
        gate->is_normally_open = type == VALVE_REDUCING || type == VALVE_COMPENSATOR;
    return gate != NULL;
}

/* ---- pumps and motors ---- */

static bool drive_read(struct reader *r, const struct node *node, struct circuit_unit *unit)
{
    const bool has_speed = node_law(node, "speed") || node_flag(node, "speed_input");
    const bool has_torque = node_law(node, "torque") || node_flag(node, "torque_input");
    if (has_speed == has_torque)
        return node_fail(
            node, r->error,
            has_speed ? "either a speed or a torque drives it, not both"
                      : "nothing drives it: a speed or a torque expected, a law or an input (\"speed_input\": true)");
    unit->by_torque = has_torque;
    if (!has_torque) {
        unit->drive = circuit_read_command(
            r, node, "speed", "speed_input",
            (struct circuit_signal){.description = "speed of its shaft", .unit = "rad/s", .nominal = 100});
        return true;
    }
    unit->drive = circuit_read_command(
        r, node, "torque", "torque_input",
        (struct circuit_signal){.description = "torque on its shaft", .unit = "N.m", .nominal = 100});
    unit->speed_state = circuit_next_state(r);
    if (!node_member(node, "inertia"))
        return node_fail(node, r->error, "where a torque drives it, its shaft needs an inertia (kg.m2)");
    circuit_place_number(r, node, "inertia", &unit->inertia, 1);
    circuit_place_number(r, node, "start_speed", &unit->start_speed, 1);
    return true;
}

static bool unit_read(struct reader *r, const struct node *node, bool is_motor, struct circuit_unit *unit)
{
    unit->name = node_name(node);
    unit->is_motor = is_motor;
    if (!circuit_read_ends(r, node, &unit->from, &unit->to) || !drive_read(r, node, unit))
        return false;
    if (!circuit_is_volume(r, unit->from) && !circuit_is_volume(r, unit->to))
        return node_fail(node, r->error, "neither of its ends is a volume: its flow would change no pressure");
    unit->command =
        circuit_read_command(r, node, "setting", "input",
                             (struct circuit_signal){.description = "setting, a part of its displacement", .unit = ""});
    static const struct {
        const char *member;
        size_t offset, count;
    } numbers[] = {{"displacement", offsetof(struct circuit_unit, displacement), 1},
                   {"volumetric_efficiency", offsetof(struct circuit_unit, volumetric_efficiency), 1},
                   {"mechanical_efficiency", offsetof(struct circuit_unit, mechanical_efficiency), 1},
                   {"nominal_pressure", offsetof(struct circuit_unit, nominal_pressure), 1},
                   {"nominal_speed", offsetof(struct circuit_unit, nominal_speed), 1},
                   {"limits", offsetof(struct circuit_unit, lower), 2},
                   {"cutoff", offsetof(struct circuit_unit, cutoff), 1},
                   {"margin", offsetof(struct circuit_unit, margin), 1},
                   {"span", offsetof(struct circuit_unit, span), 1},
                   {"time_constant", offsetof(struct circuit_unit, time_constant), 1}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        circuit_place_number(r, node, numbers[i].member, (double *)(void *)((char *)unit + numbers[i].offset),
                             numbers[i].count);
    unit->has_cutoff = node_member(node, "cutoff") != NULL;
    unit->sense = circuit_node_at(r, node, "sense");
    unit->senses = unit->sense != CIRCUIT_OUTSIDE;
    if (node_member(node, "time_constant"))
        unit->state = circuit_next_state(r);
    return true;
}

/* ---- all ---- */

static bool units_read(struct reader *r)
{
    size_t next = 0;
    for (int is_motor = 0; is_motor < 2; is_motor++) {
        const struct node *units = node_member(r->root, is_motor ? "motors" : "pumps");
        for (size_t i = 0; i < node_count(units); i++)
            if (!unit_read(r, node_item(units, i), is_motor == 1, &r->c->units[next++]))
                return false;
    }
    return true;
}

static bool gates_read(struct reader *r)
{
    const struct node *valves = node_member(r->root, "pressure_valves");
    size_t next = 0;
    for (size_t i = 0; i < node_count(valves); i++)
        if (node_word(node_item(valves, i), "type") > POPPET_RELIEF && !gates_of(r, node_item(valves, i), &next))
            return false;
    return true;
}

static bool accumulators_read(struct reader *r)
{
    const struct node *accumulators = node_member(r->root, "accumulators");
    for (size_t i = 0; i < r->c->n_accumulators; i++) {
        const struct node *node = node_item(accumulators, i);
        struct circuit_accumulator *a = &r->c->accumulators[i];
        a->name = node_name(node);
        a->volume = circuit_node_at(r, node, "at");
        if (!circuit_is_volume(r, a->volume))
            return node_fail(node, r->error, "an accumulator is a part of a volume, and \"%s\" is a pump or a tank",
                             circuit_node_name(r->c, a->volume));
        circuit_place_number(r, node, "volume", &a->size, 1);
        circuit_place_number(r, node, "precharge", &a->precharge, 1);
        circuit_place_number(r, node, "exponent", &a->exponent, 1);
    }
    return true;
}

static bool lines_read(struct reader *r)
{
    const struct node *lines = node_member(r->root, "lines");
    for (size_t i = 0; i < r->c->n_lines; i++) {
        const struct node *node = node_item(lines, i);
        struct circuit_line *line = &r->c->lines[i];
        line->name = node_name(node);
        line->state = circuit_next_state(r);
        if (!circuit_read_ends(r, node, &line->from, &line->to))
            return false;
        circuit_place_number(r, node, "length", &line->length, 1);
        circuit_place_number(r, node, "diameter", &line->diameter, 1);
    }
    return true;
}

bool circuit_read_elements(struct reader *r)
{
    return gates_read(r) && units_read(r) && accumulators_read(r) && lines_read(r);
}
