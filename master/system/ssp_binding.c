/* Parameter bindings: what .ssv and .ssm files, or their inline forms, assign to which name. */
#include "master/system/binding.h"
#include "master/import/xml.h"
#include "master/import/import_messages.h"
#include "master/system/system_messages.h"

#include <string.h>

/* ---- parameter sets ---- */

struct parameter {
    const char *name; /* with the binding's prefix */
    struct binding_value value;
    const struct node *node;
};

struct parameter_set {
    struct parameter *list;
    size_t n;
    struct names names;
    struct fmi_unit *units;
    size_t n_units;
};

static const struct fmi_unit *find_unit(struct reading *r, const struct parameter_set *set, const struct ssp_file *file,
                                        const char *name)
{
    const struct fmi_unit *unit = ssp_find_unit(set->units, set->n_units, name);
    if (!unit)
        unit = ssp_find_unit(file->units, file->n_units, name);
    if (unit)
        return unit;
    struct fmi_unit *undefined = arena_get(&r->arena, sizeof *undefined);
    char *copy = arena_copy(&r->arena, name, strlen(name));
    if (undefined && copy)
        *undefined = (struct fmi_unit){.name = copy, .factor = 1};
    return copy ? undefined : NULL;
}

static bool read_value(struct reading *r, const struct parameter_set *set, const struct ssp_file *file,
                       const struct node *node, struct binding_value *v)
{
    struct error *error = r->error;
    static const char *const words[] = {[FMI_REAL] = "Real",
                                        [FMI_INTEGER] = "Integer",
                                        [FMI_BOOLEAN] = "Boolean",
                                        [FMI_STRING] = "String",
                                        [FMI_ENUMERATION] = "Enumeration"};
    if (strcmp(node->name, "Binary") == 0)
        return error_raise(error, ERROR_SSP_UNSUPPORTED, PLACE(node), "a parameter of type Binary");
    int type = FMI_REAL;
    while (type < FMI_ENUMERATION && strcmp(node->name, words[type]) != 0)
        type++;
    v->type = (enum fmi_type)type;
    v->text = node_need(node, "value", error);
    if (!v->text || !node_knows(node, "",
                                type == FMI_REAL          ? "value unit"
                                : type == FMI_ENUMERATION ? "value name"
                                                          : "value",
                                error))
        return false;
    int whole = 0;
    bool truth = false;
    if (type == FMI_REAL && !node_double(node, "value", &v->number, error))
        return false;
    if ((type == FMI_INTEGER && !node_int(node, "value", &whole, error)) ||
        (type == FMI_BOOLEAN && !node_bool(node, "value", &truth, error)))
        return false;
    if (type == FMI_INTEGER || type == FMI_BOOLEAN)
        v->number = type == FMI_INTEGER ? whole : truth;
    const char *unit = type == FMI_REAL ? node_attribute(node, "unit") : NULL;
    if (unit && unit[0] && !(v->unit = find_unit(r, set, file, unit)))
        return no_memory(r);
    return true;
}

static bool read_parameter(struct reading *r, struct parameter_set *set, const struct ssp_file *file,
                           const char *prefix, const struct node *node)
{
    struct parameter *p = &set->list[set->n];
    const char *name = node_need(node, "name", r->error);
    if (!name || !node_knows(node, "Real Integer Boolean String Enumeration Binary", "name", r->error))
        return false;
    p->node = node;
    p->name = arena_join(&r->arena, prefix, name, "");
    if (!p->name)
        return no_memory(r);
    const struct node *value = node->child;
    while (value && strcmp(value->name, "Annotations") == 0)
        value = value->next;
    if (!value)
        return error_raise(r->error, ERROR_SSP_NO_CHILD, PLACE(node), node->name, "Real");
    if (value->next && strcmp(value->next->name, "Annotations") != 0)
        return error_raise(r->error, ERROR_SSP_TWO_TYPES, PLACE(value->next), name);
    if (!read_value(r, set, file, value, &p->value))
        return false;
    size_t known;
    if (names_find(&set->names, p->name, &known)) { /* the standard forbids it, real files do it */
        error_warn(WARNING_SSP_PARAMETER_TWICE, PLACE(node), p->name, PLACE(set->list[known].node));
        set->list[known] = *p;
        return true;
    }
    return names_add(&set->names, p->name, set->n++) == NAMES_ADDED || no_memory(r);
}

static bool read_set(struct reading *r, struct parameter_set *set, const struct ssp_file *file, const char *prefix,
                     const struct node *root)
{
    struct fmi_enumeration *enumerations; /* items are looked up in the FMU's enumeration, by name */
    size_t n_enumerations, n = 0;
    if (!node_begins(root, SPACE_SSV, "ParameterSet", r->error) ||
        !node_knows(root, "Parameters Enumerations Units",
                    "version name author fileversion copyright license generationTool generationDateAndTime",
                    r->error) ||
        !ssp_version_is_known(r, root) ||
        !ssp_read_types(r, root, SPACE_SSV, &set->units, &set->n_units, &enumerations, &n_enumerations))
        return false;
    const struct node *list = node_child(root, SPACE_SSV, "Parameters");
    if (!list)
        return error_raise(r->error, ERROR_SSP_NO_CHILD, PLACE(root), root->name, "Parameters");
    if (!node_knows(list, "Parameter*", "", r->error))
        return false;
    for (const struct node *c = list->child; c; c = c->next)
        n++;
    set->list = arena_get(&r->arena, n * sizeof *set->list);
    if (!set->list)
        return no_memory(r);
    for (const struct node *c = list->child; c; c = c->next)
        if (node_is(c, SPACE_SSV, "Parameter") && !read_parameter(r, set, file, prefix, c))
            return false;
    return true;
}

