#include "master/couple/control.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Values below this say nothing where the FMU gives no nominal. */
static const double smallest_scale = 1e-9;

struct kind { /* of a y: which variable of which FMU */
    uintptr_t fmu;
    size_t variable, y;
};

static int by_kind(const void *a, const void *b)
{
    const struct kind *k = a, *l = b;
    if (k->fmu != l->fmu)
        return k->fmu < l->fmu ? -1 : 1;
    if (k->variable != l->variable)
        return k->variable < l->variable ? -1 : 1;
    return (k->y > l->y) - (k->y < l->y);
}

/* One of many masses that has not begun to move is measured by those that have. */
static bool find_kinds(struct control *c, const struct exchange *x)
{
    const size_t n = x->system_inputs;
    struct kind *list = calloc(n + 1, sizeof *list);
    for (size_t i = 0; list && i < n; i++)
        list[i] =
            (struct kind){(uintptr_t)x->system->components[x->y_ports[i].component].fmu, x->y_ports[i].variable, i};
    if (list)
        qsort(list, n, sizeof *list, by_kind);
    for (size_t i = 0, first = 0; list && i < n; i++) {
        if (list[i].fmu != list[first].fmu || list[i].variable != list[first].variable)
            first = i;
        c->kinds[list[i].y] = list[first].y;
    }
    const bool good = list != NULL;
    free(list);
    return good;
}

/* Discrete values change when they do; the system's inputs are known in advance. */
static bool counts(const struct exchange *x, size_t u)
{
    const size_t y = x->gather[u];
    return y < x->system_inputs && !x->sources[u].map &&
           system_variable(x->system, x->u_ports[u])->variability == FMI_CONTINUOUS &&
           system_variable(x->system, x->y_ports[y])->variability == FMI_CONTINUOUS;
}

bool control_open(struct control *c, const struct exchange *x, int order, struct arena *arena, struct error *error)
{
    c->order = order;
    c->scales = ARENA_TAKE(arena, x->n_y + 1, double);
    c->worst = ARENA_TAKE(arena, x->n_u + 1, double);
    c->followed = ARENA_TAKE(arena, x->n_y + 1, double);
    c->kinds = ARENA_TAKE(arena, x->n_y + 1, size_t);
    c->counted = ARENA_TAKE(arena, x->n_u + 1, size_t);
    c->counts = ARENA_TAKE(arena, x->n_u + 1, bool);
    if (!c->scales || !c->followed || !c->worst || !c->kinds || !c->counted || !c->counts || !find_kinds(c, x))
        return error_raise(error, ERROR_NO_MEMORY, "preparing the choice of macro steps");
    for (size_t k = 0; k < x->n_components; k++)
        for (size_t u = x->u_reals[k].begin; u < x->u_reals[k].end; u++)
            if ((c->counts[u] = counts(x, u)))
                c->counted[c->n_counted++] = u;
    control_forget(c, x);
    return true;
}

void control_forget(struct control *c, const struct exchange *x)
{
    c->next = c->smallest;
    c->micro = c->micro_first;
    c->before = 0;
    c->was_rejected = false;
    c->lost = 0;
    c->missed = 0;
    for (size_t i = 0; i < x->system_inputs; i++) {
        c->followed[i] = 0;
        const struct fmi_variable *v = system_variable(x->system, x->y_ports[i]);
        c->scales[i] = v->has_nominal ? fabs(v->nominal) : smallest_scale;
    }
}

double control_relative(const struct control *c, const struct exchange *x, size_t u, double difference)
{
    const struct source *s = &x->sources[u];
    if (!c->counts[u])
        return 0;
    return fabs(difference) / (fabs(s->factor) * fmax(c->scales[c->kinds[s->index]], fabs(x->y[s->index])));
}

double control_measure(struct control *c, const struct exchange *x, const double *promised, bool *moves)
{
    double largest = 0;
    for (size_t i = 0; i < c->n_counted; i++) {
        const size_t u = c->counted[i];
        const double error = control_relative(c, x, u, source_value(&x->sources[u], x->y) - promised[u]);
        largest = error > largest || isnan(error) ? error : largest;
    }
    *moves = largest > 0;
    return largest / c->tolerance;
}

double control_worst(const struct control *c, const struct exchange *x, size_t u)
{
    const struct source *s = &x->sources[u];
    return c->counts[u] ? c->worst[u] / (fabs(s->factor) * c->scales[c->kinds[s->index]]) : 0;
}

static double limit(double value, double from, double to)
{
    return fmin(to, fmax(from, value));
}

/* As fmax, without the call: these lines are part of the fast loop. What is no number changes nothing. */
static void enlarge(double *largest, double value)
{
    *largest = value > *largest ? value : *largest;
}

void control_note_sizes(struct control *c, const struct exchange *x)
{
    for (size_t i = 0; i < x->system_inputs; i++)
        enlarge(&c->scales[c->kinds[i]], fabs(x->y[i]));
}

