/* A hydraulic circuit as plain data: topology and numbers, made by the reader of circuit files or by hand. SI units.
 *
 * Lumped fluid theory (Jaiswal's dissertation, chapter 2.2): oil in volumes of one pressure each, joined by elements whose flow
 * follows from the pressures at their ends. A node is a volume (its pressure is a state) or a source (its pressure is
 * given): indices below n_volumes are volumes, the sources follow. Flows count from `from` to `to`. */
#ifndef PASO_CIRCUIT_H
#define PASO_CIRCUIT_H

#include "fmu_hydraulics/circuit/circuit_elements.h"
#include "piston/piston.h"

#include <stdbool.h>
#include <stddef.h>

enum { CIRCUIT_OUTSIDE = -1 }; /* as the index of a node: where flow sources may take their oil from */

enum circuit_fluid_kind {
    FLUID_CONSTANT,   /* the same bulk modulus at every pressure */
    FLUID_POLYNOMIAL, /* (1 + a p + b p^2) / (a + 2 b p): LIM's eq. 11 */
    FLUID_AIR,        /* oil with air in it, down to next to nothing: circuit_fluid_kernel.h */
    FLUID_HLP46       /* the same, with the numbers of HLP 46 at a temperature */
};

static inline bool circuit_fluid_has_air(enum circuit_fluid_kind kind)
{
    return kind >= FLUID_AIR;
}

#define CIRCUIT_ATMOSPHERE 101325.0 /* Pa */

struct circuit_fluid {
    enum circuit_fluid_kind kind;
    double bulk_modulus;  /* Pa */
    double a, b;          /* 1/Pa, 1/Pa2 */
    double density;       /* kg/m3 */
    double viscosity;     /* kinematic, m2/s */
    double modulus_slope; /* of oil with air: its secant modulus is bulk_modulus + modulus_slope (p - atmosphere) */
    double entrained_air; /* bubbles, by volume under the atmosphere */
    double dissolved_air; /* what comes out of solution, as a part of the oil's volume under the atmosphere */
    double saturation_pressure; /* below which it does, absolute, Pa */
    double exponent;            /* of the air's p V^n */
    double temperature;         /* of HLP 46, K */
    double lowest_pressure;     /* below it the oil would cavitate: the equations end */
    double atmosphere;          /* Pa: what pressures are counted from; 0: they are absolute */
    double p_lowest, p_highest; /* calculated: between them the bulk modulus is positive */
};

struct circuit_volume {
    const char *name;
    double volume;         /* of its rigid part, m3; hoses and cylinders' chambers come on top */
    double start_pressure; /* Pa; a guess where the equilibrium decides */
    bool start_given;      /* the equilibrium leaves it as it is: a trapped pressure */
};

struct circuit_hose { /* a part of a volume that gives way */
    const char *name;
    int volume;
    double size;         /* m3 */
    double bulk_modulus; /* of its wall, Pa */
};

struct circuit_orifice {
    const char *name;
    int from, to;
    struct circuit_opening opening;
    size_t command; /* how far it is open, within 0 and 1; a place among the commands, from 1; 0: fully open */
};

/* A check or relief valve: closed up to the cracking pressure, fully open `span` above it, one way. */
struct circuit_poppet {
    const char *name;
    int from, to;
    struct circuit_opening opening;
    double cracking_pressure, span; /* Pa */
    bool is_relief;                 /* by its name: pictures tell them apart, equations do not */
};

/* A directional control valve: a spool whose position opens paths. The command is an input of the engine. */
struct circuit_valve {
    const char *name;
    struct circuit_opening opening; /* at a path's opening of 1 */
    bool has_state;                 /* the spool follows its command with the time constant; else at once */
    double time_constant;           /* s */
    double natural_frequency;       /* Hz; of a spool of second order, whose velocity is a state, too */
    double damping;                 /* ratio */
    double rate_limit;              /* 1/s; 0: none */
    size_t velocity_state;          /* from 1; 0: first order */
    double lower, upper;            /* the spool's limits; both 0: none */
    double start;                   /* position at the start, or a guess for it */
    enum spool_start {
        SPOOL_AT_COMMAND, /* starts where the command is */
        SPOOL_GIVEN,      /* starts at `start` */
        SPOOL_FOUND       /* the equilibrium finds it, and the command counts from there */
    } start_kind;
};

struct circuit_path { /* of a valve: its opening is max(0, offset + gain U), or as a table says */
    const char *name;
    int valve, from, to;
    double gain, offset;
    size_t first_point, n_points; /* of the table: areas in m2; 0: none */
};

struct circuit_point {
    double position, area;
};

