/* A plan: the sequence of the graph becomes steps over tables. Positions in the tables are given out in the order of the
 * sequence, so that every get and set is one span. */
#include "master/couple/exchange_impl.h"
#include "master/system/sequence.h"

#include <stdlib.h>
#include <string.h>

enum value_class { CLASS_REAL, CLASS_INTEGER, CLASS_BOOLEAN, CLASS_STRING, CLASS_COUNT };

/* Reals of all components first, component by component, then integers, then booleans; strings have tables of their own. */
struct layout {
    size_t *at;                   /* per output or input of the graph */
    size_t (*begin)[CLASS_COUNT]; /* per component */
    size_t (*count)[CLASS_COUNT];
    size_t n_numbers, n_strings;
};

struct draft {
    struct exchange *x;
    const struct graph *graph;
    struct sequence_traits traits;
    struct sequence sequence;
    struct layout y, u;
    size_t *unknown_of; /* per y, while a loop is finished: which unknown, plus one */
    struct arena arena;
};

static enum value_class class_of(const struct draft *d, struct port port)
{
    switch (system_variable(d->x->system, port)->type) {
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

static struct port port_of(const struct draft *d, const struct sequence_step *step, size_t item)
{
    return step->operation == EXCHANGE_SET ? d->graph->inputs[item].port : d->graph->outputs[item].port;
}

/* ---- positions ---- */

static bool layout_take(struct draft *d, struct layout *layout, size_t n)
{
    layout->at = ARENA_TAKE(&d->arena, n, size_t);
    layout->begin = arena_get(&d->arena, d->x->n_components * sizeof *layout->begin);
    layout->count = arena_get(&d->arena, d->x->n_components * sizeof *layout->count);
    return layout->at && layout->begin && layout->count;
}

static void count_items(struct draft *d, const struct sequence_step *step)
{
    struct layout *layout = step->operation == EXCHANGE_SET ? &d->u : &d->y;
    for (size_t k = 0; k < step->n_items; k++)
        layout->at[step->items[k]] = layout->count[step->component][class_of(d, port_of(d, step, step->items[k]))]++;
}

static void layout_begin(struct layout *layout, size_t n_components)
{
    for (size_t k = 0; k < CLASS_COUNT; k++) {
        size_t *next = k == CLASS_STRING ? &layout->n_strings : &layout->n_numbers;
        for (size_t c = 0; c < n_components; c++) {
            layout->begin[c][k] = *next;
            *next += layout->count[c][k];
        }
    }
}

static bool lay_out(struct draft *d)
{
    const struct graph *g = d->graph;
    if (!layout_take(d, &d->y, g->n_outputs) || !layout_take(d, &d->u, g->n_inputs))
        return false;
    for (size_t s = 0; s < d->sequence.n_steps; s++) {
        const struct sequence_step *step = &d->sequence.steps[s];
        const struct sequence_loop *loop = &d->sequence.loops[step->loop];
        if (step->operation == EXCHANGE_GET || step->operation == EXCHANGE_SET)
            count_items(d, step);
        for (size_t m = 0; step->operation == EXCHANGE_LOOP && m < loop->n_members; m++) {
            count_items(d, &loop->sets[m]);
            count_items(d, &loop->gets[m]);
        }
    }
    layout_begin(&d->y, d->x->n_components);
    layout_begin(&d->u, d->x->n_components);
    for (size_t i = 0; i < g->n_outputs; i++)
        d->y.at[i] += d->y.begin[g->outputs[i].port.component][class_of(d, g->outputs[i].port)];
    for (size_t i = 0; i < g->n_inputs; i++)
        d->u.at[i] += d->u.begin[g->inputs[i].port.component][class_of(d, g->inputs[i].port)];
    return true;
}

static bool take_tables(const struct draft *d)
{
    struct exchange *x = d->x;
    struct arena *a = &x->arena;
    x->system_inputs = d->y.n_numbers;
    x->n_y = d->y.n_numbers + x->system->n_inputs;
    x->n_u = d->u.n_numbers;
    x->string_inputs = d->y.n_strings;
    x->n_y_strings = d->y.n_strings + x->system->n_inputs;
    x->n_u_strings = d->u.n_strings;
    x->y = ARENA_TAKE(a, x->n_y, double);
    x->u = ARENA_TAKE(a, x->n_u, double);
    x->y_ports = ARENA_TAKE(a, x->n_y, struct port);
    x->u_ports = ARENA_TAKE(a, x->n_u, struct port);
    x->y_refs = ARENA_TAKE(a, x->n_y, unsigned);
    x->u_refs = ARENA_TAKE(a, x->n_u, unsigned);
    x->sources = ARENA_TAKE(a, x->n_u, struct source);
    x->gather = ARENA_TAKE(a, x->n_u, size_t);
    x->y_reals = ARENA_TAKE(a, x->n_components, struct span);
    x->u_reals = ARENA_TAKE(a, x->n_components, struct span);
    x->y_rest = ARENA_TAKE(a, x->n_components, struct discrete);
    x->u_rest = ARENA_TAKE(a, x->n_components, struct discrete);
    x->is_current = ARENA_TAKE(a, x->n_components, bool);
    x->scratch = ARENA_TAKE(a, x->n_y + x->n_u, int);
    x->y_strings = ARENA_TAKE(a, x->n_y_strings, char *);
    x->u_strings = ARENA_TAKE(a, x->n_u_strings, char *);
    x->y_string_ports = ARENA_TAKE(a, x->n_y_strings, struct port);
    x->u_string_ports = ARENA_TAKE(a, x->n_u_strings, struct port);
    x->y_string_refs = ARENA_TAKE(a, x->n_y_strings, unsigned);
    x->u_string_refs = ARENA_TAKE(a, x->n_u_strings, unsigned);
    x->string_sources = ARENA_TAKE(a, x->n_u_strings, size_t);
    return x->y && x->u && x->y_ports && x->u_ports && x->y_refs && x->u_refs && x->sources && x->gather &&
           x->y_reals && x->u_reals && x->y_rest && x->u_rest && x->is_current && x->scratch && x->y_strings &&
           x->u_strings && x->y_string_ports && x->u_string_ports && x->y_string_refs && x->u_string_refs &&
           x->string_sources;
}

static void fill_outputs(const struct draft *d)
{
    struct exchange *x = d->x;
    for (size_t i = 0; i < d->graph->n_outputs; i++) {
        const struct port port = d->graph->outputs[i].port;
        const bool is_string = class_of(d, port) == CLASS_STRING;
        (is_string ? x->y_string_ports : x->y_ports)[d->y.at[i]] = port;
        (is_string ? x->y_string_refs : x->y_refs)[d->y.at[i]] = system_variable(x->system, port)->reference;
    }
    for (size_t k = 0; k < x->system->n_inputs; k++)
        x->y_ports[x->system_inputs + k] = (struct port){x->n_components, k};
}

static bool fill_input(const struct draft *d, const struct graph_input *in, size_t at, struct error *error)
{
    struct exchange *x = d->x;
    const bool is_string = class_of(d, in->port) == CLASS_STRING, is_connected = in->output != GRAPH_NONE;
    const bool from_string = is_connected ? class_of(d, d->graph->outputs[in->output].port) == CLASS_STRING
                                          : x->system->inputs[in->system_input].type == FMI_STRING;
    const size_t system_inputs = from_string ? x->string_inputs : x->system_inputs;
    const size_t from = is_connected ? d->y.at[in->output] : system_inputs + in->system_input;
    if (from_string != is_string)
        return error_raise(error, ERROR_INTERNAL, "a string meets a number in a connection");
    (is_string ? x->u_string_ports : x->u_ports)[at] = in->port;
    (is_string ? x->u_string_refs : x->u_refs)[at] = system_variable(x->system, in->port)->reference;
    (is_string ? x->string_sources : x->gather)[at] = from;
    if (!is_string)
        x->sources[at] = (struct source){.index = from,
                                         .factor = in->transformation->factor,
                                         .offset = in->transformation->offset,
                                         .map = in->transformation->map,
                                         .n_map = in->transformation->n_map};
    return true;
}

static bool is_driven(const struct draft *d, const struct graph_input *in)
{
    return in->output != GRAPH_NONE || (d->traits.driven && d->traits.driven[in->system_input]);
}

static bool fill_inputs(const struct draft *d, struct error *error)
{
    for (size_t i = 0; i < d->graph->n_inputs; i++)
        if (is_driven(d, &d->graph->inputs[i]) && !fill_input(d, &d->graph->inputs[i], d->u.at[i], error))
            return false;
    return true;
}

static bool is_plain(const struct exchange *x, struct span span)
{
    for (size_t i = span.begin; i < span.end; i++)
        if (x->sources[i].factor != 1 || x->sources[i].offset != 0 || x->sources[i].map)
            return false;
    return true;
}

static struct discrete rest_of(const struct span spans[CLASS_COUNT])
{
    return (struct discrete){
        .integers = spans[CLASS_INTEGER], .booleans = spans[CLASS_BOOLEAN], .strings = spans[CLASS_STRING]};
}

static bool finish_move(const struct draft *d, const struct sequence_step *from, struct exchange_step *to)
{
    struct exchange *x = d->x;
    const size_t *at = from->operation == EXCHANGE_SET ? d->u.at : d->y.at;
    struct span spans[CLASS_COUNT] = {0};
    for (size_t k = 0; k < from->n_items; k++) {
        struct span *span = &spans[class_of(d, port_of(d, from, from->items[k]))];
        if (span->end == 0)
            span->begin = at[from->items[k]];
        span->end = at[from->items[k]] + 1;
    }
    *to = (struct exchange_step){.operation = from->operation, .component = from->component};
    to->reals = spans[CLASS_REAL];
    to->plain = from->operation == EXCHANGE_SET && is_plain(x, to->reals);
    const struct discrete rest = rest_of(spans);
    if (discrete_is_empty(&rest))
        return true;
    to->discrete = ARENA_TAKE(&x->arena, 1, struct discrete);
    if (!to->discrete)
        return false;
    *to->discrete = rest;
    return true;
}

/* ---- real inputs that some outputs of a component wait for, as indices in u ---- */

struct index_list {
    size_t *indices;
    unsigned *refs;
    size_t n;
};

static bool list_take(struct exchange *x, struct index_list *list, size_t room)
{
    list->indices = ARENA_TAKE(&x->arena, room, size_t);
    list->refs = ARENA_TAKE(&x->arena, room, unsigned);
    return list->indices && list->refs;
}

static void list_add(struct index_list *list, size_t index, unsigned ref)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->indices[i] == index)
            return;
    list->indices[list->n] = index;
    list->refs[list->n++] = ref;
}

