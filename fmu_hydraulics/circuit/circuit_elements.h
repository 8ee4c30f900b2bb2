/* Elements of a circuit beyond orifices, spools and cylinders: valves that pressures open, pumps and motors, accumulators, lines. Plain data, as in
 * circuit.h, which includes this.
 *
 * An element may have a command, an input of the engine, and a state; their places count from 1, 0: none. */
#ifndef PASO_CIRCUIT_ELEMENTS_H
#define PASO_CIRCUIT_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* How much flows through an opening: C sgn(dp) sqrt|dp|, and C dp/sqrt(laminar_drop) below that drop. */
struct circuit_opening {
    bool by_area;            /* C = C_d area sqrt(2/density); else C is given */
    double flow_coefficient; /* C, m3/(s sqrt(Pa)); calculated where by_area */
    double discharge;        /* C_d */
    double area;             /* m2 */
    double laminar_drop;     /* Pa; 0: turbulent throughout */
    bool one_way;            /* no flow against the pressure drop from `from` to `to` */
};

/* What a valve is called; its equations are the same for all: a spring, and pressures that act against it or with it. */
enum circuit_gate_kind {
    GATE_GENERAL,
    GATE_COUNTERBALANCE,
    GATE_CHECK, /* as a part of others */
    GATE_PILOT_OPENED,
    GATE_REDUCING,
    GATE_SEQUENCE,
    GATE_COMPENSATOR,
    GATE_SHUTTLE
};

/* A valve that pressures open: lift = (sum of weight p - spring)/span, within 0 and 1; where it is normally open, one minus that. The flow is
 * the opening's times the lift. */
struct circuit_gate {
    const char *name;  /* of the element, which may have several of these */
    const char *label; /* of its variables */
    enum circuit_gate_kind kind;
    int from, to;
    struct circuit_opening opening;
    size_t first_pilot, n_pilots;
    double setting, span; /* Pa */
    double ratio;         /* of the pilot's area to the seat's */
    double spring, width; /* Pa; calculated */
    bool is_normally_open;
    bool is_vented; /* what is behind it does not act on the spring's side */
    size_t state;   /* the lift follows with the time constant; else at once */
    double time_constant;
};

struct circuit_pilot { /* a pressure that acts on a gate */
    int node;
    double weight; /* given where the gate is general, else calculated */
};

/* A pump or a motor: oil is moved from `from` to `to` as the shaft turns. */
struct circuit_unit {
    const char *name;
    bool is_motor;
    int from, to;
    double displacement; /* at full setting, m3/rad */
    double volumetric_efficiency, mechanical_efficiency;
    double nominal_pressure, nominal_speed; /* where they hold: Pa, rad/s */
    double leakage;                         /* calculated: m3/(s Pa) */
    double drag;                            /* calculated: torque lost, as a part of displacement times pressure drop */
    bool by_torque;                         /* the drive is a torque, the speed a state; else the drive is the speed */
    size_t drive;                           /* command */
    size_t speed_state;
    double inertia; /* kg m2 */
    double start_speed;
    /* The setting, from lower to upper: the smallest of what its command, its cut-off pressure and its load say. */
    size_t command;
    double lower, upper;
    bool has_cutoff;
    double cutoff; /* Pa: pressure at `to` at which the setting is 0 */
    bool senses;
    int sense;     /* node whose pressure it stays above */
    double margin; /* by so much, Pa, at setting 0 */
    double span;   /* Pa below these: full setting */
    size_t state;  /* the setting follows with the time constant; else at once */
    double time_constant;
};

struct circuit_accumulator { /* gas behind a bladder: a part of a volume that gives way */
    const char *name;
    int volume;
    double size;      /* of the gas, before any oil is in it, m3 */
    double precharge; /* its pressure then, Pa */
    double exponent;  /* of p V^n */
};

struct circuit_line { /* oil that moves as one: inertia and friction between two nodes, its volume half at either end */
    const char *name;
    int from, to;
    double length, diameter; /* m */
    size_t state;            /* flow */
    /* Calculated: */
    double size;                     /* m3 */
    double inertance;                /* Pa s2/m3 */
    double resistance;               /* laminar, Pa s/m3 */
    double flow_laminar, flow_rough; /* at Re 2000 and 4000: between them straight, m3/s */
    double drop_laminar, drop_rough; /* Pa */
};

#endif