struct circuit_cylinder {
    const char *name;
    int node_A, node_B; /* piston's side, which grows with the length s; rod's side */
    struct piston piston;
    bool start_relative;     /* the piston's place is known at the start: chamber A is start_length long then */
    double start_length;     /* m */
    double retracted_length; /* else: s where chamber A has no length, m */
    double dead_A, dead_B;   /* lengths of the chambers that the piston never reaches, m */
    double wall_modulus;     /* bulk modulus of the wall, Pa; 0: rigid */
    double leakage;          /* past the piston, m3/(s Pa) */
};

struct circuit_flow { /* a flow source; its flow is an input of the engine */
    const char *name;
    int from, to; /* either may be CIRCUIT_OUTSIDE */
};

struct circuit_source { /* a pump or a tank; its pressure is an input of the engine */
    const char *name;
    bool is_tank; /* for pictures */
};

/* Who computes the cylinders' forces and carries friction, its states and the stops. */
enum circuit_coupling { CIRCUIT_FORCE, CIRCUIT_PRESSURES };

struct circuit {
    const char *name;
    enum circuit_coupling coupling;
    struct circuit_fluid fluid;
    size_t n_volumes, n_sources, n_hoses, n_orifices, n_poppets, n_valves, n_paths, n_cylinders, n_flows;
    size_t n_points, n_gates, n_pilots, n_units, n_accumulators, n_lines;
    size_t n_commands;    /* of orifices, pumps and motors */
    size_t n_more_states; /* behind those of friction: lifts, settings, speeds, flows, velocities of spools */
    struct circuit_volume *volumes;
    struct circuit_source *sources;
    struct circuit_hose *hoses;
    struct circuit_orifice *orifices;
    struct circuit_poppet *poppets;
    struct circuit_valve *valves;
    struct circuit_path *paths;
    struct circuit_cylinder *cylinders;
    struct circuit_flow *flows;
    struct circuit_point *points;
    struct circuit_gate *gates;
    struct circuit_pilot *pilots;
    struct circuit_unit *units;
    struct circuit_accumulator *accumulators;
    struct circuit_line *lines;
};

/* One block of memory with the circuit and all its arrays. A copy has the same layout: the offset of a double from the start
 * of one copy is its offset in every copy. Names are not copied, they belong to whoever made them. */
size_t circuit_size(const struct circuit *c);
/* The arrays that the counts ask for, not yet filled. */
struct circuit *circuit_shape(const struct circuit *counts, void *memory);
struct circuit *circuit_copy(const struct circuit *c, void *memory);

/* Calculates what follows from the numbers, and tells what makes no sense. */
bool circuit_setup(struct circuit *c, struct model_report *report);

const char *circuit_node_name(const struct circuit *c, int node);
/* " (chamber A of cylinder 'boom')", or " (...)" of a pump or a motor that draws from it; "" where there is none. */
const char *circuit_volume_place(const struct circuit *c, size_t volume, char room[static 120]);

/* ---- places in the engine's vectors ---- */

/* Inputs u: length and rate of every cylinder, the valves' commands, the sources' pressures, the flow sources' flows, the other
 * elements' commands. */
size_t circuit_inputs(const struct circuit *c);
static inline size_t circuit_length_input(size_t cylinder)
{
    return 2 * cylinder;
}
static inline size_t circuit_rate_input(size_t cylinder)
{
    return 2 * cylinder + 1;
}
size_t circuit_command_input(const struct circuit *c, size_t valve);
size_t circuit_pressure_input(const struct circuit *c, size_t source);
size_t circuit_flow_input(const struct circuit *c, size_t flow);
size_t circuit_element_input(const struct circuit *c, size_t command); /* from 1 */

/* States x: the volumes' pressures, spools that have one, friction states cylinder by cylinder; those of other elements. */
size_t circuit_states(const struct circuit *c);
size_t circuit_spool_state(const struct circuit *c, size_t valve);       /* if it has_state */
size_t circuit_friction_state(const struct circuit *c, size_t cylinder); /* its first */
unsigned circuit_friction_states(const struct circuit *c, size_t cylinder);
size_t circuit_element_state(const struct circuit *c, size_t state); /* from 1 */

/* Memories m: the cylinders' retracted lengths where they follow from the start, and the modes of friction laws that jump,
 * cylinder by cylinder; then the spools' positions at the start where the equilibrium finds them. */
size_t circuit_memories(const struct circuit *c);
bool circuit_has_mode(const struct circuit *c, size_t cylinder);
size_t circuit_retracted_memory(const struct circuit *c, size_t cylinder); /* if start_relative */
size_t circuit_mode_memory(const struct circuit *c, size_t cylinder);      /* if it has a mode */
size_t circuit_spool_memory(const struct circuit *c, size_t valve);        /* if SPOOL_FOUND */

#endif
