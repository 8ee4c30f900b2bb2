/* The kinds of documents that become models. Each brings its grammar, its reader and the binary of its FMUs, which the program
 * carries inside itself. */
#ifndef PASO_KINDS_H
#define PASO_KINDS_H

#include "numerics/model.h"
#include "notation/notation.h"

struct kind {
    const char *name; /* the document's "type" */
    const struct grammar *grammar;
    void *(*read)(const char *text, size_t length, const char *file, struct notation_error *error);
    const struct model_type *(*type)(const void *opened);
    const char *(*note)(const void *opened); /* for the document's author; "": nothing. May be NULL */
    void (*close)(void *opened);
    char *(*choice)(
        const void *opened); /* what the reader chose, as a change of the document; NULL: nothing. May be NULL */
    const unsigned char *binary, *binary_end;
};

extern const struct kind *const kinds[]; /* NULL behind the last one */
const struct kind *kind_find(const char *name);

#endif
