/* A circuit document as a model (numerics/model.h): its table of variables, its parameters, its equations.
 *
 * Variables of an element NAME: a volume's pressure NAME.p (a state), a spool's position NAME.U, a flow NAME.flow. A cylinder's
 * ports have the names that a mechanism's actuator has: inputs NAME.length, NAME.rate and, for the equilibrium at the start,
 * NAME.force_static; outputs NAME.force, or NAME.p1 and NAME.p2 where the mechanism computes the force. */
#ifndef PASO_CIRCUIT_MODEL_H
#define PASO_CIRCUIT_MODEL_H

#include "fmu_hydraulics/circuit/circuit_read.h"

struct circuit_model;

/* NULL, with the error, where the document is wrong. The text is not needed any more. */
struct circuit_model *circuit_model_open(const char *text, size_t length, const char *file,
                                         struct notation_error *error);
void circuit_model_close(struct circuit_model *model); /* accepts NULL */
const struct model_type *circuit_model_type(const struct circuit_model *model);
const struct circuit *circuit_model_circuit(const struct circuit_model *model); /* with the numbers of the file */

#endif
