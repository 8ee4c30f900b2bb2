#include "master/import/traits.h"
#include "master/base/arena.h"
#include "master/import/import_messages.h"

#include <math.h>
#include <string.h>

static const double patience = 10;       /* s of wall time for one call */
static const double part_of_size = 1e-3; /* by which values are moved, of their size */
enum { TRIAL_STEPS = 10 };

/* Some Real variables: references, and values at three moments. */
struct group {
    const struct fmi_variable **variables;
    unsigned *refs;
    size_t n;
    double *before, *moved, *after;
};

struct trial {
    struct fmu *fmu;
    const struct description *description;
    double start_time, step;
    bool is_short; /* steps of any length may be taken */
    struct arena arena;
    struct group inputs, outputs, states, rates;
    double *moves; /* of inputs or states, whichever are more */
    bool died;     /* an instance did not survive */
};

/* ---- variables ---- */

static bool group_open(struct trial *t, struct group *g, size_t most)
{
    g->variables = ARENA_TAKE(&t->arena, most + 1, const struct fmi_variable *);
    g->refs = ARENA_TAKE(&t->arena, most + 1, unsigned);
    g->before = ARENA_TAKE(&t->arena, 3 * most + 1, double);
    if (!g->variables || !g->refs || !g->before)
        return false;
    g->moved = g->before + most;
    g->after = g->moved + most;
    return true;
}

static void group_add(struct group *g, const struct fmi_variable *v)
{
    g->variables[g->n] = v;
    g->refs[g->n++] = v->reference;
}

static bool trial_open(struct trial *t, struct fmu *fmu, double start_time)
{
    const struct description *d = fmu_description(fmu);
    const struct fmi_experiment *x = &d->experiment;
    const double whole = x->has_start_time && x->has_stop_time ? x->stop_time - x->start_time : 1;
    *t = (struct trial){.fmu = fmu,
                        .description = d,
                        .start_time = start_time,
                        .step = x->has_step_size && x->step_size > 0 ? x->step_size : whole / 500,
                        .is_short = d->co_simulation.can_handle_variable_step};
    if (!group_open(t, &t->inputs, d->n_variables) || !group_open(t, &t->outputs, d->n_variables) ||
        !group_open(t, &t->states, d->n_derivatives) || !group_open(t, &t->rates, d->n_derivatives) ||
        !(t->moves = ARENA_TAKE(&t->arena, d->n_variables + 1, double)))
        return false;
    for (size_t i = 0; i < d->n_variables; i++) {
        const struct fmi_variable *v = &d->variables[i];
        if (v->type == FMI_REAL && v->variability == FMI_CONTINUOUS && v->causality == FMI_INPUT)
            group_add(&t->inputs, v);
        if (v->type == FMI_REAL && v->causality == FMI_OUTPUT)
            group_add(&t->outputs, v);
    }
    for (size_t i = 0; i < d->n_derivatives; i++) {
        const struct fmi_variable *rate = &d->variables[d->derivatives[i].variable];
        if (rate->derivative_of == NO_INDEX)
            return false;
        group_add(&t->rates, rate);
        group_add(&t->states, &d->variables[rate->derivative_of]);
    }
    return d->co_simulation.present && t->step > 0 && isfinite(t->step);
}

/* A value nearby, inside of the variable's range. */
static double move(const struct fmi_variable *v, double value, double part)
{
    const double by = part * fmax(fabs(value), v->nominal);
    if ((v->has_max && value + by > v->max) || (v->has_min && value + by < v->min))
        return value - by;
    return value + by;
}

/* ---- instances ---- */

static struct instance *begin(struct trial *t)
{
    const struct isolation isolation = {.call_limit = patience};
    const struct instance_options options = {
        .name = "", .type = fmi2CoSimulation, .start_time = t->start_time, .isolation = &isolation};
    struct error error = {0};
    struct instance *i = instance_open(t->fmu, &options, &error);
    const double tolerance = t->description->experiment.tolerance;
    if (i &&
        instance_setup_experiment(i, t->description->experiment.has_tolerance ? &tolerance : NULL, t->start_time, NULL,
                                  &error) &&
        instance_enter_initialization(i, &error))
        return i;
    instance_close(i);
    return NULL;
}

