/* A model file as an FMU: description from the model's table, the general binaries under the model's name, the document among
 * the resources. `platform`: "win64", or NULL for all that the program has binaries for. */
#ifndef PASO_EXPORTER_H
#define PASO_EXPORTER_H

#include "export/model_file.h"
#include "master/files/package.h"

/* In memory; the caller frees the bytes. */
bool exporter_make_fmu(const struct model_file *f, const char *platform, struct package_bytes *fmu,
                       struct error *error);
bool exporter_write_fmu(const struct model_file *f, const char *platform, const char *path, struct error *error);

#endif
