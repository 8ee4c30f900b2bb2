/* A mechanism from a file: the document, the mechanism that it describes, and the model that an FMU makes of it. */
#ifndef PASO_MECHANISM_FILE_H
#define PASO_MECHANISM_FILE_H

#include "fmu_multibody/engine/mechanism.h"
#include "fmu_multibody/mechanism/mechanism_grammar.h"
#include "notation/notation.h"

struct mechanism_file;

/* NULL, with the error, where the text describes no mechanism that can be assembled. */
struct mechanism_file *mechanism_file_read(const char *text, size_t length, const char *file,
                                           struct notation_error *error);
void mechanism_file_close(struct mechanism_file *f); /* accepts NULL */

const struct model_type *mechanism_file_type(const struct mechanism_file *f);
const char *mechanism_file_note(const struct mechanism_file *f); /* what its maker should know; "": nothing */
const struct mechanism *mechanism_file_mechanism(const struct mechanism_file *f); /* with the numbers of the file */
/* The engine inside an instance's constants, once setup() has been there; and the engine's inputs at t. */
struct engine;
const struct engine *mechanism_instance_engine(const void *constants);
const double *mechanism_instance_inputs(const void *constants, double t, const double *m, const double *u);

/* What the port "length", "rate", "force", "p1", "p2" or "force_static" of an actuator is called; NULL: no such actuator. */
const char *mechanism_file_port(const struct mechanism_file *f, const char *actuator, const char *port);

/* What was chosen while the file was read, as a change of the document (notation_change) that the caller frees: the states, where
 * loops left a choice. NULL where there was none. */
char *mechanism_file_choice(const struct mechanism_file *f);

/* Name of a coordinate as the file has it. */
const char *mechanism_file_coordinate(const struct mechanism_file *f, size_t i);

#endif
