#include "master/import/names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(const char *name) /* FNV-1a */
{
    uint64_t h = 14695981039346656037u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

static struct name_slot *slot_of(const struct names *names, const char *name)
{
    size_t k = hash(name) & (names->n_slots - 1);
    while (names->slots[k].name && strcmp(names->slots[k].name, name) != 0)
        k = (k + 1) & (names->n_slots - 1);
    return &names->slots[k];
}

static bool grow(struct names *names)
{
    struct names larger = {.n_slots = names->n_slots ? 2 * names->n_slots : 64, .n_names = names->n_names};
    larger.slots = calloc(larger.n_slots, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t k = 0; k < names->n_slots; k++)
        if (names->slots[k].name)
            *slot_of(&larger, names->slots[k].name) = names->slots[k];
    free(names->slots);
    *names = larger;
    return true;
}

enum names_added names_add(struct names *names, const char *name, size_t index)
{
    if (2 * (names->n_names + 1) > names->n_slots && !grow(names))
        return NAMES_NO_MEMORY;
    struct name_slot *slot = slot_of(names, name);
    if (slot->name)
        return NAMES_KNOWN;
    *slot = (struct name_slot){name, index};
    names->n_names++;
    return NAMES_ADDED;
}

bool names_find(const struct names *names, const char *name, size_t *index)
{
    if (names->n_slots == 0)
        return false;
    const struct name_slot *slot = slot_of(names, name);
    if (slot->name)
        *index = slot->index;
    return slot->name != NULL;
}

void names_free(struct names *names)
{
    free(names->slots);
    *names = (struct names){0};
}
