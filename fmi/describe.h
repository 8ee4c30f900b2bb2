/* modelDescription.xml of a model, generated from its variable table: XML and C cannot drift apart. */
#ifndef PASO_DESCRIBE_H
#define PASO_DESCRIBE_H

#include "numerics/model.h"

#include <stdio.h>

struct describe_options {
    const char *version; /* of the generating program */
    const char *const *source_files;
    size_t n_source_files;
    const char *document; /* NULL, or the file that describes the model: the GUID is then a hash of both */
    size_t document_length;
};

enum { GUID_SIZE = 39 }; /* "{8-4-4-4-12}" and its end */

/* Writes the description with that GUID. false, with a report: the table is wrong (an unknown unit or name). */
bool describe_write(FILE *file, const struct model_type *type, const struct describe_options *options, const char *guid,
                    struct model_report *report);

/* The GUID: a hash of the description itself (written with an empty one), and of the document where there is one. */
bool describe_guid(const struct model_type *type, const struct describe_options *options, char guid[GUID_SIZE],
                   struct model_report *report);

#endif
