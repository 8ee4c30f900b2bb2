/* The sequence of gets and sets, found by going forward from what is known. */
#include "master/system/sequence.h"
#include "master/system/system_messages.h"

#include <stdlib.h>

struct draft {
    struct sequence *sequence;
    const struct system *system;
    const struct graph *graph;
    const struct sequence_traits *traits;
    struct arena *arena;
    struct error *error;

    bool *got, *known;                    /* per output, by the steps so far */
    bool *set;                            /* per input */
    bool *solved;                         /* per loop */
    size_t *waiting;                      /* per component: outputs not got yet */
    size_t *outputs, *inputs, *refreshed; /* room for the items of steps to come */
};

static bool is_driven(const struct draft *d, size_t input)
{
    const size_t k = d->graph->inputs[input].system_input;
    return k == GRAPH_NONE || (d->traits->driven && d->traits->driven[k]);
}

static size_t loop_behind(const struct draft *d, size_t input)
{
    const size_t output = d->graph->inputs[input].output;
    return output == GRAPH_NONE ? GRAPH_NONE : d->graph->outputs[output].loop;
}

static bool input_is_known(const struct draft *d, size_t input)
{
    const size_t output = d->graph->inputs[input].output;
    return output == GRAPH_NONE ? is_driven(d, input) : d->known[output];
}

static bool output_waits(const struct draft *d, size_t output)
{
    const struct graph_output *out = &d->graph->outputs[output];
    for (size_t k = 0; k < out->n_inputs; k++)
        if (is_driven(d, out->inputs[k]))
            return true;
    return false;
}

/* Inputs that come from the loop `within` need not be known. */
static bool output_is_ready(const struct draft *d, size_t output, size_t within)
{
    const struct graph_output *out = &d->graph->outputs[output];
    for (size_t k = 0; k < out->n_inputs; k++) {
        const size_t in = out->inputs[k];
        const bool inside = within != GRAPH_NONE && loop_behind(d, in) == within;
        if (is_driven(d, in) && !inside && !input_is_known(d, in))
            return false;
    }
    return true;
}

static bool raise_memory(const struct draft *d)
{
    return error_raise(d->error, ERROR_NO_MEMORY, "preparing the exchange");
}

/* ---- writing steps down ---- */

static bool add_step(struct draft *d, struct sequence_step step)
{
    struct sequence *q = d->sequence;
    struct sequence_step *steps = arena_grow(d->arena, q->steps, q->n_steps, sizeof *steps);
    if (!steps)
        return raise_memory(d);
    q->steps = steps;
    q->steps[q->n_steps++] = step;
    return true;
}

enum which { ALL, READY, IN_LOOP };

/* A get of outputs that were not got before: all of them, those that are ready, or those of a loop. */
static struct sequence_step make_get(struct draft *d, size_t c, enum which which, size_t loop)
{
    const struct graph *g = d->graph;
    struct sequence_step step = {.operation = EXCHANGE_GET, .component = c, .items = d->outputs};
    for (size_t i = g->first_output[c]; i < g->first_output[c + 1]; i++) {
        const bool wanted = which == ALL || (which == IN_LOOP && g->outputs[i].loop == loop) ||
                            (which == READY && g->outputs[i].loop == GRAPH_NONE && output_is_ready(d, i, GRAPH_NONE));
        if (d->got[i] || !wanted)
            continue;
        d->got[i] = true;
        d->waiting[c]--;
        *d->outputs++ = i;
        step.n_items++;
    }
    return step;
}

/* A set of inputs that were not set before: those that are known, or those that come from a loop. */
static struct sequence_step make_set(struct draft *d, size_t c, enum which which, size_t loop)
{
    const struct graph *g = d->graph;
    struct sequence_step step = {.operation = EXCHANGE_SET, .component = c, .items = d->inputs};
    for (size_t i = g->first_input[c]; i < g->first_input[c + 1]; i++) {
        if (d->set[i] || !(which == IN_LOOP ? loop_behind(d, i) == loop : input_is_known(d, i)))
            continue;
        d->set[i] = true;
        *d->inputs++ = i;
        step.n_items++;
    }
    return step;
}

