/* Start values: checked, in the variable's own type, kept once per variable. */
#include "master/system/starts.h"
#include "master/base/arena.h"
#include "master/import/xml.h"
#include "master/system/system_messages.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct fmi_variable *variable_of(const struct start_target *to)
{
    return system_variable(to->system, to->port);
}

static bool is_settable(const struct start_target *to, struct error *error)
{
    const struct fmi_variable *v = variable_of(to);
    if (fmi_settable_before_start(v))
        return true;
    char *name = system_port_name(to->system, to->port);
    error_raise(error, ERROR_SYSTEM_NOT_SETTABLE, to->place, name ? name : v->name, fmi_causality_name(v->causality),
                fmi_variability_name(v->variability), v->initial == FMI_NO_INITIAL ? "" : ", initial ",
                fmi_initial_name(v->initial));
    free(name);
    return false;
}

static bool store(const struct start_target *to, double number, const char *text, struct error *error)
{
    if (!is_settable(to, error))
        return false;
    struct start_list *list = to->list;
    struct start_value start = {.variable = to->port.variable,
                                .number = number,
                                .text = text ? arena_copy(to->keeps, text, strlen(text)) : NULL,
                                .place = arena_copy(to->keeps, to->place, strlen(to->place))};
    size_t i = 0;
    while (i < list->n && list->values[i].variable != start.variable)
        i++;
    struct start_value *values =
        i < list->n ? list->values : arena_grow(to->keeps, list->values, list->n, sizeof *values);
    if (!values || !start.place || (text && !start.text))
        return error_raise(error, ERROR_NO_MEMORY, "setting start values");
    *list = (struct start_list){values, i < list->n ? list->n : list->n + 1};
    values[i] = start;
    return true;
}

static bool bad_value(const struct start_target *to, const char *value, const char *wanted, struct error *error)
{
    char *name = system_port_name(to->system, to->port);
    error_raise(error, ERROR_SYSTEM_VALUE, to->place, name ? name : "?", value, wanted);
    free(name);
    return false;
}

static const struct fmi_enumeration *enumeration_of(const struct start_target *to)
{
    const struct description *d = fmu_description(to->system->components[to->port.component].fmu);
    const struct fmi_variable *v = variable_of(to);
    return v->enumeration != NO_INDEX ? &d->enumerations[v->enumeration] : NULL;
}

static bool is_item(const struct fmi_enumeration *e, int value)
{
    for (size_t i = 0; i < e->n_items; i++)
        if (e->items[i].value == value)
            return true;
    return false;
}

bool start_number(const struct start_target *to, double number, struct error *error)
{
    const struct fmi_enumeration *e = enumeration_of(to);
    const bool is_int = number == rint(number) && number >= INT_MIN && number <= INT_MAX;
    switch (variable_of(to)->type) {
    case FMI_REAL:
        return store(to, number, NULL, error);
    case FMI_BOOLEAN:
        return store(to, number != 0, NULL, error);
    case FMI_ENUMERATION:
        if (is_int && e && !is_item(e, (int)number))
            return bad_value(to, TEXT("%.0f", number), "an item of its enumeration", error);
        /* fallthrough */
    case FMI_INTEGER:
        return is_int ? store(to, number, NULL, error) : bad_value(to, TEXT("%.17g", number), "an integer", error);
    case FMI_STRING:
        break;
    }
    return bad_value(to, TEXT("%.17g", number), "a string", error);
}

const struct fmi_item *enumeration_item(const struct fmi_enumeration *e, const char *text)
{
    for (size_t i = 0; i < e->n_items; i++)
        if (strcmp(e->items[i].name, text) == 0)
            return &e->items[i];
    int number;
    for (size_t i = 0; xml_int(text, &number) && i < e->n_items; i++)
        if (e->items[i].value == number)
            return &e->items[i];
    return NULL;
}

static bool start_item(const struct start_target *to, const char *text, struct error *error)
{
    const struct fmi_enumeration *e = enumeration_of(to);
    const struct fmi_item *item = e ? enumeration_item(e, text) : NULL;
    int number = item ? item->value : 0;
    if (item || (!e && xml_int(text, &number)))
        return store(to, number, NULL, error);
    char wanted[256] = "one of";
    for (size_t i = 0; e && i < e->n_items && strlen(wanted) < 180; i++)
        error_format(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%s %.60s", i ? "," : "",
                     e->items[i].name);
    return bad_value(to, text, e ? wanted : "an item's number", error);
}

