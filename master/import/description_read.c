/* Reads modelDescription.xml. A table says which element may stand in which; unknown elements are skipped. What the
 * structure needs is demanded (names, references, versions); faulty values elsewhere are left out with a warning. */
#include "master/import/description_reader.h"
#include "master/import/import_messages.h"

#include <stdio.h>
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

static bool begin(struct reader *r, enum place in)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].in == in && strcmp(rules[i].element, r->at->name) == 0) {
            r->places[r->depth] = rules[i].inside;
            return !rules[i].read || rules[i].read(r);
        }
    }
    if (in == DOCUMENT)
        return error_raise(r->error, ERROR_XML_ROOT, PLACE(r->at), r->at->name, "fmiModelDescription");
    if (in != LEAF && in != OUR_TOOL)
        description_warn(r->d, WARNING_XML_ELEMENT, r->at->line, r->at->name);
    return true;
}

/* An element and what is inside of it. */
static bool walk(struct reader *r, const struct node *e)
{
    const enum place in = r->places[r->depth];
    if (r->depth + 1 >= DEEPEST_PLACE) /* the tree ends before */
        return error_raise(r->error, ERROR_INTERNAL, "a description deeper than the XML reader allows");
    r->at = e;
    r->places[++r->depth] = SKIP;
    if (!begin(r, in))
        return false;
    for (const struct node *child = e->child; child && r->places[r->depth] != SKIP; child = child->next)
        if (!walk(r, child))
            return false;
    if (r->places[r->depth--] != VARIABLE || r->variable_has_type)
        return true;
    const struct fmi_variable *v = &r->d->variables[r->d->n_variables - 1];
    return error_raise(r->error, ERROR_XML_VARIABLE_TYPE, PLACE(e), v->name, "no type");
}

/* ---- the whole ---- */

static bool finish(struct description *d, bool ok, struct error *error)
{
    if (ok && d->owner->no_memory)
        return error_raise(error, ERROR_NO_MEMORY, "reading a description");
    return ok && description_finish(d, error);
}

static struct description *read_tree(const struct tree *t, const char *place, struct error *error)
{
    struct description *d = description_new(place);
    struct reader *r = calloc(1, sizeof *r);
    bool ok = false;
    if (!d || !r) {
        error_raise(error, ERROR_NO_MEMORY, "reading a description");
    } else {
        r->d = d;
        r->error = error;
        r->places[0] = DOCUMENT;
        ok = finish(d, walk(r, t->root), error);
    }
    free(r);
    if (!ok) {
        description_free(d);
        d = NULL;
    }
    return d;
}

struct description *description_read_fmu(const char *folder, const char *place, size_t largest, struct error *error)
{
    char *path;
    if (asprintf(&path, "%s/modelDescription.xml", folder) < 0) {
        error_raise(error, ERROR_NO_MEMORY, "reading a description");
        return NULL;
    }
    struct tree t;
    const struct tree_options options = {.largest_file = largest};
    struct description *d = tree_read_file(&t, path, place, &options, error) ? read_tree(&t, place, error) : NULL;
    tree_free(&t);
    free(path);
    return d;
}

struct description *description_read_bytes(const char *bytes, size_t n, const char *place, struct error *error)
{
    struct tree t;
    const struct tree_options options = {0};
    struct description *d = tree_read_bytes(&t, bytes, n, place, &options, error) ? read_tree(&t, place, error) : NULL;
    tree_free(&t);
    return d;
}
