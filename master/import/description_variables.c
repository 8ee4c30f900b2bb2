/* Variables and ModelStructure of a description. */
#include "master/import/description_reader.h"
#include "master/import/import_messages.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* ---- variables ---- */

static bool word(const struct reader *r, const char *name, const char *const words[], size_t n, unsigned *value)
{
    const char *written = reader_attribute(r, name);
    if (!written)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(written, words[i]) == 0) {
            *value = (unsigned)i;
            return true;
        }
    }
    reader_warn(r, name, written, "a word of the standard");
    return false;
}

bool read_variable(struct reader *r)
{
    static const char *const causalities[] = {"parameter", "calculatedParameter", "input", "output",
                                              "local",     "independent"};
    static const char *const variabilities[] = {"constant", "fixed", "tunable", "discrete", "continuous"};
    static const char *const initials[] = {"exact", "approx", "calculated"};
    const char *name, *reference;
    if (!reader_required(r, "name", &name) || !reader_required(r, "valueReference", &reference))
        return false;
    struct fmi_variable *v = description_add_variable(r->d);
    if (!v)
        return error_raise(r->error, ERROR_NO_MEMORY, "reading a description");
    struct raw_variable *raw = &r->d->owner->raw_variables[r->d->n_variables - 1];
    if (!xml_unsigned(reference, &v->reference))
        return reader_raise_value(r, name, "valueReference", reference, "a value reference");
    v->name = description_keep(r->d, name);
    v->description = reader_text(r, "description");
    v->can_handle_multiple_set = reader_boolean(r, "canHandleMultipleSetPerTimeInstant");
    v->line = r->at->line;
    unsigned value = FMI_LOCAL;
    word(r, "causality", causalities, 6, &value);
    v->causality = (enum fmi_causality)value;
    value = FMI_CONTINUOUS;
    raw->has_variability = word(r, "variability", variabilities, 5, &value);
    v->variability = (enum fmi_variability)value;
    value = FMI_NO_INITIAL;
    raw->has_initial = word(r, "initial", initials, 3, &value);
    v->initial = (enum fmi_initial)value;
    r->variable_has_type = false;
    return true;
}

/* A start value; Integers that old tools wrote as 1.0 and Booleans as True are understood. */
static bool start_value(const struct reader *r, enum fmi_type type, double *value)
{
    const char *written = reader_attribute(r, "start");
    if (!written)
        return false;
    if (type == FMI_BOOLEAN) {
        bool yes = strcasecmp(written, "true") == 0;
        if (!yes && strcasecmp(written, "false") != 0 && !xml_bool(written, &yes)) {
            reader_warn(r, "start", written, "true or false");
            return false;
        }
        *value = yes;
        return true;
    }
    const bool whole = type != FMI_REAL;
    if (!xml_double(written, value) || (whole && (*value != floor(*value) || fabs(*value) > 2147483648.0))) {
        reader_warn(r, "start", written, whole ? "an integer" : "a number");
        *value = 0;
        return false;
    }
    return true;
}

bool read_variable_type(struct reader *r)
{
    if (r->variable_has_type)
        return error_raise(r->error, ERROR_XML_VARIABLE_TYPE, PLACE(r->at), r->d->variables[r->d->n_variables - 1].name,
                           "more than one type");
    r->variable_has_type = true;
    struct fmi_variable *v = &r->d->variables[r->d->n_variables - 1];
    struct raw_variable *raw = &r->d->owner->raw_variables[r->d->n_variables - 1];
    v->type = reader_type(r);
    raw->declared_type = reader_name(r, "declaredType");
    if (v->type == FMI_STRING) {
        v->has_start = reader_attribute(r, "start") != NULL;
        v->start_string = reader_text(r, "start");
        return true;
    }
    v->has_start = start_value(r, v->type, &v->start);
    v->has_min = reader_real(r, "min", &v->min);
    v->has_max = reader_real(r, "max", &v->max);
    if (v->type != FMI_REAL)
        return true;
    raw->unit = reader_name(r, "unit");
    v->has_nominal = reader_real(r, "nominal", &v->nominal);
    v->reinit = reader_boolean(r, "reinit");
    v->relative_quantity = reader_boolean(r, "relativeQuantity");
    const char *derivative = reader_attribute(r, "derivative");
    if (derivative && (!xml_unsigned(derivative, &raw->derivative) || raw->derivative == 0))
        reader_warn(r, "derivative", derivative, "an index of a variable");
    return true;
}

/* ---- ModelStructure ---- */

/* "1 4 17" to indices; false where it is something else. */
static bool read_dependencies(struct reader *r, struct fmi_unknown *unknown, const char *list)
{
    for (const char *at = list; *at;) {
        at += strspn(at, " \t\r\n");
        const size_t n = strcspn(at, " \t\r\n");
        if (n == 0)
            break;
        char number[16];
        unsigned index;
        if (n >= sizeof number)
            return false;
        memcpy(number, at, n);
        number[n] = '\0';
        if (!xml_unsigned(number, &index))
            return false;
        size_t *to = description_grow(r->d, &unknown->dependencies, &unknown->n_dependencies, sizeof *to);
        if (!to)
            return false;
        *to = index;
        at += n;
    }
    return true;
}

static bool on_unknown(struct reader *r, struct fmi_unknown **unknowns, size_t *n)
{
    const char *written;
    unsigned index;
    if (!reader_required(r, "index", &written))
        return false;
    if (!xml_unsigned(written, &index))
        return reader_raise_value(r, r->at->name, "index", written, "an index of a variable");
    struct fmi_unknown *unknown = description_grow(r->d, unknowns, n, sizeof *unknown);
    if (!unknown)
        return error_raise(r->error, ERROR_NO_MEMORY, "reading a description");
    unknown->variable = index;
    const char *list = reader_attribute(r, "dependencies");
    unknown->dependencies_known = list != NULL;
    if (list && !read_dependencies(r, unknown, list)) {
        reader_warn(r, "dependencies", list, "a list of indices");
        unknown->dependencies_known = false;
    }
    return true;
}

bool read_output(struct reader *r)
{
    return on_unknown(r, &r->d->outputs, &r->d->n_outputs);
}

bool read_derivative(struct reader *r)
{
    return on_unknown(r, &r->d->derivatives, &r->d->n_derivatives);
}

bool read_initial_unknowns(struct reader *r)
{
    r->d->has_initial_unknowns = true;
    return true;
}

bool read_initial_unknown(struct reader *r)
{
    return on_unknown(r, &r->d->initial_unknowns, &r->d->n_initial_unknowns);
}
