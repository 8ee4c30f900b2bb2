/* How well components are known: by derivatives, by their answers where they can go back, by what they have answered so far, or not. */
#include "master/couple/standins.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <string.h>

/* ---- by derivatives ---- */

/* A slave need not declare its states: outputs that depend on nothing may follow inputs all the same, with time. */
static bool may_hide_states(const struct standins *s, size_t c, const struct probe *p)
{
    if (p->ports.n_states > 0 || p->ports.n_inputs == 0 ||
        component_abilities(s->world.x->components[c]).model_exchange)
        return false;
    for (size_t i = 0; i < p->ports.n_rows; i++) {
        bool depends = false;
        for (size_t j = 0; j < p->ports.n_columns; j++)
            depends = depends || p->ports.pattern[i * p->ports.n_columns + j];
        if (!depends)
            return true;
    }
    return false;
}

static struct probe *try_probe(const struct standins *s, const struct probe_target *target, struct error *why)
{
    struct probe *p = probe_open(target, PROBE_BEST, why);
    if (!p || !may_hide_states(s, target->component, p))
        return p;
    probe_close(p);
    error_raise(why, ERROR_STANDIN_NO_STATES, component_label(target->components[target->component]));
    return NULL;
}

static size_t find_reference(const unsigned *refs, size_t n, unsigned reference)
{
    for (size_t i = 0; i < n; i++)
        if (refs[i] == reference)
            return i;
    return NO_VALUE;
}

static void find_ports(struct standins *s, size_t c)
{
    const struct exchange *x = s->world.x;
    const struct probe *p = s->probes[c];
    for (size_t i = x->y_reals[c].begin; i < x->y_reals[c].end; i++) {
        const size_t row =
            p ? find_reference(p->ports.row_refs + p->ports.n_states, p->ports.n_outputs, x->y_refs[i]) : NO_VALUE;
        s->world.y_row[i] = row == NO_VALUE ? NO_VALUE : p->ports.n_states + row;
    }
    for (size_t i = x->u_reals[c].begin; i < x->u_reals[c].end; i++) {
        const size_t column =
            p ? find_reference(p->ports.column_refs + p->ports.n_states, p->ports.n_inputs, x->u_refs[i]) : NO_VALUE;
        s->world.u_column[i] = column == NO_VALUE ? NO_VALUE : p->ports.n_states + column;
    }
}

static bool open_probe(struct standins *s, size_t c, struct error *error)
{
    struct probe *p = s->probes[c];
    struct listener *l = &s->listeners[c];
    find_ports(s, c);
    s->grades[c] = p->directional ? GRADE_DIRECTIONAL : GRADE_DIFFERENCES;
    s->world.models[c] =
        (struct standin_model){.n_states = p->ports.n_states, .jacobian = &p->jacobian, .rates = p->rows};
    if (!probe_run(p, error) || (!s->knows_paces && !pace_of(p, &s->paces[c], error)))
        return false;
    if (probe_reads(p))
        return true;
    memset(p->rows, 0, p->ports.n_rows * sizeof *p->rows); /* until they have been noted */
    l->noted = ARENA_TAKE(&s->arena, p->ports.n_rows + 1, double);
    l->noted_with = ARENA_TAKE(&s->arena, p->ports.n_columns + 1, double);
    return (l->noted && l->noted_with) || error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
}

/* ---- by answers ---- */

static bool is_continuous(const struct exchange *x, struct port port)
{
    return system_variable(x->system, port)->variability == FMI_CONTINUOUS;
}

/* Outputs and inputs that move, numbered. */
static void number_ports(struct standins *s, size_t c, size_t first_row, size_t *n_outputs, size_t *n_inputs)
{
    const struct exchange *x = s->world.x;
    *n_outputs = *n_inputs = 0;
    for (size_t y = x->y_reals[c].begin; y < x->y_reals[c].end; y++)
        if (is_continuous(x, x->y_ports[y]))
            s->world.y_row[y] = first_row + (*n_outputs)++;
    for (size_t u = x->u_reals[c].begin; u < x->u_reals[c].end; u++)
        if (is_continuous(x, x->u_ports[u]) &&
            (x->gather[u] >= x->system_inputs || is_continuous(x, x->y_ports[x->gather[u]])))
            s->world.u_column[u] = first_row + (*n_inputs)++;
}

static bool depends_directly(const struct exchange *x, size_t y, size_t u)
{
    const struct description *d = component_description(x->components[x->y_ports[y].component]);
    for (size_t i = 0; i < d->n_outputs; i++) {
        const struct fmi_unknown *o = &d->outputs[i];
        for (size_t k = 0; o->variable == x->y_ports[y].variable && k < o->n_dependencies; k++)
            if (o->dependencies[k] == x->u_ports[u].variable)
                return true;
        if (o->variable == x->y_ports[y].variable && !o->dependencies_known)
            return true;
    }
    return false;
}

