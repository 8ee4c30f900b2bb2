/* Names and ports of a system, and what a transformation does to a value. */
#include "master/system/system.h"
#include "master/system/system_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct fmi_variable *system_variable(const struct system *s, struct port port)
{
    return &fmu_description(s->components[port.component].fmu)->variables[port.variable];
}

const char *system_unit(const struct system *s, struct port port)
{
    const int unit = system_variable(s, port)->unit;
    return unit == NO_INDEX ? NULL : fmu_description(s->components[port.component].fmu)->units[unit].name;
}

bool system_has_discrete_connections(const struct system *s)
{
    for (size_t k = 0; k < s->n_connections; k++)
        if (!s->connections[k].only_initial &&
            (system_variable(s, s->connections[k].to)->variability != FMI_CONTINUOUS ||
             system_variable(s, s->connections[k].from)->variability != FMI_CONTINUOUS))
            return true;
    return false;
}

char *system_port_name(const struct system *s, struct port port)
{
    const char *component = s->components[port.component].name;
    const char *variable = system_variable(s, port)->name;
    char *name = malloc(strlen(component) + strlen(variable) + 2);
    if (name)
        sprintf(name, "%s%s%s", s->is_single_fmu ? "" : component, s->is_single_fmu ? "" : ".", variable);
    return name;
}

double transformation_apply(const struct transformation *t, double value)
{
    for (size_t i = 0; i < t->n_map; i++)
        if (t->map[i].from == value)
            return t->map[i].to;
    return t->factor * value + t->offset;
}

/* ---- finding ---- */

const struct system_connector *system_find_connector(const struct system_connector *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

/* What follows "NAME." where `name` begins with it, else NULL; the name of a single FMU is empty. */
static const char *after_component(const struct system *s, size_t component, const char *name)
{
    const char *prefix = s->components[component].name;
    const size_t n = strlen(prefix);
    if (s->is_single_fmu)
        return name;
    return strncmp(name, prefix, n) == 0 && name[n] == '.' ? name + n + 1 : NULL;
}

static bool no_such_variable(const struct system *s, size_t component, const char *variable, struct error *error)
{
    const struct description *d = fmu_description(s->components[component].fmu);
    const char **known = malloc((d->n_variables + 1) * sizeof(*known));
    for (size_t i = 0; known && i < d->n_variables; i++)
        known[i] = d->variables[i].name;
    const char *nearest = known ? error_nearest(variable, known, d->n_variables) : NULL;
    free(known);
    const char *owner = s->is_single_fmu ? fmu_path(s->components[component].fmu) : s->components[component].name;
    return nearest ? error_raise(error, ERROR_SYSTEM_NO_VARIABLE_BUT, owner, variable, nearest)
                   : error_raise(error, ERROR_SYSTEM_NO_VARIABLE, owner, variable);
}

static bool no_such_component(const struct system *s, const char *name, struct error *error)
{
    const char *dot = strchr(name, '.');
    char *component = dot ? strndup(name, (size_t)(dot - name)) : strdup(name);
    const char **known = malloc((s->n_components + 1) * sizeof(*known));
    for (size_t i = 0; known && i < s->n_components; i++)
        known[i] = s->components[i].name;
    const char *nearest = known && component ? error_nearest(component, known, s->n_components) : NULL;
    if (nearest)
        error_raise(error, ERROR_SYSTEM_NO_COMPONENT_BUT, name, nearest);
    else
        error_raise(error, ERROR_SYSTEM_NO_COMPONENT, name);
    free(known);
    free(component);
    return false;
}

bool system_find_port(const struct system *s, const char *name, struct port *port, struct error *error)
{
    size_t owner = s->n_components;
    for (size_t i = 0; i < s->n_components; i++) {
        const char *variable = after_component(s, i, name);
        if (!variable)
            continue;
        const struct description *d = fmu_description(s->components[i].fmu);
        const struct fmi_variable *v = description_find(d, variable);
        if (v) {
            *port = (struct port){.component = i, .variable = description_index(d, v)};
            return true;
        }
        owner = i;
    }
    if (owner == s->n_components)
        return no_such_component(s, name, error);
    return no_such_variable(s, owner, after_component(s, owner, name), error);
}