/* `inside`: only those that come from this loop; GRAPH_NONE: all. */
static void list_awaited(const struct draft *d, const struct graph_output *out, size_t inside, struct index_list *list)
{
    const struct graph *g = d->graph;
    for (size_t k = 0; k < out->n_inputs; k++) {
        const struct graph_input *in = &g->inputs[out->inputs[k]];
        if (!is_driven(d, in) || class_of(d, in->port) != CLASS_REAL)
            continue;
        if (inside != GRAPH_NONE && (in->output == GRAPH_NONE || g->outputs[in->output].loop != inside))
            continue;
        const size_t at = d->u.at[out->inputs[k]];
        list_add(list, at, d->x->u_refs[at]);
    }
}

static size_t count_inputs(const struct draft *d, size_t component)
{
    return d->graph->first_input[component + 1] - d->graph->first_input[component];
}

/* Outputs that a component has, as they depend on its inputs. */
static struct refresh *make_refresh(const struct draft *d, size_t c, const size_t *items, size_t n_items)
{
    struct exchange *x = d->x;
    struct refresh *f = ARENA_TAKE(&x->arena, 1, struct refresh);
    struct index_list outputs = {0}, inputs = {0};
    if (!f || !list_take(x, &outputs, n_items) || !list_take(x, &inputs, count_inputs(d, c)))
        return NULL;
    for (size_t k = 0; k < n_items; k++) {
        const size_t at = d->y.at[items[k]];
        list_add(&outputs, at, x->y_refs[at]);
        list_awaited(d, &d->graph->outputs[items[k]], GRAPH_NONE, &inputs);
    }
    *f = (struct refresh){.outputs = outputs.indices,
                          .output_refs = outputs.refs,
                          .n_outputs = outputs.n,
                          .inputs = inputs.indices,
                          .input_refs = inputs.refs,
                          .n_inputs = inputs.n,
                          .seed = ARENA_TAKE(&x->arena, inputs.n, double),
                          .result = ARENA_TAKE(&x->arena, outputs.n, double)};
    return f->seed && f->result ? f : NULL;
}

