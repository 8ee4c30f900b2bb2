/* What the command line adds to a system: --set, and the inputs that --input drives. */
#include "master/system/starts.h"
#include "master/system/system_impl.h"
#include "master/import/xml.h"
#include "master/system/system_messages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- --set ---- */

static struct system_connector *find_connector(struct system_connector *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

/* A number as the connector's type writes it. */
static bool connector_number(const struct system *s, const struct system_connector *c, const char *text, double *number)
{
    bool truth;
    int whole;
    switch (c->type) {
    case FMI_REAL:
        return xml_double(text, number) && isfinite(*number);
    case FMI_BOOLEAN:
        if (!xml_bool(text, &truth))
            return false;
        *number = truth;
        return true;
    case FMI_ENUMERATION:
        if (c->n_ports && !c->transformations[0].n_map && system_variable(s, c->ports[0])->enumeration != NO_INDEX) {
            const struct description *d = fmu_description(s->components[c->ports[0].component].fmu);
            const struct fmi_item *item =
                enumeration_item(&d->enumerations[system_variable(s, c->ports[0])->enumeration], text);
            *number = item ? item->value : 0;
            return item;
        }
        /* fallthrough */
    default:
        if (!xml_int(text, &whole))
            return false;
        *number = whole;
        return true;
    }
}

static bool set_connector(struct system *s, struct system_connector *c, const char *text, const char *place,
                          struct error *error)
{
    double number = 0;
    if (c->type != FMI_STRING && !connector_number(s, c, text, &number))
        return error_raise(error, ERROR_SYSTEM_VALUE, place, c->name, text, fmi_type_name(c->type));
    for (size_t i = 0; i < c->n_ports; i++) {
        const bool good = c->type == FMI_STRING
                              ? start_text(system_arena(s), s, c->ports[i], text, place, error)
                              : start_number(system_arena(s), s, c->ports[i],
                                             transformation_apply(&c->transformations[i], number), place, error);
        if (!good)
            return false;
    }
    c->has_start = c->type != FMI_STRING;
    c->start = number;
    return true;
}

bool system_set_value(struct system *s, const char *name, const char *value, const char *place, struct error *error)
{
    struct system_connector *c = find_connector(s->inputs, s->n_inputs, name);
    if (!c)
        c = find_connector(s->parameters, s->n_parameters, name);
    if (c)
        return set_connector(s, c, value, place, error);
    struct port port;
    if (system_find_port(s, name, &port, error))
        return start_text(system_arena(s), s, port, value, place, error);
    error_prefix(error, ": ");
    error_prefix(error, place);
    return false;
}

bool system_set(struct system *s, const char *assignment, struct error *error)
{
    const char *equals = strchr(assignment, '=');
    if (!equals || equals == assignment)
        return error_raise(error, ERROR_SYSTEM_ASSIGNMENT, assignment);
    char *name = strndup(assignment, (size_t)(equals - assignment));
    const bool good = name ? system_set_value(s, name, equals + 1, "--set", error)
                           : error_raise(error, ERROR_NO_MEMORY, "setting start values");
    free(name);
    return good;
}

/* ---- inputs ---- */

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

static bool add_input(struct system *s, const char *name, struct port port, struct error *error)
{
    struct arena *arena = system_arena(s);
    struct system_connector *list = arena_grow(arena, s->inputs, s->n_inputs, sizeof *list);
    struct port *ports = arena_get(arena, sizeof *ports);
    struct transformation *t = arena_get(arena, sizeof *t);
    char *copy = arena_copy(arena, name, strlen(name));
    char *place = arena_copy(arena, "--input", strlen("--input"));
    if (!list || !ports || !t || !copy || !place)
        return error_raise(error, ERROR_NO_MEMORY, "adding an input");
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

bool system_can_be_driven(const struct fmi_variable *v)
{
    return v->causality == FMI_INPUT || (v->causality == FMI_PARAMETER && v->variability == FMI_TUNABLE);
}

bool system_find_input(struct system *s, const char *name, size_t *index, struct error *error)
{
    const struct system_connector *c = find_connector(s->inputs, s->n_inputs, name);
    if (c) {
        *index = (size_t)(c - s->inputs);
        return true;
    }
    struct port port;
    if (!system_find_port(s, name, &port, error))
        return false;
    const struct fmi_variable *v = system_variable(s, port);
    if (!system_can_be_driven(v))
        return error_raise(error, ERROR_SYSTEM_NO_INPUT, name, fmi_variability_name(v->variability),
                           fmi_causality_name(v->causality));
    const char *driver = system_port_driver(s, port);
    if (driver)
        return error_raise(error, ERROR_SYSTEM_INPUT_DRIVEN, name, driver);
    *index = s->n_inputs;
    return add_input(s, name, port, error);
}

/* ---- open inputs ---- */

static bool has_start(const struct system_component *c, size_t variable)
{
    for (size_t i = 0; i < c->n_starts; i++)
        if (c->starts[i].variable == variable)
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

void system_warn_of_open_inputs(const struct system *s)
{
    enum { MOST_NAMED = 12 };
    bool **driven = mark_driven(s);
    char *text = NULL;
    size_t size = 0, n = 0;
    FILE *list = driven ? open_memstream(&text, &size) : NULL;
    for (size_t i = 0; list && i < s->n_components; i++) {
        const struct description *d = fmu_description(s->components[i].fmu);
        for (size_t k = 0; k < d->n_variables; k++) {
            if (d->variables[k].causality != FMI_INPUT || driven[i][k] || has_start(&s->components[i], k))
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
