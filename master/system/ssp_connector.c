/* Connectors of systems and components. */
#include "master/system/ssp.h"
#include "master/import/import_messages.h"
#include "master/system/system_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_connector(struct reading *r, struct ssp_element *e, struct ssp_connector *c)
{
    struct ssp_connector **list = arena_grow(&r->arena, e->connectors, e->n_connectors, sizeof(*list));
    if (!list)
        return no_memory(r);
    e->connectors = list;
    c->owner = e;
    switch (names_add(&e->connector_names, c->name, e->n_connectors)) {
    case NAMES_ADDED:
        e->connectors[e->n_connectors++] = c;
        return true;
    case NAMES_KNOWN:
        return error_raise(r->error, ERROR_SSP_TWICE, PLACE(c->node), "a connector", c->name);
    default:
        return no_memory(r);
    }
}

static enum connector_kind kind_of(const struct fmi_variable *v)
{
    switch (v->causality) {
    case FMI_INPUT:
        return CONNECTOR_INPUT;
    case FMI_PARAMETER:
        return CONNECTOR_PARAMETER;
    case FMI_CALCULATED_PARAMETER:
        return CONNECTOR_CALCULATED;
    default:
        return CONNECTOR_OUTPUT;
    }
}

static bool read_kind(struct reading *r, const struct node *node, enum connector_kind *kind)
{
    static const char *const words[] = {"input", "output", "parameter", "calculatedParameter"};
    const char *text = node_need(node, "kind", r->error);
    if (!text)
        return false;
    for (int i = CONNECTOR_INPUT; i <= CONNECTOR_CALCULATED; i++)
        if (strcmp(text, words[i]) == 0) {
            *kind = (enum connector_kind)i;
            return true;
        }
    if (strcmp(text, "inout") == 0)
        return error_raise(r->error, ERROR_SSP_UNSUPPORTED, PLACE(node), "a connector of kind \"inout\"");
    return error_raise(r->error, ERROR_XML_VALUE, PLACE(node), "Connector", "kind", text,
                       "input, output, parameter or calculatedParameter");
}

/* The unit of that name in the file or in the FMU; one that nobody defines is known by its name only. */
static const struct fmi_unit *connector_unit(struct reading *r, const struct ssp_element *e, const char *name)
{
    const struct fmi_unit *unit = ssp_find_unit(e->file->units, e->file->n_units, name);
    if (!unit && !e->is_system) {
        const struct description *d = ssp_description(r, e);
        unit = ssp_find_unit(d->units, d->n_units, name);
    }
    if (unit)
        return unit;
    struct fmi_unit *undefined = arena_get(&r->arena, sizeof *undefined);
    char *copy = arena_copy(&r->arena, name, strlen(name));
    if (undefined && copy)
        *undefined = (struct fmi_unit){.name = copy, .factor = 1};
    return copy ? undefined : NULL;
}

static bool read_connector_type(struct reading *r, const struct ssp_element *e, struct ssp_connector *c)
{
    static const char *const words[] = {[FMI_REAL] = "Real",
                                        [FMI_INTEGER] = "Integer",
                                        [FMI_BOOLEAN] = "Boolean",
                                        [FMI_STRING] = "String",
                                        [FMI_ENUMERATION] = "Enumeration"};
    for (const struct node *t = c->node->child; t; t = t->next) {
        if (node_is(t, SPACE_SSC, "Binary"))
            return error_raise(r->error, ERROR_SSP_UNSUPPORTED, PLACE(t), "a connector of type Binary");
        for (int i = FMI_REAL; i <= FMI_ENUMERATION; i++)
            if (node_is(t, SPACE_SSC, words[i])) {
                if (c->has_type)
                    return error_raise(r->error, ERROR_SSP_TWO_TYPES, PLACE(t), c->name);
                c->has_type = true;
                c->type = (enum fmi_type)i;
                const bool is_real = i == FMI_REAL, is_enumeration = i == FMI_ENUMERATION;
                if (!node_knows(t, "", is_real ? "unit" : is_enumeration ? "name" : "", r->error))
                    return false;
                const char *unit = is_real ? node_attribute(t, "unit") : NULL;
                if (unit && unit[0] && !(c->unit = connector_unit(r, e, unit)))
                    return no_memory(r);
                const char *name = is_enumeration ? node_need(t, "name", r->error) : NULL;
                if (is_enumeration && !name)
                    return false;
                if (name)
                    c->enumeration = ssp_find_enumeration(e->file->enumerations, e->file->n_enumerations, name);
            }
    }
    return true;
}