static struct instance *end(struct trial *t, struct instance *i)
{
    t->died = t->died || (i && instance_is_lost(i));
    instance_close(i);
    return NULL;
}

static struct instance *begin_initialized(struct trial *t)
{
    struct instance *i = begin(t);
    return i && !instance_exit_initialization(i, NULL) ? end(t, i) : i;
}

static bool get(struct instance *i, const struct group *g, double *values)
{
    if (!instance_get_real(i, g->refs, g->n, values, NULL))
        return false;
    for (size_t k = 0; k < g->n; k++)
        if (!isfinite(values[k]))
            return false;
    return true;
}

static bool set(struct instance *i, const struct group *g, const double *values)
{
    return instance_set_real(i, g->refs, g->n, values, NULL);
}

static bool is_same(const struct group *g, const double *a, const double *b)
{
    return memcmp(a, b, g->n * sizeof *a) == 0;
}

/* Reads `seen`, moves `by`, reads `seen` again, moves back and reads once more: what was moved must be there, and what came back
 * must be the same. `seen` keeps the first two readings. */
static bool move_and_look(struct trial *t, struct instance *i, struct group *by, struct group *seen)
{
    if (!get(i, by, by->before) || !get(i, seen, seen->before))
        return false;
    for (size_t k = 0; k < by->n; k++)
        t->moves[k] = move(by->variables[k], by->before[k], part_of_size);
    return set(i, by, t->moves) && get(i, seen, seen->moved) && get(i, by, by->moved) &&
           is_same(by, by->moved, t->moves) && set(i, by, by->before) && get(i, seen, seen->after) &&
           is_same(seen, seen->after, seen->before);
}

/* ---- recomputes on a get ---- */

/* Some output follows the inputs between steps, and all do that follow them at initialization, where the standard wants it. */
static bool outputs_follow(struct trial *t)
{
    double *follows = ARENA_TAKE(&t->arena, t->outputs.n + 1, double);
    struct instance *i = follows ? begin(t) : NULL;
    bool good = i && move_and_look(t, i, &t->inputs, &t->outputs);
    for (size_t k = 0; good && k < t->outputs.n; k++)
        follows[k] = t->outputs.moved[k] != t->outputs.before[k];
    end(t, i);
    i = good ? begin_initialized(t) : NULL;
    good = i && move_and_look(t, i, &t->inputs, &t->outputs);
    end(t, i);
    bool some = false;
    for (size_t k = 0; good && k < t->outputs.n; k++) {
        const bool moves = t->outputs.moved[k] != t->outputs.before[k];
        good = moves || follows[k] == 0;
        some = some || moves;
    }
    return good && some;
}

static bool depends_on_states(const struct description *d, const struct fmi_unknown *u)
{
    for (size_t k = 0; u->dependencies_known && k < u->n_dependencies; k++)
        for (size_t i = 0; i < d->n_derivatives; i++)
            if (d->variables[d->derivatives[i].variable].derivative_of == (int)u->dependencies[k])
                return true;
    return !u->dependencies_known;
}

/* All derivatives that depend on states follow them. */
static bool rates_follow(struct trial *t)
{
    struct instance *i = begin_initialized(t);
    bool good = i && move_and_look(t, i, &t->states, &t->rates);
    end(t, i);
    for (size_t k = 0; good && k < t->rates.n; k++)
        good = t->rates.moved[k] != t->rates.before[k] ||
               !depends_on_states(t->description, &t->description->derivatives[k]);
    return good;
}

/* ---- states between steps ---- */

static bool step(struct trial *t, struct instance *i, size_t k, double H)
{
    return instance_do_step(i, t->start_time + (double)k * H, H, true, NULL) <= fmi2Warning;
}

/* One instance steps as it is, another one from states that were moved. After a short step the difference is nearly all there; a step
 * that must have its length may leave little of it. */
