/* Stand-ins of a run: who can be linearized, who steps first, who stands in for whom. */
#include "master/couple/standins.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A stand-in has so many states, beside those of the nearest neighbours: cost grows with the number of components, not with its square. */
enum { MOST_STATES = 24, MOST_NEAR_STATES = 200 };

/* ---- opening ---- */

static bool take_tables(struct standins *s, struct exchange *x)
{
    struct arena *a = &s->arena;
    s->n = x->n_components;
    s->world.x = x;
    s->world.models = ARENA_TAKE(a, s->n, struct standin_model);
    s->probes = ARENA_TAKE(a, s->n, struct probe *);
    s->grades = ARENA_TAKE(a, s->n, enum run_grade);
    s->world.y_row = ARENA_TAKE(a, x->n_y + 1, size_t);
    s->world.u_column = ARENA_TAKE(a, x->n_u + 1, size_t);
    s->listeners = ARENA_TAKE(a, s->n, struct listener);
    s->position = ARENA_TAKE(a, s->n, size_t);
    s->paces = ARENA_TAKE(a, s->n, double);
    s->slopes = ARENA_TAKE(a, x->n_y + 1, double);
    return s->world.models && s->probes && s->grades && s->world.y_row && s->world.u_column && s->listeners &&
           s->position && s->paces && s->slopes;
}

struct standins *standins_open(struct exchange *x, const struct standins_options *o, struct error *error)
{
    struct standins *s = calloc(1, sizeof *s);
    if (!s || !take_tables(s, x)) {
        error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
        standins_close(s);
        return NULL;
    }
    s->one_by_one = o->one_by_one;
    s->micro_step = o->micro_step;
    s->is_waveform = o->is_waveform;
    s->repeats = o->repeats;
    for (size_t c = 0; c < s->n; c++)
        s->listeners[c].micro_step = o->micro_steps[c];
    return s;
}

void standins_close(struct standins *s)
{
    if (!s)
        return;
    for (size_t c = 0; s->listeners && c < s->n; c++) {
        standin_close(&s->listeners[c].standin);
        free(s->listeners[c].record);
        free(s->listeners[c].told);
        free(s->listeners[c].last);
        free(s->listeners[c].told_last);
        free(s->listeners[c].resampled);
    }
    for (size_t c = 0; s->probes && c < s->n; c++)
        probe_close(s->probes[c]);
    free(s->inputs);
    arena_free(&s->arena);
    free(s);
}

void standins_set_paces(struct standins *s, const double *paces)
{
    memcpy(s->paces, paces, s->n * sizeof *paces);
    s->knows_paces = true;
}

/* ---- order ---- */

/* What is fastest steps first, against its true self; what is slow is well described by a linear model. The others keep their order. */
static void choose_order(struct standins *s, size_t *order)
{
    for (size_t i = 1; i < s->n; i++)
        for (size_t k = i; k > 0 && s->paces[order[k]] > 2 * s->paces[order[k - 1]]; k--) {
            const size_t earlier = order[k - 1];
            order[k - 1] = order[k];
            order[k] = earlier;
        }
}

/* ---- who stands in for whom ---- */

struct reach {
    size_t *queue, n;
    size_t *first, *neighbours; /* of component c: neighbours[first[c]] ... */
    size_t *seen;               /* by whom last, plus one */
};

static bool find_neighbours(struct standins *s, struct reach *r, struct arena *a)
{
    const struct exchange *x = s->world.x;
    r->queue = ARENA_TAKE(a, s->n + 1, size_t);
    r->first = ARENA_TAKE(a, s->n + 2, size_t);
    r->seen = ARENA_TAKE(a, s->n + 1, size_t);
    r->neighbours = ARENA_TAKE(a, 2 * x->n_u + 1, size_t);
    if (!r->queue || !r->first || !r->seen || !r->neighbours)
        return false;
    for (int pass = 0; pass < 2; pass++) { /* count, then fill */
        for (size_t u = 0; u < x->n_u; u++) {
            const size_t a_side = x->u_ports[u].component, b_side = x->y_ports[x->gather[u]].component;
            if (b_side >= s->n || a_side == b_side)
                continue;
            if (pass == 0) {
                r->first[a_side + 2]++;
                r->first[b_side + 2]++;
            } else {
                r->neighbours[r->first[a_side + 1]++] = b_side;
                r->neighbours[r->first[b_side + 1]++] = a_side;
            }
        }
        for (size_t c = 0; pass == 0 && c < s->n; c++)
            r->first[c + 2] += r->first[c + 1];
    }
    return true;
}

