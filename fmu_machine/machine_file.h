/* A whole machine in one document: mechanisms and circuits, each with its own document as a text, what connects them, and what the
 * machine's inputs and outputs are called. It is one model, one set of equations. `paso export --whole` writes such documents. */
#ifndef PASO_MACHINE_FILE_H
#define PASO_MACHINE_FILE_H

#include "notation/notation.h"
#include "numerics/model.h"

extern const struct grammar machine_grammar;
enum machine_part_kind { MACHINE_MECHANISM, MACHINE_CIRCUIT }; /* words of "kind" */

struct machine_file;
struct mechanism_file;
struct circuit_model;

/* NULL, with the error, where the text describes no machine. The text is not needed any more. */
struct machine_file *machine_file_read(const char *text, size_t length, const char *file, struct notation_error *error);
void machine_file_close(struct machine_file *f); /* accepts NULL */
const struct model_type *machine_file_type(const struct machine_file *f);

/* Its parts, one by one: a mechanism, or else a circuit; the other one is NULL. */
size_t machine_file_n_parts(const struct machine_file *f);
const struct mechanism_file *machine_file_mechanism(const struct machine_file *f, size_t part);
const struct circuit_model *machine_file_circuit(const struct machine_file *f, size_t part);

#endif
