/* A system in words: what `paso info SYSTEM` prints. */
#include "master/system/starts.h"
#include "master/system/graph.h"

#include "master/base/printable.h"
#include <stdlib.h>
#include <string.h>

static void print_port(FILE *file, const struct system *s, struct port port)
{
    char *name = system_port_name(s, port);
    fputs(name ? PRINTABLE(name) : "?", file);
    free(name);
}

/* ---- the system ---- */

static void print_components(FILE *file, const struct system *s)
{
    fprintf(file, "components\n");
    for (size_t i = 0; i < s->n_components; i++) {
        const struct system_component *c = &s->components[i];
        fprintf(file, "  %s: %s, %s\n", PRINTABLE(c->name), PRINTABLE(c->source),
                c->wants_model_exchange ? "Model Exchange" : "Co-Simulation");
        for (size_t k = 0; k < c->starts.n; k++) {
            const struct start_value *start = &c->starts.values[k];
            const struct fmi_variable *v = &fmu_description(c->fmu)->variables[start->variable];
            fprintf(file, "    %s = %s (%s)\n", PRINTABLE(v->name),
                    PRINTABLE(start_value_text(v, start, (char[32]){0})), PRINTABLE(start->place));
        }
    }
}

static void print_transformation(FILE *file, const struct transformation *t)
{
    if (t->n_map) {
        fprintf(file, ", mapped");
        for (size_t i = 0; i < t->n_map; i++)
            fprintf(file, "%s %g to %g", i ? "," : "", t->map[i].from, t->map[i].to);
    }
    if (t->factor != 1)
        fprintf(file, ", times %.10g", t->factor);
    if (t->offset != 0)
        fprintf(file, ", plus %.10g", t->offset);
}

static void print_connectors(FILE *file, const struct system *s, const char *title, bool is_output,
                             const struct system_connector *list, size_t n)
{
    if (n)
        fprintf(file, "%s\n", title);
    for (size_t i = 0; i < n; i++) {
        fprintf(file, "  %s (%s)", PRINTABLE(list[i].name), fmi_type_name(list[i].type));
        if (list[i].has_start)
            fprintf(file, " = %.10g", list[i].start);
        for (size_t k = 0; k < list[i].n_ports; k++) {
            fprintf(file, "%s%s ", k ? "," : "", is_output ? " <-" : " ->");
            print_port(file, s, list[i].ports[k]);
            print_transformation(file, &list[i].transformations[k]);
        }
        fprintf(file, "\n");
    }
}

static void print_connections(FILE *file, const struct system *s)
{
    if (s->n_connections)
        fprintf(file, "connections\n");
    for (size_t i = 0; i < s->n_connections; i++) {
        const struct connection *c = &s->connections[i];
        fprintf(file, "  ");
        print_port(file, s, c->from);
        fprintf(file, " -> ");
        print_port(file, s, c->to);
        print_transformation(file, &c->transformation);
        fprintf(file, "%s\n", c->only_initial ? ", at initialization only" : "");
    }
    if (s->n_power_ports)
        fprintf(file, "power ports\n");
    for (size_t i = 0; i < s->n_power_ports; i++) {
        fprintf(file, "  %s: ", PRINTABLE(s->power_ports[i].name));
        print_port(file, s, s->power_ports[i].effort);
        fprintf(file, " * ");
        print_port(file, s, s->power_ports[i].flow);
        fprintf(file, "%s\n", s->power_ports[i].has_work ? ", both components integrate the work" : "");
    }
}

/* ---- the order ---- */

static void print_outputs(FILE *file, const struct system *s, const struct graph_output *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fprintf(file, "%s", i ? ", " : "");
        print_port(file, s, list[i].port);
    }
}

static void print_stage(FILE *file, const struct system *s, const struct graph_stage *stage, size_t number)
{
    fprintf(file, "  %zu.", number);
    const char *between = " ";
    if (stage->n_outputs) {
        fprintf(file, "%sget ", between);
        print_outputs(file, s, stage->outputs, stage->n_outputs);
        between = "; ";
    }
    for (size_t i = 0; i < stage->n_loops; i++) {
        char *text = graph_loop_text(s, &stage->loops[i]);
        fprintf(file, "%ssolve the loop %s", between, text ? PRINTABLE(text) : "?");
        free(text);
        between = "; ";
    }
    bool first = true;
    for (size_t i = 0; i < stage->n_connections; i++) {
        fprintf(file, "%s", first ? between : ", ");
        fprintf(file, "%s", first ? "set " : "");
        print_port(file, s, s->connections[stage->connections[i]].to);
        first = false;
    }
    for (size_t i = 0; i < stage->n_inputs; i++)
        for (size_t k = 0; k < s->inputs[stage->inputs[i]].n_ports; k++) {
            fprintf(file, "%s", first ? between : ", ");
            fprintf(file, "%s", first ? "set " : "");
            print_port(file, s, s->inputs[stage->inputs[i]].ports[k]);
            first = false;
        }
    fprintf(file, "%s\n", first && !stage->n_outputs && !stage->n_loops ? " nothing" : "");
}

static void print_graph(FILE *file, const struct system *s, const struct graph *g, const char *when)
{
    fprintf(file, "exchange %s (%zu algebraic loop%s)\n", when, g->n_loops, g->n_loops == 1 ? "" : "s");
    for (size_t i = 0; i < g->n_stages; i++)
        print_stage(file, s, &g->stages[i], i + 1);
}

static bool print_order(FILE *file, const struct system *s, const struct graph *g, struct error *error)
{
    size_t *order = malloc((s->n_components + 1) * sizeof *order);
    if (!order)
        return error_raise(error, ERROR_NO_MEMORY, "printing the system");
    const bool good = graph_suggest_order(s, g, order, error);
    if (good) {
        fprintf(file, "order for Gauss-Seidel\n  ");
        for (size_t i = 0; i < s->n_components; i++)
            fprintf(file, "%s%s", i ? "/" : "", PRINTABLE(s->components[order[i]].name));
        fprintf(file, "\n");
    }
    free(order);
    return good;
}

bool system_print(FILE *file, const struct system *s, struct error *error)
{
    struct graph *initialization = graph_make(s, GRAPH_INITIALIZATION, NULL, 0, error);
    struct graph *communication = initialization ? graph_make(s, GRAPH_COMMUNICATION, NULL, 0, error) : NULL;
    bool good = initialization && communication;
    if (good) {
        fprintf(file, "%s: %zu component%s, %zu connection%s\n", PRINTABLE(s->name), s->n_components,
                s->n_components == 1 ? "" : "s", s->n_connections, s->n_connections == 1 ? "" : "s");
        if (s->experiment.has_start_time || s->experiment.has_stop_time)
            fprintf(file, "default experiment\n  %.10g s to %.10g s\n", s->experiment.start_time,
                    s->experiment.stop_time);
        print_components(file, s);
        print_connectors(file, s, "inputs", false, s->inputs, s->n_inputs);
        print_connectors(file, s, "parameters", false, s->parameters, s->n_parameters);
        print_connectors(file, s, "outputs", true, s->outputs, s->n_outputs);
        print_connections(file, s);
        print_graph(file, s, initialization, "at initialization");
        print_graph(file, s, communication, "at communication points");
        good = print_order(file, s, communication, error);
    }
    graph_free(initialization);
    graph_free(communication);
    return good;
}
