/* Models that are described by a document: what the program that exports them and the binary inside the FMU have to do in
 * the same way. */
#ifndef PASO_FILE_MODEL_H
#define PASO_FILE_MODEL_H

#include "fmi/describe.h"

/* The document's name in the FMU's resources. */
#define FILE_MODEL_NAME "model.json"

/* What is written into modelDescription.xml, and the GUID that goes with it. */
struct describe_options file_model_options(const char *document, size_t length);
bool file_model_guid(const struct model_type *type, const char *document, size_t length, char guid[GUID_SIZE],
                     struct model_report *report);

/* The document in the resources that the location (a file: URI) tells; the caller frees it. */
char *file_model_load(const char *resource_location, size_t *length, struct model_report *report);

#endif
