/* Comma-separated globs over names of variables, as --record takes them. A comma inside [] belongs to a name, blanks around a
 * pattern do not belong to it, and a name that is written out always matches itself, brackets included. */
#ifndef PASO_PATTERNS_H
#define PASO_PATTERNS_H

#include "master/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct patterns {
    struct pattern {
        char *text;
        bool used; /* something matched */
    } * list;
    size_t n;
};

bool patterns_read(struct patterns *p, const char *text, struct error *error); /* false: nothing is left to free */
bool patterns_match(struct patterns *p, const char *name);
const char *patterns_unused(const struct patterns *p); /* the first that nothing matched, or NULL */
void patterns_free(struct patterns *p);

#endif