static bool finish_refresh(const struct draft *d, const struct sequence_step *from, struct exchange_step *to)
{
    *to = (struct exchange_step){.operation = EXCHANGE_REFRESH,
                                 .component = from->component,
                                 .refresh = make_refresh(d, from->component, from->items, from->n_items)};
    return to->refresh;
}

/* What is got from an FMU that recomputes can be foreseen by derivatives, too. */
static bool can_be_foreseen(const struct draft *d, size_t item)
{
    const struct graph_output *out = &d->graph->outputs[item];
    return out->n_inputs > 0 && class_of(d, out->port) == CLASS_REAL &&
           system_variable(d->x->system, out->port)->variability == FMI_CONTINUOUS;
}

static bool finish_get(const struct draft *d, const struct sequence_step *from, struct exchange_step *to)
{
    const size_t c = from->component;
    size_t *const direct = ARENA_TAKE(&d->x->arena, from->n_items + 1, size_t);
    size_t n = 0;
    if (!direct || !finish_move(d, from, to))
        return false;
    const bool is_asked = d->x->kind == EXCHANGE_REFRESHED && d->traits.recomputes[c] && d->traits.directional[c];
    for (size_t k = 0; is_asked && k < from->n_items; k++)
        if (can_be_foreseen(d, from->items[k]))
            direct[n++] = from->items[k];
    return n == 0 || (to->refresh = make_refresh(d, c, direct, n));
}

