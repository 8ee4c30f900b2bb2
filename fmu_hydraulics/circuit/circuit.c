/* A circuit's memory, and the places of its variables in the engine's vectors. */
#include "fmu_hydraulics/circuit/circuit.h"

#include <stdio.h>
#include <string.h>

static size_t rounded(size_t size)
{
    const size_t unit = sizeof(max_align_t);
    return (size + unit - 1) / unit * unit;
}

/* Every array of a circuit: X(member) with its counter n_member. */
#define CIRCUIT_ARRAYS                                                                                                 \
    X(volumes)                                                                                                         \
    X(sources)                                                                                                         \
    X(hoses)                                                                                                           \
    X(orifices)                                                                                                        \
    X(poppets)                                                                                                         \
    X(valves)                                                                                                          \
    X(paths)                                                                                                           \
    X(cylinders)                                                                                                       \
    X(flows)                                                                                                           \
    X(points)                                                                                                          \
    X(gates)                                                                                                           \
    X(pilots)                                                                                                          \
    X(units)                                                                                                           \
    X(accumulators)                                                                                                    \
    X(lines)

size_t circuit_size(const struct circuit *c)
{
    size_t size = rounded(sizeof *c);
#define X(member) size += rounded(c->n_##member * sizeof *c->member);
    CIRCUIT_ARRAYS
#undef X
    return size;
}

struct circuit *circuit_shape(const struct circuit *counts, void *memory)
{
    struct circuit *c = memory;
    char *next = (char *)memory + rounded(sizeof *c);
    *c = *counts;
#define X(member)                                                                                                      \
    c->member = (void *)next;                                                                                          \
    next += rounded(c->n_##member * sizeof *c->member);
    CIRCUIT_ARRAYS
#undef X
    return c;
}

struct circuit *circuit_copy(const struct circuit *c, void *memory)
{
    struct circuit *copy = circuit_shape(c, memory);
#define X(member)                                                                                                      \
    if (c->n_##member > 0)                                                                                             \
        memcpy(copy->member, c->member, c->n_##member * sizeof *c->member);
    CIRCUIT_ARRAYS
#undef X
    return copy;
}

const char *circuit_node_name(const struct circuit *c, int node)
{
    return node < 0                      ? "outside"
           : (size_t)node < c->n_volumes ? c->volumes[node].name
                                         : c->sources[(size_t)node - c->n_volumes].name;
}

const char *circuit_volume_place(const struct circuit *c, size_t volume, char room[static 120])
{
    const int node = (int)volume;
    *room = '\0';
    for (size_t k = 0; k < c->n_cylinders && !*room; k++)
        if (c->cylinders[k].node_A == node || c->cylinders[k].node_B == node)
            snprintf(room, 120, " (chamber %s of cylinder '%.60s')", c->cylinders[k].node_A == node ? "A" : "B",
                     c->cylinders[k].name);
    for (size_t k = 0; k < c->n_units && !*room; k++)
        if (c->units[k].from == node)
            snprintf(room, 120, " (before %s '%.60s')", c->units[k].is_motor ? "motor" : "pump", c->units[k].name);
    return room;
}

size_t circuit_inputs(const struct circuit *c)
{
    return 2 * c->n_cylinders + c->n_valves + c->n_sources + c->n_flows + c->n_commands;
}

size_t circuit_command_input(const struct circuit *c, size_t valve)
{
    return 2 * c->n_cylinders + valve;
}

size_t circuit_pressure_input(const struct circuit *c, size_t source)
{
    return 2 * c->n_cylinders + c->n_valves + source;
}

size_t circuit_flow_input(const struct circuit *c, size_t flow)
{
    return 2 * c->n_cylinders + c->n_valves + c->n_sources + flow;
}

size_t circuit_element_input(const struct circuit *c, size_t command)
{
    return circuit_flow_input(c, c->n_flows) + command - 1;
}

size_t circuit_spool_state(const struct circuit *c, size_t valve)
{
    size_t place = c->n_volumes;
    for (size_t k = 0; k < valve; k++)
        place += c->valves[k].has_state;
    return place;
}

unsigned circuit_friction_states(const struct circuit *c, size_t cylinder)
{
    return c->coupling == CIRCUIT_FORCE ? friction_states(c->cylinders[cylinder].piston.friction.law) : 0;
}

size_t circuit_friction_state(const struct circuit *c, size_t cylinder)
{
    size_t place = circuit_spool_state(c, c->n_valves);
    for (size_t k = 0; k < cylinder; k++)
        place += circuit_friction_states(c, k);
    return place;
}

size_t circuit_element_state(const struct circuit *c, size_t state)
{
    return circuit_friction_state(c, c->n_cylinders) + state - 1;
}

size_t circuit_states(const struct circuit *c)
{
    return circuit_friction_state(c, c->n_cylinders) + c->n_more_states;
}

bool circuit_has_mode(const struct circuit *c, size_t cylinder)
{
    return c->coupling == CIRCUIT_FORCE && friction_has_mode(c->cylinders[cylinder].piston.friction.law);
}

size_t circuit_retracted_memory(const struct circuit *c, size_t cylinder)
{
    size_t place = 0;
    for (size_t k = 0; k < cylinder; k++)
        place += (size_t)c->cylinders[k].start_relative + circuit_has_mode(c, k);
    return place;
}

size_t circuit_mode_memory(const struct circuit *c, size_t cylinder)
{
    return circuit_retracted_memory(c, cylinder) + c->cylinders[cylinder].start_relative;
}

size_t circuit_spool_memory(const struct circuit *c, size_t valve)
{
    size_t place = circuit_retracted_memory(c, c->n_cylinders);
    for (size_t k = 0; k < valve; k++)
        place += c->valves[k].start_kind == SPOOL_FOUND;
    return place;
}

size_t circuit_memories(const struct circuit *c)
{
    return circuit_spool_memory(c, c->n_valves);
}
