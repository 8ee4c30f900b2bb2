#include "linearize/counts.h"

#include "master/import/description.h"

#include <string.h>

/* Into counts->refs, where there are any; returns how many there are. */
static size_t find_variables(struct counts *counts, const struct description *d)
{
    size_t n = 0;
    for (const char *at = d->states_counted_by; at && *at; at += strspn(at, " ")) {
        char name[256];
        const size_t length = strcspn(at, " ");
        if (length < sizeof name) {
            memcpy(name, at, length);
            name[length] = '\0';
            const struct fmi_variable *v = description_find(d, name);
            if (v && v->type == FMI_REAL && counts->refs)
                counts->refs[n] = v->reference;
            n += v && v->type == FMI_REAL;
        }
        at += length;
    }
    return n;
}

bool counts_open(struct counts *counts, struct component *c, struct arena *arena, struct error *error)
{
    *counts = (struct counts){0};
    const size_t n = find_variables(counts, component_description(c));
    counts->refs = ARENA_TAKE(arena, n + 1, unsigned);
    counts->values = ARENA_TAKE(arena, n + 1, double);
    counts->now = ARENA_TAKE(arena, n + 1, double);
    if (!counts->refs || !counts->values || !counts->now)
        return error_raise(error, ERROR_NO_MEMORY, "looking at states");
    counts->n = find_variables(counts, component_description(c));
    return n == 0 || component_get_real(c, counts->refs, n, counts->values, error);
}

bool counts_stay(const struct counts *counts, struct component *c, const char **changed, struct error *error)
{
    *changed = NULL;
    if (counts->n > 0 && !component_get_real(c, counts->refs, counts->n, counts->now, error))
        return false;
    const struct description *d = component_description(c);
    for (size_t i = 0; i < counts->n && !*changed; i++)
        for (size_t v = 0; v < d->n_variables && counts->now[i] != counts->values[i]; v++)
            if (d->variables[v].type == FMI_REAL && d->variables[v].reference == counts->refs[i])
                *changed = d->variables[v].name;
    return true;
}