static bool states_stay(struct trial *t)
{
    struct group *x = &t->states;
    const double H = t->is_short ? 1e-6 * t->step : t->step, kept = t->is_short ? 0.5 : 1e-9;
    struct instance *i = begin_initialized(t);
    bool good = i && get(i, x, x->before) && step(t, i, 0, H) && get(i, x, x->after);
    end(t, i);
    i = good ? begin_initialized(t) : NULL;
    for (size_t k = 0; k < x->n; k++)
        t->moves[k] = move(x->variables[k], x->before[k], part_of_size);
    good = i && set(i, x, t->moves) && get(i, x, x->moved) && is_same(x, x->moved, t->moves) && step(t, i, 0, H) &&
           get(i, x, x->moved);
    end(t, i);
    for (size_t k = 0; good && k < x->n; k++) {
        const double by = t->moves[k] - x->before[k];
        good = fabs(x->moved[k] - x->after[k]) >= kept * fabs(by);
    }
    return good;
}

struct traits traits_find(struct fmu *fmu, double start_time)
{
    struct trial t;
    struct traits found = {false};
    if (trial_open(&t, fmu, start_time)) {
        found.states_settable = t.states.n > 0 && states_stay(&t);
        found.recomputes_on_get = t.inputs.n > 0 && t.outputs.n > 0 ? outputs_follow(&t) : found.states_settable;
        if (found.recomputes_on_get && found.states_settable)
            found.recomputes_on_get = rates_follow(&t);
        if (t.died)
            error_warn(WARNING_TRAIT_DIED, fmu_path(fmu));
    }
    arena_free(&t.arena);
    return found;
}

/* ---- inputs of initialization ---- */

static bool is_listed(const struct fmi_unknown *list, size_t n, size_t input, bool if_unknown)
{
    for (size_t i = 0; i < n; i++) {
        if (!list[i].dependencies_known && if_unknown)
            return true;
        for (size_t k = 0; list[i].dependencies_known && k < list[i].n_dependencies; k++)
            if (list[i].dependencies[k] == input)
                return true;
    }
    return false;
}

/* Outputs and states after some steps; the input is moved after initialization by this part of its size. */
static bool watch(struct trial *t, size_t input, double part, double *outputs, double *states)
{
    const struct fmi_variable *v = &t->description->variables[input];
    struct instance *i = begin_initialized(t);
    double value = 0;
    bool good = i && instance_get_real(i, &v->reference, 1, &value, NULL);
    value = move(v, value, part);
    good = good && (part == 0 || instance_set_real(i, &v->reference, 1, &value, NULL));
    for (size_t k = 0; good && k < TRIAL_STEPS; k++)
        good = step(t, i, k, t->step);
    good = good && get(i, &t->outputs, outputs) && get(i, &t->states, states);
    end(t, i);
    return good;
}

bool traits_input_may_be_initial(const struct description *d, size_t input)
{
    return d->variables[input].type == FMI_REAL && d->n_outputs > 0 && d->co_simulation.present &&
           !is_listed(d->outputs, d->n_outputs, input, true) &&
           !is_listed(d->derivatives, d->n_derivatives, input, true) &&
           is_listed(d->initial_unknowns, d->n_initial_unknowns, input, false);
}

bool traits_input_is_initial(struct fmu *fmu, size_t input, double start_time)
{
    static const double parts[] = {part_of_size, 1, -1};
    struct trial t;
    if (!traits_input_may_be_initial(fmu_description(fmu), input))
        return false;
    bool same = trial_open(&t, fmu, start_time) && watch(&t, input, 0, t.outputs.before, t.states.before);
    for (size_t k = 0; same && k < sizeof parts / sizeof *parts; k++)
        same = watch(&t, input, parts[k], t.outputs.after, t.states.after) &&
               is_same(&t.outputs, t.outputs.before, t.outputs.after) &&
               is_same(&t.states, t.states.before, t.states.after);
    arena_free(&t.arena);
    return same;
}
