/* The kinds of documents that become models. Each brings its grammar, its reader and the binaries and sources of its FMUs,
 * which the program carries inside itself. */
#ifndef PASO_KINDS_H
#define PASO_KINDS_H

#include "numerics/model.h"
#include "notation/notation.h"

/* The binary of a platform, as FMI calls its folder: "linux64", ".so". */
struct kind_binary {
    const char *platform, *suffix;
    const unsigned char *bytes, *end;
};

/* A file of the folder "sources". */
struct kind_source {
    const char *path;
    const unsigned char *bytes, *end;
};

struct kind {
    const char *name; /* the document's "type" */
    const struct grammar *grammar;
    void *(*read)(const char *text, size_t length, const char *file, struct notation_error *error);
    const struct model_type *(*type)(const void *opened);
    const char *(*note)(const void *opened); /* for the document's author; "": nothing. May be NULL */
    void (*close)(void *opened);
    char *(*choice)(
        const void *opened); /* what the reader chose, as a change of the document; NULL: nothing. May be NULL */
    const struct kind_binary *binaries; /* of all platforms that the program was built with, this one first */
    size_t n_binaries;
    const struct kind_source *sources;
    size_t n_sources;
};

extern const struct kind *const kinds[]; /* NULL behind the last one */
const struct kind *kind_find(const char *name);

#endif
