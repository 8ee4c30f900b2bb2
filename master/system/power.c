/* Power ports, from our own annotation of a system:
 *
 *     <ssc:Annotation type="org.pasodoble.power">
 *       <paso:PowerPort effort="motor.torque" flow="shaft.speed"
 *                       work_delivered="motor.work" work_received="shaft.work"/>
 *     </ssc:Annotation>
 *
 * Names are those of the system that is annotated; `name` may be given, too. In a system inside of another they get its name in
 * front. */
#include "master/system/ssp.h"
#include "master/import/import_messages.h"
#include "master/system/system_messages.h"

#include <string.h>

/* A name of the annotated system as one of the whole. */
static const char *full_name(struct reading *r, const struct ssp_element *e, const char *name)
{
    return e->full_name[0] ? arena_join(&r->arena, e->full_name, ".", name) : name;
}

static bool find_port(struct reading *r, const struct ssp_element *e, const struct node *node, const char *attribute,
                      struct port *port)
{
    const char *name = node_need(node, attribute, r->error);
    const char *full = name ? full_name(r, e, name) : NULL;
    if (!name)
        return false;
    if (!full)
        return no_memory(r);
    if (!system_find_port(r->system, full, port, r->error)) {
        error_prefix(r->error, ": ");
        error_prefix(r->error, PLACE(node));
        return false;
    }
    if (system_variable(r->system, *port)->type != FMI_REAL)
        return error_raise(r->error, ERROR_SSP_POWER_TYPE, PLACE(node), name);
    return true;
}

static bool is_fed(const struct system *s, struct port from, size_t component)
{
    for (size_t i = 0; i < s->n_connections; i++) {
        const struct connection *c = &s->connections[i];
        if (c->from.component == from.component && c->from.variable == from.variable && c->to.component == component)
            return true;
    }
    return false;
}

static bool read_power(struct reading *r, const struct ssp_element *e, const struct node *node)
{
    struct system *s = r->system;
    struct power_port p = {0};
    const char *name = node_attribute(node, "name");
    const char *place = PLACE(node);
    if (strcmp(node->name, "PowerPort") != 0)
        return error_raise(r->error, ERROR_SSP_ELEMENT, place, node->name, "Annotation");
    if (!node_knows(node, "", "name effort flow work_delivered work_received", r->error) ||
        !find_port(r, e, node, "effort", &p.effort) || !find_port(r, e, node, "flow", &p.flow))
        return false;
    p.has_work = node_attribute(node, "work_delivered") || node_attribute(node, "work_received");
    if (p.has_work && (!find_port(r, e, node, "work_delivered", &p.work_delivered) ||
                       !find_port(r, e, node, "work_received", &p.work_received)))
        return false;
    if (!is_fed(s, p.effort, p.flow.component) && !is_fed(s, p.flow, p.effort.component))
        return error_raise(r->error, ERROR_SSP_POWER_UNCONNECTED, place, node_attribute(node, "effort"),
                           node_attribute(node, "flow"));
    const char *effort = full_name(r, e, node_attribute(node, "effort")),
               *flow = full_name(r, e, node_attribute(node, "flow"));
    if (name)
        name = full_name(r, e, name);
    else if (effort && flow)
        name = arena_join(&r->arena, effort, "*", flow);
    p.name = name ? arena_copy(r->keeps, name, strlen(name)) : NULL;
    p.place = arena_copy(r->keeps, place, strlen(place));
    struct power_port *list = arena_grow(r->keeps, s->power_ports, s->n_power_ports, sizeof *list);
    if (!p.name || !p.place || !list)
        return no_memory(r);
    s->power_ports = list;
    list[s->n_power_ports++] = p;
    return true;
}

static bool read_annotations(struct reading *r, const struct ssp_element *e, const struct node *owner)
{
    const struct node *list = node_child(owner, SPACE_SSD, "Annotations");
    for (const struct node *a = list ? list->child : NULL; a; a = a->next) {
        const char *type = node_attribute(a, "type");
        if (!type || strncmp(type, "org.pasodoble.", 14) != 0)
            continue;
        if (strcmp(type, "org.pasodoble.power") != 0)
            return error_raise(r->error, ERROR_XML_VALUE, PLACE(a), "Annotation", "type", type, "org.pasodoble.power");
        for (const struct node *p = a->child; p; p = p->next)
            if (!read_power(r, e, p))
                return false;
    }
    return true;
}

bool ssp_read_powers(struct reading *r, struct ssp_element *e)
{
    if (!e->parent && !read_annotations(r, e, e->file->tree.root))
        return false;
    if (e->is_system && !read_annotations(r, e, e->node))
        return false;
    for (struct ssp_element *c = e->child; c; c = c->next)
        if (!ssp_read_powers(r, c))
            return false;
    return true;
}
