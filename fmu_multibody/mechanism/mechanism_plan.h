/* Private to mechanism_*.c: what is kept of a mechanism file. Topology is fixed; numbers are quantities of the document,
 * and `bindings` tell where in the mechanism each of them goes.
 *
 *     mechanism_bodies.c      bodies and joints, sorted so that parents come first
 *     mechanism_elements.c    all that acts between them
 *     mechanism_pistons.c     actuators that take pressures
 *     mechanism_solids.c      what bodies look like
 *     mechanism_variables.c   the table of variables: parameters, inputs, memories, states ...
 *     mechanism_results.c     ... and what is computed from them
 *     mechanism_model.c       setup, rates, outputs: the model's functions */
#ifndef PASO_MECHANISM_PLAN_H
#define PASO_MECHANISM_PLAN_H

#include "numerics/law.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "notation/model_table.h"
#include "piston/piston.h"
#include "numerics/solver.h"

struct binding { /* a quantity and its place in the mechanism's block, or among the pistons */
    size_t quantity, offset;
    bool is_piston;
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

struct mechanism_file {
    struct notation *notation;
    struct mechanism *mechanism; /* one block (mechanism.h) */
    struct mechanism_sizes sizes;
    size_t n_inputs; /* of the engine: those of the actuators, then the loads */

    struct binding *bindings;
    size_t n_bindings, binding_room;

    int *places;                   /* of the file's bodies in the mechanism */
    const char **coordinates;      /* names */
    const char **coordinate_units; /* "rad" or "m" */
    const struct law **load_laws;  /* NULL: the load is an input */
    const struct node **load_nodes;
    const struct node **actuator_nodes;
    struct mechanism_piston *pistons; /* one for each actuator */
    size_t n_pistons, n_modes;        /* in use */
    size_t *actuator_inputs;          /* place of an actuator's first input among the model's */
    size_t n_actuator_inputs;

    struct model_table table;
    struct model_type type;
    char note[400]; /* rows that assembly found redundant */
};

/* Parameters that belong to every mechanism, behind those of the solver. */
enum { PARAMETER_FORMULATION = SOLVER_PARAMETERS, PARAMETER_PENALTY, OWN_PARAMETERS };

/* Locals: dependent coordinates, their rates, then these, then those of actuators and markers. */
enum { LOCAL_KINETIC_ENERGY, LOCAL_POTENTIAL_ENERGY, LOCAL_RESIDUAL, OWN_LOCALS };
enum { ACTUATOR_LOCAL_FORCE, ACTUATOR_LOCAL_POWER, ACTUATOR_LOCAL_STATIC, ACTUATOR_LOCALS };
enum { PISTON_LOCAL_LENGTH, PISTON_LOCAL_FRICTION, PISTON_LOCAL_CHOSEN, PISTON_LOCALS }; /* of pistons in use, behind */
enum { MARKER_LOCALS = 6 };

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

/* ---- mechanism_solids.c ---- */
bool mechanism_check_solids(const struct mechanism_file *f, struct notation_error *error);

/* ---- mechanism_bodies.c ---- */
int mechanism_body_place(const struct mechanism_file *f, const struct node *object, const char *member);
/* The coordinate that a text names: its body and its place within the joint. */
bool mechanism_find_coordinate(const struct mechanism_file *f, const struct node *text, int *body, int *coordinate,
                               struct notation_error *error);

#endif
