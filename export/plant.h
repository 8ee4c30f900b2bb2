/* A system from a file as a monolithic solver wants it: the mechanism first, connections by the names of their variables. */
#ifndef PASO_PLANT_H
#define PASO_PLANT_H

#include "export/assembly.h"
#include "monolithic/monolithic.h"

struct plant {
    struct assembly assembly;
    struct composite_part *parts;
    struct composite_connection *connections;
    char **names;
    size_t n_names;
    struct monolithic_system system; /* for monolithic_open() */
};

bool plant_open(struct plant *p, const char *path, const char *const *changes, size_t n_changes, struct error *error);
void plant_close(struct plant *p);

#endif
