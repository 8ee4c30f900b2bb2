/* Start values: checked, written in the form that the header promises, kept once per variable. */
#include "master/system/starts.h"
#include "master/import/xml.h"
#include "master/system/system_messages.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_settable(const struct system *s, struct port port, const char *place, struct error *error)
{
    const struct fmi_variable *v = system_variable(s, port);
    if (fmi_settable_before_start(v))
        return true;
    char *name = system_port_name(s, port);
    error_raise(error, ERROR_SYSTEM_NOT_SETTABLE, place, name ? name : v->name, fmi_causality_name(v->causality),
                fmi_variability_name(v->variability), v->initial == FMI_NO_INITIAL ? "" : ", initial ",
                fmi_initial_name(v->initial));
    free(name);
    return false;
}

static bool store(struct arena *keeps, struct system *s, struct port port, const char *text, const char *place,
                  struct error *error)
{
    if (!is_settable(s, port, place, error))
        return false;
    struct system_component *c = &s->components[port.component];
    struct start_value start = {.variable = port.variable,
                                .value = arena_copy(keeps, text, strlen(text)),
                                .place = arena_copy(keeps, place, strlen(place))};
    if (!start.value || !start.place)
        return error_raise(error, ERROR_NO_MEMORY, "setting start values");
    for (size_t i = 0; i < c->n_starts; i++)
        if (c->starts[i].variable == port.variable) {
            c->starts[i] = start;
            return true;
        }
    struct start_value *list = arena_grow(keeps, c->starts, c->n_starts, sizeof *list);
    if (!list)
        return error_raise(error, ERROR_NO_MEMORY, "setting start values");
    c->starts = list;
    list[c->n_starts++] = start;
    return true;
}

static bool bad_value(const struct system *s, struct port port, const char *value, const char *wanted,
                      const char *place, struct error *error)
{
    char *name = system_port_name(s, port);
    error_raise(error, ERROR_SYSTEM_VALUE, place, name ? name : "?", value, wanted);
    free(name);
    return false;
}

static bool is_item(const struct fmi_enumeration *e, int value)
{
    for (size_t i = 0; i < e->n_items; i++)
        if (e->items[i].value == value)
            return true;
    return false;
}

bool start_number(struct arena *keeps, struct system *s, struct port port, double number, const char *place,
                  struct error *error)
{
    const struct fmi_variable *v = system_variable(s, port);
    const struct description *d = fmu_description(s->components[port.component].fmu);
    const bool is_int = number == rint(number) && number >= INT_MIN && number <= INT_MAX;
    switch (v->type) {
    case FMI_REAL:
        return store(keeps, s, port, TEXT("%.17g", number), place, error);
    case FMI_BOOLEAN:
        return store(keeps, s, port, number != 0 ? "true" : "false", place, error);
    case FMI_ENUMERATION:
        if (is_int && v->enumeration != NO_INDEX && !is_item(&d->enumerations[v->enumeration], (int)number))
            return bad_value(s, port, TEXT("%.0f", number), "an item of its enumeration", place, error);
        /* fallthrough */
    case FMI_INTEGER:
        return is_int ? store(keeps, s, port, TEXT("%.0f", number), place, error)
                      : bad_value(s, port, TEXT("%.17g", number), "an integer", place, error);
    case FMI_STRING:
        break;
    }
    return bad_value(s, port, TEXT("%.17g", number), "a string", place, error);
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

static bool start_item(struct arena *keeps, struct system *s, struct port port, const char *text, const char *place,
                       struct error *error)
{
    const struct description *d = fmu_description(s->components[port.component].fmu);
    const struct fmi_variable *v = system_variable(s, port);
    const struct fmi_enumeration *e = v->enumeration != NO_INDEX ? &d->enumerations[v->enumeration] : NULL;
    const struct fmi_item *item = e ? enumeration_item(e, text) : NULL;
    int number = item ? item->value : 0;
    if (item || (!e && xml_int(text, &number)))
        return store(keeps, s, port, TEXT("%d", number), place, error);
    char wanted[256] = "one of";
    for (size_t i = 0; e && i < e->n_items && strlen(wanted) < 180; i++)
        error_format(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%s %.60s", i ? "," : "",
                     e->items[i].name);
    return bad_value(s, port, text, e ? wanted : "an item's number", place, error);
}

bool start_text(struct arena *keeps, struct system *s, struct port port, const char *text, const char *place,
                struct error *error)
{
    double number;
    bool truth;
    int whole;
    switch (system_variable(s, port)->type) {
    case FMI_REAL:
        return xml_double(text, &number) && isfinite(number) ? start_number(keeps, s, port, number, place, error)
                                                             : bad_value(s, port, text, "a number", place, error);
    case FMI_INTEGER:
        return xml_int(text, &whole) ? start_number(keeps, s, port, whole, place, error)
                                     : bad_value(s, port, text, "an integer", place, error);
    case FMI_BOOLEAN:
        return xml_bool(text, &truth) ? start_number(keeps, s, port, truth, place, error)
                                      : bad_value(s, port, text, "true or false", place, error);
    case FMI_ENUMERATION:
        return start_item(keeps, s, port, text, place, error);
    case FMI_STRING:
        return store(keeps, s, port, text, place, error);
    }
    return error_raise(error, ERROR_INTERNAL, "a variable has no type");
}
