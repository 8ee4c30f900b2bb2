/* From nested systems to one flat list of connections: every driven input is traced back over the connectors of all levels
 * to where its value comes from. */
#include "master/system/passage.h"
#include "master/system/system_messages.h"

#include <string.h>

static bool takes_values(const struct ssp_connector *c)
{
    return c->kind == CONNECTOR_INPUT || c->kind == CONNECTOR_PARAMETER;
}

/* "arm.q" */
static const char *full_name(struct reading *r, const struct ssp_connector *c)
{
    const char *owner = c->owner->full_name;
    const char *name = owner[0] ? arena_join(&r->arena, owner, ".", c->name) : c->name;
    return name ? name : c->name;
}

static struct port port_of(struct reading *r, const struct ssp_connector *c)
{
    const struct description *d = ssp_description(r, c->owner);
    return (struct port){.component = c->owner->component, .variable = description_index(d, c->variable)};
}

static char *keep_place(struct reading *r, const struct node *node)
{
    const char *place = PLACE(node);
    return arena_copy(r->keeps, place, strlen(place));
}

/* ---- the way of a value ---- */

struct way {
    const struct ssp_link **links; /* from the target backwards */
    size_t n;
    struct ssp_connector *origin;
};

/* Backwards until nothing leads further. The list is as long as there are links: a longer way is a circle. */
static bool trace(struct reading *r, struct ssp_connector *target, struct way *way)
{
    way->n = 0;
    way->origin = target;
    while (way->origin->driver) {
        if (way->n == r->n_links)
            return error_raise(r->error, ERROR_SSP_CONNECTOR_CIRCLE, PLACE(target->driver->node), full_name(r, target));
        way->links[way->n++] = way->origin->driver;
        way->origin = way->origin->driver->from;
    }
    return true;
}

static bool pass(struct reading *r, const struct way *way, struct passage *p)
{
    const struct node *place = way->links[way->n - 1]->node;
    *p = passage_start(r);
    if (!passage_leave(p, way->origin, place))
        return false;
    for (size_t i = way->n; i-- > 0;)
        if (!passage_take(p, way->links[i]))
            return false;
    return true;
}

/* ---- connectors of the system ---- */

static struct system_connector *add_system_connector(struct reading *r, struct ssp_connector *c,
                                                     struct system_connector **list, size_t *n)
{
    struct system_connector *grown = arena_grow(r->keeps, *list, *n, sizeof *grown);
    if (!grown) {
        no_memory(r);
        return NULL;
    }
    *list = grown;
    struct system_connector *to = &grown[*n];
    *to = (struct system_connector){.name = arena_copy(r->keeps, c->name, strlen(c->name)),
                                    .place = keep_place(r, c->node),
                                    .type = c->has_type ? c->type : FMI_REAL};
    if (!to->name || !to->place) {
        no_memory(r);
        return NULL;
    }
    c->system_connector = ++*n;
    return to;
}

static struct system_connector *system_connector(struct reading *r, const struct ssp_connector *c)
{
    struct system_connector *list = c->kind == CONNECTOR_INPUT ? r->system->inputs : r->system->parameters;
    return &list[c->system_connector - 1];
}

static bool add_port(struct reading *r, struct system_connector *c, struct port port, struct transformation t)
{
    struct port *ports = arena_grow(r->keeps, c->ports, c->n_ports, sizeof *ports);
    struct transformation *ts = arena_grow(r->keeps, c->transformations, c->n_ports, sizeof *ts);
    if (!ports || !ts)
        return no_memory(r);
    c->ports = ports;
    c->transformations = ts;
    ports[c->n_ports] = port;
    ts[c->n_ports++] = t;
    return true;
}

static bool list_inputs(struct reading *r, struct ssp_element *root)
{
    struct system *s = r->system;
    for (size_t i = 0; i < root->n_connectors; i++) {
        struct ssp_connector *c = root->connectors[i];
        if (c->kind == CONNECTOR_INPUT && !add_system_connector(r, c, &s->inputs, &s->n_inputs))
            return false;
        if (c->kind == CONNECTOR_PARAMETER && !add_system_connector(r, c, &s->parameters, &s->n_parameters))
            return false;
    }
    return true;
}

