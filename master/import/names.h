/* A table from names to indices: hashed, grows by itself. It keeps pointers to the names and does not own them. */
#ifndef PASO_NAMES_H
#define PASO_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct name_slot {
    const char *name; /* NULL: free */
    size_t index;
};

struct names { /* all zero: empty */
    struct name_slot *slots;
    size_t n_slots, n_names;
};

enum names_added { NAMES_ADDED, NAMES_KNOWN, NAMES_NO_MEMORY };

enum names_added names_add(struct names *names, const char *name, size_t index); /* a known name keeps its index */
bool names_find(const struct names *names, const char *name, size_t *index);
void names_free(struct names *names);

#endif