static void list_learned(struct standins *s, size_t c, bool *direct, size_t n_inputs)
{
    const struct exchange *x = s->world.x;
    struct listener *l = &s->listeners[c];
    size_t at = 0;
    for (size_t u = x->u_reals[c].begin; u < x->u_reals[c].end; u++) {
        if (s->world.u_column[u] == NO_VALUE)
            continue;
        l->learn_inputs[at] = u;
        size_t i = 0;
        for (size_t y = x->y_reals[c].begin; y < x->y_reals[c].end; y++)
            if (s->world.y_row[y] != NO_VALUE) {
                l->learn_outputs[i] = y - x->y_reals[c].begin;
                direct[i++ * n_inputs + at] = depends_directly(x, y, u);
            }
        at++;
    }
}

static bool open_identified(struct standins *s, size_t c, struct error *error)
{
    struct listener *l = &s->listeners[c];
    struct arena *a = &s->arena;
    size_t n_outputs, n_inputs;
    number_ports(s, c, 0, &n_outputs, &n_inputs);
    if (n_outputs == 0 || n_inputs == 0)
        return true;
    for (size_t y = s->world.x->y_reals[c].begin; y < s->world.x->y_reals[c].end; y++)
        if (s->world.y_row[y] != NO_VALUE)
            s->world.y_row[y] += n_outputs; /* rates are above */
    for (size_t u = s->world.x->u_reals[c].begin; u < s->world.x->u_reals[c].end; u++)
        if (s->world.u_column[u] != NO_VALUE)
            s->world.u_column[u] += n_outputs; /* states are before */
    bool *direct = ARENA_TAKE(a, n_outputs * n_inputs, bool);
    l->learns = ARENA_TAKE(a, 1, struct identified);
    l->learn_outputs = ARENA_TAKE(a, n_outputs, size_t);
    l->learn_inputs = ARENA_TAKE(a, n_inputs, size_t);
    l->learn_room = ARENA_TAKE(a, 2 * n_outputs + 2 * n_inputs, double);
    if (!direct || !l->learns || !l->learn_outputs || !l->learn_inputs || !l->learn_room)
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    list_learned(s, c, direct, n_inputs);
    if (!identified_open(l->learns, n_outputs, n_inputs, direct, a))
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    s->grades[c] = GRADE_IDENTIFIED;
    s->world.models[c] =
        (struct standin_model){.n_states = n_outputs, .jacobian = &l->learns->jacobian, .rates = l->learns->rates};
    return true;
}

/* The best that there is. */
static bool open_model(struct standins *s, size_t c, double start_time, const struct starts *starts,
                       struct error *error)
{
    struct exchange *x = s->world.x;
    const struct probe_target target = {
        .system = x->system, .components = x->components, .component = c, .start_time = start_time, .starts = starts};
    struct error why = {0};
    s->grades[c] = GRADE_HELD;
    if ((s->probes[c] = try_probe(s, &target, &why)))
        return open_probe(s, c, error);
    if (component_abilities(x->components[c]).rollback) {
        size_t n_outputs, n_inputs;
        number_ports(s, c, 0, &n_outputs, &n_inputs);
        s->world.models[c].answers = n_outputs > 0;
        s->grades[c] = n_outputs > 0 ? GRADE_RESPONSES : GRADE_HELD;
    } else if (!open_identified(s, c, error)) {
        return false;
    }
    if (s->grades[c] == GRADE_HELD && x->y_reals[c].end > x->y_reals[c].begin)
        error_warn(WARNING_STANDIN_HELD, component_label(x->components[c]), why.text);
    return true;
}

bool standins_open_models(struct standins *s, double start_time, const struct starts *starts, struct error *error)
{
    struct exchange *x = s->world.x;
    for (size_t c = 0; s->is_waveform && !s->knows_paces && c < s->n; c++) {
        const struct probe_target target = {.system = x->system,
                                            .components = x->components,
                                            .component = c,
                                            .start_time = start_time,
                                            .starts = starts};
        if (!pace_find(&target, &s->paces[c], error))
            return false;
    }
    for (size_t i = 0; i < x->n_y; i++)
        s->world.y_row[i] = NO_VALUE;
    for (size_t i = 0; i < x->n_u; i++)
        s->world.u_column[i] = NO_VALUE;
    for (size_t c = 0; !s->is_waveform && c < s->n; c++)
        if (!open_model(s, c, start_time, starts, error))
            return false;
    return true;
}

enum run_grade standins_grade(const struct standins *s, size_t c)
{
    return s->grades[c];
}

/* ---- at communication points ---- */

static bool run_probe(struct standins *s, size_t c, struct error *error)
{
    s->derivatives++;
    s->columns += (long)s->probes[c]->ports.n_columns;
    s->calls += probe_calls(s->probes[c]);
    return probe_run(s->probes[c], error);
}