void control_note(struct control *c, const struct exchange *x, const double *promised)
{
    for (size_t i = 0; i < c->n_counted; i++) {
        const size_t u = c->counted[i];
        enlarge(&c->worst[u], fabs(source_number(&x->sources[u], x->y) - promised[u]));
    }
    control_note_sizes(c, x);
}

/* In one go: these lines are part of the fast loop, too. */
void control_note_held(struct control *c, const struct exchange *x, double *promised)
{
    for (size_t i = 0; i < c->n_counted; i++) {
        const size_t u = c->counted[i];
        const double value = source_number(&x->sources[u], x->y);
        enlarge(&c->worst[u], fabs(value - promised[u]));
        promised[u] = value;
    }
    control_note_sizes(c, x);
}

void control_hold(const struct control *c, const struct exchange *x, double *promised)
{
    for (size_t i = 0; i < c->n_counted; i++)
        promised[c->counted[i]] = source_number(&x->sources[c->counted[i]], x->y);
}

/* ---- the solution is lost ---- */

/* A value is wrong by this part of how large it has become, in so many steps: past values carry a jump for three steps, this is several times
 * more. It was followed when it was at least that part as large: what was never followed may be noise, or begins to move. */
static const double grossly = 0.1, of_size = 0.01;
enum { MANY_STEPS = 20 };

/* In this step: which u, and by how much. */
static bool loses(struct control *c, const struct exchange *x, const double *promised)
{
    c->lost_by = 0;
    for (size_t i = 0; i < c->n_counted; i++) {
        const size_t u = c->counted[i], kind = c->kinds[x->sources[u].index];
        const double error = control_relative(c, x, u, source_value(&x->sources[u], x->y) - promised[u]);
        if (c->followed[kind] >= of_size * c->scales[kind] && error > c->lost_by) {
            c->lost_by = error;
            c->lost_u = u;
        }
    }
    return c->lost_by > grossly;
}

static void look_whether_lost(struct control *c, const struct exchange *x, const double *promised, double H,
                              double error)
{
    const bool is_smallest = H <= c->smallest * (1 + 1e-9), misses = !(error <= 1);
    c->lost = is_smallest && misses && loses(c, x, promised) ? c->lost + 1 : 0;
    for (size_t i = 0; !is_smallest && !misses && i < x->system_inputs; i++)
        c->followed[c->kinds[i]] = fmax(c->followed[c->kinds[i]], fabs(x->y[i]));
}

bool control_has_lost(const struct control *c)
{
    return c->lost >= MANY_STEPS;
}

/* ---- macro steps ---- */

void control_accept(struct control *c, const struct exchange *x, const double *promised, double H, double error,
                    bool is_full)
{
    control_note(c, x, promised);
    look_whether_lost(c, x, promised, H, error);
    if (!(error <= 1))
        c->missed += error * c->tolerance * H;
    if (is_full)
        c->took_smallest = c->took_smallest > 0 ? fmin(c->took_smallest, H) : H;
    c->took_largest = fmax(c->took_largest, H);
    const double now = fmax(error, 1e-6), before = c->before > 0 ? c->before : now;
    /* PI control grows by little from step to step, and would never get from n whole micro steps to n + 1: a step that was cut short to
     * these is judged by its own error alone. */
    const double factor =
        0.9 * (is_full ? pow(now, -0.7 / c->order) * pow(before, 0.4 / c->order) : pow(now, -1. / c->order));
    const double next = H * limit(factor, 0.2, c->was_rejected ? 1 : 3);
    if (is_full || next > c->next || next < H) /* a step that was cut short says little about longer ones */
        c->next = limit(next, c->smallest, c->largest);
    c->before = now;
    c->was_rejected = false;
}

/* ---- micro steps ---- */

double control_micro_step(double h, double output_step)
{
    return ldexp(output_step, (int)floor(log2(h / output_step) + 1e-9));
}

/* So much shorter than macro steps may be. */
enum { MICRO_LEAST = 256 };

bool control_micro_is_smallest(const struct control *c)
{
    return c->micro <= c->smallest / MICRO_LEAST;
}

void control_look_at_lines(struct control *c, double h, double error)
{
    const double factor = isfinite(error) ? limit(0.9 / sqrt(fmax(error, 1e-6)), 0.1, 4) : 0.1;
    while (error > 1 && c->micro > factor * h && !control_micro_is_smallest(c))
        c->micro /= 2;
    if (error > 0 && factor >= 2 && h >= c->micro * (1 - 1e-9) && 2 * c->micro <= c->micro_most * (1 + 1e-9))
        c->micro *= 2;
}

void control_reject(struct control *c, double H, double error)
{
    c->next = fmax(c->smallest, H * (isfinite(error) ? limit(0.9 * pow(error, -1. / c->order), 0.1, 0.7) : 0.1));
    c->was_rejected = true;
}
