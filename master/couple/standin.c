/* Who stands in for whom: members, what they hear of each other, what drives them. */
#include "master/couple/standin.h"
#include "master/couple/couple_messages.h"

#include "numerics/exponential.h"

#include <string.h>

/* ---- who hears whom ---- */

static size_t find(const size_t *list, size_t n, size_t value)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == value)
            return i;
    return NO_VALUE;
}

static size_t add(size_t *list, size_t *n, size_t value)
{
    const size_t at = find(list, *n, value);
    if (at != NO_VALUE)
        return at;
    list[*n] = value;
    return (*n)++;
}

static bool moves(const struct standin_world *w, size_t u)
{
    return w->u_column[u] != NO_VALUE && !w->x->sources[u].map;
}

/* Members with a model; those that answer are apart from them. */
static bool is_member(const struct standin *s, size_t c)
{
    return find(s->members, s->n_members, c) != NO_VALUE;
}

/* Outputs of members that the listener takes. */
static void list_heard(struct standin *s, const struct standin_world *w, size_t listener)
{
    const struct exchange *x = w->x;
    for (size_t u = x->u_reals[listener].begin; u < x->u_reals[listener].end; u++) {
        const size_t y = x->gather[u], owner = x->y_ports[y].component;
        bool takes_part = is_member(s, owner);
        for (size_t k = 0; k < s->n_answers; k++)
            takes_part = takes_part || s->answers[k].responses.component == owner;
        if (takes_part && w->y_row[y] != NO_VALUE)
            add(s->outputs, &s->n_outputs, y);
    }
    s->n_heard = s->n_outputs;
}

/* What members that answer are driven by: others of them, and members, do not count. */
static void list_answers(struct standin *s, const struct standin_world *w, size_t listener, bool own)
{
    const struct exchange *x = w->x;
    for (size_t k = 0; k < s->n_answers; k++) {
        struct standin_answer *a = &s->answers[k];
        const struct responses *r = &a->responses;
        for (size_t i = 0; i < r->n_inputs; i++) {
            const size_t y = x->gather[r->inputs[i]];
            if ((x->y_ports[y].component == listener) != own)
                continue;
            a->drivers[i] = add(s->drivers, &s->n_drivers, y);
            a->factors[i] = x->sources[r->inputs[i]].factor;
        }
    }
}

static void list_inputs(struct standin *s, const struct standin_world *w, size_t listener)
{
    const struct exchange *x = w->x;
    for (int own = 1; own >= 0; own--) { /* the listener's drivers come first */
        for (size_t m = 0; m < s->n_members; m++) {
            const struct span reals = x->u_reals[s->members[m]];
            for (size_t u = reals.begin; u < reals.end; u++) {
                const size_t y = x->gather[u], owner = x->y_ports[y].component;
                if (!moves(w, u) || (owner == listener) != own)
                    continue;
                const bool inside = is_member(s, owner) && w->y_row[y] != NO_VALUE;
                s->inputs[s->n_inputs++] = (struct standin_input){
                    .member = m,
                    .column = w->u_column[u],
                    .from_inside = inside,
                    .from = inside ? add(s->outputs, &s->n_outputs, y) : add(s->drivers, &s->n_drivers, y),
                    .factor = x->sources[u].factor,
                };
            }
        }
        list_answers(s, w, listener, own);
        s->n_own = own ? s->n_drivers : s->n_own;
    }
}

static bool take_lists(struct standin *s, const struct exchange *x, size_t listener, struct arena *a)
{
    size_t n_u = 0;
    for (size_t m = 0; m < s->n_members; m++)
        n_u += x->u_reals[s->members[m]].end - x->u_reals[s->members[m]].begin;
    for (size_t k = 0; k < s->n_answers; k++)
        n_u += s->answers[k].responses.n_inputs;
    const size_t n_heard = x->u_reals[listener].end - x->u_reals[listener].begin;
    s->inputs = ARENA_TAKE(a, n_u + 1, struct standin_input);
    s->outputs = ARENA_TAKE(a, n_u + n_heard + 1, size_t);
    s->drivers = ARENA_TAKE(a, n_u + 1, size_t);
    s->first_state = ARENA_TAKE(a, s->n_members + 1, size_t);
    return s->inputs && s->outputs && s->drivers && s->first_state;
}

static bool take_matrices(struct standin *s, struct arena *a)
{
    const size_t n = s->n_states, n_w = s->n_drivers + 1;
    s->jacobian = matrix_take(a, n + s->n_heard, n + n_w);
    s->map = step_map_take(a, n, n_w, 2);
    s->gain = matrix_take(a, s->n_heard, s->n_own);
    s->own_kick = ARENA_TAKE(a, n * s->n_own + 1, double);
    s->A_used = matrix_take(a, n, n);
    s->C = matrix_take(a, s->n_outputs, n);
    s->DE = matrix_take(a, s->n_outputs, n_w);
    s->DF = matrix_take(a, s->n_outputs, s->n_outputs);
    s->hA = ARENA_TAKE(a, n * n + 1, double);
    s->room = ARENA_TAKE(a, exponential_room(n) + s->n_outputs, double);
    s->pivots = ARENA_TAKE(a, s->n_outputs + 1, size_t);
    bool ok = s->jacobian.a && s->map.whole.a && s->gain.a && s->own_kick && s->A_used.a && s->C.a && s->DE.a &&
              s->DF.a && s->hA && s->room && s->pivots;
    s->phi[0] = s->map.phi;
    for (int k = 1; k < 3; k++) {
        s->phi[k] = matrix_take(a, n, n);
        ok = ok && s->phi[k].a;
    }
    return ok;
}

