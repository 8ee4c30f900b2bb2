#include "estimate/counts.h"

#include "estimate/estimate_messages.h"
#include "master/import/description.h"

#include <stdlib.h>
#include <string.h>

/* The names in an annotation, one after another; `at` moves behind the one that is returned. NULL: there are no more. */
static const struct fmi_variable *next_variable(const struct description *d, const char **at, char *room, size_t size)
{
    for (; *at && **at; *at += strspn(*at, " ")) {
        const size_t length = strcspn(*at, " ");
        const bool fits = length < size;
        memcpy(room, *at, fits ? length : 0);
        room[fits ? length : 0] = '\0';
        *at += length;
        const struct fmi_variable *v = description_find(d, room);
        if (v && v->type == FMI_REAL)
            return v;
    }
    return NULL;
}

/* Into c, where it has room; returns how many there are. */
static size_t find_ports(struct counts *c, struct run *run)
{
    size_t n = 0;
    for (size_t k = 0; k < run_system(run)->n_components; k++) {
        const struct description *d = component_description(run_component(run, k));
        const char *at = d->states_counted_by;
        const struct fmi_variable *v;
        char name[256];
        for (; (v = next_variable(d, &at, name, sizeof name)); n++)
            if (c->ports)
                c->ports[n] = (struct port){k, description_index(d, v)};
    }
    return n;
}

bool counts_open(struct counts *c, struct run *run, struct arena *arena, struct error *error)
{
    *c = (struct counts){0};
    const size_t n = find_ports(c, run);
    c->ports = ARENA_TAKE(arena, n + 1, struct port);
    c->values = ARENA_TAKE(arena, n + 1, double);
    if (!c->ports || !c->values)
        return error_raise(error, ERROR_NO_MEMORY, "estimating");
    c->n = find_ports(c, run);
    for (size_t i = 0; i < n; i++)
        if (!run_get_value(run, c->ports[i], &c->values[i], error))
            return false;
    return true;
}

bool counts_check(const struct counts *c, struct run *run, struct error *error)
{
    for (size_t i = 0; i < c->n; i++) {
        double value;
        if (!run_get_value(run, c->ports[i], &value, error))
            return false;
        if (value == c->values[i])
            continue;
        char *name = system_port_name(run_system(run), c->ports[i]);
        error_raise(error, ERROR_ESTIMATE_COUNTED_ANEW, name ? name : "a variable", TEXT("%.9g", run_time(run)));
        free(name);
        return false;
    }
    return true;
}
