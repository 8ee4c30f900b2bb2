/* Models that are described by a document: how it lies in the FMU's resources, together with the GUID of the description that
 * was made of it. The program that exports writes both, the binary inside the FMU reads them. */
#ifndef PASO_FILE_MODEL_H
#define PASO_FILE_MODEL_H

#include "fmi/describe.h"

/* Their names in the FMU's resources. */
#define FILE_MODEL_NAME      "model.json"
#define FILE_MODEL_GUID_NAME "guid.txt"

/* The document in the resources that the location (a file: URI) tells; the caller frees it. */
char *file_model_load(const char *resource_location, size_t *length, struct model_report *report);

/* The GUID there. It was computed when the FMU was made and is never computed again: a description's numbers may differ in
 * their last digits from machine to machine. false, with a report: it is missing, or belongs to another document. */
bool file_model_guid(const char *resource_location, const char *document, size_t length, char guid[GUID_SIZE],
                     struct model_report *report);

/* What stands in its file. */
enum { FILE_MODEL_STAMP_SIZE = GUID_SIZE + 18 };
void file_model_stamp(const char *guid, const char *document, size_t length, char stamp[FILE_MODEL_STAMP_SIZE]);

#endif
