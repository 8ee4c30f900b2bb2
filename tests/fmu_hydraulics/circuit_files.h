/* Circuit files for the tests: read, changed in a place, opened as models. */
#ifndef PASO_TEST_CIRCUIT_FILES_H
#define PASO_TEST_CIRCUIT_FILES_H

#include "fmu_hydraulics/circuit/circuit_model.h"
#include "monolithic/model_instance.h"

/* The text of benchmarks/circuits/NAME, ended by a zero. */
char *circuit_file(const char *name);

/* The same with the first `old` replaced; the caller frees both. A test that names nothing that is there fails. */
char *circuit_changed(const char *text, const char *old, const char *new);

/* A model of the text that must be right. */
struct circuit_model *circuit_opened(const char *text);

double circuit_get(const struct model_instance *live, const char *name);

#endif
