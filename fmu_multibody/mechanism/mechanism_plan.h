/* Private to mechanism_*.c: what is kept of a mechanism file. Topology is fixed; numbers are quantities of the document,
 * and `bindings` tell where in the mechanism each of them goes.
 *
 *     mechanism_bodies.c      bodies and joints, sorted so that parents come first
 *     mechanism_flexibles.c   bodies that bend
 *     mechanism_elements.c    all that acts between them
 *     mechanism_pistons.c     actuators that take pressures
 *     mechanism_resistances.c stops and friction of joints, stops of actuators
 *     mechanism_motions.c     coordinates that follow a law or an input
 *     mechanism_wrenches.c    bushings and contacts
 *     mechanism_payloads.c    point masses that laws or inputs set
 *     mechanism_sensors.c     reactions and accelerations, where the file wants them
 *     mechanism_solids.c      what bodies look like
 *     mechanism_variables.c   the table of variables: parameters, inputs, memories, states ...
 *     mechanism_linkages.c    what an acceleration depends on
 *     mechanism_results.c     ... and what is computed from them
 *     mechanism_model.c       setup, rates, outputs: the model's functions */
#ifndef PASO_MECHANISM_PLAN_H
#define PASO_MECHANISM_PLAN_H

#include "numerics/law.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "notation/model_table.h"
#include "piston/piston.h"
#include "numerics/solver.h"

enum binding_block { BINDING_MECHANISM, BINDING_PISTONS, BINDING_RESISTANCES, BINDING_MOTIONS, BINDING_WRENCHES };
struct binding { /* a quantity and its place in one of these */
    size_t quantity, offset;
    enum binding_block block;
};

/* Piston of an actuator that takes the pressures of its two chambers: force, friction and stops are computed here. The engine
 * sees the force. */
struct mechanism_piston {
    bool in_use; /* otherwise the force itself comes in */
    struct piston piston;
    bool start_relative;     /* chamber A is start_length long at the start, whatever the actuator's length is then */
    double retracted_length; /* of the actuator, with the piston at its end */
    double start_length;
    size_t first_state, n_states; /* of the friction, among the states */
    size_t first_memory;
    bool has_mode;
};

/* What resists the motion of a joint or an actuator by itself: stops at its limits, friction. They are computed here, and the engine
 * sees the force: of a joint as a load on its coordinate, of an actuator as a part of its own. */
struct mechanism_resistance {
    const char *name;
    bool is_actuator;
    size_t of, input; /* the coordinate or the actuator; the engine's input */
    bool has_stops, turns;
    double lower, upper;
    struct stop stop;
    struct friction friction;
    size_t first_state, n_states; /* of the friction */
    size_t mode;                  /* its memory, where the law has one */
    bool has_mode;
};

/* A coordinate z that follows y, a law or an input: z'' = y'' + 2 w (y' - z') + w^2 (y - z). The force that this takes is a load on
 * the coordinate. */
struct mechanism_motion {
    const char *name;
    const struct node *node;
    const struct law *law;    /* NULL: an input */
    size_t coordinate, input; /* all coordinates; the engine's inputs */
    size_t state;             /* place of the coordinate among the independent ones */
    bool turns;
    double frequency; /* w / (2 pi), Hz */
};

/* A force and a torque between two bodies, b against a. Bushing: springs and dampers along and about the axes of a's side. Contact: b has a
 * sphere, or with the radius 0 a corner, a has the plane. The engine sees loads along the ground's axes. */
enum wrench_kind { WRENCH_BUSHING, WRENCH_CONTACT };
enum { WRENCH_LOADS = 6 };
struct mechanism_wrench {
    const char *name;
    enum wrench_kind kind;
    struct mechanism_point a, b;
    size_t inputs[2]; /* of the engine: the first of a's, of b's */
    double orientation_a[3], orientation_b[3];
    double stiffness[3], damping[3], turn_stiffness[3], turn_damping[3];
    double normal[3], radius;
    double axes_a[9], axes_b[9]; /* of the orientations, one after another */
    double unit[3];              /* the normal of length one */
    struct stop stop;
    double friction, slip; /* of the contact: its coefficient; the speed at which 71 % of it act */
};