static bool list_output(struct reading *r, struct ssp_connector *c, struct way *way)
{
    if (!c->driver) {
        error_warn(WARNING_SSP_OPEN_OUTPUT, PLACE(c->node), c->name);
        return true;
    }
    struct passage p;
    if (!trace(r, c, way))
        return false;
    if (!way->origin->variable && way->origin->owner->parent)
        return error_raise(r->error, ERROR_SSP_DANGLING, PLACE(c->driver->node), full_name(r, way->origin));
    if (!way->origin->variable)
        return error_raise(r->error, ERROR_SSP_UNSUPPORTED, PLACE(c->driver->node),
                           "a connection from an input of the system straight to one of its outputs");
    if (!pass(r, way, &p))
        return false;
    c->has_type = true;
    c->type = p.type;
    struct system_connector *output = add_system_connector(r, c, &r->system->outputs, &r->system->n_outputs);
    return output && add_port(r, output, port_of(r, way->origin), passage_end(&p));
}

/* ---- inputs of components ---- */

static bool add_connection(struct reading *r, const struct way *way, struct ssp_connector *target, struct passage *p)
{
    struct system *s = r->system;
    struct connection *list = arena_grow(r->keeps, s->connections, s->n_connections, sizeof *list);
    char *place = keep_place(r, target->driver->node);
    if (!list || !place)
        return no_memory(r);
    s->connections = list;
    const bool only_initial = target->kind == CONNECTOR_PARAMETER || way->origin->kind == CONNECTOR_CALCULATED ||
                              system_input_is_initial(r, port_of(r, target));
    list[s->n_connections++] = (struct connection){.from = port_of(r, way->origin),
                                                   .to = port_of(r, target),
                                                   .transformation = passage_end(p),
                                                   .only_initial = only_initial,
                                                   .place = place};
    return true;
}

static bool feed_from_system(struct reading *r, const struct way *way, struct ssp_connector *target, struct passage *p)
{
    struct ssp_connector *origin = way->origin;
    struct system_connector *c = system_connector(r, origin);
    if (!origin->unit) /* a connector without a unit has that of the first variable that it feeds */
        origin->unit = p->first;
    if (!origin->has_type) {
        origin->has_type = true;
        origin->type = c->type = p->type;
    }
    return add_port(r, c, port_of(r, target), passage_end(p));
}

static bool resolve_target(struct reading *r, struct ssp_connector *target, struct way *way)
{
    if (!target->driver || !takes_values(target))
        return true;
    struct passage p;
    if (!trace(r, target, way))
        return false;
    struct ssp_connector *origin = way->origin;
    if (!origin->variable && !takes_values(origin))
        return error_raise(r->error, ERROR_SSP_DANGLING, PLACE(target->driver->node), full_name(r, origin));
    if (!pass(r, way, &p))
        return false;
    if (origin->variable)
        return add_connection(r, way, target, &p);
    return origin->owner->parent || feed_from_system(r, way, target, &p); /* else an open input of an inner system */
}

static bool resolve_element(struct reading *r, struct ssp_element *e, struct way *way)
{
    for (size_t i = 0; !e->is_system && i < e->n_connectors; i++)
        if (!resolve_target(r, e->connectors[i], way))
            return false;
    for (struct ssp_element *c = e->child; c; c = c->next)
        if (!resolve_element(r, c, way))
            return false;
    return true;
}

/* ---- components ---- */

static bool check_components(struct reading *r)
{
    const struct system *s = r->system;
    struct names names = {0};
    bool good = true;
    for (size_t i = 0; good && i < s->n_components; i++) {
        const struct system_component *c = &s->components[i];
        const enum names_added added = names_add(&names, c->name, i);
        if (added != NAMES_ADDED) /* "a.b" may also be b inside a: the standard allows it, result columns do not */
            good = added == NAMES_NO_MEMORY ? no_memory(r)
                                            : error_raise(r->error, ERROR_SSP_TWICE, c->place, "a component", c->name);
    }
    names_free(&names);
    return good;
}

bool ssp_flatten(struct reading *r, struct ssp_element *root)
{
    struct way way = {.links = arena_get(&r->arena, (r->n_links + 1) * sizeof(*way.links))};
    if (!way.links)
        return no_memory(r);
    if (!check_components(r) || !list_inputs(r, root) || !resolve_element(r, root, &way))
        return false;
    for (size_t i = 0; i < root->n_connectors; i++) {
        struct ssp_connector *c = root->connectors[i];
        if (!takes_values(c) && !list_output(r, c, &way))
            return false;
    }
    return true;
}
