/* The sequence of gets and sets, found by going forward from what is known. A component that recomputes on a get is read as
 * late as possible, when everything that it delivers can be had at once: so that one get and one set per component is
 * enough wherever the graph allows it. One that may not be read after a set is read first and set last. */
#include "master/couple/exchange_draft.h"
#include "master/couple/couple_messages.h"

#include <stdlib.h>

static bool input_is_known(const struct draft *d, const struct draft_input *in)
{
    return in->output == NO_VALUE || d->outputs[in->output].known;
}

static struct draft_input *awaited_input(const struct draft *d, const struct draft_output *out, size_t k)
{
    return draft_find_input(d, (struct port){out->port.component, out->inputs[k]}); /* NULL: driven by nobody */
}

static bool output_waits(const struct draft *d, const struct draft_output *out)
{
    for (size_t k = 0; k < out->n_inputs; k++)
        if (awaited_input(d, out, k))
            return true;
    return false;
}

static bool output_is_ready(const struct draft *d, const struct draft_output *out, size_t within_loop)
{
    for (size_t k = 0; k < out->n_inputs; k++) {
        const struct draft_input *in = awaited_input(d, out, k);
        const bool inside =
            in && within_loop != NO_VALUE && in->output != NO_VALUE && d->outputs[in->output].loop == within_loop;
        if (in && !inside && !input_is_known(d, in))
            return false;
    }
    return true;
}

/* ---- writing steps down ---- */

static struct draft_step *add_step(struct draft *d, enum exchange_operation operation, size_t component,
                                   struct error *error)
{
    if (d->n_steps == d->room) {
        const size_t room = 2 * d->room + 16;
        struct draft_step *steps = realloc(d->steps, room * sizeof *steps);
        if (!steps) {
            error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
            return NULL;
        }
        d->steps = steps;
        d->room = room;
    }
    d->steps[d->n_steps] = (struct draft_step){.operation = operation, .component = component, .loop = NO_VALUE};
    return &d->steps[d->n_steps++];
}

static void begin_spans(struct draft_step *step, const size_t ranks[CLASS_COUNT])
{
    for (size_t k = 0; k < CLASS_COUNT; k++)
        step->spans[k] = (struct span){ranks[k], ranks[k]};
}

static bool end_spans(struct draft_step *step, const size_t ranks[CLASS_COUNT])
{
    bool any = false;
    for (size_t k = 0; k < CLASS_COUNT; k++) {
        step->spans[k].end = ranks[k];
        any = any || ranks[k] > step->spans[k].begin;
    }
    return any;
}

enum which { ALL, READY, IN_LOOP };

/* A get of outputs that were not got before: all of them, those that are ready, or those of a loop. */
static bool fill_get(struct draft *d, struct draft_step *step, enum which which, size_t loop)
{
    const size_t c = step->component;
    begin_spans(step, d->y_ranks[c]);
    for (size_t i = d->first_output[c]; i < d->first_output[c + 1]; i++) {
        struct draft_output *out = &d->outputs[i];
        const bool wanted = which == ALL || (which == IN_LOOP && out->loop == loop) ||
                            (which == READY && out->loop == NO_VALUE && output_is_ready(d, out, NO_VALUE));
        if (out->got || !wanted)
            continue;
        out->got = true;
        out->rank = d->y_ranks[c][out->class]++;
        d->waiting[c]--;
    }
    return end_spans(step, d->y_ranks[c]);
}

static bool fill_set(struct draft *d, struct draft_step *step, enum which which, size_t loop)
{
    const size_t c = step->component;
    begin_spans(step, d->u_ranks[c]);
    for (size_t i = d->first_input[c]; i < d->first_input[c + 1]; i++) {
        struct draft_input *in = &d->inputs[i];
        const bool in_loop = in->output != NO_VALUE && d->outputs[in->output].loop == loop;
        if (in->set || (which == IN_LOOP ? !in_loop : !input_is_known(d, in)))
            continue;
        in->set = true;
        in->rank = d->u_ranks[c][in->class]++;
    }
    return end_spans(step, d->u_ranks[c]);
}

static bool add_get(struct draft *d, size_t c, enum which which, struct error *error)
{
    struct draft_step *step = add_step(d, EXCHANGE_GET, c, error);
    if (!step)
        return false;
    if (!fill_get(d, step, which, NO_VALUE))
        d->n_steps--;
    return true;
}

static bool add_set(struct draft *d, size_t c, struct error *error)
{
    struct draft_step *step = add_step(d, EXCHANGE_SET, c, error);
    if (!step)
        return false;
    if (!fill_set(d, step, READY, NO_VALUE))
        d->n_steps--;
    return true;
}

/* ---- going forward ---- */

/* How many of a component's outputs a get could bring now, and whether some of them want a set first. */
static size_t ready_outputs(const struct draft *d, size_t c, bool *wants_set)
{
    size_t n = 0;
    *wants_set = false;
    for (size_t i = d->first_output[c]; i < d->first_output[c + 1]; i++) {
        const struct draft_output *out = &d->outputs[i];
        if (out->got || out->loop != NO_VALUE || !output_is_ready(d, out, NO_VALUE))
            continue;
        n++;
        *wants_set = *wants_set || output_waits(d, out);
    }
    return n;
}

static void mark_known(struct draft *d, size_t c)
{
    for (size_t i = d->first_output[c]; i < d->first_output[c + 1]; i++)
        d->outputs[i].known = d->outputs[i].known || d->outputs[i].got;
}

