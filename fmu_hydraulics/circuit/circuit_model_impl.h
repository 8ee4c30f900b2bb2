/* Private to the files circuit_model*.c. */
#ifndef PASO_CIRCUIT_MODEL_IMPL_H
#define PASO_CIRCUIT_MODEL_IMPL_H

#include "fmu_hydraulics/circuit/circuit_engine.h"
#include "fmu_hydraulics/circuit/circuit_model.h"
#include "notation/model_table.h"
#include "numerics/solver.h"

#define NOWHERE ((size_t)-1)

struct circuit_model {
    struct model_type type;              /* whose plan is this struct */
    struct solver_extension for_solvers; /* of the type */
    struct circuit_document *document;
    const struct circuit *circuit;
    struct model_table table;
    size_t first[MODEL_ROLES], count[MODEL_ROLES];
    size_t *signal_input; /* place among the model's inputs of each signal; NOWHERE: it follows its law */
    size_t since;         /* place of the memory of the last event; NOWHERE: no law changes anything */
};

enum { PARAMETER_START = SOLVER_PARAMETERS }; /* start_in_equilibrium, behind the solver's */

enum { PORT_LENGTH, PORT_RATE, PORT_STATIC, PORTS }; /* of each cylinder: the model's first inputs */

/* One instance: what setup() makes of the parameters. */
struct circuit_instance {
    const struct circuit_model *model;
    bool in_equilibrium;
    double *values; /* of the quantities */
    struct circuit *circuit;
};

/* Its scratch. */
struct circuit_work {
    double *u_real, *forces_real; /* the engine's inputs; static forces */
    double complex *u_complex, *forces_complex, *room;
};

/* A row of the table, and a text that lives as long as it does. */
void circuit_model_add(struct circuit_model *model, enum model_role role, struct model_variable row);
#define TEXT(...) notation_keep_text(model->document->notation, __VA_ARGS__)

/* Rows of what circuit_elements.h has, and of the power that is lost anywhere (circuit_model_elements.c). */
void circuit_model_add_element_states(struct circuit_model *model);
void circuit_model_add_element_outputs(struct circuit_model *model);
void circuit_model_add_element_locals(struct circuit_model *model);
void circuit_model_add_losses(struct circuit_model *model);

/* The table (circuit_model_table.c), and what depends on what in it (circuit_model_depends.c). */
bool circuit_model_tabulate(struct circuit_model *model, struct notation_error *error);
void circuit_model_depend(struct circuit_model *model);

/* Place of a variable by its role, as the table has them. */
static inline struct model_variable *circuit_model_variable(const struct circuit_model *model, enum model_role role,
                                                            size_t i)
{
    return &model->table.rows[model->first[role] + i];
}

#endif