static bool add_get(struct draft *d, size_t c, enum which which)
{
    const struct sequence_step step = make_get(d, c, which, GRAPH_NONE);
    return step.n_items == 0 || add_step(d, step);
}

static bool add_set(struct draft *d, size_t c)
{
    const struct sequence_step step = make_set(d, c, READY, GRAPH_NONE);
    return step.n_items == 0 || add_step(d, step);
}

/* ---- going forward ---- */

/* How many of a component's outputs a get could bring now, and whether some of them want a set first. */
static size_t ready_outputs(const struct draft *d, size_t c, bool *wants_set)
{
    size_t n = 0;
    *wants_set = false;
    for (size_t i = d->graph->first_output[c]; i < d->graph->first_output[c + 1]; i++) {
        if (d->got[i] || d->graph->outputs[i].loop != GRAPH_NONE || !output_is_ready(d, i, GRAPH_NONE))
            continue;
        n++;
        *wants_set = *wants_set || output_waits(d, i);
    }
    return n;
}

static void mark_known(struct draft *d, size_t c)
{
    for (size_t i = d->graph->first_output[c]; i < d->graph->first_output[c + 1]; i++)
        d->known[i] = d->known[i] || d->got[i];
}

/* Reads a component that recomputes, when all that is left can be had, or (`partly`) whatever can. */
static bool try_get(struct draft *d, size_t c, bool partly, bool *moved)
{
    bool wants_set = false;
    if (!d->traits->recomputes[c] || d->waiting[c] == 0)
        return true;
    const size_t ready = ready_outputs(d, c, &wants_set);
    if (ready == 0 || (!partly && ready < d->waiting[c]))
        return true;
    if ((wants_set && !add_set(d, c)) || !add_get(d, c, READY))
        return false;
    mark_known(d, c);
    *moved = true;
    return true;
}

/* Refreshes by derivatives what has become possible. */
static bool try_refresh(struct draft *d, size_t c, bool *moved)
{
    const struct graph *g = d->graph;
    struct sequence_step step = {.operation = EXCHANGE_REFRESH, .component = c, .items = d->refreshed};
    if (d->traits->recomputes[c])
        return true;
    for (size_t i = g->first_output[c]; i < g->first_output[c + 1]; i++)
        if (!d->known[i] && g->outputs[i].loop == GRAPH_NONE && output_is_ready(d, i, GRAPH_NONE)) {
            *d->refreshed++ = i;
            step.n_items++;
        }
    for (size_t k = 0; k < step.n_items; k++)
        d->known[step.items[k]] = *moved = true;
    return step.n_items == 0 || add_step(d, step);
}

static bool loop_is_ready(const struct draft *d, size_t loop)
{
    const struct graph_loop *l = &d->graph->loops[loop];
    for (size_t i = 0; i < l->n_outputs; i++)
        if (!output_is_ready(d, l->outputs[i], loop))
            return false;
    return true;
}

static bool try_loop(struct draft *d, size_t loop, bool *moved)
{
    const struct graph_loop *from = &d->graph->loops[loop];
    struct sequence_loop *l = &d->sequence->loops[loop];
    if (d->solved[loop] || !loop_is_ready(d, loop))
        return true;
    l->members = ARENA_TAKE(d->arena, from->n_outputs, size_t);
    l->sets = ARENA_TAKE(d->arena, from->n_outputs, struct sequence_step);
    l->gets = ARENA_TAKE(d->arena, from->n_outputs, struct sequence_step);
    if (!l->members || !l->sets || !l->gets)
        return raise_memory(d);
    for (size_t i = 0; i < from->n_outputs; i++) { /* sorted by component */
        const size_t c = d->graph->outputs[from->outputs[i]].port.component;
        if (l->n_members > 0 && l->members[l->n_members - 1] == c)
            continue;
        const size_t m = l->n_members++;
        l->members[m] = c;
        if (!d->traits->recomputes[c])
            continue;
        if (!add_set(d, c))
            return false;
        l->sets[m] = make_set(d, c, IN_LOOP, loop);
        l->gets[m] = make_get(d, c, IN_LOOP, loop);
    }
    for (size_t i = 0; i < from->n_outputs; i++)
        d->known[from->outputs[i]] = true;
    d->solved[loop] = *moved = true;
    return add_step(d, (struct sequence_step){.operation = EXCHANGE_LOOP, .component = l->members[0], .loop = loop});
}

