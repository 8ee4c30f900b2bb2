#include "master/system/driven.h"
#include "master/system/system_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_port(struct port a, struct port b)
{
    return a.component == b.component && a.variable == b.variable;
}

const char *system_port_driver(const struct system *s, struct port port)
{
    for (size_t i = 0; i < s->n_connections; i++)
        if (same_port(s->connections[i].to, port))
            return s->connections[i].place;
    for (size_t i = 0; i < s->n_inputs; i++)
        for (size_t k = 0; k < s->inputs[i].n_ports; k++)
            if (same_port(s->inputs[i].ports[k], port))
                return s->inputs[i].name;
    return NULL;
}

bool system_can_be_driven(const struct fmi_variable *v)
{
    return v->causality == FMI_INPUT || (v->causality == FMI_PARAMETER && v->variability == FMI_TUNABLE);
}

/* ---- by a name ---- */

struct driven_system driven_system(const struct system *read)
{
    return (struct driven_system){.system = *read};
}

void driven_system_free(struct driven_system *d)
{
    arena_free(&d->arena);
}

static bool add_input(struct driven_system *d, const char *name, struct port port, struct error *error)
{
    struct system *s = &d->system;
    struct system_connector *list = ARENA_TAKE(&d->arena, s->n_inputs + 1, struct system_connector);
    struct port *ports = ARENA_TAKE(&d->arena, 1, struct port);
    struct transformation *t = ARENA_TAKE(&d->arena, 1, struct transformation);
    char *copy = arena_copy(&d->arena, name, strlen(name));
    char *place = arena_copy(&d->arena, "--input", strlen("--input"));
    if (!list || !ports || !t || !copy || !place)
        return error_raise(error, ERROR_NO_MEMORY, "adding an input");
    if (s->n_inputs > 0)
        memcpy(list, s->inputs, s->n_inputs * sizeof *list);
    *ports = port;
    *t = (struct transformation){.factor = 1};
    s->inputs = list;
    list[s->n_inputs++] = (struct system_connector){.name = copy,
                                                    .place = place,
                                                    .type = system_variable(s, port)->type,
                                                    .ports = ports,
                                                    .transformations = t,
                                                    .n_ports = 1};
    return true;
}

/* A name without a component's is that of an input of the system, or nearly so: raises an error where it resembles one. */
static bool resembles_input(const struct system *s, const char *name, struct error *error)
{
    if (s->is_single_fmu || strchr(name, '.'))
        return false;
    const char **known = malloc((s->n_inputs + 1) * sizeof *known);
    for (size_t i = 0; known && i < s->n_inputs; i++)
        known[i] = s->inputs[i].name;
    const char *nearest = known ? error_nearest(name, known, s->n_inputs) : NULL;
    free(known);
    if (nearest)
        error_raise(error, ERROR_SYSTEM_NO_CONNECTOR_BUT, name, nearest);
    return nearest != NULL;
}

bool driven_system_find(struct driven_system *d, const char *name, size_t *index, struct error *error)
{
    const struct system *s = &d->system;
    const struct system_connector *c = system_find_connector(s->inputs, s->n_inputs, name);
    if (c) {
        *index = (size_t)(c - s->inputs);
        return true;
    }
    struct port port;
    if (resembles_input(s, name, error) || !system_find_port(s, name, &port, error))
        return false;
    const struct fmi_variable *v = system_variable(s, port);
    if (!system_can_be_driven(v))
        return error_raise(error, ERROR_SYSTEM_NO_INPUT, name, fmi_variability_name(v->variability),
                           fmi_causality_name(v->causality));
    const char *driver = system_port_driver(s, port);
    if (driver)
        return error_raise(error, ERROR_SYSTEM_INPUT_DRIVEN, name, driver);
    *index = s->n_inputs;
    return add_input(d, name, port, error);
}

/* ---- open inputs ---- */

static bool has_start(struct start_list starts, size_t variable)
{
    for (size_t i = 0; i < starts.n; i++)
        if (starts.values[i].variable == variable)
            return true;
    return false;
}

static void mark(bool **driven, struct port port)
{
    driven[port.component][port.variable] = true;
}

/* A table of all variables would be large for many components: one bit of truth per variable, once, is still linear. */
static bool **mark_driven(const struct system *s)
{
    bool **driven = calloc(s->n_components + 1, sizeof(*driven));
    for (size_t i = 0; driven && i < s->n_components; i++) {
        driven[i] = calloc(fmu_description(s->components[i].fmu)->n_variables + 1, sizeof(bool));
        if (!driven[i]) {
            while (i-- > 0)
                free(driven[i]);
            free(driven);
            return NULL;
        }
    }
    for (size_t i = 0; driven && i < s->n_connections; i++)
        mark(driven, s->connections[i].to);
    for (size_t i = 0; driven && i < s->n_inputs; i++)
        for (size_t k = 0; k < s->inputs[i].n_ports; k++)
            mark(driven, s->inputs[i].ports[k]);
    return driven;
}

void system_warn_of_open_inputs(const struct system *s, const struct starts *starts)
{
    enum { MOST_NAMED = 12 };
    bool **driven = mark_driven(s);
    char *text = NULL;
    size_t size = 0, n = 0;
    FILE *list = driven ? open_memstream(&text, &size) : NULL;
    for (size_t i = 0; list && i < s->n_components; i++) {
        const struct description *d = fmu_description(s->components[i].fmu);
        for (size_t k = 0; k < d->n_variables; k++) {
            if (d->variables[k].causality != FMI_INPUT || driven[i][k] || has_start(starts_of(s, starts, i), k))
                continue;
            char *name = n < MOST_NAMED ? system_port_name(s, (struct port){i, k}) : NULL;
            if (name)
                fprintf(list, "%s%s", n ? ", " : "", name);
            free(name);
            n++;
        }
    }
    if (n > MOST_NAMED)
        fprintf(list, " and %zu more", n - MOST_NAMED);
    if (list && fclose(list) == 0 && n > 0)
        error_warn(WARNING_SYSTEM_OPEN_INPUTS, text);
    free(text);
    for (size_t i = 0; driven && i < s->n_components; i++)
        free(driven[i]);
    free(driven);
}
