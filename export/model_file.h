/* A document that describes a model, opened: from a .json file, or out of an FMU that was made of one. */
#ifndef PASO_MODEL_FILE_H
#define PASO_MODEL_FILE_H

#include "master/base/error.h"
#include "export/kinds.h"

struct model_file {
    char *text; /* the document */
    size_t length;
    const struct kind *kind;
    void *opened; /* by the kind's reader */
    const struct model_type *type;
};

/* `changes`: "path=value" each, made in the document before it is read. */
bool model_file_open(struct model_file *f, const char *path, const char *const *changes, size_t n_changes,
                     struct error *error);
void model_file_close(struct model_file *f);

/* The text of a file; the caller frees it. */
char *model_file_load(const char *path, size_t *length, struct error *error);

#endif
