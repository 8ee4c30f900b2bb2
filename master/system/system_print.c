/* What `paso info SYSTEM` tells: one walk over the system, in words or as JSON. */
#include "master/system/starts.h"
#include "master/system/graph.h"
#include "master/base/arena.h"

#include "master/base/json.h"
#include "master/base/printable.h"
#include <stdlib.h>

struct printer {
    const struct system *system;
    FILE *words;                    /* or */
    struct json *json;              /* NULL: words */
    const char *between;            /* the parts of a line of words */
    const struct system_rest *rest; /* NULL: none */
};

/* A list's key; its title in words, "" where it has none. */
static void begin_list(struct printer *p, const char *key, const char *title)
{
    if (p->json)
        json_array(p->json, key);
    else if (*title)
        fprintf(p->words, "%s\n", title);
}

static void end(struct printer *p)
{
    if (p->json)
        json_end(p->json);
}

static void print_port(struct printer *p, const char *key, const char *before, struct port port)
{
    char *name = system_port_name(p->system, port);
    if (p->json)
        json_string(p->json, key, name);
    else
        fprintf(p->words, "%s%s", before, name ? PRINTABLE(name) : "?");
    free(name);
}

/* ---- the system ---- */

static void print_head(struct printer *p)
{
    const struct system *const s = p->system;
    const struct fmi_experiment *const x = &s->experiment;
    if (p->json) {
        json_string(p->json, "name", s->name);
        json_string(p->json, "path", s->path);
        json_object(p->json, "experiment");
        if (x->has_start_time)
            json_number(p->json, "start_time", x->start_time);
        if (x->has_stop_time)
            json_number(p->json, "stop_time", x->stop_time);
        if (x->has_step_size)
            json_number(p->json, "step_size", x->step_size);
        json_end(p->json);
        return;
    }
    fprintf(p->words, "%s: %zu component%s, %zu connection%s\n", PRINTABLE(s->name), s->n_components,
            s->n_components == 1 ? "" : "s", s->n_connections, s->n_connections == 1 ? "" : "s");
    if (x->has_start_time || x->has_stop_time)
        fprintf(p->words, "default experiment\n  %.10g s to %.10g s\n", x->start_time, x->stop_time);
    if (x->has_step_size)
        fprintf(p->words, "step size, by an annotation\n  %.10g s\n", x->step_size);
}

static void print_start(struct printer *p, const struct fmi_variable *v, const struct start_value *start)
{
    const char *const value = start_value_text(v, start, (char[32]){0});
    if (p->json) {
        json_object(p->json, NULL);
        json_string(p->json, "variable", v->name);
        json_string(p->json, "value", value);
        json_string(p->json, "place", start->place);
        json_end(p->json);
    } else {
        fprintf(p->words, "    %s = %s (%s)\n", PRINTABLE(v->name), PRINTABLE(value), PRINTABLE(start->place));
    }
}

static void print_component(struct printer *p, const struct system_component *c)
{
    const struct description *const d = fmu_description(c->fmu);
    if (p->json) {
        json_object(p->json, NULL);
        json_string(p->json, "name", c->name);
        json_string(p->json, "source", c->source);
        json_string(p->json, "model", d->model_name);
        json_string(p->json, "interface", c->wants_model_exchange ? "ModelExchange" : "CoSimulation");
    } else {
        fprintf(p->words, "  %s: %s, %s\n", PRINTABLE(c->name), PRINTABLE(c->source),
                c->wants_model_exchange ? "Model Exchange" : "Co-Simulation");
    }
    begin_list(p, "starts", "");
    for (size_t k = 0; k < c->starts.n; k++)
        print_start(p, &d->variables[c->starts.values[k].variable], &c->starts.values[k]);
    end(p);
    end(p);
}

static void print_transformation(struct printer *p, const struct transformation *t)
{
    if (p->json) {
        json_number(p->json, "factor", t->factor);
        json_number(p->json, "offset", t->offset);
    }
    if (t->n_map)
        begin_list(p, "map", "");
    for (size_t i = 0; i < t->n_map; i++) {
        if (p->json) {
            json_row(p->json, NULL);
            json_number(p->json, NULL, t->map[i].from);
            json_number(p->json, NULL, t->map[i].to);
            json_end(p->json);
        } else {
            fprintf(p->words, "%s %g to %g", i ? "," : ", mapped", t->map[i].from, t->map[i].to);
        }
    }
    if (t->n_map)
        end(p);
    if (!p->json && t->factor != 1)
        fprintf(p->words, ", times %.10g", t->factor);
    if (!p->json && t->offset != 0)
        fprintf(p->words, ", plus %.10g", t->offset);
}

