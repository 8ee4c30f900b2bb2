/* `--schema` of a command: the JSON Schema of a kind of documents, for editors. */
#ifndef PASO_SCHEMA_REPORT_H
#define PASO_SCHEMA_REPORT_H

#include "master/base/error.h"
#include "notation/notation.h"

#include <stdio.h>

/* `path`: the file on the command line, where there should be none. `report`: NULL where nobody listens. */
bool schema_report(const char *command, const struct grammar *grammar, const char *path, FILE *report,
                   struct error *error);

#endif