static void warn_of_stale_output(const struct draft *d, size_t output)
{
    char *name = system_port_name(d->system, d->graph->outputs[output].port);
    const size_t loop = d->graph->outputs[output].loop;
    char *way = loop != GRAPH_NONE ? graph_loop_text(d->system, d->graph, &d->graph->loops[loop]) : NULL;
    if (way)
        error_warn(WARNING_STALE_LOOP, name ? name : "an output", way);
    else
        error_warn(WARNING_STALE_FEEDTHROUGH, name ? name : "an output");
    free(way);
    free(name);
}

/* A component that may not be read after a set: read before, and what waits for inputs is refreshed by derivatives or, where
 * there are none, stays as it was. */
static bool read_first(struct draft *d, size_t c)
{
    if (!add_get(d, c, ALL))
        return false;
    for (size_t i = d->graph->first_output[c]; i < d->graph->first_output[c + 1]; i++) {
        const struct port port = d->graph->outputs[i].port;
        const bool waits = output_waits(d, i);
        d->known[i] = !waits || !d->traits->directional[c] || system_variable(d->system, port)->type != FMI_REAL;
        if (waits && d->known[i])
            warn_of_stale_output(d, i);
    }
    return true;
}

static bool all_known(const struct draft *d)
{
    for (size_t i = 0; i < d->graph->n_outputs; i++)
        if (!d->known[i])
            return false;
    return true;
}

static bool go_forward(struct draft *d)
{
    const size_t n = d->system->n_components;
    while (!all_known(d)) {
        bool moved = false;
        for (size_t c = 0; c < n; c++)
            if (!try_get(d, c, false, &moved) || !try_refresh(d, c, &moved))
                return false;
        for (size_t l = 0; l < d->graph->n_loops; l++)
            if (!try_loop(d, l, &moved))
                return false;
        for (size_t c = 0; c < n && !moved; c++)
            if (!try_get(d, c, true, &moved))
                return false;
        if (!moved)
            return error_raise(d->error, ERROR_INTERNAL, "the exchange cannot be ordered");
    }
    return true;
}

static bool draft_begin(struct draft *d)
{
    const struct graph *g = d->graph;
    d->got = ARENA_TAKE(d->arena, g->n_outputs, bool);
    d->known = ARENA_TAKE(d->arena, g->n_outputs, bool);
    d->set = ARENA_TAKE(d->arena, g->n_inputs, bool);
    d->solved = ARENA_TAKE(d->arena, g->n_loops, bool);
    d->waiting = ARENA_TAKE(d->arena, d->system->n_components, size_t);
    d->outputs = ARENA_TAKE(d->arena, g->n_outputs, size_t);
    d->inputs = ARENA_TAKE(d->arena, g->n_inputs, size_t);
    d->refreshed = ARENA_TAKE(d->arena, g->n_outputs, size_t);
    d->sequence->loops = ARENA_TAKE(d->arena, g->n_loops, struct sequence_loop);
    if (!d->got || !d->known || !d->set || !d->solved || !d->waiting || !d->outputs || !d->inputs || !d->refreshed ||
        !d->sequence->loops)
        return raise_memory(d);
    for (size_t c = 0; c < d->system->n_components; c++)
        d->waiting[c] = g->first_output[c + 1] - g->first_output[c];
    return true;
}

bool sequence_make(struct sequence *sequence, const struct system *s, const struct graph *graph,
                   const struct sequence_traits *traits, struct arena *arena, struct error *error)
{
    struct draft d = {
        .sequence = sequence, .system = s, .graph = graph, .traits = traits, .arena = arena, .error = error};
    *sequence = (struct sequence){0};
    if (!draft_begin(&d))
        return false;
    for (size_t c = 0; c < s->n_components; c++) {
        if (traits->is_stale) {
            if (!add_get(&d, c, ALL))
                return false;
            mark_known(&d, c);
        } else if (!traits->recomputes[c] && !read_first(&d, c)) {
            return false;
        }
    }
    if (!go_forward(&d))
        return false;
    for (size_t c = 0; c < s->n_components; c++)
        if (!add_set(&d, c))
            return false;
    return true;
}
