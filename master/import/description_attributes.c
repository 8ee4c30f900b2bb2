/* Attributes of descriptions. */
#include "master/import/description_reader.h"
#include "master/import/import_messages.h"

#include <string.h>

const char *reader_attribute(const struct reader *r, const char *name)
{
    return node_attribute(r->at, name);
}

bool reader_required(const struct reader *r, const char *name, const char **value)
{
    *value = reader_attribute(r, name);
    return *value || error_raise(r->error, ERROR_XML_ATTRIBUTE_MISSING, PLACE(r->at), r->at->name, name);
}

bool reader_raise_value(const struct reader *r, const char *whose, const char *name, const char *value,
                        const char *wanted)
{
    return error_raise(r->error, ERROR_XML_VALUE, PLACE(r->at), TEXT("%.90s", whose), name, TEXT("%.90s", value),
                       wanted);
}

char *reader_text(const struct reader *r, const char *name)
{
    return description_keep(r->d, reader_attribute(r, name));
}

char *reader_name(const struct reader *r, const char *name)
{
    return reader_attribute(r, name) ? reader_text(r, name) : NULL;
}

/* Types of variables stand in elements of their own: there the variable's name says more than "Real". */
static const char *bearer(const struct reader *r)
{
    const bool of_variable = r->depth > 0 && r->places[r->depth - 1] == VARIABLE && r->d->n_variables > 0;
    return of_variable ? r->d->variables[r->d->n_variables - 1].name : r->at->name;
}

void reader_warn(const struct reader *r, const char *name, const char *value, const char *wanted)
{
    description_warn(r->d, WARNING_XML_VALUE, r->at->line, TEXT("%.90s", bearer(r)), name, TEXT("%.90s", value),
                     wanted);
}

bool reader_real(const struct reader *r, const char *name, double *value)
{
    const char *written = reader_attribute(r, name);
    if (!written)
        return false;
    double number;
    if (!xml_double(written, &number)) {
        reader_warn(r, name, written, "a number");
        return false;
    }
    *value = number;
    return true;
}

int reader_integer(const struct reader *r, const char *name, int otherwise)
{
    const char *written = reader_attribute(r, name);
    int value = otherwise;
    if (written && !xml_int(written, &value))
        reader_warn(r, name, written, "an integer");
    return value;
}

bool reader_boolean(const struct reader *r, const char *name)
{
    const char *written = reader_attribute(r, name);
    bool value = false;
    if (written && !xml_bool(written, &value))
        reader_warn(r, name, written, "true or false");
    return value;
}

enum fmi_type reader_type(const struct reader *r)
{
    for (enum fmi_type type = FMI_REAL; type <= FMI_ENUMERATION; type++)
        if (strcmp(fmi_type_name(type), r->at->name) == 0)
            return type;
    return FMI_REAL;
}