static bool finish_member(const struct draft *d, size_t loop, size_t m, struct loop_member *to)
{
    struct exchange *x = d->x;
    const struct graph_loop *in_graph = &d->graph->loops[loop];
    const struct sequence_loop *l = &d->sequence.loops[loop];
    const size_t c = l->members[m];
    struct index_list outputs = {0}, inputs = {0};
    if (!list_take(x, &outputs, in_graph->n_outputs) || !list_take(x, &inputs, count_inputs(d, c)))
        return false;
    to->component = c;
    to->recomputes = d->traits.recomputes[c];
    for (size_t i = 0; i < in_graph->n_outputs; i++) {
        const struct graph_output *out = &d->graph->outputs[in_graph->outputs[i]];
        if (out->port.component != c || class_of(d, out->port) != CLASS_REAL ||
            !(to->recomputes || d->traits.directional[c]))
            continue; /* what can neither be recomputed nor refreshed stays as it is and is no unknown */
        const size_t at = d->y.at[in_graph->outputs[i]];
        list_add(&outputs, at, x->y_refs[at]);
        list_awaited(d, out, to->recomputes ? loop : GRAPH_NONE, &inputs);
    }
    to->outputs = outputs.indices;
    to->output_refs = outputs.refs;
    to->n_outputs = outputs.n;
    to->inputs = inputs.indices;
    to->input_refs = inputs.refs;
    to->n_inputs = inputs.n;
    to->unknowns = ARENA_TAKE(&x->arena, inputs.n, size_t);
    to->D = ARENA_TAKE(&x->arena, inputs.n * outputs.n, double);
    to->seed = ARENA_TAKE(&x->arena, inputs.n, double);
    to->column = ARENA_TAKE(&x->arena, outputs.n, double);
    to->base = ARENA_TAKE(&x->arena, outputs.n, double);
    if (!to->unknowns || !to->D || !to->seed || !to->column || !to->base)
        return false;
    if (!to->recomputes)
        return true;
    if (!finish_move(d, &l->sets[m], &to->set) || !finish_move(d, &l->gets[m], &to->get))
        return false;
    to->set_reals = to->set;
    to->get_reals = to->get;
    to->set_reals.discrete = to->get_reals.discrete = NULL;
    return true;
}

