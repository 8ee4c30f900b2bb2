/* Private to mechanism_*.c: what is kept of a mechanism file. Topology is fixed; numbers are quantities of the document,
 * and `bindings` tell where in the mechanism each of them goes.
 *
 *     mechanism_bodies.c      bodies and joints, sorted so that parents come first
 *     mechanism_elements.c    all that acts between them
 *     mechanism_variables.c   the table of variables
 *     mechanism_model.c       setup, rates, outputs: the model's functions */
#ifndef PASO_MECHANISM_PLAN_H
#define PASO_MECHANISM_PLAN_H

#include "law.h"
#include "mechanism_file.h"
#include "model_table.h"
#include "solver.h"

struct binding { /* a quantity and its place in the mechanism's block */
    size_t quantity, offset;
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

    struct model_table table;
    bool has_static_forces; /* some actuator forces hold the start of the file */
    struct model_type type;
};

/* Parameters that belong to every mechanism, behind those of the solver. */
enum { PARAMETER_FORMULATION = SOLVER_PARAMETERS, PARAMETER_PENALTY, OWN_PARAMETERS };

/* Locals: dependent coordinates, their rates, then these, then those of actuators and markers. */
enum { LOCAL_KINETIC_ENERGY, LOCAL_POTENTIAL_ENERGY, LOCAL_RESIDUAL, OWN_LOCALS };
enum { ACTUATOR_LOCAL_FORCE, ACTUATOR_LOCAL_POWER, ACTUATOR_LOCAL_STATIC, ACTUATOR_LOCALS };
enum { MARKER_LOCALS = 6 };

/* Memories behind the engine's: the time of the last event, then a force for each actuator. */
enum { MEMORY_LAST_EVENT, MEMORY_FORCES };

bool mechanism_read_bodies(struct mechanism_file *f, struct notation_error *error);
bool mechanism_read_elements(struct mechanism_file *f, struct notation_error *error);
bool mechanism_make_variables(struct mechanism_file *f, struct notation_error *error);
void mechanism_make_type(struct mechanism_file *f);

/* *where is the value of that quantity, here and in every instance; NODE_NONE leaves it as it is. */
bool mechanism_bind(struct mechanism_file *f, double *where, size_t quantity);
bool mechanism_bind_vector(struct mechanism_file *f, double *where, size_t n, const struct node *object,
                           const char *member);

/* ---- mechanism_bodies.c ---- */
int mechanism_body_place(const struct mechanism_file *f, const struct node *object, const char *member);
/* The coordinate that a text names: its body and its place within the joint. */
bool mechanism_find_coordinate(const struct mechanism_file *f, const struct node *text, int *body, int *coordinate,
                               struct notation_error *error);

#endif