bool ssp_raise_stray(struct reading *r, const struct ssp_element *component, const struct ssp_connector *stray)
{
    const struct description *d = ssp_description(r, component);
    const struct node *node = stray->node;
    const char *name = stray->name;
    const char **known = malloc((d->n_variables + 1) * sizeof(*known));
    for (size_t i = 0; known && i < d->n_variables; i++)
        known[i] = d->variables[i].name;
    const char *nearest = known ? error_nearest(name, known, d->n_variables) : NULL;
    free(known);
    return nearest ? error_raise(r->error, ERROR_SSP_NO_VARIABLE_BUT, PLACE(node), name, nearest)
                   : error_raise(r->error, ERROR_SSP_NO_VARIABLE, PLACE(node), name);
}

/* Some tools write connectors as placeholders (Dymola's "fmi_InputTime"): they matter only where something uses them. */
static bool add_stray(struct reading *r, struct ssp_element *e, struct ssp_connector *c)
{
    struct ssp_connector **list = arena_grow(&r->arena, e->strays, e->n_strays, sizeof(*list));
    if (!list)
        return no_memory(r);
    e->strays = list;
    e->strays[e->n_strays++] = c;
    return true;
}

static const struct ssp_element *find_strays(const struct ssp_element *e)
{
    while (e && e->n_strays == 0)
        e = e->all;
    return e;
}

void ssp_tell_strays(const struct reading *r)
{
    for (const struct ssp_element *e = find_strays(r->elements); e; e = find_strays(e->all)) {
        char names[600] = "";
        for (size_t i = 0, n = 0; i < e->n_strays; i++) {
            if (n + 60 < sizeof names)
                n += (size_t)snprintf(names + n, sizeof names - n, "%s\"%.40s\"", i ? ", " : "", e->strays[i]->name);
            else if (i + 1 == e->n_strays)
                snprintf(names + n, sizeof names - n, " ...");
        }
        error_warn(WARNING_SSP_STRAYS, PLACE(e->strays[0]->node), e->full_name, names);
    }
}

/* A component's connector is a variable of its FMU; where the two contradict each other, the FMU is right about the kind. */
static bool match_variable(struct reading *r, struct ssp_connector *c)
{
    if (c->has_type && c->type != c->variable->type)
        return error_raise(r->error, ERROR_SSP_VARIABLE_TYPE, PLACE(c->node), c->name, fmi_type_name(c->type),
                           fmi_type_name(c->variable->type));
    if (kind_of(c->variable) != c->kind)
        error_warn(WARNING_SSP_KIND, PLACE(c->node), c->name, node_attribute(c->node, "kind"),
                   fmi_causality_name(c->variable->causality));
    c->kind = kind_of(c->variable);
    return true;
}

bool ssp_read_connectors(struct reading *r, struct ssp_element *e)
{
    const struct node *list = node_child(e->node, SPACE_SSD, "Connectors");
    if (!list)
        return true;
    if (!node_knows(list, "Connector*", "", r->error))
        return false;
    for (const struct node *node = list->child; node; node = node->next) {
        if (!node_is(node, SPACE_SSD, "Connector"))
            continue;
        struct ssp_connector *c = arena_get(&r->arena, sizeof *c);
        if (!c)
            return no_memory(r);
        c->node = node;
        c->name = node_need(node, "name", r->error);
        if (!c->name || !read_kind(r, node, &c->kind) ||
            !node_knows(node,
                        "ssc:Real ssc:Integer ssc:Boolean ssc:String ssc:Enumeration ssc:Binary ConnectorGeometry",
                        "name kind", r->error) ||
            !read_connector_type(r, e, c))
            return false;
        if (!e->is_system)
            c->variable = description_find(ssp_description(r, e), c->name);
        const bool is_stray = !e->is_system && !c->variable;
        if (is_stray ? !add_stray(r, e, c) : (c->variable && !match_variable(r, c)) || !add_connector(r, e, c))
            return false;
    }
    return true;
}

struct ssp_connector *ssp_find_connector(struct reading *r, struct ssp_element *e, const char *name)
{
    size_t index;
    if (names_find(&e->connector_names, name, &index))
        return e->connectors[index];
    const struct fmi_variable *v = e->is_system ? NULL : description_find(ssp_description(r, e), name);
    if (!v)
        return NULL;
    struct ssp_connector *c = arena_get(&r->arena, sizeof *c);
    if (!c) {
        no_memory(r);
        return NULL;
    }
    *c = (struct ssp_connector){.name = v->name, .kind = kind_of(v), .variable = v};
    return add_connector(r, e, c) ? c : NULL;
}
