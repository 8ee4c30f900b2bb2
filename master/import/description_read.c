/* Reads modelDescription.xml. A table says which element may stand in which; unknown elements are skipped. What the
 * structure needs is demanded (names, references, versions); faulty values elsewhere are left out with a warning. */
#include "master/import/description_reader.h"
#include "master/import/import_messages.h"

#include <stdlib.h>
#include <string.h>

/* ---- which element stands where ---- */

static const struct rule {
    enum place in;
    const char *element;
    enum place inside;
    bool (*read)(struct reader *r); /* NULL: it only holds others */
} rules[] = {
    {VARIABLES, "ScalarVariable", VARIABLE, read_variable},
    {VARIABLE, "Real", LEAF, read_variable_type},
    {VARIABLE, "Integer", LEAF, read_variable_type},
    {VARIABLE, "Boolean", LEAF, read_variable_type},
    {VARIABLE, "String", LEAF, read_variable_type},
    {VARIABLE, "Enumeration", LEAF, read_variable_type},
    {VARIABLE, "Annotations", SKIP, NULL},
    {OUTPUTS, "Unknown", LEAF, read_output},
    {DERIVATIVES, "Unknown", LEAF, read_derivative},
    {INITIAL_UNKNOWNS, "Unknown", LEAF, read_initial_unknown},
    {ENUMERATION, "Item", LEAF, read_item},
    {UNITS, "Unit", UNIT, read_unit},
    {UNIT, "BaseUnit", LEAF, read_base_unit},
    {UNIT, "DisplayUnit", LEAF, NULL},
    {TYPES, "SimpleType", TYPE, read_simple_type},
    {TYPE, "Real", LEAF, read_type_kind},
    {TYPE, "Integer", LEAF, read_type_kind},
    {TYPE, "Boolean", LEAF, read_type_kind},
    {TYPE, "String", LEAF, read_type_kind},
    {TYPE, "Enumeration", ENUMERATION, read_type_kind},
    {SOURCE_FILES, "File", LEAF, read_file},
    {CATEGORIES, "Category", LEAF, read_category},
    {INTERFACE, "SourceFiles", SOURCE_FILES, NULL},
    {VENDORS, "Tool", OUR_TOOL, read_tool},
    {OUR_TOOL, "paso", LEAF, read_our_annotation},
    {STRUCTURE, "Outputs", OUTPUTS, NULL},
    {STRUCTURE, "Derivatives", DERIVATIVES, NULL},
    {STRUCTURE, "InitialUnknowns", INITIAL_UNKNOWNS, read_initial_unknowns},
    {ROOT, "ModelExchange", INTERFACE, read_model_exchange},
    {ROOT, "CoSimulation", INTERFACE, read_co_simulation},
    {ROOT, "UnitDefinitions", UNITS, NULL},
    {ROOT, "TypeDefinitions", TYPES, NULL},
    {ROOT, "LogCategories", CATEGORIES, NULL},
    {ROOT, "DefaultExperiment", LEAF, read_experiment},
    {ROOT, "VendorAnnotations", VENDORS, NULL},
    {ROOT, "ModelVariables", VARIABLES, NULL},
    {ROOT, "ModelStructure", STRUCTURE, NULL},
    {DOCUMENT, "fmiModelDescription", ROOT, read_root},
};

static bool on_start(struct xml_reader *xml, const char *element, const char *const *attributes, void *context)
{
    struct reader *r = context;
    r->xml = xml;
    r->element = element;
    r->attributes = attributes;
    const enum place in = r->places[r->depth];
    if (r->depth + 1 >= DEEPEST_PLACE) /* the XML reader stops before */
        return error_raise(xml_error(xml), ERROR_INTERNAL, "a description deeper than the XML reader allows");
    r->places[++r->depth] = SKIP;
    if (in == SKIP)
        return true;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].in == in && strcmp(rules[i].element, element) == 0) {
            r->places[r->depth] = rules[i].inside;
            return !rules[i].read || rules[i].read(r);
        }
    }
    if (in == DOCUMENT)
        return error_raise(xml_error(xml), ERROR_XML_ROOT, xml_place(xml), element, "fmiModelDescription");
    if (in != LEAF && in != OUR_TOOL)
        description_warn(r->d, WARNING_XML_ELEMENT, xml_line(xml), element);
    return true;
}

static bool on_end(struct xml_reader *xml, const char *element, void *context)
{
    (void)element;
    struct reader *r = context;
    const enum place ended = r->places[r->depth--];
    if (ended == VARIABLE && !r->variable_has_type) {
        const struct fmi_variable *v = &r->d->variables[r->d->n_variables - 1];
        return error_raise(xml_error(xml), ERROR_XML_VARIABLE_TYPE, xml_place(xml), v->name, "no type");
    }
    return true;
}

/* ---- the whole ---- */

static bool finish(struct description *d, bool ok, struct error *error)
{
    if (ok && d->owner->no_memory)
        return error_raise(error, ERROR_NO_MEMORY, "reading a description");
    return ok && description_finish(d, error);
}

static struct description *read_with(const char *path, const char *bytes, size_t n, const char *place, size_t largest,
                                     struct error *error)
{
    struct description *d = description_new(place);
    struct reader *r = calloc(1, sizeof *r);
    bool ok = false;
    if (!d || !r) {
        error_raise(error, ERROR_NO_MEMORY, "reading a description");
    } else {
        r->d = d;
        r->places[0] = DOCUMENT;
        const struct xml_handler handler = {.start = on_start, .end = on_end, .context = r, .largest_file = largest};
        ok = finish(
            d, path ? xml_read_file(path, place, &handler, error) : xml_read_bytes(bytes, n, place, &handler, error),
            error);
    }
    free(r);
    if (!ok) {
        description_free(d);
        d = NULL;
    }
    return d;
}

struct description *description_read_file(const char *path, const char *place, size_t largest, struct error *error)
{
    return read_with(path, NULL, 0, place, largest, error);
}

struct description *description_read_bytes(const char *bytes, size_t n, const char *place, struct error *error)
{
    return read_with(NULL, bytes, n, place, 0, error);
}