/* Along connections, the nearest first. */
static void find_members(struct standins *s, struct reach *r, size_t listener)
{
    size_t states = 0, at = 0;
    r->n = 0;
    r->seen[listener] = listener + 1;
    size_t from = listener;
    for (;;) {
        for (size_t k = r->first[from]; k < r->first[from + 1]; k++) {
            const size_t c = r->neighbours[k];
            const bool waits = !s->one_by_one || s->position[c] > s->position[listener];
            const struct standin_model *m = &s->world.models[c];
            if (r->seen[c] == listener + 1 || !waits || (!m->jacobian && !(m->answers && from == listener)))
                continue;
            const size_t n = m->n_states;
            if (states + n > (from == listener ? MOST_NEAR_STATES : MOST_STATES))
                continue;
            r->seen[c] = listener + 1;
            r->queue[r->n++] = c;
            states += n;
        }
        while (at < r->n && s->world.models[r->queue[at]].answers)
            at++; /* what is beyond those that answer does not move them */
        if (at == r->n)
            break;
        from = r->queue[at++];
    }
}

/* ---- listeners ---- */

static bool is_member(const struct standin *s, size_t c)
{
    for (size_t m = 0; m < s->n_members; m++)
        if (s->members[m] == c)
            return true;
    for (size_t k = 0; k < s->n_answers; k++)
        if (s->answers[k].responses.component == c)
            return true;
    return false;
}

static size_t index_of(const size_t *list, size_t n, size_t value)
{
    size_t i = 0;
    while (i < n && list[i] != value)
        i++;
    return i;
}

static void find_origin(const struct standins *s, size_t listener, size_t y, enum input_origin *origin, size_t *owner,
                        size_t *from)
{
    const struct exchange *x = s->world.x;
    const struct standin *in = &s->listeners[listener].standin;
    *origin = ORIGIN_HELD;
    *from = 0;
    *owner = x->y_ports[y].component;
    if (y >= x->system_inputs) {
        *origin = ORIGIN_SYSTEM;
        *from = y - x->system_inputs;
    } else if (*owner == listener) {
        *origin = ORIGIN_ITSELF;
        *from = y - x->y_reals[*owner].begin;
    } else if (is_member(in, *owner) && s->world.y_row[y] != NO_VALUE) {
        *origin = ORIGIN_STANDIN;
        *from = index_of(in->outputs, in->n_heard, y);
    } else if (s->one_by_one && s->position[*owner] < s->position[listener] && y < x->y_reals[*owner].end &&
               y >= x->y_reals[*owner].begin) {
        *origin = ORIGIN_RECORD;
        *from = y - x->y_reals[*owner].begin;
    }
}

static bool take_listener(struct standins *s, struct listener *l, size_t n_inputs, size_t n_outputs)
{
    struct arena *a = &s->arena;
    const size_t n_drivers = l->standin.n_drivers;
    double **const numbers[] = {&l->begin,        &l->means,        &l->correction,  &l->said, &l->held,
                                &l->given_before, &l->input_slopes, &l->last_slopes, &l->bends};
    double **const of_outputs[] = {&l->outputs, &l->values_of_outputs};
    bool ok = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        ok = (*numbers[i] = ARENA_TAKE(a, n_inputs + 1, double)) && ok;
    for (size_t i = 0; i < sizeof of_outputs / sizeof *of_outputs; i++)
        ok = (*of_outputs[i] = ARENA_TAKE(a, n_outputs + 1, double)) && ok;
    l->change = ARENA_TAKE(a, l->standin.n_own + 1, double);
    l->inputs = ARENA_TAKE(a, n_inputs + 1, struct heard_input);
    l->drivers = ARENA_TAKE(a, n_drivers + 1, struct driver);
    l->input_signals = ARENA_TAKE(a, n_inputs + 1, struct input_signal);
    l->driver_signals = ARENA_TAKE(a, n_drivers + 1, struct driver_signal);
    l->refs = ARENA_TAKE(a, n_inputs + 1, unsigned);
    l->orders = ARENA_TAKE(a, n_inputs + 1, int);
    l->heard = ARENA_TAKE(a, l->standin.n_heard + 1, double);
    l->D = matrix_take(a, n_outputs, n_inputs);
    l->loop = matrix_take(a, n_inputs, n_inputs);
    l->pivots = ARENA_TAKE(a, n_inputs + 1, size_t);
    return ok && l->change && l->inputs && l->drivers && l->input_signals && l->driver_signals && l->refs &&
           l->orders && l->heard && l->D.a && l->loop.a && l->pivots;
}