/* What a file wants to know besides: accelerations and reactions, which cost more than the places of markers. */
enum sensor_kind { SENSOR_MARKER, SENSOR_BODY, SENSOR_JOINT, SENSOR_LOOP, SENSOR_ROLLING, SENSOR_SECTION };
struct mechanism_sensor {
    enum sensor_kind kind;
    size_t of;       /* the marker, the body (also of a joint), the loop, the disc, the section */
    int axes;        /* in whose axes a reaction is told: a body, or the ground */
    bool is_reverse; /* the engine has exchanged the loop's sides */
    bool is_planar;  /* a section of a beam in the plane: what is always zero is left out */
};

struct mechanism_file {
    struct notation *notation;
    struct mechanism *mechanism; /* one block (mechanism.h) */
    struct mechanism_sizes sizes;
    size_t n_inputs; /* of the engine: those of the actuators, then the loads */

    struct binding *bindings;
    size_t n_bindings, binding_room;
    size_t n_numbers; /* of curves, read so far */

    int *places; /* of the file's bodies in the mechanism */
    int *spread; /* room for them, while they are moved apart */
    struct flexible_plan *flexibles;
    struct flexible_point *flexible_points;
    size_t n_flexibles, n_flexible_points, n_flexible_bodies, n_flexible_numbers;
    const char **coordinates;      /* names */
    const char **coordinate_units; /* "rad" or "m" */
    const struct law **load_laws;  /* NULL: the load is an input */
    const struct node **load_nodes;
    const struct node **actuator_nodes;
    struct mechanism_piston *pistons; /* one for each actuator */
    size_t n_pistons, n_modes;        /* in use */
    size_t *actuator_inputs;          /* place of an actuator's first input among the model's */
    size_t n_actuator_inputs;

    struct mechanism_resistance *resistances;
    size_t n_resistances;
    struct mechanism_motion *motions;
    size_t n_motions;
    size_t first_motion_input; /* among the model's inputs */
    size_t n_given_loads;      /* loads of the file; those of resistances and motions follow */

    struct mechanism_wrench *wrenches;
    size_t n_wrenches;
    const struct law **payload_laws; /* NULL: the mass is an input */
    size_t first_payload_input;      /* among the model's inputs */

    struct mechanism_sensor *sensors;
    size_t n_sensors;

    struct model_table table;
    struct model_type type;
    struct solver_extension for_solvers; /* of the type */
    char note[400];                      /* rows that assembly found redundant */
};

/* Parameters that belong to every mechanism, behind those of the solver. */
enum { PARAMETER_FORMULATION = SOLVER_PARAMETERS, PARAMETER_PENALTY, OWN_PARAMETERS };

/* Locals: dependent coordinates, their rates, then these, then those of actuators and markers. */
enum { LOCAL_KINETIC_ENERGY, LOCAL_POTENTIAL_ENERGY, LOCAL_RESIDUAL, OWN_LOCALS };
enum { ACTUATOR_LOCAL_FORCE, ACTUATOR_LOCAL_POWER, ACTUATOR_LOCAL_STATIC, ACTUATOR_LOCALS };
enum { PISTON_LOCAL_LENGTH, PISTON_LOCAL_FRICTION, PISTON_LOCAL_CHOSEN, PISTON_LOCALS }; /* of pistons in use, behind */
enum { RESISTANCE_LOCAL_STOP, RESISTANCE_LOCAL_FRICTION, RESISTANCE_LOCAL_CHOSEN, RESISTANCE_LOCALS }; /* behind */
enum { MOTION_LOCAL_FORCE, MOTION_LOCAL_POWER, MOTION_LOCALS };
enum { WRENCH_FORCE = 3, WRENCH_TORQUE }; /* of bushings, behind its stretch */
enum { WRENCH_DEPTH, WRENCH_SLIP, WRENCH_NORMAL, WRENCH_FRICTION, WRENCH_LOST, WRENCH_LOCALS }; /* of contacts */
enum { WRENCH_ENERGY = WRENCH_LOCALS, WRENCH_RESULTS };
enum { PAYLOAD_LOCALS = 3 };
enum { MARKER_LOCALS = 6 };
/* Of sensors, behind: a body's axes by rows, its angular rate and acceleration, its origin's acceleration. */
enum { BODY_LOCAL_RATE = 9, BODY_LOCAL_TURNING = 12, BODY_LOCAL_ACCELERATION = 15, BODY_LOCALS = 18 };
enum { REACTION_LOCAL_FORCE, REACTION_LOCAL_MOMENT = 3, REACTION_LOCALS = 6 };
/* Of a section, besides: tension_stress, bending_stress_y, bending_stress_z; in the plane Fx, Fy, Mz and two stresses. */
enum { SECTION_LOCALS = 9, SECTION_PLANAR_LOCALS = 5 };