bool start_text(const struct start_target *to, const char *text, struct error *error)
{
    double number;
    bool truth;
    int whole;
    switch (variable_of(to)->type) {
    case FMI_REAL:
        return xml_double(text, &number) && isfinite(number) ? start_number(to, number, error)
                                                             : bad_value(to, text, "a number", error);
    case FMI_INTEGER:
        return xml_int(text, &whole) ? start_number(to, whole, error) : bad_value(to, text, "an integer", error);
    case FMI_BOOLEAN:
        return xml_bool(text, &truth) ? start_number(to, truth, error) : bad_value(to, text, "true or false", error);
    case FMI_ENUMERATION:
        return start_item(to, text, error);
    case FMI_STRING:
        return store(to, 0, text, error);
    }
    return error_raise(error, ERROR_INTERNAL, "a variable has no type");
}

const char *start_value_text(const struct fmi_variable *v, const struct start_value *start, char room[32])
{
    if (v->type == FMI_STRING)
        return start->text;
    if (v->type == FMI_BOOLEAN)
        return start->number != 0 ? "true" : "false";
    snprintf(room, 32, v->type == FMI_REAL ? "%.17g" : "%.0f", start->number);
    return room;
}

/* ---- of a run ---- */

struct starts {
    const struct system *system;
    struct arena arena;
    struct start_list *lists; /* of each component: the system's, until something is set there */
};

struct starts *starts_open(const struct system *s, struct error *error)
{
    struct starts *starts = calloc(1, sizeof *starts);
    if (starts) {
        starts->system = s;
        starts->lists = ARENA_TAKE(&starts->arena, s->n_components, struct start_list);
    }
    if (!starts || !starts->lists) {
        starts_close(starts);
        error_raise(error, ERROR_NO_MEMORY, "setting start values");
        return NULL;
    }
    for (size_t i = 0; i < s->n_components; i++)
        starts->lists[i] = s->components[i].starts;
    return starts;
}

void starts_close(struct starts *starts)
{
    if (starts)
        arena_free(&starts->arena);
    free(starts);
}

struct start_list starts_of(const struct system *s, const struct starts *starts, size_t component)
{
    return starts ? starts->lists[component] : s->components[component].starts;
}

/* The component's list becomes a copy of its own before it changes. */
static bool aim(struct starts *starts, struct port port, const char *place, struct start_target *to,
                struct error *error)
{
    struct start_list *list = &starts->lists[port.component];
    if (list->n > 0 && list->values == starts->system->components[port.component].starts.values) {
        struct start_value *copy = NULL;
        for (size_t i = 0; i < list->n; i++) {
            copy = arena_grow(&starts->arena, copy, i, sizeof *copy);
            if (!copy)
                return error_raise(error, ERROR_NO_MEMORY, "setting start values");
            copy[i] = list->values[i];
        }
        list->values = copy;
    }
    *to = (struct start_target){&starts->arena, starts->system, list, port, place};
    return true;
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

static bool set_connector(struct starts *starts, const struct system_connector *c, const char *text, const char *place,
                          struct error *error)
{
    double number = 0;
    if (c->type != FMI_STRING && !connector_number(starts->system, c, text, &number))
        return error_raise(error, ERROR_SYSTEM_VALUE, place, c->name, text, fmi_type_name(c->type));
    for (size_t i = 0; i < c->n_ports; i++) {
        struct start_target to;
        if (!aim(starts, c->ports[i], place, &to, error) ||
            !(c->type == FMI_STRING ? start_text(&to, text, error)
                                    : start_number(&to, transformation_apply(&c->transformations[i], number), error)))
            return false;
    }
    return true;
}

bool starts_set_value(struct starts *starts, const char *name, const char *value, const char *place,
                      struct error *error)
{
    const struct system *s = starts->system;
    const struct system_connector *c = system_find_connector(s->inputs, s->n_inputs, name);
    if (!c)
        c = system_find_connector(s->parameters, s->n_parameters, name);
    if (c)
        return set_connector(starts, c, value, place, error);
    struct start_target to;
    struct port port;
    if (system_find_port(s, name, &port, error))
        return aim(starts, port, place, &to, error) && start_text(&to, value, error);
    error_prefix(error, ": ");
    error_prefix(error, place);
    return false;
}

bool starts_set(struct starts *starts, const char *assignment, struct error *error)
{
    const char *equals = strchr(assignment, '=');
    if (!equals || equals == assignment)
        return error_raise(error, ERROR_SYSTEM_ASSIGNMENT, assignment);
    char *name = strndup(assignment, (size_t)(equals - assignment));
    const bool good = name ? starts_set_value(starts, name, equals + 1, "--set", error)
                           : error_raise(error, ERROR_NO_MEMORY, "setting start values");
    free(name);
    return good;
}
