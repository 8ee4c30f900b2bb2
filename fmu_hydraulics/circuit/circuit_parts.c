/* From the document's members to the circuit's data, element by element. */
#include "fmu_hydraulics/circuit/circuit_read_impl.h"

#include <math.h>
#include <string.h>

/* The document's number goes where the circuit keeps it; nothing happens where it is absent. */
static void place(struct reader *r, const struct node *object, const char *member, double *target, size_t count)
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
    place(r, fluid, "bulk_modulus", &r->c->fluid.bulk_modulus, 1);
    place(r, fluid, "a", &r->c->fluid.a, 1);
    place(r, fluid, "b", &r->c->fluid.b, 1);
    place(r, fluid, "density", &r->c->fluid.density, 1);
    place(r, fluid, "lowest_pressure", &r->c->fluid.lowest_pressure, 1);
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

static int node_at(const struct reader *r, const struct node *object, const char *member)
{
    const size_t entry = node_reference(object, member);
    return entry == NODE_NONE ? CIRCUIT_OUTSIDE : circuit_node_place(r, entry);
}

static bool is_volume(const struct reader *r, int node)
{
    return node >= 0 && (size_t)node < r->c->n_volumes;
}

static bool nodes_read(struct reader *r)
{
    const struct node *nodes = node_member(r->root, "nodes");
    for (size_t i = 0; i < node_count(nodes); i++) {
        const struct node *node = node_item(nodes, i);
        const int at = circuit_node_place(r, i);
        if (!is_volume(r, at)) {
            const size_t source = (size_t)at - r->c->n_volumes;
            r->c->sources[source].is_tank = node_word(node, "type") == NODE_TYPE_TANK;
            r->c->sources[source].name = node_name(node);
            r->d->signals[r->c->n_valves + source] =
                (struct circuit_signal){node_law(node, "pressure"), node_flag(node, "input"), SIGNAL_ABSOLUTE};
            continue;
        }
        struct circuit_volume *volume = &r->c->volumes[at];
        volume->name = node_name(node);
        volume->start_given = node_word(node, "start") == START_GIVEN_WORD;
        volume->start_pressure = NAN; /* filled in below where the file does not say */
        if (volume->start_given && !node_member(node, "start_pressure"))
            return node_fail(node, r->error, "\"start\": \"given\" needs a start_pressure");
        place(r, node, "volume", &volume->volume, 1);
        place(r, node, "start_pressure", &volume->start_pressure, 1);
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
        hose->volume = node_at(r, node, "at");
        if (!is_volume(r, hose->volume))
            return node_fail(node, r->error, "a hose is a part of a volume, and \"%s\" is a pump or a tank",
                             circuit_node_name(r->c, hose->volume));
        place(r, node, "volume", &hose->size, 1);
        place(r, node, "bulk_modulus", &hose->bulk_modulus, 1);
    }
    return true;
}

static bool ends_read(struct reader *r, const struct node *node, int *from, int *to)
{
    *from = node_at(r, node, "from");
    *to = node_at(r, node, "to");
    return *from != *to || node_fail(node, r->error, "it begins and ends at \"%s\": two different nodes expected",
                                     circuit_node_name(r->c, *to));
}

static bool opening_read(struct reader *r, const struct node *node, struct circuit_opening *opening)
{
    opening->by_area = node_member(node, "area") != NULL;
    if (opening->by_area == (node_member(node, "flow_coefficient") != NULL))
        return node_fail(node, r->error, "either a flow_coefficient or an area expected%s",
                         opening->by_area ? ", not both" : "");
    opening->one_way = node_flag(node, "one_way");
    place(r, node, "flow_coefficient", &opening->flow_coefficient, 1);
    place(r, node, "area", &opening->area, 1);
    place(r, node, "discharge", &opening->discharge, 1);
    place(r, node, "laminar_drop", &opening->laminar_drop, 1);
    return true;
}

static bool orifices_read(struct reader *r)
{
    const struct node *orifices = node_member(r->root, "orifices");
    for (size_t i = 0; i < r->c->n_orifices; i++) {
        const struct node *node = node_item(orifices, i);
        struct circuit_orifice *orifice = &r->c->orifices[i];
        orifice->name = node_name(node);
        if (!ends_read(r, node, &orifice->from, &orifice->to) || !opening_read(r, node, &orifice->opening))
            return false;
    }
    return true;
}