static bool is_continuous(const struct exchange *x, size_t u)
{
    const size_t from = x->gather[u];
    return system_variable(x->system, x->u_ports[u])->variability == FMI_CONTINUOUS &&
           (from >= x->system_inputs || system_variable(x->system, x->y_ports[from])->variability == FMI_CONTINUOUS);
}

bool standins_follow(const struct standins *s, size_t u)
{
    return u < s->world.x->n_u && is_continuous(s->world.x, u);
}

static size_t length(struct span s)
{
    return s.end - s.begin;
}

/* Whether it has discrete outputs that somebody takes. */
static bool open_discrete(struct standins *s, size_t c, struct error *error)
{
    const struct exchange *x = s->world.x;
    const struct discrete *rest = &x->y_rest[c];
    size_t n = length(rest->integers) + length(rest->booleans) + length(rest->strings);
    for (size_t y = x->y_reals[c].begin; y < x->y_reals[c].end; y++)
        n += system_variable(x->system, x->y_ports[y])->variability != FMI_CONTINUOUS;
    if (n > 0 && !(s->listeners[c].numbers = ARENA_TAKE(&s->arena, n, int)))
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    return true;
}

static bool open_listener(struct standins *s, size_t c, struct reach *r, struct error *error)
{
    const struct exchange *x = s->world.x;
    struct listener *l = &s->listeners[c];
    const struct span in = x->u_reals[c], out = x->y_reals[c];
    find_members(s, r, c);
    if (!standin_open(&l->standin, &s->world, c, r->queue, r->n, &s->arena, error))
        return false;
    if (!take_listener(s, l, in.end - in.begin, out.end - out.begin))
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    l->slopes = s->slopes + out.begin;
    for (size_t u = in.begin; u < in.end; u++) {
        if (!is_continuous(x, u))
            continue;
        struct heard_input *h = &l->inputs[l->n_inputs];
        h->u = u;
        find_origin(s, c, x->gather[u], &h->origin, &h->owner, &h->from);
        l->refs[l->n_inputs] = x->u_refs[u];
        l->orders[l->n_inputs++] = 1;
    }
    for (size_t k = 0; k < l->standin.n_drivers; k++)
        find_origin(s, c, l->standin.drivers[k], &l->drivers[k].origin, &l->drivers[k].owner, &l->drivers[k].from);
    l->takes_slopes = component_abilities(x->components[c]).input_derivative_order > 0;
    const struct component_abilities can = component_abilities(x->components[c]);
    if (s->probes[c] && !can.directional && !can.recomputes_on_get &&
        (!(l->stale_with = ARENA_TAKE(&s->arena, l->n_inputs + 1, double)) ||
         !(s->stale = ARENA_TAKE(&s->arena, x->n_y + 1, double))))
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    return open_discrete(s, c, error);
}

/* Whom a driver drives: an input of member m that it goes to, if m comes before the one that is known already. */
static void try_driven(const struct standins *s, struct listener *l, size_t k, size_t m)
{
    const struct exchange *x = s->world.x;
    for (size_t i = 0; m < l->drivers[k].member && i < s->listeners[m].n_inputs; i++)
        if (x->gather[s->listeners[m].inputs[i].u] == l->standin.drivers[k]) {
            l->drivers[k].member = m;
            l->drivers[k].input = i;
        }
}

static void find_driven(const struct standins *s, struct listener *l, size_t k)
{
    l->drivers[k].member = NO_VALUE;
    for (size_t m = 0; m < l->standin.n_members; m++)
        try_driven(s, l, k, l->standin.members[m]);
    for (size_t a = 0; a < l->standin.n_answers; a++)
        try_driven(s, l, k, l->standin.answers[a].responses.component);
}

/* Whether an output depends directly on some input, as far as the description says. */
static bool depends_on_inputs(const struct exchange *x, size_t y)
{
    const struct description *d = component_description(x->components[x->y_ports[y].component]);
    for (size_t i = 0; i < d->n_outputs; i++) {
        const struct fmi_unknown *o = &d->outputs[i];
        if (o->variable != x->y_ports[y].variable)
            continue;
        bool depends = !o->dependencies_known;
        for (size_t k = 0; k < o->n_dependencies; k++)
            depends = depends || d->variables[o->dependencies[k]].causality == FMI_INPUT;
        return depends;
    }
    return false;
}

/* Of a stand-in: what is heard may follow at once what the listener gives. */
static bool follows_at_once(const struct standins *s, const struct standin *in, size_t heard, size_t own)
{
    const size_t y = in->outputs[heard];
    if (s->probes[s->world.x->y_ports[y].component])
        return MATRIX_AT(in->jacobian, in->n_states + heard, in->n_states + own) != 0;
    return depends_on_inputs(s->world.x, y);
}

