/* Open addressing with linear probing, at most half full. */
#include "names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct names_entry {
    const char *name; /* NULL: free */
    size_t number;
};

static uint64_t hash(const char *name)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    return h ^ h >> 32;
}

/* The entry of the name, or the free one where it belongs. */
static struct names_entry *place(const struct names *t, const char *name)
{
    size_t i = (size_t)hash(name) & (t->room - 1);
    while (t->entries[i].name && strcmp(t->entries[i].name, name) != 0)
        i = (i + 1) & (t->room - 1);
    return &t->entries[i];
}

long names_find(const struct names *t, const char *name)
{
    if (!t->room)
        return NAMES_NONE;
    const struct names_entry *e = place(t, name);
    return e->name ? (long)e->number : NAMES_NONE;
}

static bool grow(struct names *t)
{
    struct names bigger = {.room = t->room ? 2 * t->room : 16, .n = t->n};
    bigger.entries = calloc(bigger.room, sizeof *bigger.entries);
    if (!bigger.entries)
        return false;
    for (size_t i = 0; i < t->room; i++)
        if (t->entries[i].name)
            *place(&bigger, t->entries[i].name) = t->entries[i];
    free(t->entries);
    *t = bigger;
    return true;
}

bool names_add(struct names *t, const char *name, size_t number)
{
    if (2 * (t->n + 1) > t->room && !grow(t))
        return false;
    struct names_entry *e = place(t, name);
    if (!e->name) {
        *e = (struct names_entry){name, number};
        t->n++;
    }
    return true;
}

void names_free(struct names *t)
{
    free(t->entries);
    *t = (struct names){0};
}
