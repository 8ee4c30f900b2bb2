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

/* `changes`: "path=value" each, made in the document before it is read; those of "include" before files are included, the others
 * after that. */
bool model_file_open(struct model_file *f, const char *path, const char *const *changes, size_t n_changes,
                     struct error *error);
void model_file_close(struct model_file *f);

/* Out of an unpacked FMU: the document that it was made of, else one that it carries for pictures alone. `found` is false, without
 * an error, where there is none. `shown` is the FMU's name in messages. */
#define MODEL_FILE_PICTURE "picture.json"
bool model_file_open_inside(struct model_file *f, const char *folder, const char *shown, const char *const *changes,
                            size_t n_changes, bool *found, struct error *error);

/* Only the document, with its kind: what stands in it, before anybody makes a model of it. NULL with the error; notation_close() it. */
struct notation *model_file_read(const char *path, const char *const *changes, size_t n_changes,
                                 const struct kind **kind, struct error *error);

/* The file, seen from the folder of a document; the caller frees it. */
char *model_file_beside(const char *path, const char *file);

/* The text of a file; the caller frees it. */
char *model_file_load(const char *path, size_t *length, struct error *error);

#endif
