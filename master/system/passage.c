/* Values on their way: units, types, tables. */
#include "master/system/passage.h"
#include "master/system/unit.h"
#include "master/system/value_type.h"
#include "master/import/xml.h"
#include "master/system/system_messages.h"

#include <string.h>

struct passage passage_start(struct reading *r)
{
    return (struct passage){.reading = r, .sum = {.factor = 1}};
}

static void multiply(struct transformation *t, double factor, double offset)
{
    t->factor *= factor;
    t->offset = factor * t->offset + offset;
}

/* ---- units ---- */

static bool reach_unit(struct passage *p, const struct fmi_unit *unit, const struct node *place)
{
    if (!unit)
        return true;
    if (p->due) {
        const enum unit_relation relation = unit_relate(p->due, unit);
        if (relation == UNITS_DIFFERENT)
            return error_raise(p->reading->error, ERROR_SSP_UNITS, PLACE(place), p->due->name, unit->name);
        if (relation == UNITS_UNKNOWN)
            error_warn(WARNING_SSP_UNITS, PLACE(place), p->due->name, unit->name);
    }
    if (!p->first)
        p->first = unit;
    if (!p->unit)
        p->unit = unit;
    p->due = unit;
    return true;
}

static void settle_unit(struct passage *p)
{
    if (p->unit && p->due && unit_relate(p->unit, p->due) == UNITS_CONVERTIBLE) {
        double factor, offset;
        unit_convert(p->unit, p->due, &factor, &offset);
        multiply(&p->sum, factor, p->is_relative ? 0 : offset);
    }
    p->unit = p->due;
}

/* ---- types ---- */

/* Every pair of types is named once, with the first place: a system may have hundreds of such connections. */
static void tell_conversion(struct passage *p, enum fmi_type type, const struct node *place)
{
    bool *is_told = &p->reading->told_types[p->type][type];
    if (!*is_told)
        error_warn(p->type == FMI_BOOLEAN ? WARNING_SSP_TYPES_BOOLEAN : WARNING_SSP_TYPES_CLEAR, PLACE(place),
                   fmi_type_name(p->type), fmi_type_name(type));
    *is_told = true;
}

static bool reach_type(struct passage *p, enum fmi_type type, const struct mapping *mapping, const struct node *place)
{
    const enum type_relation relation = p->has_type ? type_relate(p->type, type) : TYPES_SAME;
    if (relation == TYPES_NUMBERS && !(mapping && mapping->kind == MAPPING_INTEGER))
        error_warn(WARNING_SSP_TYPES, PLACE(place), fmi_type_name(p->type), fmi_type_name(type));
    if (relation == TYPES_CLEAR)
        tell_conversion(p, type, place);
    if (relation == TYPES_DIFFERENT)
        return error_raise(p->reading->error, ERROR_SSP_TYPES, PLACE(place), fmi_type_name(p->type),
                           fmi_type_name(type));
    p->has_type = true;
    p->type = type;
    return true;
}

/* ---- tables ---- */

static double look_up(const struct value_map *map, size_t n, double value)
{
    for (size_t i = 0; i < n; i++)
        if (map[i].from == value)
            return map[i].to;
    return value;
}

/* The table of what the old one and then the new one make. */
static bool compose_map(struct passage *p, const struct value_map *map, size_t n)
{
    struct transformation *t = &p->sum;
    struct value_map *composed = arena_get(p->reading->keeps, (t->n_map + n) * sizeof *composed);
    if (!composed)
        return no_memory(p->reading);
    size_t n_composed = 0;
    for (size_t i = 0; i < t->n_map; i++)
        composed[n_composed++] = (struct value_map){t->map[i].from, look_up(map, n, t->map[i].to)};
    for (size_t i = 0; i < n; i++) {
        bool shadowed = false;
        for (size_t k = 0; k < t->n_map; k++)
            shadowed = shadowed || t->map[k].from == map[i].from;
        if (!shadowed)
            composed[n_composed++] = map[i];
    }
    t->map = composed;
    t->n_map = n_composed;
    return true;
}

static const struct fmi_item *find_item(const struct fmi_enumeration *e, const char *name)
{
    for (size_t i = 0; e && i < e->n_items; i++)
        if (strcmp(e->items[i].name, name) == 0)
            return &e->items[i];
    return NULL;
}

static bool entry_value(struct reading *r, const struct mapping *mapping, const struct node *entry, const char *side,
                        const struct fmi_enumeration *enumeration, double *value)
{
    const char *text = node_need(entry, side, r->error);
    if (!text)
        return false;
    int whole = 0;
    bool truth = false;
    switch (mapping->kind) {
    case MAPPING_BOOLEAN:
        if (!node_bool(entry, side, &truth, r->error))
            return false;
        *value = truth;
        return true;
    case MAPPING_INTEGER:
        if (!node_int(entry, side, &whole, r->error))
            return false;
        *value = whole;
        return true;
    default: {
        const struct fmi_item *item = find_item(enumeration, text);
        if (!item)
            return error_raise(r->error, ERROR_SSP_ITEM, PLACE(entry), text, enumeration ? enumeration->name : "?");
        *value = item->value;
        return true;
    }
    }
}

