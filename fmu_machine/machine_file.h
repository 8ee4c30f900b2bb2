/* A whole machine in one document: mechanisms and circuits, each with its own document as a text, what connects them, and what the
 * machine's inputs and outputs are called. It is one model, one set of equations. `paso export --whole` writes such documents. */
#ifndef PASO_MACHINE_FILE_H
#define PASO_MACHINE_FILE_H

#include "notation/notation.h"
#include "numerics/model.h"

extern const struct grammar machine_grammar;
enum machine_part_kind { MACHINE_MECHANISM, MACHINE_CIRCUIT }; /* words of "kind" */

struct machine_file;

/* NULL, with the error, where the text describes no machine. The text is not needed any more. */
struct machine_file *machine_file_read(const char *text, size_t length, const char *file, struct notation_error *error);
void machine_file_close(struct machine_file *f); /* accepts NULL */
const struct model_type *machine_file_type(const struct machine_file *f);

#endif
