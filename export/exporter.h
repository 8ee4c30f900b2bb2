/* A model file as an FMU: description from the model's table, the general binary under the model's name, the document among
 * the resources. */
#ifndef PASO_EXPORTER_H
#define PASO_EXPORTER_H

#include "model_file.h"

bool exporter_write_fmu(const struct model_file *f, const char *path, struct error *error);

#endif
