/* From the draft to the tables: positions become indices, lists become arrays of references. */
#include "master/couple/exchange_draft.h"

#include <stdlib.h>
#include <string.h>

/* Reals of all components first, component by component, then integers, then booleans; strings have tables of their own. */
struct layout {
    size_t (*base)[CLASS_COUNT]; /* per component */
    size_t n_numbers, n_strings;
};

static bool lay_out(struct draft *d, size_t (*ranks)[CLASS_COUNT], struct layout *layout)
{
    const size_t n = d->x->n_components;
    layout->base = arena_get(&d->arena, n * sizeof *layout->base);
    if (!layout->base)
        return false;
    for (size_t k = 0; k < CLASS_COUNT; k++) {
        size_t *next = k == CLASS_STRING ? &layout->n_strings : &layout->n_numbers;
        for (size_t c = 0; c < n; c++) {
            layout->base[c][k] = *next;
            *next += ranks[c][k];
        }
    }
    return true;
}

static struct span shift(struct span span, size_t by)
{
    return (struct span){span.begin + by, span.end + by};
}

static struct discrete rest_of(const struct span spans[CLASS_COUNT], const size_t base[CLASS_COUNT])
{
    return (struct discrete){.integers = shift(spans[CLASS_INTEGER], base[CLASS_INTEGER]),
                             .booleans = shift(spans[CLASS_BOOLEAN], base[CLASS_BOOLEAN]),
                             .strings = shift(spans[CLASS_STRING], base[CLASS_STRING])};
}

static size_t output_index(const struct draft_output *out, const struct layout *y)
{
    return y->base[out->port.component][out->class] + out->rank;
}