static const struct step_map *get_map(void *context, double h, int order, struct error *error)
{
    (void)h, (void)order, (void)error;
    return &((const struct standin *)context)->map;
}

/* Its ports are numbered, since they belong to many components. */
static bool open_linear(struct standin *s, const struct standin_world *w, size_t listener, struct arena *a,
                        struct error *error)
{
    const size_t n_w = s->n_drivers + 1, most = n_w > s->n_heard ? n_w : s->n_heard;
    unsigned *numbers = ARENA_TAKE(a, most, unsigned);
    for (size_t i = 0; numbers && i < most; i++)
        numbers[i] = (unsigned)i;
    if (!numbers)
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    const struct linear_model model = {
        .n_states = s->n_states,
        .n_inputs = n_w,
        .n_outputs = s->n_heard,
        .input_refs = numbers,
        .output_refs = numbers,
        .jacobian = &s->jacobian,
        .map = get_map,
        .context = s,
        .order = 1,
    };
    s->linear = component_open_linear(w->x->components[listener], &model, error);
    return s->linear;
}

/* Its outputs that the listener hears, its inputs that move. */
static bool open_answer(struct standin_answer *a, const struct standin_world *w, size_t listener, size_t c,
                        struct arena *arena)
{
    const struct exchange *x = w->x;
    const struct span in = x->u_reals[c], out = x->u_reals[listener];
    size_t *outputs = ARENA_TAKE(arena, out.end - out.begin + 1, size_t), n_outputs = 0;
    size_t *inputs = ARENA_TAKE(arena, in.end - in.begin + 1, size_t), n_inputs = 0;
    if (!outputs || !inputs)
        return false;
    for (size_t u = out.begin; u < out.end; u++)
        if (x->y_ports[x->gather[u]].component == c && w->y_row[x->gather[u]] != NO_VALUE)
            add(outputs, &n_outputs, x->gather[u]);
    for (size_t u = in.begin; u < in.end; u++)
        if (moves(w, u))
            inputs[n_inputs++] = u;
    a->drivers = ARENA_TAKE(arena, n_inputs + 1, size_t);
    a->factors = ARENA_TAKE(arena, n_inputs + 1, double);
    a->heard = ARENA_TAKE(arena, n_outputs + 1, size_t);
    a->in = ARENA_TAKE(arena, n_inputs + 1, double);
    a->slopes = ARENA_TAKE(arena, n_inputs + 1, double);
    a->out = ARENA_TAKE(arena, n_outputs + 1, double);
    return a->drivers && a->factors && a->heard && a->in && a->slopes && a->out &&
           responses_open(&a->responses, x, c, outputs, n_outputs, inputs, n_inputs, arena);
}

static void find_heard_answers(struct standin *s)
{
    for (size_t k = 0; k < s->n_answers; k++)
        for (size_t i = 0; i < s->answers[k].responses.n_outputs; i++)
            s->answers[k].heard[i] = find(s->outputs, s->n_heard, s->answers[k].responses.outputs[i]);
}

bool standin_open(struct standin *s, const struct standin_world *w, size_t listener, const size_t *members,
                  size_t n_members, struct arena *arena, struct error *error)
{
    *s = (struct standin){0};
    s->members = ARENA_TAKE(arena, n_members + 1, size_t);
    s->answers = ARENA_TAKE(arena, n_members + 1, struct standin_answer);
    if (!s->members || !s->answers || n_members == 0)
        return (s->members && s->answers) || error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    for (size_t m = 0; m < n_members; m++)
        if (!w->models[members[m]].answers)
            s->members[s->n_members++] = members[m];
        else if (!open_answer(&s->answers[s->n_answers++], w, listener, members[m], arena))
            return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    if (!take_lists(s, w->x, listener, arena))
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    for (size_t m = 0; m < s->n_members; m++) {
        s->first_state[m] = s->n_states;
        s->n_states += w->models[s->members[m]].n_states;
    }
    list_heard(s, w, listener);
    list_inputs(s, w, listener);
    find_heard_answers(s);
    if (!take_matrices(s, arena))
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    return open_linear(s, w, listener, arena, error);
}

void standin_close(struct standin *s)
{
    for (size_t k = 0; k < s->n_answers; k++)
        responses_close(&s->answers[k].responses);
    component_close(s->linear);
    s->linear = NULL;
}
