/* Connections as links between connectors, in the direction of the values: SSP's start and end say nothing about it, the
 * connectors' kinds do. */
#include "master/system/ssp.h"
#include "master/system/system_messages.h"

#include <stdlib.h>
#include <string.h>

struct end { /* of a connection */
    struct ssp_connector *connector;
    bool is_inner; /* of an element of the system, not of the system itself */
    const char *element, *name;
};

/* "arm.q" or "q" */
static const char *end_text(struct reading *r, const struct end *end)
{
    const char *text = end->element ? arena_join(&r->arena, end->element, ".", end->name) : end->name;
    return text ? text : end->name;
}

/* ---- finding the ends ---- */

static bool raise_unknown(struct reading *r, const struct node *node, const struct end *end, const char *const *known,
                          size_t n_known, const char *name)
{
    const char *nearest = error_nearest(name, known, n_known);
    return nearest ? error_raise(r->error, ERROR_SSP_NO_END_BUT, PLACE(node), end_text(r, end), nearest)
                   : error_raise(r->error, ERROR_SSP_NO_END, PLACE(node), end_text(r, end));
}

static bool unknown_element(struct reading *r, const struct node *node, const struct ssp_element *system,
                            const struct end *end)
{
    const char **known = arena_get(&r->arena, system->n_children * sizeof(*known));
    if (!known)
        return no_memory(r);
    for (size_t i = 0; i < system->n_children; i++)
        known[i] = system->children[i]->name;
    return raise_unknown(r, node, end, known, system->n_children, end->element);
}

static bool unknown_connector(struct reading *r, const struct node *node, const struct ssp_element *owner,
                              const struct end *end)
{
    const struct description *d = owner->is_system ? NULL : ssp_description(r, owner);
    for (size_t i = 0; i < owner->n_strays; i++)
        if (strcmp(owner->strays[i]->name, end->name) == 0)
            return ssp_raise_stray(r, owner, owner->strays[i]);
    const size_t room = owner->n_connectors + (d ? d->n_variables : 0);
    const char **known = arena_get(&r->arena, room * sizeof(*known));
    if (!known)
        return no_memory(r);
    size_t n = 0;
    for (size_t i = 0; i < owner->n_connectors; i++)
        known[n++] = owner->connectors[i]->name;
    for (size_t i = 0; d && i < d->n_variables; i++)
        known[n++] = d->variables[i].name;
    return raise_unknown(r, node, end, known, n, end->name);
}

static bool find_end(struct reading *r, struct ssp_element *system, const struct node *node, const char *element,
                     const char *connector, struct end *end)
{
    end->element = node_attribute(node, element);
    end->name = node_need(node, connector, r->error);
    if (!end->name)
        return false;
    struct ssp_element *owner = system;
    end->is_inner = end->element && end->element[0];
    if (end->is_inner) {
        size_t child;
        if (!names_find(&system->child_names, end->element, &child))
            return unknown_element(r, node, system, end);
        owner = system->children[child];
    }
    end->connector = ssp_find_connector(r, owner, end->name);
    if (!end->connector)
        return !error_is_set(r->error) && unknown_connector(r, node, owner, end);
    return true;
}

/* ---- linking ---- */

/* Seen from inside the system: an input of the system gives values, an input of one of its elements takes them. */
static bool gives(const struct end *end)
{
    const enum connector_kind kind = end->connector->kind;
    const bool is_out = kind == CONNECTOR_OUTPUT || kind == CONNECTOR_CALCULATED;
    return end->is_inner == is_out;
}

static bool is_fixed(enum connector_kind kind)
{
    return kind == CONNECTOR_PARAMETER || kind == CONNECTOR_CALCULATED;
}

static bool add_link(struct reading *r, const struct node *node, const struct end *from, const struct end *to)
{
    struct ssp_connector *target = to->connector;
    if (is_fixed(target->kind) && !is_fixed(from->connector->kind))
        return error_raise(r->error, ERROR_SSP_PARAMETER_DRIVEN, PLACE(node), end_text(r, to), end_text(r, from));
    if (target->driver)
        return error_raise(r->error, ERROR_SSP_DRIVEN_TWICE, PLACE(node), end_text(r, to), PLACE(target->driver->node));
    struct ssp_link *link = arena_get(&r->arena, sizeof *link);
    if (!link)
        return no_memory(r);
    *link = (struct ssp_link){.from = from->connector, .to = target, .node = node, .next = from->connector->feeds};
    from->connector->feeds = link;
    target->driver = link;
    r->n_links++;
    return ssp_read_mapping(r, node, &link->mapping);
}

static bool connect(struct reading *r, struct ssp_element *system, const struct node *node)
{
    struct end start, end;
    if (!node_knows(node,
                    "ssc:LinearTransformation ssc:BooleanMappingTransformation ssc:IntegerMappingTransformation "
                    "ssc:EnumerationMappingTransformation ConnectionGeometry",
                    "startElement startConnector endElement endConnector suppressUnitConversion", r->error) ||
        !find_end(r, system, node, "startElement", "startConnector", &start) ||
        !find_end(r, system, node, "endElement", "endConnector", &end))
        return false;
    if (gives(&start) && !gives(&end))
        return add_link(r, node, &start, &end);
    if (gives(&end) && !gives(&start))
        return add_link(r, node, &end, &start);
    return error_raise(r->error, gives(&start) ? ERROR_SSP_TWO_SOURCES : ERROR_SSP_TWO_TARGETS, PLACE(node),
                       end_text(r, &start), end_text(r, &end));
}

bool ssp_connect(struct reading *r, struct ssp_element *system)
{
    const struct node *list = node_child(system->node, SPACE_SSD, "Connections");
    if (list && !node_knows(list, "Connection*", "", r->error))
        return false;
    for (const struct node *c = list ? list->child : NULL; c; c = c->next)
        if (node_is(c, SPACE_SSD, "Connection") && !connect(r, system, c))
            return false;
    for (struct ssp_element *e = system->child; e; e = e->next)
        if (e->is_system && !ssp_connect(r, e))
            return false;
    return true;
}
