/* Private to circuit_model_depends.c and circuit_model_depends_elements.c. */
#ifndef PASO_CIRCUIT_MODEL_DEPENDS_IMPL_H
#define PASO_CIRCUIT_MODEL_DEPENDS_IMPL_H

#include "fmu_hydraulics/circuit/circuit_model_impl.h"

/* A set of inputs, memories and states, by their places in the table. */
struct circuit_set {
    const struct circuit_model *model;
    bool *has;
};

void circuit_with(struct circuit_set s, enum model_role role, size_t i);
const char *circuit_with_names(struct circuit_set s); /* of what is in it; empties it */

/* What something depends on is added to the set. */
void circuit_with_signal(struct circuit_set s, size_t k);
void circuit_with_pressure(struct circuit_set s, int node);
void circuit_with_drop(struct circuit_set s, int from, int to);
void circuit_with_spool(struct circuit_set s, size_t valve);
void circuit_with_path(struct circuit_set s, size_t k);
void circuit_with_friction(struct circuit_set s, size_t k);
void circuit_with_equilibrium(struct circuit_set s);
void circuit_with_orifice(struct circuit_set s, size_t k);
void circuit_with_gate(struct circuit_set s, const struct circuit_gate *gate);
void circuit_with_unit(struct circuit_set s, const struct circuit_unit *unit);
void circuit_with_element_state(struct circuit_set s, size_t state);

/* Rows of elements: their states; their locals and the losses, from *next on. */
void circuit_depend_elements(struct circuit_model *model, struct circuit_set s);
void circuit_depend_element_locals(const struct circuit *c, struct circuit_set s, struct model_variable **next);
void circuit_depend_losses(const struct circuit *c, struct circuit_set s, struct model_variable **next);

#endif