static size_t count_numbers(const struct discrete *d)
{
    return d ? d->integers.end - d->integers.begin + d->booleans.end - d->booleans.begin : 0;
}

static bool take_newton(struct exchange *x, struct loop *loop)
{
    const size_t n = loop->n;
    loop->z = ARENA_TAKE(&x->arena, n, double);
    loop->r = ARENA_TAKE(&x->arena, n, double);
    loop->step = ARENA_TAKE(&x->arena, n, double);
    loop->trial = ARENA_TAKE(&x->arena, n, double);
    loop->nominal = ARENA_TAKE(&x->arena, n, double);
    loop->jacobian = ARENA_TAKE(&x->arena, n, double *);
    loop->jacobian_room = ARENA_TAKE(&x->arena, n * n, double);
    loop->pivots = ARENA_TAKE(&x->arena, n, sunindextype);
    size_t n_discrete = 0;
    for (size_t m = 0; m < loop->n_members; m++) {
        n_discrete += count_numbers(loop->members[m].get.discrete);
        loop->has_discrete = loop->has_discrete || loop->members[m].get.discrete || loop->members[m].set.discrete;
    }
    loop->seen = ARENA_TAKE(&x->arena, n_discrete, double);
    if (!loop->z || !loop->r || !loop->step || !loop->trial || !loop->nominal || !loop->jacobian ||
        !loop->jacobian_room || !loop->pivots || !loop->seen)
        return false;
    for (size_t k = 0; k < n; k++)
        loop->jacobian[k] = loop->jacobian_room + k * n;
    return true;
}

static bool finish_loop(const struct draft *d, const struct sequence_step *from, struct exchange_step *to)
{
    struct exchange *x = d->x;
    const struct sequence_loop *l = &d->sequence.loops[from->loop];
    struct loop *loop = ARENA_TAKE(&x->arena, 1, struct loop);
    if (!loop || !(loop->members = ARENA_TAKE(&x->arena, l->n_members, struct loop_member)))
        return false;
    loop->n_members = l->n_members;
    for (size_t m = 0; m < l->n_members; m++) {
        if (!finish_member(d, from->loop, m, &loop->members[m]))
            return false;
        loop->members[m].first = loop->n;
        loop->n += loop->members[m].n_outputs;
    }
    if (!take_newton(x, loop))
        return false;
    char *text = graph_loop_text(x->system, d->graph, &d->graph->loops[from->loop]);
    if (!text || !(loop->text = ARENA_TAKE(&x->arena, strlen(text) + 1, char))) {
        free(text);
        return false;
    }
    strcpy(loop->text, text);
    free(text);
    for (size_t m = 0; m < loop->n_members; m++)
        for (size_t k = 0; k < loop->members[m].n_outputs; k++) {
            const size_t index = loop->members[m].outputs[k];
            const struct fmi_variable *v = system_variable(x->system, x->y_ports[index]);
            d->unknown_of[index] = loop->members[m].first + k + 1;
            loop->nominal[loop->members[m].first + k] = v->nominal > 0 ? v->nominal : 1;
        }
    for (size_t m = 0; m < loop->n_members; m++)
        for (size_t k = 0; k < loop->members[m].n_inputs; k++) {
            const size_t unknown = d->unknown_of[x->gather[loop->members[m].inputs[k]]];
            loop->members[m].unknowns[k] = unknown ? unknown - 1 : NO_VALUE;
        }
    for (size_t m = 0; m < loop->n_members; m++)
        for (size_t k = 0; k < loop->members[m].n_outputs; k++)
            d->unknown_of[loop->members[m].outputs[k]] = 0;
    *to = (struct exchange_step){.operation = EXCHANGE_LOOP, .component = from->component, .loop = loop};
    return true;
}