static bool add_table(struct passage *p, const struct mapping *mapping, const struct fmi_enumeration *to)
{
    struct reading *r = p->reading;
    size_t room = 0;
    for (const struct node *e = mapping->node->child; e; e = e->next)
        room++;
    struct value_map *map = arena_get(&r->arena, room * sizeof *map);
    if (!map)
        return no_memory(r);
    size_t n = 0;
    for (const struct node *e = mapping->node->child; e; e = e->next) {
        if (!node_is(e, SPACE_SSC, "MapEntry"))
            continue; /* annotations */
        if (!node_knows(e, "", "source target", r->error) ||
            !entry_value(r, mapping, e, "source", p->enumeration, &map[n].from) ||
            !entry_value(r, mapping, e, "target", to, &map[n].to))
            return false;
        n++;
    }
    return compose_map(p, map, n);
}

static bool is_real(const struct ssp_connector *c)
{
    return c->variable ? c->variable->type == FMI_REAL : c->has_type && c->type == FMI_REAL;
}

/* A factor is for numbers that are Real, or become so here. */
static bool takes_factor(const struct passage *p, const struct ssp_connector *to)
{
    return p->type == FMI_REAL || (type_relate(p->type, FMI_REAL) == TYPES_CLEAR && is_real(to));
}

static bool apply_mapping(struct passage *p, const struct mapping *mapping, const struct ssp_connector *to,
                          const struct fmi_enumeration *enumeration)
{
    static const char *const words[] = {"", "LinearTransformation", "BooleanMappingTransformation",
                                        "IntegerMappingTransformation", "EnumerationMappingTransformation"};
    const bool is_whole = p->type == FMI_INTEGER || p->type == FMI_ENUMERATION;
    const bool fits = !p->has_type || (mapping->kind == MAPPING_LINEAR && takes_factor(p, to)) ||
                      (mapping->kind == MAPPING_BOOLEAN && p->type == FMI_BOOLEAN) ||
                      (mapping->kind == MAPPING_INTEGER && is_whole) ||
                      (mapping->kind == MAPPING_ENUMERATION && p->type == FMI_ENUMERATION);
    if (!fits)
        return error_raise(p->reading->error, ERROR_SSP_MAPPING_TYPE, PLACE(mapping->node), words[mapping->kind],
                           fmi_type_name(p->type));
    if (mapping->kind != MAPPING_LINEAR)
        return add_table(p, mapping, enumeration);
    settle_unit(p);
    multiply(&p->sum, mapping->factor, mapping->offset);
    return true;
}

/* ---- over connectors and links ---- */

static const struct description *description_of(const struct passage *p, const struct ssp_connector *c)
{
    return ssp_description(p->reading, c->owner);
}

static const struct fmi_unit *variable_unit(const struct passage *p, const struct ssp_connector *c)
{
    return c->variable && c->variable->unit != NO_INDEX ? &description_of(p, c)->units[c->variable->unit] : NULL;
}

const struct fmi_enumeration *passage_enumeration(const struct passage *p, const struct ssp_connector *c)
{
    if (c->variable && c->variable->enumeration != NO_INDEX)
        return &description_of(p, c)->enumerations[c->variable->enumeration];
    return c->enumeration;
}

static bool reach(struct passage *p, const struct ssp_connector *c, const struct mapping *mapping,
                  const struct node *place)
{
    if (c->variable && c->variable->relative_quantity)
        p->is_relative = true;
    if (c->variable)
        return reach_type(p, c->variable->type, mapping, place);
    return !c->has_type || reach_type(p, c->type, mapping, place);
}

bool passage_leave(struct passage *p, const struct ssp_connector *from, const struct node *place)
{
    const struct fmi_enumeration *enumeration = passage_enumeration(p, from);
    if (enumeration)
        p->enumeration = enumeration;
    return reach(p, from, NULL, place) && reach_unit(p, variable_unit(p, from), place) &&
           reach_unit(p, from->unit, place);
}

/* The same items, perhaps with other numbers: a table by names. */
static bool match_items(struct passage *p, const struct fmi_enumeration *to, const struct node *place)
{
    const struct fmi_enumeration *from = p->enumeration;
    struct value_map *map = arena_get(&p->reading->arena, from->n_items * sizeof *map);
    if (!map)
        return no_memory(p->reading);
    size_t n = 0;
    for (size_t i = 0; i < from->n_items; i++) {
        const struct fmi_item *item = find_item(to, from->items[i].name);
        if (!item)
            return error_raise(p->reading->error, ERROR_SSP_ENUMERATIONS, PLACE(place), from->name, to->name,
                               from->items[i].name);
        if (item->value != from->items[i].value)
            map[n++] = (struct value_map){from->items[i].value, item->value};
    }
    return n == 0 || compose_map(p, map, n);
}

bool passage_enter(struct passage *p, const struct ssp_connector *to, const struct mapping *mapping,
                   const struct node *place)
{
    const struct fmi_enumeration *enumeration = passage_enumeration(p, to);
    if (mapping && mapping->keeps_units) {
        settle_unit(p);
        p->unit = p->due = NULL;
    }
    if (!reach_unit(p, to->unit ? to->unit : variable_unit(p, to), place))
        return false;
    if (mapping && mapping->kind != MAPPING_NONE && !apply_mapping(p, mapping, to, enumeration))
        return false;
    if (!reach(p, to, mapping, place) || !reach_unit(p, variable_unit(p, to), place))
        return false;
    const bool translated = mapping && (mapping->kind == MAPPING_ENUMERATION || mapping->kind == MAPPING_INTEGER);
    if (enumeration && p->enumeration && !translated && !match_items(p, enumeration, place))
        return false;
    if (enumeration)
        p->enumeration = enumeration;
    return true;
}

bool passage_take(struct passage *p, const struct ssp_link *link)
{
    return passage_enter(p, link->to, &link->mapping, link->node);
}

struct transformation passage_end(struct passage *p)
{
    settle_unit(p);
    return p->sum;
}