/* Memories behind the engine's: the time of the last event, a force for each actuator, then those of the pistons in use. */
enum { MEMORY_LAST_EVENT, MEMORY_FORCES };
enum { PISTON_MEMORY_RETRACTED, PISTON_MEMORY_MODE, PISTON_MEMORIES };

bool mechanism_read_bodies(struct mechanism_file *f, struct notation_error *error);
bool mechanism_read_states(struct mechanism_file *f,
                           struct notation_error *error); /* when the mechanism is partitioned */
bool mechanism_read_elements(struct mechanism_file *f, struct notation_error *error);
bool mechanism_make_variables(struct mechanism_file *f, struct notation_error *error);
void mechanism_make_type(struct mechanism_file *f);

/* *where is the value of that quantity, here and in every instance; NODE_NONE leaves it as it is. */
bool mechanism_bind(struct mechanism_file *f, double *where, size_t quantity);
bool mechanism_bind_vector(struct mechanism_file *f, double *where, size_t n, const struct node *object,
                           const char *member);

/* ---- mechanism_pistons.c ---- */
bool mechanism_read_piston(struct mechanism_file *f, size_t actuator, struct notation_error *error);
void mechanism_place_pistons(struct mechanism_file *f); /* inputs and states, when the engine's are known */

bool mechanism_read_friction(struct mechanism_file *f, const struct node *node, struct friction *friction, bool turns,
                             struct notation_error *error);

/* ---- mechanism_elements.c ---- */
size_t mechanism_count_numbers(const struct node *root); /* of tables of springs */

/* ---- mechanism_resistances.c ---- */
size_t mechanism_count_resistances(const struct node *root, size_t *joints); /* all, and those of joints */
bool mechanism_read_resistances(struct mechanism_file *f, struct notation_error *error);
void mechanism_place_resistances(struct mechanism_file *f); /* states and memories, behind those of pistons */

/* ---- mechanism_motions.c ---- */
bool mechanism_read_motions(struct mechanism_file *f, struct notation_error *error);
/* What follows a law begins on it: into the mechanism, with the values of the document's quantities. */
void mechanism_start_motions(const struct mechanism_file *f, const double *values, const struct mechanism *m);
bool mechanism_place_motions(struct mechanism_file *f, struct notation_error *error); /* when it is partitioned */

/* ---- mechanism_wrenches.c ---- */
size_t mechanism_count_wrench_loads(const struct node *root);
bool mechanism_read_wrenches(struct mechanism_file *f, struct notation_error *error);
bool mechanism_prepare_wrench(struct mechanism_wrench *w, struct model_report *report); /* when its numbers are known */

/* ---- mechanism_payloads.c ---- */
bool mechanism_read_payloads(struct mechanism_file *f, struct notation_error *error);

/* ---- mechanism_sensors.c ---- */
bool mechanism_read_sensors(struct mechanism_file *f, struct notation_error *error);
size_t mechanism_sensor_locals(const struct mechanism_sensor *sensor);

/* ---- mechanism_solids.c ---- */
bool mechanism_check_solids(const struct mechanism_file *f, struct notation_error *error);

/* ---- mechanism_flexibles.c ---- */
bool mechanism_plan_flexibles(struct mechanism_file *f, struct notation_error *error); /* before the block is made */
void mechanism_spread_bodies(struct mechanism_file *f); /* makes places for the bodies of coordinates */
bool mechanism_read_flexibles(struct mechanism_file *f, struct notation_error *error);
bool mechanism_read_sections(struct mechanism_file *f, struct notation_error *error);
/* A point of a body, {"body": ..., "at": ...}: of a flexible one in the frame of its node. */
bool mechanism_bind_point(struct mechanism_file *f, const struct node *object, const char *member, int *body,
                          double at[3]);
/* Mass, shapes and stiffness from the numbers of the beams. `values` of the document's quantities, or NULL: as it was read. */
bool mechanism_fill_flexibles(const struct mechanism_file *f, const double *values, struct mechanism *m,
                              struct model_report *report);

void mechanism_note_flexibles(struct mechanism_file *f); /* what modes leave out */

/* ---- mechanism_bodies.c ---- */
int mechanism_body_place(const struct mechanism_file *f, const struct node *object, const char *member);
/* The coordinate that a text names: its body and its place within the joint. */
bool mechanism_find_coordinate(const struct mechanism_file *f, const struct node *text, int *body, int *coordinate,
                               struct notation_error *error);

#endif