static bool finish_step(const struct draft *d, const struct sequence_step *from, struct exchange_step *to)
{
    switch (from->operation) {
    case EXCHANGE_GET:
        return finish_get(d, from, to);
    case EXCHANGE_SET:
        return finish_move(d, from, to);
    case EXCHANGE_REFRESH:
        return finish_refresh(d, from, to);
    case EXCHANGE_LOOP:
        break;
    }
    return finish_loop(d, from, to);
}

/* All values of a component, class by class. */
static void find_spans(const struct layout *layout, size_t component, struct span spans[CLASS_COUNT])
{
    for (size_t k = 0; k < CLASS_COUNT; k++) {
        const size_t begin = layout->begin[component][k];
        spans[k] = (struct span){begin, begin + layout->count[component][k]};
    }
}

static void fill_components(const struct draft *d)
{
    struct exchange *x = d->x;
    for (size_t c = 0; c < x->n_components; c++) {
        struct span from[CLASS_COUNT], to[CLASS_COUNT];
        find_spans(&d->y, c, from);
        find_spans(&d->u, c, to);
        x->y_reals[c] = from[CLASS_REAL];
        x->u_reals[c] = to[CLASS_REAL];
        x->y_rest[c] = rest_of(from);
        x->u_rest[c] = rest_of(to);
        x->has_discrete = x->has_discrete || !discrete_is_empty(&x->y_rest[c]) || !discrete_is_empty(&x->u_rest[c]);
    }
}

/* The sets after which the same component is read. */
static bool find_who_is_looked_at(struct draft *d)
{
    struct exchange *x = d->x;
    bool *is_read = ARENA_TAKE(&d->arena, x->n_components, bool); /* in what comes later */
    if (!is_read)
        return false;
    for (size_t s = x->n_plan; s-- > 0;) {
        struct exchange_step *step = &x->plan[s];
        if (step->operation == EXCHANGE_GET)
            is_read[step->component] = true;
        else if (step->operation == EXCHANGE_SET)
            step->is_looked_at = is_read[step->component];
    }
    return true;
}

static bool make_sequence(struct draft *d, struct error *error)
{
    const size_t n = d->x->n_components;
    bool *recomputes = ARENA_TAKE(&d->arena, n, bool), *directional = ARENA_TAKE(&d->arena, n, bool);
    if (!recomputes || !directional)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    for (size_t c = 0; c < n; c++) {
        const struct component_abilities can = component_abilities(d->x->components[c]);
        recomputes[c] = d->x->kind == EXCHANGE_INITIAL || can.recomputes_on_get;
        directional[c] = can.directional;
    }
    d->traits.recomputes = recomputes;
    d->traits.directional = directional;
    d->traits.is_stale = d->x->kind == EXCHANGE_STALE;
    return sequence_make(&d->sequence, d->x->system, d->graph, &d->traits, &d->arena, error);
}

static bool make_plan(struct draft *d, struct error *error)
{
    struct exchange *x = d->x;
    if (!make_sequence(d, error))
        return false;
    if (!lay_out(d) || !take_tables(d) || !(d->unknown_of = ARENA_TAKE(&d->arena, x->n_y, size_t)) ||
        !(x->plan = ARENA_TAKE(&x->arena, d->sequence.n_steps, struct exchange_step)))
        return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    fill_outputs(d);
    if (!fill_inputs(d, error))
        return false;
    fill_components(d);
    for (size_t s = 0; s < d->sequence.n_steps; s++)
        if (!finish_step(d, &d->sequence.steps[s], &x->plan[x->n_plan++]))
            return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    return find_who_is_looked_at(d) || error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
}

bool exchange_plan(struct exchange *x, const struct graph *graph, const bool *driven, struct error *error)
{
    struct draft d = {.x = x, .graph = graph, .traits.driven = driven};
    const bool done = make_plan(&d, error);
    arena_free(&d.arena);
    return done;
}
