/* A table from names to numbers: finding and adding take constant time on average. Names are not copied. */
#ifndef PASO_NAMES_H
#define PASO_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct names_entry;
struct names { /* {0} is an empty table */
    struct names_entry *entries;
    size_t n, room;
};

enum { NAMES_NONE = -1 };

/* The number of the name, or NAMES_NONE. */
long names_find(const struct names *t, const char *name);

/* False when out of memory; a name that is there already keeps its number. */
bool names_add(struct names *t, const char *name, size_t number);
void names_free(struct names *t);

#endif
