/* Start values and parameters from text: found, typed, checked, set. */
#include "master/couple/component_impl.h"
#include "master/couple/couple_messages.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool raise_unknown(const struct component *c, const char *variable, struct error *error)
{
    const struct description *d = c->description;
    const char **names = malloc((d->n_variables + 1) * sizeof *names);
    const char *nearest = NULL;
    if (names) {
        for (size_t i = 0; i < d->n_variables; i++)
            names[i] = d->variables[i].name;
        nearest = error_nearest(variable, names, d->n_variables);
        free(names);
    }
    const char *fmu = instance_name(c->instance);
    return nearest ? error_raise(error, ERROR_COMPONENT_NO_VARIABLE_BUT, fmu, variable, nearest)
                   : error_raise(error, ERROR_COMPONENT_NO_VARIABLE, fmu, variable);
}

static bool raise_value(const struct component *c, const struct fmi_variable *v, const char *value, const char *wanted,
                        struct error *error)
{
    return error_raise(error, ERROR_COMPONENT_VALUE, instance_name(c->instance), v->name, value, wanted);
}

static bool in_range(const struct component *c, const struct fmi_variable *v, const char *value, double number,
                     struct error *error)
{
    if (v->has_min && number < v->min)
        return error_raise(error, ERROR_COMPONENT_RANGE, instance_name(c->instance), v->name, value,
                           "below its minimum", TEXT("%.10g", v->min));
    if (v->has_max && number > v->max)
        return error_raise(error, ERROR_COMPONENT_RANGE, instance_name(c->instance), v->name, value,
                           "above its maximum", TEXT("%.10g", v->max));
    return true;
}

static bool set_real(struct component *c, const struct fmi_variable *v, const char *value, struct error *error)
{
    char *end;
    const double number = strtod(value, &end);
    if (end == value || *end || !isfinite(number))
        return raise_value(c, v, value, "a number", error);
    return in_range(c, v, value, number, error) && instance_set_real(c->instance, &v->reference, 1, &number, error);
}

static bool parse_integer(const char *value, int *number)
{
    char *end;
    errno = 0;
    const long parsed = strtol(value, &end, 10);
    if (end == value || *end || errno || parsed < INT_MIN || parsed > INT_MAX)
        return false;
    *number = (int)parsed;
    return true;
}

static bool set_integer(struct component *c, const struct fmi_variable *v, const char *value, struct error *error)
{
    int number;
    if (!parse_integer(value, &number))
        return raise_value(c, v, value, "an integer", error);
    return in_range(c, v, value, number, error) && instance_set_integer(c->instance, &v->reference, 1, &number, error);
}

static bool set_boolean(struct component *c, const struct fmi_variable *v, const char *value, struct error *error)
{
    const bool yes = strcasecmp(value, "true") == 0 || strcmp(value, "1") == 0;
    const bool no = strcasecmp(value, "false") == 0 || strcmp(value, "0") == 0;
    if (!yes && !no)
        return raise_value(c, v, value, "true or false", error);
    const int number = yes;
    return instance_set_boolean(c->instance, &v->reference, 1, &number, error);
}

static bool set_enumeration(struct component *c, const struct fmi_variable *v, const char *value, struct error *error)
{
    int number = 0;
    bool known = parse_integer(value, &number);
    if (v->enumeration != NO_INDEX) {
        const struct fmi_enumeration *e = &c->description->enumerations[v->enumeration];
        const bool numeric = known;
        known = false;
        for (size_t i = 0; i < e->n_items && !known; i++) {
            known = numeric ? e->items[i].value == number : strcmp(e->items[i].name, value) == 0;
            if (known)
                number = e->items[i].value;
        }
        if (!known) {
            char wanted[256] = "one of";
            for (size_t i = 0; i < e->n_items && strlen(wanted) < 200; i++)
                error_format(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%s %.60s", i ? "," : "",
                             e->items[i].name);
            return raise_value(c, v, value, wanted, error);
        }
    } else if (!known) {
        return raise_value(c, v, value, "the number of an item", error);
    }
    return in_range(c, v, value, number, error) && instance_set_integer(c->instance, &v->reference, 1, &number, error);
}

bool component_set_start(struct component *c, const char *variable, const char *value, struct error *error)
{
    const struct fmi_variable *v = description_find(c->description, variable);
    if (!v)
        return raise_unknown(c, variable, error);
    if (!fmi_settable_before_start(v))
        return error_raise(error, ERROR_COMPONENT_NOT_SETTABLE, instance_name(c->instance), v->name,
                           fmi_variability_name(v->variability), fmi_causality_name(v->causality),
                           v->initial == FMI_NO_INITIAL ? "" : ", initial ", fmi_initial_name(v->initial));
    switch (v->type) {
    case FMI_REAL:
        return set_real(c, v, value, error);
    case FMI_INTEGER:
        return set_integer(c, v, value, error);
    case FMI_BOOLEAN:
        return set_boolean(c, v, value, error);
    case FMI_ENUMERATION:
        return set_enumeration(c, v, value, error);
    case FMI_STRING:
        return instance_set_string(c->instance, &v->reference, 1, &value, error);
    }
    return error_raise(error, ERROR_INTERNAL, "a variable has no type");
}