static bool take_tables(struct exchange *x, const struct layout *y, const struct layout *u)
{
    struct arena *a = &x->arena;
    x->system_inputs = y->n_numbers;
    x->n_y = y->n_numbers + x->system->n_inputs;
    x->n_u = u->n_numbers;
    x->string_inputs = y->n_strings;
    x->n_y_strings = y->n_strings + x->system->n_inputs;
    x->n_u_strings = u->n_strings;
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

static void fill_outputs(const struct draft *d, const struct layout *y)
{
    struct exchange *x = d->x;
    for (size_t i = 0; i < d->n_outputs; i++) {
        const struct draft_output *out = &d->outputs[i];
        const size_t at = y->base[out->port.component][out->class] + out->rank;
        const unsigned reference = system_variable(x->system, out->port)->reference;
        if (out->class == CLASS_STRING) {
            x->y_string_ports[at] = out->port;
            x->y_string_refs[at] = reference;
        } else {
            x->y_ports[at] = out->port;
            x->y_refs[at] = reference;
        }
    }
    for (size_t k = 0; k < x->system->n_inputs; k++)
        x->y_ports[x->system_inputs + k] = (struct port){x->n_components, k};
}

static bool fill_input(const struct draft *d, const struct draft_input *in, const struct layout *y,
                       const struct layout *u, struct error *error)
{
    struct exchange *x = d->x;
    const size_t at = u->base[in->port.component][in->class] + in->rank;
    const unsigned reference = system_variable(x->system, in->port)->reference;
    const struct draft_output *out = in->output == NO_VALUE ? NULL : &d->outputs[in->output];
    const bool from_string = out ? out->class == CLASS_STRING : x->system->inputs[in->system_input].type == FMI_STRING;
    const size_t system_inputs = from_string ? x->string_inputs : x->system_inputs;
    const size_t from = out ? output_index(out, y) : system_inputs + in->system_input;
    if (from_string != (in->class == CLASS_STRING))
        return error_raise(error, ERROR_INTERNAL, "a string meets a number in a connection");
    if (in->class == CLASS_STRING) {
        x->u_string_ports[at] = in->port;
        x->u_string_refs[at] = reference;
        x->string_sources[at] = from;
        return true;
    }
    x->u_ports[at] = in->port;
    x->u_refs[at] = reference;
    x->gather[at] = from;
    x->sources[at] = (struct source){.index = from,
                                     .factor = in->transformation->factor,
                                     .offset = in->transformation->offset,
                                     .map = in->transformation->map,
                                     .n_map = in->transformation->n_map};
    return true;
}

static bool is_plain(const struct exchange *x, struct span span)
{
    for (size_t i = span.begin; i < span.end; i++)
        if (x->sources[i].factor != 1 || x->sources[i].offset != 0 || x->sources[i].map)
            return false;
    return true;
}

static bool finish_move(struct exchange *x, const struct draft_step *from, const struct layout *layout,
                        struct exchange_step *to)
{
    const size_t *base = layout->base[from->component];
    *to = (struct exchange_step){.operation = from->operation, .component = from->component};
    to->reals = shift(from->spans[CLASS_REAL], base[CLASS_REAL]);
    to->plain = from->operation == EXCHANGE_SET && is_plain(x, to->reals);
    const struct discrete rest = rest_of(from->spans, base);
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

/* `inside`: only those that come from this loop; NO_VALUE: all. */
static void list_awaited(const struct draft *d, const struct draft_output *out, const struct layout *u, size_t inside,
                         struct index_list *list)
{
    for (size_t k = 0; k < out->n_inputs; k++) {
        const struct draft_input *in = draft_find_input(d, (struct port){out->port.component, out->inputs[k]});
        if (!in || in->class != CLASS_REAL)
            continue;
        if (inside != NO_VALUE && (in->output == NO_VALUE || d->outputs[in->output].loop != inside))
            continue;
        const size_t at = u->base[in->port.component][CLASS_REAL] + in->rank;
        list_add(list, at, d->x->u_refs[at]);
    }
}

static bool finish_refresh(const struct draft *d, const struct draft_step *from, const struct layout *y,
                           const struct layout *u, struct exchange_step *to)
{
    struct exchange *x = d->x;
    const size_t c = from->component, n_inputs = d->first_input[c + 1] - d->first_input[c];
    struct refresh *f = ARENA_TAKE(&x->arena, 1, struct refresh);
    struct index_list outputs = {0}, inputs = {0};
    if (!f || !list_take(x, &outputs, from->n_items) || !list_take(x, &inputs, n_inputs))
        return false;
    for (size_t k = 0; k < from->n_items; k++) {
        const struct draft_output *out = &d->outputs[from->items[k]];
        list_add(&outputs, output_index(out, y), x->y_refs[output_index(out, y)]);
        list_awaited(d, out, u, NO_VALUE, &inputs);
    }
    *f = (struct refresh){.outputs = outputs.indices,
                          .output_refs = outputs.refs,
                          .n_outputs = outputs.n,
                          .inputs = inputs.indices,
                          .input_refs = inputs.refs,
                          .n_inputs = inputs.n,
                          .seed = ARENA_TAKE(&x->arena, inputs.n, double),
                          .result = ARENA_TAKE(&x->arena, outputs.n, double)};
    *to = (struct exchange_step){.operation = EXCHANGE_REFRESH, .component = c, .refresh = f};
    return f->seed && f->result;
}

static bool finish_member(const struct draft *d, size_t loop, size_t m, const struct layout *y, const struct layout *u,
                          struct loop_member *to)
{
    struct exchange *x = d->x;
    const struct draft_loop *l = &d->loops[loop];
    const size_t c = l->members[m];
    struct index_list outputs = {0}, inputs = {0};
    if (!list_take(x, &outputs, l->graph->n_outputs) ||
        !list_take(x, &inputs, d->first_input[c + 1] - d->first_input[c]))
        return false;
    to->component = c;
    to->recomputes = d->recomputes[c];
    for (size_t i = 0; i < l->graph->n_outputs; i++) {
        const struct draft_output *out = draft_find_output(d, l->graph->outputs[i].port);
        if (out->port.component != c || out->class != CLASS_REAL || !(to->recomputes || d->directional[c]))
            continue; /* what can neither be recomputed nor refreshed stays as it is and is no unknown */
        list_add(&outputs, output_index(out, y), x->y_refs[output_index(out, y)]);
        list_awaited(d, out, u, to->recomputes ? loop : NO_VALUE, &inputs);
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
    if (!finish_move(x, &l->sets[m], u, &to->set) || !finish_move(x, &l->gets[m], y, &to->get))
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

static bool finish_loop(const struct draft *d, const struct draft_step *from, const struct layout *y,
                        const struct layout *u, struct exchange_step *to)
{
    struct exchange *x = d->x;
    const struct draft_loop *l = &d->loops[from->loop];
    struct loop *loop = ARENA_TAKE(&x->arena, 1, struct loop);
    if (!loop || !(loop->members = ARENA_TAKE(&x->arena, l->n_members, struct loop_member)))
        return false;
    loop->n_members = l->n_members;
    for (size_t m = 0; m < l->n_members; m++) {
        if (!finish_member(d, from->loop, m, y, u, &loop->members[m]))
            return false;
        loop->members[m].first = loop->n;
        loop->n += loop->members[m].n_outputs;
    }
    if (!take_newton(x, loop))
        return false;
    char *text = graph_loop_text(x->system, l->graph);
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

static bool finish_step(const struct draft *d, const struct draft_step *from, const struct layout *y,
                        const struct layout *u, struct exchange_step *to)
{
    switch (from->operation) {
    case EXCHANGE_GET:
        return finish_move(d->x, from, y, to);
    case EXCHANGE_SET:
        return finish_move(d->x, from, u, to);
    case EXCHANGE_REFRESH:
        return finish_refresh(d, from, y, u, to);
    case EXCHANGE_LOOP:
        break;
    }
    return finish_loop(d, from, y, u, to);
}

static void fill_components(const struct draft *d, const struct layout *y, const struct layout *u)
{
    struct exchange *x = d->x;
    for (size_t c = 0; c < x->n_components; c++) {
        struct span from[CLASS_COUNT], to[CLASS_COUNT];
        for (size_t k = 0; k < CLASS_COUNT; k++) {
            from[k] = (struct span){0, d->y_ranks[c][k]};
            to[k] = (struct span){0, d->u_ranks[c][k]};
        }
        x->y_reals[c] = shift(from[CLASS_REAL], y->base[c][CLASS_REAL]);
        x->u_reals[c] = shift(to[CLASS_REAL], u->base[c][CLASS_REAL]);
        x->y_rest[c] = rest_of(from, y->base[c]);
        x->u_rest[c] = rest_of(to, u->base[c]);
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

bool draft_finish(struct draft *d, struct error *error)
{
    struct exchange *x = d->x;
    struct layout y = {0}, u = {0};
    if (!lay_out(d, d->y_ranks, &y) || !lay_out(d, d->u_ranks, &u) || !take_tables(x, &y, &u) ||
        !(d->unknown_of = ARENA_TAKE(&d->arena, x->n_y, size_t)) ||
        !(x->plan = ARENA_TAKE(&x->arena, d->n_steps, struct exchange_step)))
        return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    fill_outputs(d, &y);
    for (size_t i = 0; i < d->n_inputs; i++)
        if (!fill_input(d, &d->inputs[i], &y, &u, error))
            return false;
    fill_components(d, &y, &u);
    for (size_t s = 0; s < d->n_steps; s++)
        if (!finish_step(d, &d->steps[s], &y, &u, &x->plan[x->n_plan++]))
            return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    return find_who_is_looked_at(d) || error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
}