/* Reads a component that recomputes, when all that is left can be had, or (`partly`) whatever can. */
static bool try_get(struct draft *d, size_t c, bool partly, bool *moved, struct error *error)
{
    bool wants_set = false;
    if (!d->recomputes[c] || d->waiting[c] == 0)
        return true;
    const size_t ready = ready_outputs(d, c, &wants_set);
    if (ready == 0 || (!partly && ready < d->waiting[c]))
        return true;
    if ((wants_set && !add_set(d, c, error)) || !add_get(d, c, READY, error))
        return false;
    mark_known(d, c);
    *moved = true;
    return true;
}

/* Refreshes by derivatives what has become possible. */
static bool try_refresh(struct draft *d, size_t c, bool *moved, struct error *error)
{
    if (d->recomputes[c])
        return true;
    const size_t room = d->first_output[c + 1] - d->first_output[c];
    size_t n = 0, *items = NULL;
    for (size_t i = d->first_output[c]; i < d->first_output[c + 1]; i++) {
        struct draft_output *out = &d->outputs[i];
        if (out->known || out->loop != NO_VALUE || !output_is_ready(d, out, NO_VALUE))
            continue;
        if (!items && !(items = ARENA_TAKE(&d->arena, room, size_t)))
            return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
        items[n++] = i;
    }
    if (n == 0)
        return true;
    struct draft_step *step = add_step(d, EXCHANGE_REFRESH, c, error);
    if (!step)
        return false;
    step->items = items;
    step->n_items = n;
    for (size_t k = 0; k < n; k++)
        d->outputs[items[k]].known = true;
    *moved = true;
    return true;
}

static bool loop_is_ready(const struct draft *d, size_t loop)
{
    const struct graph_loop *g = d->loops[loop].graph;
    for (size_t i = 0; i < g->n_outputs; i++) {
        const struct draft_output *out = draft_find_output(d, g->outputs[i].port);
        if (!output_is_ready(d, out, loop))
            return false;
    }
    return true;
}

static bool try_loop(struct draft *d, size_t loop, bool *moved, struct error *error)
{
    struct draft_loop *l = &d->loops[loop];
    if (l->solved || !loop_is_ready(d, loop))
        return true;
    const size_t n = l->graph->n_outputs;
    l->members = ARENA_TAKE(&d->arena, n, size_t);
    l->sets = ARENA_TAKE(&d->arena, n, struct draft_step);
    l->gets = ARENA_TAKE(&d->arena, n, struct draft_step);
    if (!l->members || !l->sets || !l->gets)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the exchange");
    for (size_t i = 0; i < n; i++) { /* sorted by component */
        const size_t c = l->graph->outputs[i].port.component;
        if (l->n_members > 0 && l->members[l->n_members - 1] == c)
            continue;
        const size_t m = l->n_members++;
        l->members[m] = c;
        if (!d->recomputes[c])
            continue;
        if (!add_set(d, c, error))
            return false;
        l->sets[m] = (struct draft_step){.operation = EXCHANGE_SET, .component = c, .loop = NO_VALUE};
        l->gets[m] = (struct draft_step){.operation = EXCHANGE_GET, .component = c, .loop = NO_VALUE};
        fill_set(d, &l->sets[m], IN_LOOP, loop);
        fill_get(d, &l->gets[m], IN_LOOP, loop);
    }
    struct draft_step *step = add_step(d, EXCHANGE_LOOP, l->members[0], error);
    if (!step)
        return false;
    step->loop = loop;
    for (size_t i = 0; i < n; i++)
        draft_find_output(d, l->graph->outputs[i].port)->known = true;
    l->solved = true;
    *moved = true;
    return true;
}

/* A component that may not be read after a set: read before, and what waits for inputs is refreshed by derivatives or, where
 * there are none, stays as it was. */
static bool read_first(struct draft *d, size_t c, struct error *error)
{
    if (!add_get(d, c, ALL, error))
        return false;
    for (size_t i = d->first_output[c]; i < d->first_output[c + 1]; i++) {
        struct draft_output *out = &d->outputs[i];
        const bool waits = output_waits(d, out);
        out->known = !waits || !d->directional[c] || out->class != CLASS_REAL;
        if (waits && out->known) {
            char *name = system_port_name(d->x->system, out->port);
            error_warn(WARNING_STALE_FEEDTHROUGH, name ? name : "an output");
            free(name);
        }
    }
    return true;
}

static bool all_known(const struct draft *d)
{
    for (size_t i = 0; i < d->n_outputs; i++)
        if (!d->outputs[i].known)
            return false;
    return true;
}

static bool go_forward(struct draft *d, struct error *error)
{
    const size_t n = d->x->n_components;
    while (!all_known(d)) {
        bool moved = false;
        for (size_t c = 0; c < n; c++)
            if (!try_get(d, c, false, &moved, error) || !try_refresh(d, c, &moved, error))
                return false;
        for (size_t l = 0; l < d->n_loops; l++)
            if (!try_loop(d, l, &moved, error))
                return false;
        for (size_t c = 0; c < n && !moved; c++)
            if (!try_get(d, c, true, &moved, error))
                return false;
        if (!moved)
            return error_raise(error, ERROR_INTERNAL, "the exchange cannot be ordered");
    }
    return true;
}

bool draft_make_sequence(struct draft *d, struct error *error)
{
    const size_t n = d->x->n_components;
    for (size_t c = 0; c < n; c++) {
        if (d->x->kind == EXCHANGE_STALE) {
            if (!add_get(d, c, ALL, error))
                return false;
            mark_known(d, c);
        } else if (!d->recomputes[c] && !read_first(d, c, error)) {
            return false;
        }
    }
    if (!go_forward(d, error))
        return false;
    for (size_t c = 0; c < n; c++)
        if (!add_set(d, c, error))
            return false;
    return true;
}