/* ---- mappings ---- */

static bool add_assignment(struct reading *r, struct binding *b, struct assignment a)
{
    struct assignment *list = arena_grow(&r->arena, b->list, b->n, sizeof *list);
    if (!list)
        return no_memory(r);
    b->list = list;
    list[b->n++] = a;
    return true;
}

static bool map_entry(struct reading *r, struct binding *b, const struct parameter_set *set, const struct node *node)
{
    struct mapping mapping;
    const char *source = node_need(node, "source", r->error);
    const char *target = source ? node_need(node, "target", r->error) : NULL;
    if (!target ||
        !node_knows(node,
                    "ssc:LinearTransformation ssc:BooleanMappingTransformation ssc:IntegerMappingTransformation "
                    "ssc:EnumerationMappingTransformation",
                    "source target suppressUnitConversion", r->error) ||
        !ssp_read_mapping(r, node, &mapping))
        return false;
    size_t index;
    if (!names_find(&set->names, source, &index))
        return true; /* a mapping may serve several sets, and know more than this one has */
    return add_assignment(
        r, b,
        (struct assignment){
            .target = target, .value = set->list[index].value, .mapping = mapping, .node = set->list[index].node});
}

static bool map_parameters(struct reading *r, struct binding *b, const struct parameter_set *set,
                           const struct node *root)
{
    if (!node_begins(root, SPACE_SSM, "ParameterMapping", r->error) ||
        !node_knows(root, "MappingEntry*",
                    "version name author fileversion copyright license generationTool generationDateAndTime",
                    r->error) ||
        !ssp_version_is_known(r, root))
        return false;
    for (const struct node *c = root->child; c; c = c->next)
        if (node_is(c, SPACE_SSM, "MappingEntry") && !map_entry(r, b, set, c))
            return false;
    return true;
}

static bool take_all(struct reading *r, struct binding *b, const struct parameter_set *set)
{
    for (size_t i = 0; i < set->n; i++) {
        const struct parameter *p = &set->list[i];
        if (!add_assignment(
                r, b,
                (struct assignment){.target = p->name, .value = p->value, .node = p->node, .mapping = {.factor = 1}}))
            return false;
    }
    return true;
}

/* ---- bindings ---- */

/* The root of what `source` points to or, without it, of what stands inside `inner`. */
static const struct node *find_content(struct reading *r, const struct ssp_element *e, const struct ssp_file **file,
                                       const struct node *node, const struct node *inner)
{
    const char *source = node_attribute(node, "source");
    const char *base = node_attribute(node, "sourceBase");
    if (base && strcmp(base, "SSD") != 0 && strcmp(base, "component") != 0) {
        error_raise(r->error, ERROR_XML_VALUE, PLACE(node), node->name, "sourceBase", base, "SSD or component");
        return NULL;
    }
    const struct node *content = inner ? inner->child : NULL;
    while (content && strcmp(content->name, "Annotations") == 0)
        content = content->next;
    if (!source || !source[0]) {
        if (!content)
            error_raise(r->error, ERROR_SSP_NO_CONTENT, PLACE(node), node->name);
        return content;
    }
    if (content) {
        error_raise(r->error, ERROR_SSP_BOTH, PLACE(node), node->name);
        return NULL;
    }
    struct ssp_location where;
    const bool found = base && strcmp(base, "component") == 0 ? ssp_locate_inside(r, e, node, source, &where)
                                                              : ssp_locate(r, *file, node, source, &where);
    struct ssp_file *opened = found ? ssp_file_open(r, &where) : NULL;
    if (!opened) {
        if (found)
            error_prefix(r->error, TEXT("%.80s: ", PLACE(node)));
        return NULL;
    }
    *file = opened;
    return opened->tree.root;
}

static bool has_type(struct reading *r, const struct node *node, const char *type)
{
    const char *given = node_attribute(node, "type");
    return !given || strcmp(given, type) == 0 || error_raise(r->error, ERROR_SSP_SOURCE_TYPE, PLACE(node), given, type);
}

static bool read_parts(struct reading *r, const struct ssp_element *e, const struct ssp_file *file,
                       const struct node *node, struct parameter_set *set, struct binding *b)
{
    const struct node *values = node_child(node, SPACE_SSD, "ParameterValues");
    const struct node *mapping = node_child(node, SPACE_SSD, "ParameterMapping");
    const char *prefix = node_attribute(node, "prefix");
    const struct ssp_file *set_file = file, *mapping_file = file;
    const struct node *root = find_content(r, e, &set_file, node, values);
    if (!root || !read_set(r, set, set_file, prefix ? prefix : "", root))
        return false;
    if (!mapping)
        return take_all(r, b, set);
    const struct node *mapping_root = find_content(r, e, &mapping_file, mapping, mapping);
    return mapping_root && has_type(r, mapping, "application/x-ssp-parameter-mapping") &&
           map_parameters(r, b, set, mapping_root);
}

bool binding_read(struct reading *r, const struct ssp_element *e, const struct ssp_file *file, const struct node *node,
                  struct binding *b)
{
    *b = (struct binding){.node = node};
    if (!node_knows(node, "ParameterValues ParameterMapping", "type source sourceBase prefix", r->error) ||
        !has_type(r, node, "application/x-ssp-parameter-set"))
        return false;
    struct parameter_set set = {0};
    const bool good = read_parts(r, e, file, node, &set, b);
    names_free(&set.names);
    return good;
}