static bool poppets_read(struct reader *r)
{
    const struct node *poppets = node_member(r->root, "pressure_valves");
    for (size_t i = 0; i < r->c->n_poppets; i++) {
        const struct node *node = node_item(poppets, i);
        struct circuit_poppet *poppet = &r->c->poppets[i];
        poppet->name = node_name(node);
        poppet->is_relief = node_word(node, "type") == POPPET_RELIEF;
        if (!ends_read(r, node, &poppet->from, &poppet->to) || !opening_read(r, node, &poppet->opening))
            return false;
        place(r, node, "cracking_pressure", &poppet->cracking_pressure, 1);
        place(r, node, "span", &poppet->span, 1);
    }
    return true;
}

static bool paths_read(struct reader *r, const struct node *list, size_t valve, size_t *next)
{
    for (size_t i = 0; i < node_count(list); i++, (*next)++) {
        const struct node *node = node_item(list, i);
        struct circuit_path *path = &r->c->paths[*next];
        path->valve = (int)valve;
        if (!ends_read(r, node, &path->from, &path->to))
            return false;
        path->name = notation_keep_text(r->d->notation, "%s_%s", circuit_node_name(r->c, path->from),
                                        circuit_node_name(r->c, path->to));
        for (const struct circuit_path *other = path;
             path->name && other > r->c->paths && other[-1].valve == (int)valve; other--)
            if (strcmp(other[-1].name, path->name) == 0)
                return node_fail(node, r->error, "a second path from \"%s\" to \"%s\"",
                                 circuit_node_name(r->c, path->from), circuit_node_name(r->c, path->to));
        place(r, node, "gain", &path->gain, 1);
        place(r, node, "offset", &path->offset, 1);
    }
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
        valve->has_state = node_member(node, "time_constant") != NULL;
        valve->start_kind = (enum spool_start)node_word(node, "start");
        *command = (struct circuit_signal){node_law(node, "command"), node_flag(node, "input"), SIGNAL_ABSOLUTE};
        if (!command->law && !command->is_input)
            return node_fail(node, r->error,
                             "it has no command: a law (\"command\": ...) or an input (\"input\": true) expected");
        if (valve->start_kind == SPOOL_FOUND && !command->is_input)
            command->counts = node_word(node, "counts") == COUNTS_SCALED ? SIGNAL_SCALED : SIGNAL_ADDED;
        const struct node *paths = node_member(node, "paths");
        if (node_count(paths) == 0)
            return node_fail(node, r->error, "it has no paths: at least one expected, from a node to a node");
        if (!opening_read(r, node, &valve->opening) || !paths_read(r, paths, i, &next_path))
            return false;
        place(r, node, "time_constant", &valve->time_constant, 1);
        place(r, node, "limits", &valve->lower, 2);
        place(r, node, "start_position", &valve->start, 1);
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
        place(r, node, p->name, (double *)(void *)((char *)friction + p->offset), 1);
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
        cylinder->node_A = node_at(r, node, "A");
        cylinder->node_B = node_at(r, node, "B");
        cylinder->start_relative = node_member(node, "start_length") != NULL;
        if (cylinder->start_relative == (node_member(node, "retracted_length") != NULL))
            return node_fail(node, r->error, "either a retracted_length or a start_length expected%s",
                             cylinder->start_relative ? ", not both" : ": where is the piston?");
        place(r, node, "areas", &cylinder->piston.area_A, 2);
        place(r, node, "stroke", &cylinder->piston.stroke, 1);
        place(r, node, "retracted_length", &cylinder->retracted_length, 1);
        place(r, node, "start_length", &cylinder->start_length, 1);
        place(r, node, "dead_lengths", &cylinder->dead_A, 2);
        place(r, node, "wall_modulus", &cylinder->wall_modulus, 1);
        place(r, node, "leakage", &cylinder->leakage, 1);
        const struct node *stops = node_member(node, "stops");
        if (stops) {
            place(r, stops, "stiffness", &cylinder->piston.stop_stiffness, 1);
            place(r, stops, "damping", &cylinder->piston.stop_damping, 1);
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
            (struct circuit_signal){node_law(node, "flow"), node_flag(node, "input"), SIGNAL_ABSOLUTE};
        if (!ends_read(r, node, &flow->from, &flow->to))
            return false;
        if (!is_volume(r, flow->from) && !is_volume(r, flow->to))
            return node_fail(node, r->error,
                             "neither of its ends is a volume: the pressures of pumps and tanks are given, no flow "
                             "changes them");
    }
    return true;
}

bool circuit_read_parts(struct reader *r)
{
    return fluid_read(r) && nodes_read(r) && hoses_read(r) && orifices_read(r) && poppets_read(r) && valves_read(r) &&
           cylinders_read(r) && flows_read(r);
}