/* A component that does not recompute on a get may refuse derivatives, too, once inputs were set. */
bool standins_note(struct standins *s, struct error *error)
{
    const struct exchange *x = s->world.x;
    for (size_t c = 0; c < s->n; c++) {
        struct listener *l = &s->listeners[c];
        const struct probe *p = s->probes[c];
        for (size_t i = 0; l->stale_with && i < l->n_inputs; i++)
            l->stale_with[i] = x->u[l->inputs[i].u];
        if (!l->noted)
            continue;
        if (p->ports.n_rows > 0 &&
            !component_get_real(x->components[c], p->ports.row_refs, p->ports.n_rows, l->noted, error))
            return false;
        for (size_t u = x->u_reals[c].begin; u < x->u_reals[c].end; u++)
            if (s->world.u_column[u] != NO_VALUE)
                l->noted_with[s->world.u_column[u]] = x->u[u];
        if (!run_probe(s, c, error))
            return false;
    }
    return true;
}

/* Rates as they were noted, moved on to the inputs that the exchange has set. */
static void move_noted(struct standins *s, size_t c)
{
    const struct exchange *x = s->world.x;
    const struct listener *l = &s->listeners[c];
    struct probe *p = s->probes[c];
    memcpy(p->rows, l->noted, p->ports.n_rows * sizeof *p->rows);
    for (size_t u = x->u_reals[c].begin; u < x->u_reals[c].end; u++) {
        const size_t column = s->world.u_column[u];
        for (size_t i = 0; column != NO_VALUE && i < p->ports.n_rows; i++)
            p->rows[i] += MATRIX_AT(p->jacobian, i, column) * (x->u[u] - l->noted_with[column]);
    }
}

static bool update_probe(struct standins *s, size_t c, struct error *error)
{
    if (s->listeners[c].noted) {
        move_noted(s, c);
        return true;
    }
    return s->is_good ? probe_read(s->probes[c], error) : run_probe(s, c, error);
}

/* Where a model has promised worse than holding the value would have, it is left alone for a while. */
static void look_at_promises(struct standins *s, const double *y)
{
    enum { A_WHILE = 4 };
    const struct exchange *x = s->world.x;
    for (size_t c = 0; c < s->n; c++)
        s->listeners[c].distrusted -= s->listeners[c].distrusted > 0;
    for (size_t k = 0; k < s->n; k++)
        for (size_t i = 0; s->listeners[k].has_said && i < s->listeners[k].n_inputs; i++) {
            const struct listener *l = &s->listeners[k];
            const struct heard_input *in = &l->inputs[i];
            if (in->origin != ORIGIN_STANDIN || !s->listeners[in->owner].learns || s->listeners[in->owner].distrusted)
                continue;
            const double now = source_value(&x->sources[in->u], y), held = fabs(now - l->held[i]);
            if (fabs(now - l->said[i]) > 2 * held + 1e-12 * fabs(now))
                s->listeners[in->owner].distrusted = A_WHILE;
        }
}

static void update_identified(struct standins *s, size_t c, const double *y)
{
    const struct exchange *x = s->world.x;
    struct listener *l = &s->listeners[c];
    struct identified *m = l->learns;
    double *const outputs = l->learn_room, *const inputs = outputs + m->n_outputs;
    for (size_t i = 0; i < m->n_outputs; i++)
        outputs[i] = y[x->y_reals[c].begin + l->learn_outputs[i]];
    for (size_t j = 0; j < m->n_inputs; j++)
        inputs[j] = x->u[l->learn_inputs[j]];
    identified_update(m, outputs, inputs, l->distrusted > 0);
}

void standins_judge(struct standins *s, double error, bool taken)
{
    static const double good = 0.01;
    s->is_fresh = !taken && !s->is_good;
    s->is_good = taken && error <= good;
}

bool standins_update_models(struct standins *s, const double *y, struct error *error)
{
    if (s->is_fresh) {
        s->is_fresh = false;
        return true;
    }
    look_at_promises(s, y);
    for (size_t c = 0; c < s->n; c++) {
        if (s->probes[c] && !update_probe(s, c, error))
            return false;
        if (s->listeners[c].learns)
            update_identified(s, c, y);
    }
    return true;
}

void standins_learn(struct standins *s, size_t c, double h)
{
    struct listener *l = &s->listeners[c];
    struct identified *m = l->learns;
    double *const before = l->learn_room, *const after = before + m->n_outputs;
    double *const mean = after + m->n_outputs, *const change = mean + m->n_inputs;
    for (size_t i = 0; i < m->n_outputs; i++) {
        before[i] = l->before[l->learn_outputs[i]];
        after[i] = l->outputs[l->learn_outputs[i]];
    }
    size_t i = 0;
    for (size_t j = 0; j < m->n_inputs; j++) {
        while (l->inputs[i].u != l->learn_inputs[j])
            i++;
        const double begin = l->takes_slopes ? l->begin[i] : l->given_before[i];
        mean[j] = l->takes_slopes ? (l->begin[i] + l->given[i]) / 2 : l->given[i];
        change[j] = l->given[i] - begin;
    }
    memcpy(l->given_before, l->given, l->n_inputs * sizeof *l->given);
    identified_learn(m, h, before, after, mean, change);
}
