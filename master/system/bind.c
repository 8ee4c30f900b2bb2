/* Bindings become start values: names are looked up through the levels, values flow over system connectors down to the
 * variables, units and tables applied on the way. Outer bindings are applied after inner ones, and so win. */
#include "master/system/binding.h"
#include "master/system/passage.h"
#include "master/system/starts.h"
#include "master/system/system_messages.h"
#include "master/system/value_type.h"

#include <stdio.h>
#include <string.h>

/* A value on its way; an enumeration's item becomes a number as soon as an enumeration is known. */
struct flow {
    struct passage passage;
    struct binding_value value;
    bool is_named_item;
    const struct node *node;
};

/* ---- the end of the way ---- */

static bool fits(enum fmi_type value, enum fmi_type variable)
{
    return type_relate(value, variable) != TYPES_DIFFERENT;
}

static bool deliver(struct reading *r, struct flow *f, const struct ssp_connector *target)
{
    const struct fmi_variable *v = target->variable;
    const struct description *d = ssp_description(r, target->owner);
    const struct port port = {.component = target->owner->component, .variable = description_index(d, v)};
    if (!fits(f->value.type, v->type))
        return error_raise(r->error, ERROR_SSP_VALUE_TYPE, PLACE(f->node), v->name, fmi_type_name(f->value.type),
                           fmi_type_name(v->type));
    const struct start_target to = {r->keeps, r->system, &r->system->components[port.component].starts, port,
                                    PLACE(f->node)};
    if (v->type == FMI_STRING || f->is_named_item)
        return start_text(&to, f->value.text, r->error);
    const struct transformation t = passage_end(&f->passage);
    return start_number(&to, transformation_apply(&t, f->value.number), r->error);
}

/* ---- over connectors ---- */

/* Items are mapped by their names, which needs no enumeration; the numbers come later. */
static void map_item(struct flow *f, const struct mapping *mapping)
{
    for (const struct node *e = mapping->node->child; e; e = e->next) {
        const char *source = node_attribute(e, "source"), *target = node_attribute(e, "target");
        if (source && target && strcmp(source, f->value.text) == 0) {
            f->value.text = target;
            return;
        }
    }
}

static bool number_item(struct reading *r, struct flow *f, const struct fmi_enumeration *e)
{
    const struct fmi_item *item = enumeration_item(e, f->value.text);
    if (!item)
        return error_raise(r->error, ERROR_SSP_ITEM, PLACE(f->node), f->value.text, e->name);
    f->value.number = item->value;
    f->is_named_item = false;
    f->passage.enumeration = e;
    return true;
}

static bool flow_into(struct reading *r, struct flow *f, const struct ssp_connector *c, const struct mapping *mapping)
{
    struct mapping rest = *mapping;
    if (f->is_named_item && mapping->kind == MAPPING_ENUMERATION) {
        map_item(f, mapping);
        rest.kind = MAPPING_NONE;
    }
    const struct fmi_enumeration *e = passage_enumeration(&f->passage, c);
    if (f->is_named_item && e && !number_item(r, f, e))
        return false;
    return passage_enter(&f->passage, c, &rest, f->node);
}

static bool flow_on(struct reading *r, const struct flow *f, const struct ssp_connector *c)
{
    if (c->variable) {
        struct flow last = *f;
        return deliver(r, &last, c);
    }
    for (const struct ssp_link *link = c->feeds; link; link = link->next) {
        struct flow branch = *f;
        const bool is_down = link->to->kind == CONNECTOR_INPUT || link->to->kind == CONNECTOR_PARAMETER;
        if (is_down && (!flow_into(r, &branch, link->to, &link->mapping) || !flow_on(r, &branch, link->to)))
            return false;
    }
    return true;
}

static void remember_start(struct reading *r, const struct flow *f, const struct ssp_connector *c)
{
    if (!c->system_connector || f->is_named_item)
        return;
    struct system_connector *list = c->kind == CONNECTOR_INPUT ? r->system->inputs : r->system->parameters;
    struct system_connector *s = &list[c->system_connector - 1];
    struct passage here = f->passage;
    const struct transformation t = passage_end(&here);
    s->has_start = true;
    s->start = transformation_apply(&t, f->value.number);
}