/* Outputs that depend directly on what a stand-in delivers, which depends directly on them: without derivatives of the component
 * itself the loop cannot be solved. */
static bool check_loops(const struct standins *s, size_t c, struct error *error)
{
    const struct exchange *x = s->world.x;
    const struct standin *in = &s->listeners[c].standin;
    for (size_t k = 0; !s->probes[c] && k < in->n_own; k++)
        for (size_t j = 0; depends_on_inputs(x, in->drivers[k]) && j < in->n_heard; j++)
            if (follows_at_once(s, in, j, k))
                return error_raise(error, ERROR_STANDIN_NO_DERIVATIVES, component_label(x->components[c]),
                                   system_variable(x->system, x->y_ports[in->drivers[k]])->name);
    return true;
}

/* ---- micro steps ---- */

/* In a macro step: every one is recorded. */
static const double most_micro_steps = 1e8;

/* A component that insists on its step has that as its micro step. */
static bool choose_micro_step(struct standins *s, size_t c, double H, struct error *error)
{
    const struct exchange *x = s->world.x;
    struct listener *l = &s->listeners[c];
    if (component_abilities(x->components[c]).variable_step)
        return true;
    const struct fmi_experiment *e = &component_description(x->components[c])->experiment;
    if (l->micro_step == 0)
        l->micro_step = e->has_step_size && e->step_size > 0 && e->step_size <= H ? e->step_size : H;
    const double steps = H / l->micro_step;
    if (fabs(steps - nearbyint(steps)) > 1e-6)
        return error_raise(error, ERROR_STANDIN_FIXED_STEP, component_label(x->components[c]), TEXT("%.9g", H),
                           TEXT("%.9g", l->micro_step));
    return true;
}

static bool choose_micro_steps(struct standins *s, double H, struct error *error)
{
    const bool is_open = s->micro_step == 0;
    double pace = 0;
    for (size_t c = 0; c < s->n; c++)
        pace = fmax(pace, s->paces[c]);
    if (is_open)
        s->micro_step = pace * H > 1 ? fmax(1 / pace, H / most_micro_steps) : H;
    double shortest = s->micro_step;
    for (size_t c = 0; c < s->n; c++) {
        if (!choose_micro_step(s, c, H, error))
            return false;
        const double own = s->listeners[c].micro_step;
        shortest = own > 0 ? fmin(shortest, own) : shortest;
        s->is_chosen = s->is_chosen || (is_open && own == 0);
    }
    return H / shortest <= most_micro_steps * (1 + 1e-9) ||
           error_raise(error, ERROR_STANDIN_MICRO_STEPS, TEXT("%.9g", shortest), TEXT("%.9g", H),
                       TEXT("%.3g", H / shortest), TEXT("%.0f", most_micro_steps));
}

bool standins_choose_for_all(const struct standins *s)
{
    for (size_t c = 0; c < s->n; c++)
        if (s->listeners[c].micro_step > 0)
            return false;
    return s->is_chosen;
}

size_t standins_find_unknown_pace(const struct standins *s)
{
    const struct span *outputs = s->world.x->y_reals;
    for (size_t c = 0; c < s->n; c++)
        if (!s->probes[c] && s->paces[c] == 0 && outputs[c].end > outputs[c].begin)
            return c;
    return NO_VALUE;
}

bool standins_start(struct standins *s, double start_time, const struct starts *starts, double H, bool ordered,
                    size_t *order, struct error *error)
{
    if (s->started)
        return true;
    if (!standins_open_models(s, start_time, starts, error) || !choose_micro_steps(s, H, error))
        return false;
    if (s->one_by_one && !ordered)
        choose_order(s, order);
    for (size_t i = 0; s->one_by_one && i < s->n; i++)
        s->position[order[i]] = i;
    struct arena arena = {0};
    struct reach reach = {0};
    bool ok = find_neighbours(s, &reach, &arena);
    if (!ok)
        error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    for (size_t c = 0; ok && c < s->n; c++)
        ok = open_listener(s, c, &reach, error) && standin_update(&s->listeners[c].standin, &s->world, H, error) &&
             check_loops(s, c, error);
    for (size_t c = 0; ok && s->repeats && c < s->n; c++)
        for (size_t k = 0; k < s->listeners[c].standin.n_drivers; k++)
            find_driven(s, &s->listeners[c], k);
    arena_free(&arena);
    s->started = ok;
    return ok;
}