static void print_connectors(struct printer *p, const char *title, const char *arrow,
                             const struct system_connector *list, size_t n)
{
    begin_list(p, title, n ? title : "");
    for (size_t i = 0; i < n; i++) {
        const struct system_connector *const c = &list[i];
        if (p->json) {
            json_object(p->json, NULL);
            json_string(p->json, "name", c->name);
            json_string(p->json, "type", fmi_type_name(c->type));
            if (c->has_start)
                json_number(p->json, "start", c->start);
        } else {
            fprintf(p->words, "  %s (%s)", PRINTABLE(c->name), fmi_type_name(c->type));
            if (c->has_start)
                fprintf(p->words, " = %.10g", c->start);
        }
        begin_list(p, "ports", "");
        for (size_t k = 0; k < c->n_ports; k++) {
            if (p->json)
                json_object(p->json, NULL);
            else
                fprintf(p->words, "%s%s", k ? "," : "", arrow);
            print_port(p, "port", " ", c->ports[k]);
            print_transformation(p, &c->transformations[k]);
            end(p);
        }
        end(p);
        end(p);
        if (!p->json)
            fputc('\n', p->words);
    }
    end(p);
}

static void print_connection(struct printer *p, const struct connection *c)
{
    if (p->json)
        json_object(p->json, NULL);
    print_port(p, "from", "  ", c->from);
    print_port(p, "to", " -> ", c->to);
    print_transformation(p, &c->transformation);
    if (p->json) {
        json_boolean(p->json, "only_initial", c->only_initial);
        json_string(p->json, "place", c->place);
        json_end(p->json);
    } else {
        fprintf(p->words, "%s\n", c->only_initial ? ", at initialization only" : "");
    }
}

static void print_power_port(struct printer *p, const struct power_port *power)
{
    if (p->json) {
        json_object(p->json, NULL);
        json_string(p->json, "name", power->name);
    } else {
        fprintf(p->words, "  %s: ", PRINTABLE(power->name));
    }
    print_port(p, "effort", "", power->effort);
    print_port(p, "flow", " * ", power->flow);
    if (p->json && power->has_work) {
        print_port(p, "work_delivered", "", power->work_delivered);
        print_port(p, "work_received", "", power->work_received);
    }
    end(p);
    if (!p->json)
        fprintf(p->words, "%s\n", power->has_work ? ", both components integrate the work" : "");
}

/* ---- the order ---- */

/* One of several ports that the same is done with. */
static void print_among(struct printer *p, const char *verb, bool is_first, struct port port)
{
    if (!p->json && is_first)
        fprintf(p->words, "%s%s", p->between, verb);
    print_port(p, NULL, is_first ? "" : ", ", port);
    p->between = "; ";
}

static void print_loop(struct printer *p, const struct graph *g, const struct graph_loop *loop)
{
    if (!p->json) {
        char *text = graph_loop_text(p->system, g, loop);
        fprintf(p->words, "%ssolve the loop %s", p->between, text ? PRINTABLE(text) : "?");
        free(text);
        p->between = "; ";
        return;
    }
    json_object(p->json, NULL);
    json_array(p->json, "outputs");
    for (size_t i = 0; i < loop->n_outputs; i++)
        print_port(p, NULL, "", g->outputs[loop->outputs[i]].port);
    json_end(p->json);
    json_array(p->json, "inputs");
    for (size_t i = 0; i < loop->n_inputs; i++)
        print_port(p, NULL, "", g->inputs[loop->inputs[i]].port);
    json_end(p->json);
    json_end(p->json);
}

struct staged {
    size_t stage;
    struct port port;
};

static int compare_staged(const void *a, const void *b)
{
    const struct staged *x = a, *y = b;
    if (x->stage != y->stage)
        return x->stage < y->stage ? -1 : 1;
    if (x->port.component != y->port.component)
        return x->port.component < y->port.component ? -1 : 1;
    return x->port.variable < y->port.variable ? -1 : x->port.variable > y->port.variable;
}

/* What is read and what is set outside of loops, stage after stage; inputs of the system are known at once. */
struct stages {
    struct staged *gets, *sets;
    size_t n_gets, n_sets;
};

static bool stages_make(struct stages *list, const struct graph *g, struct arena *arena)
{
    list->gets = ARENA_TAKE(arena, g->n_outputs, struct staged);
    list->sets = ARENA_TAKE(arena, g->n_inputs, struct staged);
    if (!list->gets || !list->sets)
        return false;
    for (size_t i = 0; i < g->n_outputs; i++)
        if (g->outputs[i].loop == GRAPH_NONE)
            list->gets[list->n_gets++] = (struct staged){g->outputs[i].stage, g->outputs[i].port};
    for (size_t i = 0; i < g->n_inputs; i++)
        if (g->inputs[i].loop == GRAPH_NONE && g->inputs[i].connection != GRAPH_NONE)
            list->sets[list->n_sets++] = (struct staged){g->inputs[i].stage, g->inputs[i].port};
    qsort(list->gets, list->n_gets, sizeof *list->gets, compare_staged);
    qsort(list->sets, list->n_sets, sizeof *list->sets, compare_staged);
    return true;
}

static size_t print_staged(struct printer *p, const char *verb, const struct staged *list, size_t n, size_t stage)
{
    size_t i = 0;
    for (; i < n && list[i].stage == stage; i++)
        print_among(p, verb, i == 0, list[i].port);
    return i;
}