/* A value for a variable is set at once. One for a system's connector waits until all bindings are read: what a connector
 * hands down comes over a connection, and wins over what is said about the variable itself. */
static bool assign(struct reading *r, const struct assignment *a, struct ssp_connector *c)
{
    struct flow f = {.passage = passage_start(r),
                     .value = a->value,
                     .is_named_item = a->value.type == FMI_ENUMERATION,
                     .node = a->node};
    f.passage.unit = f.passage.due = f.passage.first = a->value.unit;
    if (!flow_into(r, &f, c, &a->mapping))
        return false;
    remember_start(r, &f, c);
    return flow_on(r, &f, c);
}

static void note_value(const struct assignment *a, struct ssp_connector *c)
{
    if (c->kind == CONNECTOR_OUTPUT || c->kind == CONNECTOR_CALCULATED)
        error_warn(WARNING_SSP_OUTPUT_START, PLACE(a->node), a->target);
    else
        c->value = a;
}

/* From the inside out, so that outer connectors win. */
static bool hand_down(struct reading *r, struct ssp_element *e)
{
    for (struct ssp_element *c = e->child; c; c = c->next)
        if (!hand_down(r, c))
            return false;
    for (size_t i = 0; e->is_system && i < e->n_connectors; i++)
        if (e->connectors[i]->value && !assign(r, e->connectors[i]->value, e->connectors[i]))
            return false;
    return true;
}

/* ---- names ---- */

/* Everything that the name means below element `e`: a connector, a variable, or something inside an element whose name
 * stands before a dot; names with dots in them can be read in several ways, and all of them count. */
static bool assign_name(struct reading *r, struct ssp_element *e, const struct assignment *a, const char *name,
                        size_t *n_found)
{
    if (!e->is_system) {
        const struct description *d = ssp_description(r, e);
        struct ssp_connector c = {.owner = e, .variable = description_find(d, name)};
        *n_found += c.variable != NULL;
        return !c.variable || assign(r, a, &c);
    }
    size_t index;
    if (names_find(&e->connector_names, name, &index)) {
        ++*n_found;
        note_value(a, e->connectors[index]);
    }
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        const char *child = arena_copy(&r->arena, name, (size_t)(dot - name));
        if (!child)
            return no_memory(r);
        if (names_find(&e->child_names, child, &index) && !assign_name(r, e->children[index], a, dot + 1, n_found))
            return false;
    }
    return true;
}

/* The standard lets values that fit nothing go unused; it is said, in one line per binding. */
struct unused {
    char text[600];
    size_t n;
};

static void note_unused(struct unused *u, const char *name)
{
    const size_t length = strlen(u->text);
    if (length + 60 < sizeof u->text)
        snprintf(u->text + length, sizeof u->text - length, "%s\"%.50s\"", u->n ? ", " : "", name);
    else if (strcmp(u->text + length - 3, "...") != 0)
        snprintf(u->text + length, sizeof u->text - length, " ...");
    u->n++;
}

static bool bind_one(struct reading *r, struct ssp_element *e, const struct ssp_file *file, const struct node *node)
{
    struct binding b;
    struct unused unused = {.n = 0};
    if (!binding_read(r, e, file, node, &b))
        return false;
    for (size_t i = 0; i < b.n; i++) {
        size_t n_found = 0;
        if (!assign_name(r, e, &b.list[i], b.list[i].target, &n_found))
            return false;
        if (!n_found)
            note_unused(&unused, b.list[i].target);
    }
    if (unused.n)
        error_warn(WARNING_SSP_UNUSED, PLACE(node), e->full_name[0] ? e->full_name : "the system", unused.text);
    return true;
}

static bool bind_element(struct reading *r, struct ssp_element *e)
{
    for (struct ssp_element *c = e->child; c; c = c->next)
        if (!bind_element(r, c))
            return false;
    for (const struct ssp_bindings *b = e->bindings; b; b = b->next)
        for (const struct node *c = b->node->child; c; c = c->next)
            if (node_is(c, SPACE_SSD, "ParameterBinding") && !bind_one(r, e, b->file, c))
                return false;
    return true;
}

bool ssp_bind(struct reading *r, struct ssp_element *root)
{
    return bind_element(r, root) && hand_down(r, root);
}
