/* From the document's members to the circuit's data, element by element. */
#include "fmu_hydraulics/circuit/circuit_read_impl.h"

#include <math.h>
#include <string.h>

void circuit_place_number(struct reader *r, const struct node *object, const char *member, double *target, size_t count)
{
    const size_t first = node_quantity(object, member);
    for (size_t i = 0; first != NODE_NONE && i < count; i++)
        r->d->places[r->d->n_places++] =
            (struct circuit_place){first + i, (size_t)((char *)(target + i) - (char *)r->c)};
}

static bool fluid_read(struct reader *r)
{
    const struct node *fluid = node_member(r->root, "fluid");
    r->c->fluid.kind = (enum circuit_fluid_kind)node_word(fluid, "type");
    circuit_place_number(r, fluid, "bulk_modulus", &r->c->fluid.bulk_modulus, 1);
    circuit_place_number(r, fluid, "a", &r->c->fluid.a, 1);
    circuit_place_number(r, fluid, "b", &r->c->fluid.b, 1);
    circuit_place_number(r, fluid, "density", &r->c->fluid.density, 1);
    r->c->fluid.viscosity = 46e-6;
    r->c->fluid.atmosphere = node_word(r->root, "pressures") == PRESSURES_GAUGE ? CIRCUIT_ATMOSPHERE : 0;
    circuit_place_number(r, fluid, "modulus_slope", &r->c->fluid.modulus_slope, 1);
    circuit_place_number(r, fluid, "temperature", &r->c->fluid.temperature, 1);
    circuit_place_number(r, fluid, "entrained_air", &r->c->fluid.entrained_air, 1);
    circuit_place_number(r, fluid, "dissolved_air", &r->c->fluid.dissolved_air, 1);
    circuit_place_number(r, fluid, "saturation_pressure", &r->c->fluid.saturation_pressure, 1);
    circuit_place_number(r, fluid, "exponent", &r->c->fluid.exponent, 1);
    circuit_place_number(r, fluid, "viscosity", &r->c->fluid.viscosity, 1);
    circuit_place_number(r, fluid, "lowest_pressure", &r->c->fluid.lowest_pressure, 1);
    return true;
}

int circuit_node_place(const struct reader *r, size_t entry)
{
    const struct node *nodes = node_member(r->root, "nodes");
    const bool is_volume = node_word(node_item(nodes, entry), "type") == NODE_TYPE_VOLUME;
    size_t before = 0;
    for (size_t i = 0; i < entry; i++)
        before += (node_word(node_item(nodes, i), "type") == NODE_TYPE_VOLUME) == is_volume;
    return (int)(is_volume ? before : r->c->n_volumes + before);
}

int circuit_node_at(const struct reader *r, const struct node *object, const char *member)
{
    const size_t entry = node_reference(object, member);
    return entry == NODE_NONE ? CIRCUIT_OUTSIDE : circuit_node_place(r, entry);
}

bool circuit_is_volume(const struct reader *r, int node)
{
    return node >= 0 && (size_t)node < r->c->n_volumes;
}

static bool nodes_read(struct reader *r)
{
    const struct node *nodes = node_member(r->root, "nodes");
    for (size_t i = 0; i < node_count(nodes); i++) {
        const struct node *node = node_item(nodes, i);
        const int at = circuit_node_place(r, i);
        if (!circuit_is_volume(r, at)) {
            const size_t source = (size_t)at - r->c->n_volumes;
            r->c->sources[source].is_tank = node_word(node, "type") == NODE_TYPE_TANK;
            r->c->sources[source].name = node_name(node);
            r->d->signals[r->c->n_valves + source] =
                (struct circuit_signal){.law = node_law(node, "pressure"), .is_input = node_flag(node, "input")};
            continue;
        }
        struct circuit_volume *volume = &r->c->volumes[at];
        volume->name = node_name(node);
        volume->start_given = node_word(node, "start") == START_GIVEN_WORD;
        volume->start_pressure = NAN; /* filled in below where the file does not say */
        if (volume->start_given && !node_member(node, "start_pressure"))
            return node_fail(node, r->error, "\"start\": \"given\" needs a start_pressure");
        circuit_place_number(r, node, "volume", &volume->volume, 1);
        circuit_place_number(r, node, "start_pressure", &volume->start_pressure, 1);
    }
    return true;
}

static bool hoses_read(struct reader *r)
{
    const struct node *hoses = node_member(r->root, "hoses");
    for (size_t i = 0; i < r->c->n_hoses; i++) {
        const struct node *node = node_item(hoses, i);
        struct circuit_hose *hose = &r->c->hoses[i];
        hose->name = node_name(node);
        hose->volume = circuit_node_at(r, node, "at");
        if (!circuit_is_volume(r, hose->volume))
            return node_fail(node, r->error, "a hose is a part of a volume, and \"%s\" is a pump or a tank",
                             circuit_node_name(r->c, hose->volume));
        circuit_place_number(r, node, "volume", &hose->size, 1);
        circuit_place_number(r, node, "bulk_modulus", &hose->bulk_modulus, 1);
    }
    return true;
}

