/* What SSP files have in common: versions, units, enumerations, transformations. */
#include "master/system/ssp.h"
#include "master/import/import_messages.h"
#include "master/system/system_messages.h"

#include <string.h>

/* SSP 2.0 keeps the namespaces and adds elements; a file that uses none of them is read, the others are refused by name. */
bool ssp_version_is_known(struct reading *r, const struct node *root)
{
    const char *version = node_need(root, "version", r->error);
    if (!version)
        return false;
    if (strncmp(version, "1.", 2) == 0 || strcmp(version, "2.0") == 0)
        return true;
    return error_raise(r->error, ERROR_SSP_VERSION, PLACE(root), version);
}

/* ---- units ---- */

static bool read_unit(struct reading *r, const struct node *node, struct fmi_unit *unit)
{
    struct error *error = r->error;
    *unit = (struct fmi_unit){.factor = 1};
    const char *name = node_need(node, "name", error);
    if (!name || !node_knows(node, "BaseUnit", "name", error))
        return false;
    unit->name = arena_copy(&r->arena, name, strlen(name));
    if (!unit->name)
        return no_memory(r);
    const struct node *base = node_child(node, SPACE_SSC, "BaseUnit");
    if (!base)
        return error_raise(error, ERROR_SSP_NO_CHILD, PLACE(node), "Unit", "BaseUnit");
    unit->has_base = true;
    if (!node_knows(base, "", "kg m s A K mol cd rad factor offset", error) ||
        !node_int(base, "kg", &unit->kg, error) || !node_int(base, "m", &unit->m, error) ||
        !node_int(base, "s", &unit->s, error) || !node_int(base, "A", &unit->A, error) ||
        !node_int(base, "K", &unit->K, error) || !node_int(base, "mol", &unit->mol, error) ||
        !node_int(base, "cd", &unit->cd, error) || !node_int(base, "rad", &unit->rad, error) ||
        !node_double(base, "factor", &unit->factor, error) || !node_double(base, "offset", &unit->offset, error))
        return false;
    return unit->factor != 0 ||
           error_raise(error, ERROR_XML_VALUE, PLACE(base), "BaseUnit", "factor", "0", "a number other than 0");
}

static bool read_enumeration(struct reading *r, const struct node *node, struct fmi_enumeration *e)
{
    const char *name = node_need(node, "name", r->error);
    if (!name || !node_knows(node, "Item*", "name", r->error))
        return false;
    size_t n = 0;
    for (const struct node *item = node->child; item; item = item->next)
        n++;
    e->name = arena_copy(&r->arena, name, strlen(name));
    e->items = arena_get(&r->arena, n * sizeof *e->items);
    if (!e->name || !e->items)
        return no_memory(r);
    for (const struct node *item = node->child; item; item = item->next) {
        if (!node_is(item, SPACE_SSC, "Item"))
            continue;
        const char *item_name = node_need(item, "name", r->error);
        if (!item_name || !node_need(item, "value", r->error) || !node_knows(item, "", "name value", r->error))
            return false;
        struct fmi_item *to = &e->items[e->n_items++];
        to->name = arena_copy(&r->arena, item_name, strlen(item_name));
        if (!to->name)
            return no_memory(r);
        if (!node_int(item, "value", &to->value, r->error))
            return false;
    }
    return true;
}

const struct fmi_unit *ssp_find_unit(const struct fmi_unit *units, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(units[i].name, name) == 0)
            return &units[i];
    return NULL;
}

const struct fmi_enumeration *ssp_find_enumeration(const struct fmi_enumeration *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

static size_t count_children(const struct node *node, const char *name)
{
    size_t n = 0;
    for (const struct node *c = node ? node->child : NULL; c; c = c->next)
        n += node_is(c, SPACE_SSC, name);
    return n;
}

static bool is_twice(struct reading *r, const struct node *node, const char *what)
{
    error_raise(r->error, ERROR_SSP_TWICE, PLACE(node), what, node_attribute(node, "name"));
    return false;
}

bool ssp_read_types(struct reading *r, const struct node *root, const char *space, struct fmi_unit **units,
                    size_t *n_units, struct fmi_enumeration **enumerations, size_t *n_enumerations)
{
    const struct node *unit_list = node_child(root, space, "Units");
    const struct node *enumeration_list = node_child(root, space, "Enumerations");
    *n_units = *n_enumerations = 0;
    *units = arena_get(&r->arena, count_children(unit_list, "Unit") * sizeof **units);
    *enumerations = arena_get(&r->arena, count_children(enumeration_list, "Enumeration") * sizeof **enumerations);
    if (!*units || !*enumerations)
        return no_memory(r);
    if (unit_list && !node_knows(unit_list, "ssc:Unit*", "", r->error))
        return false;
    if (enumeration_list && !node_knows(enumeration_list, "ssc:Enumeration*", "", r->error))
        return false;
    for (const struct node *c = unit_list ? unit_list->child : NULL; c; c = c->next) {
        struct fmi_unit *unit = &(*units)[*n_units];
        if (!node_is(c, SPACE_SSC, "Unit"))
            continue;
        if (!read_unit(r, c, unit))
            return false;
        if (ssp_find_unit(*units, *n_units, unit->name))
            return is_twice(r, c, "a unit");
        ++*n_units;
    }
    for (const struct node *c = enumeration_list ? enumeration_list->child : NULL; c; c = c->next) {
        struct fmi_enumeration *e = &(*enumerations)[*n_enumerations];
        if (!node_is(c, SPACE_SSC, "Enumeration"))
            continue;
        if (!read_enumeration(r, c, e))
            return false;
        if (ssp_find_enumeration(*enumerations, *n_enumerations, e->name))
            return is_twice(r, c, "an enumeration");
        ++*n_enumerations;
    }
    return true;
}

/* ---- transformations ---- */

/* The transformation among the children of a connection or a mapping entry. */
bool ssp_read_mapping(struct reading *r, const struct node *parent, struct mapping *mapping)
{
    static const char *const names[] = {
        [MAPPING_LINEAR] = "LinearTransformation",
        [MAPPING_BOOLEAN] = "BooleanMappingTransformation",
        [MAPPING_INTEGER] = "IntegerMappingTransformation",
        [MAPPING_ENUMERATION] = "EnumerationMappingTransformation",
    };
    *mapping = (struct mapping){.factor = 1};
    for (const struct node *c = parent->child; c; c = c->next)
        for (int kind = MAPPING_LINEAR; kind <= MAPPING_ENUMERATION; kind++) {
            if (!node_is(c, SPACE_SSC, names[kind]))
                continue;
            if (mapping->kind != MAPPING_NONE)
                return error_raise(r->error, ERROR_SSP_ELEMENT, PLACE(c), c->name, parent->name);
            mapping->kind = (enum mapping_kind)kind;
            mapping->node = c;
        }
    if (!node_bool(parent, "suppressUnitConversion", &mapping->keeps_units, r->error))
        return false;
    if (mapping->kind == MAPPING_NONE)
        return true;
    if (mapping->kind != MAPPING_LINEAR)
        return node_knows(mapping->node, "MapEntry*", "", r->error);
    return node_knows(mapping->node, "", "factor offset", r->error) &&
           node_double(mapping->node, "factor", &mapping->factor, r->error) &&
           node_double(mapping->node, "offset", &mapping->offset, r->error);
}
