/* A system as JSON: what `paso info SYSTEM --json` prints. */
#include "master/system/starts.h"
#include "master/system/graph.h"
#include "master/base/json.h"

#include <stdlib.h>

static void put_port(struct json *j, const char *key, const struct system *s, struct port port)
{
    char *name = system_port_name(s, port);
    json_string(j, key, name);
    free(name);
}

static void put_experiment(struct json *j, const struct fmi_experiment *x)
{
    json_object(j, "experiment");
    if (x->has_start_time)
        json_number(j, "start_time", x->start_time);
    if (x->has_stop_time)
        json_number(j, "stop_time", x->stop_time);
    json_end(j);
}

static void put_components(struct json *j, const struct system *s)
{
    json_array(j, "components");
    for (size_t i = 0; i < s->n_components; i++) {
        const struct system_component *c = &s->components[i];
        const struct description *d = fmu_description(c->fmu);
        json_object(j, NULL);
        json_string(j, "name", c->name);
        json_string(j, "source", c->source);
        json_string(j, "model", d->model_name);
        json_string(j, "interface", c->wants_model_exchange ? "ModelExchange" : "CoSimulation");
        json_array(j, "starts");
        for (size_t k = 0; k < c->starts.n; k++) {
            const struct start_value *start = &c->starts.values[k];
            const struct fmi_variable *v = &d->variables[start->variable];
            json_object(j, NULL);
            json_string(j, "variable", v->name);
            json_string(j, "value", start_value_text(v, start, (char[32]){0}));
            json_string(j, "place", start->place);
            json_end(j);
        }
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

static void put_transformation(struct json *j, const struct transformation *t)
{
    json_number(j, "factor", t->factor);
    json_number(j, "offset", t->offset);
    if (!t->n_map)
        return;
    json_array(j, "map");
    for (size_t i = 0; i < t->n_map; i++) {
        json_row(j, NULL);
        json_number(j, NULL, t->map[i].from);
        json_number(j, NULL, t->map[i].to);
        json_end(j);
    }
    json_end(j);
}

static void put_connectors(struct json *j, const char *key, const struct system *s, const struct system_connector *list,
                           size_t n)
{
    json_array(j, key);
    for (size_t i = 0; i < n; i++) {
        json_object(j, NULL);
        json_string(j, "name", list[i].name);
        json_string(j, "type", fmi_type_name(list[i].type));
        if (list[i].has_start)
            json_number(j, "start", list[i].start);
        json_array(j, "ports");
        for (size_t k = 0; k < list[i].n_ports; k++) {
            json_object(j, NULL);
            put_port(j, "port", s, list[i].ports[k]);
            put_transformation(j, &list[i].transformations[k]);
            json_end(j);
        }
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

static void put_connections(struct json *j, const struct system *s)
{
    json_array(j, "connections");
    for (size_t i = 0; i < s->n_connections; i++) {
        const struct connection *c = &s->connections[i];
        json_object(j, NULL);
        put_port(j, "from", s, c->from);
        put_port(j, "to", s, c->to);
        put_transformation(j, &c->transformation);
        json_boolean(j, "only_initial", c->only_initial);
        json_string(j, "place", c->place);
        json_end(j);
    }
    json_end(j);
    json_array(j, "power_ports");
    for (size_t i = 0; i < s->n_power_ports; i++) {
        const struct power_port *p = &s->power_ports[i];
        json_object(j, NULL);
        json_string(j, "name", p->name);
        put_port(j, "effort", s, p->effort);
        put_port(j, "flow", s, p->flow);
        if (p->has_work) {
            put_port(j, "work_delivered", s, p->work_delivered);
            put_port(j, "work_received", s, p->work_received);
        }
        json_end(j);
    }
    json_end(j);
}

static void put_targets(struct json *j, const struct system *s, const size_t *connections, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_port(j, NULL, s, s->connections[connections[i]].to);
}

static void put_outputs(struct json *j, const char *key, const struct system *s, const struct graph_output *list,
                        size_t n)
{
    json_array(j, key);
    for (size_t i = 0; i < n; i++)
        put_port(j, NULL, s, list[i].port);
    json_end(j);
}

static void put_stage(struct json *j, const struct system *s, const struct graph_stage *stage)
{
    json_object(j, NULL);
    put_outputs(j, "get", s, stage->outputs, stage->n_outputs);
    json_array(j, "loops");
    for (size_t i = 0; i < stage->n_loops; i++) {
        const struct graph_loop *loop = &stage->loops[i];
        json_object(j, NULL);
        put_outputs(j, "outputs", s, loop->outputs, loop->n_outputs);
        json_array(j, "inputs");
        put_targets(j, s, loop->connections, loop->n_connections);
        json_end(j);
        json_end(j);
    }
    json_end(j);
    json_array(j, "set");
    put_targets(j, s, stage->connections, stage->n_connections);
    for (size_t i = 0; i < stage->n_inputs; i++)
        for (size_t k = 0; k < s->inputs[stage->inputs[i]].n_ports; k++)
            put_port(j, NULL, s, s->inputs[stage->inputs[i]].ports[k]);
    json_end(j);
    json_end(j);
}

static void put_graph(struct json *j, const char *key, const struct system *s, const struct graph *g)
{
    json_array(j, key);
    for (size_t i = 0; i < g->n_stages; i++)
        put_stage(j, s, &g->stages[i]);
    json_end(j);
}

static bool put_system(struct json *j, const struct system *s, const struct graph *initialization,
                       const struct graph *communication, const size_t *order)
{
    json_object(j, NULL);
    json_string(j, "name", s->name);
    json_string(j, "path", s->path);
    put_experiment(j, &s->experiment);
    put_components(j, s);
    put_connectors(j, "inputs", s, s->inputs, s->n_inputs);
    put_connectors(j, "parameters", s, s->parameters, s->n_parameters);
    put_connectors(j, "outputs", s, s->outputs, s->n_outputs);
    put_connections(j, s);
    put_graph(j, "initialization", s, initialization);
    put_graph(j, "communication", s, communication);
    json_array(j, "order");
    for (size_t i = 0; i < s->n_components; i++)
        json_string(j, NULL, s->components[order[i]].name);
    json_end(j);
    json_end(j);
    return json_finish(j);
}

bool system_print_json(FILE *file, const struct system *s, struct error *error)
{
    struct graph *initialization = graph_make(s, GRAPH_INITIALIZATION, NULL, 0, error);
    struct graph *communication = initialization ? graph_make(s, GRAPH_COMMUNICATION, NULL, 0, error) : NULL;
    size_t *order = malloc((s->n_components + 1) * sizeof *order);
    struct json j = json_begin(file);
    const bool good =
        initialization && communication && (order || error_raise(error, ERROR_NO_MEMORY, "printing the system")) &&
        graph_suggest_order(s, communication, order, error) && put_system(&j, s, initialization, communication, order);
    free(order);
    graph_free(initialization);
    graph_free(communication);
    return good;
}