bool circuit_read_ends(struct reader *r, const struct node *node, int *from, int *to)
{
    *from = circuit_node_at(r, node, "from");
    *to = circuit_node_at(r, node, "to");
    return *from != *to || node_fail(node, r->error, "it begins and ends at \"%s\": two different nodes expected",
                                     circuit_node_name(r->c, *to));
}

static void place_opening(struct reader *r, const struct node *node, struct circuit_opening *opening)
{
    opening->one_way = node_flag(node, "one_way");
    circuit_place_number(r, node, "flow_coefficient", &opening->flow_coefficient, 1);
    circuit_place_number(r, node, "area", &opening->area, 1);
    circuit_place_number(r, node, "discharge", &opening->discharge, 1);
    circuit_place_number(r, node, "laminar_drop", &opening->laminar_drop, 1);
}

bool circuit_read_opening(struct reader *r, const struct node *node, struct circuit_opening *opening)
{
    opening->by_area = node_member(node, "area") != NULL;
    if (opening->by_area == (node_member(node, "flow_coefficient") != NULL))
        return node_fail(node, r->error, "either a flow_coefficient or an area expected%s",
                         opening->by_area ? ", not both" : "");
    place_opening(r, node, opening);
    return true;
}

static bool orifices_read(struct reader *r)
{
    const struct node *orifices = node_member(r->root, "orifices");
    for (size_t i = 0; i < r->c->n_orifices; i++) {
        const struct node *node = node_item(orifices, i);
        struct circuit_orifice *orifice = &r->c->orifices[i];
        orifice->name = node_name(node);
        if (!circuit_read_ends(r, node, &orifice->from, &orifice->to) ||
            !circuit_read_opening(r, node, &orifice->opening))
            return false;
        orifice->command = circuit_read_command(
            r, node, "opening", "input", (struct circuit_signal){.description = "how far it is open", .unit = ""});
    }
    return true;
}

static bool poppets_read(struct reader *r)
{
    const struct node *poppets = node_member(r->root, "pressure_valves");
    size_t next = 0;
    for (size_t i = 0; i < node_count(poppets); i++) {
        const struct node *node = node_item(poppets, i);
        if (node_word(node, "type") > POPPET_RELIEF) /* circuit_read_elements.c */
            continue;
        struct circuit_poppet *poppet = &r->c->poppets[next++];
        poppet->name = node_name(node);
        poppet->is_relief = node_word(node, "type") == POPPET_RELIEF;
        if (!circuit_read_ends(r, node, &poppet->from, &poppet->to) || !circuit_read_opening(r, node, &poppet->opening))
            return false;
        circuit_place_number(r, node, "cracking_pressure", &poppet->cracking_pressure, 1);
        circuit_place_number(r, node, "span", &poppet->span, 1);
    }
    return true;
}

static bool paths_read(struct reader *r, const struct node *list, size_t valve, size_t *next)
{
    for (size_t i = 0; i < node_count(list); i++, (*next)++) {
        const struct node *node = node_item(list, i);
        struct circuit_path *path = &r->c->paths[*next];
        path->valve = (int)valve;
        if (!circuit_read_ends(r, node, &path->from, &path->to))
            return false;
        path->name = notation_keep_text(r->d->notation, "%s_%s", circuit_node_name(r->c, path->from),
                                        circuit_node_name(r->c, path->to));
        for (const struct circuit_path *other = path;
             path->name && other > r->c->paths && other[-1].valve == (int)valve; other--)
            if (strcmp(other[-1].name, path->name) == 0)
                return node_fail(node, r->error, "a second path from \"%s\" to \"%s\"",
                                 circuit_node_name(r->c, path->from), circuit_node_name(r->c, path->to));
        if (!circuit_read_table(r, node, path))
            return false;
        circuit_place_number(r, node, "gain", &path->gain, 1);
        circuit_place_number(r, node, "offset", &path->offset, 1);
    }
    return true;
}

/* Where the paths have tables of areas, the valve itself has none: 1 m2, of which they are parts. */
static bool valve_opening_read(struct reader *r, const struct node *node, struct circuit_opening *opening)
{
    const struct node *paths = node_member(node, "paths");
    size_t tables = 0;
    for (size_t i = 0; i < node_count(paths); i++)
        tables += node_member(node_item(paths, i), "areas") != NULL;
    if (tables == 0)
        return circuit_read_opening(r, node, opening);
    if (tables < node_count(paths) || node_member(node, "area") || node_member(node, "flow_coefficient"))
        return node_fail(
            node, r->error,
            "where a path has a table of areas, all paths have one, and the valve has neither an area nor a "
            "flow_coefficient");
    opening->by_area = true;
    opening->area = 1;
    place_opening(r, node, opening);
    return true;
}