/* Prints one stage and takes it off the lists. */
static void print_stage(struct printer *p, const struct graph *g, struct stages *rest, size_t *loop, size_t stage)
{
    const struct system *const s = p->system;
    p->between = " ";
    if (p->json)
        json_object(p->json, NULL);
    else
        fprintf(p->words, "  %zu.", stage + 1);
    begin_list(p, "get", "");
    const size_t n_gets = print_staged(p, "get ", rest->gets, rest->n_gets, stage);
    end(p);
    begin_list(p, "loops", "");
    const size_t first_loop = *loop;
    for (; *loop < g->n_loops && g->loops[*loop].stage == stage; ++*loop)
        print_loop(p, g, &g->loops[*loop]);
    end(p);
    begin_list(p, "set", "");
    const size_t n_sets = print_staged(p, "set ", rest->sets, rest->n_sets, stage);
    bool is_first = n_sets == 0;
    for (size_t i = 0; stage == 0 && i < s->n_inputs; i++)
        for (size_t k = 0; k < s->inputs[i].n_ports; k++, is_first = false)
            print_among(p, "set ", is_first, s->inputs[i].ports[k]);
    end(p);
    end(p);
    if (!p->json)
        fprintf(p->words, "%s\n", is_first && n_gets == 0 && *loop == first_loop ? " nothing" : "");
    *rest = (struct stages){rest->gets + n_gets, rest->sets + n_sets, rest->n_gets - n_gets, rest->n_sets - n_sets};
}

static void print_graph(struct printer *p, const char *key, const char *when, const struct graph *g,
                        struct stages stages)
{
    if (!p->json)
        fprintf(p->words, "exchange %s (%zu algebraic loop%s)\n", when, g->n_loops, g->n_loops == 1 ? "" : "s");
    begin_list(p, key, "");
    size_t loop = 0;
    for (size_t k = 0; k < g->n_stages; k++)
        print_stage(p, g, &stages, &loop, k);
    end(p);
}

static void print_order(struct printer *p, const size_t *order)
{
    begin_list(p, "order", "order for Gauss-Seidel");
    if (!p->json)
        fputs("  ", p->words);
    for (size_t i = 0; i < p->system->n_components; i++) {
        const char *const name = p->system->components[order[i]].name;
        if (p->json)
            json_string(p->json, NULL, name);
        else
            fprintf(p->words, "%s%s", i ? "/" : "", PRINTABLE(name));
    }
    end(p);
    if (!p->json)
        fputc('\n', p->words);
}

/* ---- all of it ---- */

static void walk(struct printer *p, struct graph *const graphs[2], const struct stages stages[2], const size_t *order)
{
    const struct system *const s = p->system;
    if (p->json)
        json_object(p->json, NULL);
    print_head(p);
    begin_list(p, "components", "components");
    for (size_t i = 0; i < s->n_components; i++)
        print_component(p, &s->components[i]);
    end(p);
    print_connectors(p, "inputs", " ->", s->inputs, s->n_inputs);
    print_connectors(p, "parameters", " ->", s->parameters, s->n_parameters);
    print_connectors(p, "outputs", " <-", s->outputs, s->n_outputs);
    begin_list(p, "connections", s->n_connections ? "connections" : "");
    for (size_t i = 0; i < s->n_connections; i++)
        print_connection(p, &s->connections[i]);
    end(p);
    begin_list(p, "power_ports", s->n_power_ports ? "power ports" : "");
    for (size_t i = 0; i < s->n_power_ports; i++)
        print_power_port(p, &s->power_ports[i]);
    end(p);
    print_graph(p, "initialization", "at initialization", graphs[0], stages[0]);
    print_graph(p, "communication", "at communication points", graphs[1], stages[1]);
    print_order(p, order);
    if (p->rest)
        p->rest->tell(p->rest->context, p->words, p->json);
    end(p);
}

static bool print(struct printer *p, struct error *error)
{
    const struct system *const s = p->system;
    struct graph *graphs[2] = {graph_make(s, GRAPH_INITIALIZATION, error), NULL};
    struct stages stages[2] = {0};
    struct arena arena = {0};
    size_t *order = ARENA_TAKE(&arena, s->n_components, size_t);
    const bool good =
        graphs[0] && (graphs[1] = graph_make(s, GRAPH_COMMUNICATION, error)) &&
        ((order && stages_make(&stages[0], graphs[0], &arena) && stages_make(&stages[1], graphs[1], &arena)) ||
         error_raise(error, ERROR_NO_MEMORY, "printing the system")) &&
        graph_suggest_order(s, graphs[1], order, error);
    if (good)
        walk(p, graphs, stages, order);
    arena_free(&arena);
    graph_free(graphs[0]);
    graph_free(graphs[1]);
    return good;
}

bool system_print(FILE *file, const struct system *s, const struct system_rest *rest, struct error *error)
{
    return print(&(struct printer){.system = s, .words = file, .rest = rest}, error);
}

bool system_print_json(FILE *file, const struct system *s, const struct system_rest *rest, struct error *error)
{
    struct json json = json_begin(file);
    return print(&(struct printer){.system = s, .json = &json, .rest = rest}, error) && json_finish(&json);
}
