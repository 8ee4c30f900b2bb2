/* Private to assembly.c, assembly_parts.c and assembly_links.c. */
#ifndef PASO_ASSEMBLY_IMPL_H
#define PASO_ASSEMBLY_IMPL_H

#include "export/assembly.h"

struct assembly_reader {
    struct assembly *a;
    const struct node *root;
    const char *path;
    const char *const *changes; /* of the command line */
    size_t n_changes;
    struct error *error;
};

bool assembly_wrong(const struct assembly_reader *r,
                    const struct notation_error *why); /* both raise and return false */
bool assembly_no_memory(const struct assembly_reader *r);

/* Something at a place of the system's document is wrong. */
#define FAIL(r, node, ...)                                                                                             \
    do {                                                                                                               \
        struct notation_error why;                                                                                     \
        node_fail(node, &why, __VA_ARGS__);                                                                            \
        return assembly_wrong(r, &why);                                                                                \
    } while (0)

#define KEEP(...) notation_keep_text(r->a->notation, __VA_ARGS__)

/* assembly_parts.c: the models, from their files with all changes. */
bool assembly_read_parts(const struct assembly_reader *r);

/* assembly_fmu.c: opens the part's FMU where its file is one that has no document; false: something is wrong. */
bool assembly_read_fmu(const struct assembly_reader *r, const struct node *node, size_t part, const char *path);

/* assembly_links.c: which parts the cylinders join, before these are open; all connections, when they are. */
bool assembly_read_cylinders(const struct assembly_reader *r);
bool assembly_read_links(const struct assembly_reader *r);

#endif
