/* Lists of what is connected, sorted, from the graph. */
#include "master/couple/exchange_draft.h"

#include <stdlib.h>

static enum value_class class_of(enum fmi_type type)
{
    switch (type) {
    case FMI_REAL:
        return CLASS_REAL;
    case FMI_BOOLEAN:
        return CLASS_BOOLEAN;
    case FMI_STRING:
        return CLASS_STRING;
    case FMI_INTEGER:
    case FMI_ENUMERATION:
        break;
    }
    return CLASS_INTEGER;
}

static int compare_ports(struct port a, struct port b)
{
    if (a.component != b.component)
        return a.component < b.component ? -1 : 1;
    return (a.variable > b.variable) - (a.variable < b.variable);
}

static int compare_outputs(const void *a, const void *b)
{
    return compare_ports(((const struct draft_output *)a)->port, ((const struct draft_output *)b)->port);
}

static int compare_inputs(const void *a, const void *b)
{
    return compare_ports(((const struct draft_input *)a)->port, ((const struct draft_input *)b)->port);
}

struct draft_output *draft_find_output(const struct draft *d, struct port port)
{
    const struct draft_output key = {.port = port};
    return bsearch(&key, d->outputs, d->n_outputs, sizeof key, compare_outputs);
}

struct draft_input *draft_find_input(const struct draft *d, struct port port)
{
    const struct draft_input key = {.port = port};
    return bsearch(&key, d->inputs, d->n_inputs, sizeof key, compare_inputs);
}

static void add_output(struct draft *d, const struct graph_output *from, size_t loop)
{
    d->outputs[d->n_outputs++] = (struct draft_output){
        .port = from->port,
        .class = class_of(system_variable(d->x->system, from->port)->type),
        .inputs = from->inputs,
        .n_inputs = from->n_inputs,
        .loop = loop,
    };
}

static bool list_outputs(struct draft *d, const struct graph *graph)
{
    size_t n = 0;
    for (size_t s = 0; s < graph->n_stages; s++) {
        n += graph->stages[s].n_outputs;
        for (size_t l = 0; l < graph->stages[s].n_loops; l++)
            n += graph->stages[s].loops[l].n_outputs;
    }
    d->outputs = ARENA_TAKE(&d->arena, n, struct draft_output);
    d->loops = ARENA_TAKE(&d->arena, graph->n_loops, struct draft_loop);
    if (!d->outputs || !d->loops)
        return false;
    for (size_t s = 0; s < graph->n_stages; s++) {
        const struct graph_stage *stage = &graph->stages[s];
        for (size_t i = 0; i < stage->n_outputs; i++)
            add_output(d, &stage->outputs[i], NO_VALUE);
        for (size_t l = 0; l < stage->n_loops; l++) {
            for (size_t i = 0; i < stage->loops[l].n_outputs; i++)
                add_output(d, &stage->loops[l].outputs[i], d->n_loops);
            d->loops[d->n_loops++].graph = &stage->loops[l];
        }
    }
    qsort(d->outputs, d->n_outputs, sizeof *d->outputs, compare_outputs);
    return true;
}

static void add_input(struct draft *d, struct port port, const struct transformation *transformation)
{
    d->inputs[d->n_inputs++] = (struct draft_input){
        .port = port,
        .class = class_of(system_variable(d->x->system, port)->type),
        .output = NO_VALUE,
        .system_input = NO_VALUE,
        .transformation = transformation,
    };
}

static bool list_inputs(struct draft *d, const bool *driven, struct error *error)
{
    const struct system *s = d->x->system;
    size_t n = s->n_connections;
    for (size_t k = 0; k < s->n_inputs; k++)
        n += s->inputs[k].n_ports;
    d->inputs = ARENA_TAKE(&d->arena, n, struct draft_input);
    if (!d->inputs)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    for (size_t k = 0; k < s->n_connections; k++) {
        const struct connection *c = &s->connections[k];
        if (c->only_initial && d->x->kind != EXCHANGE_INITIAL)
            continue;
        const struct draft_output *from = draft_find_output(d, c->from);
        if (!from)
            return error_raise(error, ERROR_INTERNAL, "a connected output is not in the graph");
        add_input(d, c->to, &c->transformation);
        d->inputs[d->n_inputs - 1].output = (size_t)(from - d->outputs);
    }
    for (size_t k = 0; driven && k < s->n_inputs; k++)
        for (size_t p = 0; driven[k] && p < s->inputs[k].n_ports; p++) {
            add_input(d, s->inputs[k].ports[p], &s->inputs[k].transformations[p]);
            d->inputs[d->n_inputs - 1].system_input = k;
        }
    qsort(d->inputs, d->n_inputs, sizeof *d->inputs, compare_inputs);
    return true;
}

bool draft_make_lists(struct draft *d, const struct graph *graph, const bool *driven, struct error *error)
{
    const size_t n = d->x->n_components;
    d->first_output = ARENA_TAKE(&d->arena, n + 1, size_t);
    d->first_input = ARENA_TAKE(&d->arena, n + 1, size_t);
    d->waiting = ARENA_TAKE(&d->arena, n, size_t);
    if (!d->first_output || !d->first_input || !d->waiting || !list_outputs(d, graph))
        return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    if (!list_inputs(d, driven, error))
        return false;
    for (size_t i = 0; i < d->n_outputs; i++) {
        d->first_output[d->outputs[i].port.component + 1]++;
        d->waiting[d->outputs[i].port.component]++;
    }
    for (size_t i = 0; i < d->n_inputs; i++)
        d->first_input[d->inputs[i].port.component + 1]++;
    for (size_t c = 0; c < n; c++) {
        d->first_output[c + 1] += d->first_output[c];
        d->first_input[c + 1] += d->first_input[c];
    }
    return true;
}