static bool valves_read(struct reader *r)
{
    const struct node *valves = node_member(r->root, "valves");
    size_t next_path = 0;
    for (size_t i = 0; i < r->c->n_valves; i++) {
        const struct node *node = node_item(valves, i);
        struct circuit_valve *valve = &r->c->valves[i];
        struct circuit_signal *command = &r->d->signals[i];
        valve->name = node_name(node);
        if (!circuit_read_spool(r, node, valve))
            return false;
        valve->start_kind = (enum spool_start)node_word(node, "start");
        *command = (struct circuit_signal){.law = node_law(node, "command"), .is_input = node_flag(node, "input")};
        if (!command->law && !command->is_input)
            return node_fail(node, r->error,
                             "it has no command: a law (\"command\": ...) or an input (\"input\": true) expected");
        if (valve->start_kind == SPOOL_FOUND && !command->is_input)
            command->counts = node_word(node, "counts") == COUNTS_SCALED ? SIGNAL_SCALED : SIGNAL_ADDED;
        const struct node *paths = node_member(node, "paths");
        if (node_count(paths) == 0)
            return node_fail(node, r->error, "it has no paths: at least one expected, from a node to a node");
        if (!valve_opening_read(r, node, &valve->opening) || !paths_read(r, paths, i, &next_path))
            return false;
        circuit_place_number(r, node, "time_constant", &valve->time_constant, 1);
        circuit_place_number(r, node, "limits", &valve->lower, 2);
        circuit_place_number(r, node, "start_position", &valve->start, 1);
    }
    return true;
}

static bool friction_read(struct reader *r, const struct node *node, struct friction *friction)
{
    if (!node)
        return true;
    friction->law = (enum friction_law)node_word(node, "type");
    for (size_t i = 0; i < friction_n_parameters; i++) {
        const struct friction_parameter *p = &friction_parameters[i];
        if (p->laws & 1u << friction->law && !node_member(node, p->name))
            return node_fail(node, r->error, "%s friction needs the member \"%s\" (%s, in %s)",
                             friction_name(friction->law), p->name, p->description, *p->unit ? p->unit : "1");
        circuit_place_number(r, node, p->name, (double *)(void *)((char *)friction + p->offset), 1);
    }
    return true;
}

static bool cylinders_read(struct reader *r)
{
    const struct node *cylinders = node_member(r->root, "cylinders");
    for (size_t i = 0; i < r->c->n_cylinders; i++) {
        const struct node *node = node_item(cylinders, i);
        struct circuit_cylinder *cylinder = &r->c->cylinders[i];
        cylinder->name = node_name(node);
        cylinder->node_A = circuit_node_at(r, node, "A");
        cylinder->node_B = circuit_node_at(r, node, "B");
        cylinder->start_relative = node_member(node, "start_length") != NULL;
        if (cylinder->start_relative == (node_member(node, "retracted_length") != NULL))
            return node_fail(node, r->error, "either a retracted_length or a start_length expected%s",
                             cylinder->start_relative ? ", not both" : ": where is the piston?");
        circuit_place_number(r, node, "areas", &cylinder->piston.area_A, 2);
        circuit_place_number(r, node, "stroke", &cylinder->piston.stroke, 1);
        circuit_place_number(r, node, "retracted_length", &cylinder->retracted_length, 1);
        circuit_place_number(r, node, "start_length", &cylinder->start_length, 1);
        circuit_place_number(r, node, "dead_lengths", &cylinder->dead_A, 2);
        circuit_place_number(r, node, "wall_modulus", &cylinder->wall_modulus, 1);
        circuit_place_number(r, node, "leakage", &cylinder->leakage, 1);
        const struct node *stops = node_member(node, "stops");
        if (stops) {
            circuit_place_number(r, stops, "stiffness", &cylinder->piston.stop_stiffness, 1);
            circuit_place_number(r, stops, "damping", &cylinder->piston.stop_damping, 1);
        }
        if (!friction_read(r, node_member(node, "friction"), &cylinder->piston.friction))
            return false;
    }
    return true;
}

static bool flows_read(struct reader *r)
{
    const struct node *flows = node_member(r->root, "flow_sources");
    for (size_t i = 0; i < r->c->n_flows; i++) {
        const struct node *node = node_item(flows, i);
        struct circuit_flow *flow = &r->c->flows[i];
        flow->name = node_name(node);
        r->d->signals[r->c->n_valves + r->c->n_sources + i] =
            (struct circuit_signal){.law = node_law(node, "flow"), .is_input = node_flag(node, "input")};
        if (!circuit_read_ends(r, node, &flow->from, &flow->to))
            return false;
        if (!circuit_is_volume(r, flow->from) && !circuit_is_volume(r, flow->to))
            return node_fail(node, r->error,
                             "neither of its ends is a volume: the pressures of pumps and tanks are given, no flow "
                             "changes them");
    }
    return true;
}

bool circuit_read_parts(struct reader *r)
{
    const bool good = fluid_read(r) && nodes_read(r) && hoses_read(r) && orifices_read(r) && poppets_read(r) &&
                      valves_read(r) && cylinders_read(r) && flows_read(r) && circuit_read_elements(r);
    r->d->n_signals = r->c->n_valves + r->c->n_sources + r->c->n_flows + r->c->n_commands;
    return good;
}
