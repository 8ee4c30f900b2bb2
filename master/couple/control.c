#include "master/couple/control.h"

#include <math.h>

/* Values below this say nothing where the FMU gives no nominal. */
static const double smallest_scale = 1e-9;

bool control_open(struct control *c, const struct exchange *x, int order, struct arena *arena, struct error *error)
{
    c->order = order;
    c->scales = ARENA_TAKE(arena, x->n_y + 1, double);
    c->worst = ARENA_TAKE(arena, x->n_u + 1, double);
    if (!c->scales || !c->worst)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the choice of macro steps");
    control_forget(c, x);
    return true;
}

void control_forget(struct control *c, const struct exchange *x)
{
    c->next = c->smallest;
    c->before = 0;
    c->was_rejected = false;
    for (size_t i = 0; i < x->system_inputs; i++) {
        const struct fmi_variable *v = system_variable(x->system, x->y_ports[i]);
        c->scales[i] = v->has_nominal ? fabs(v->nominal) : smallest_scale;
    }
}

/* Discrete values change when they do; the system's inputs are known in advance. */
static bool counts(const struct exchange *x, size_t u)
{
    const size_t y = x->gather[u];
    return y < x->system_inputs && !x->sources[u].map &&
           system_variable(x->system, x->u_ports[u])->variability == FMI_CONTINUOUS &&
           system_variable(x->system, x->y_ports[y])->variability == FMI_CONTINUOUS;
}

static double error_of(const struct control *c, const struct exchange *x, const double *promised, size_t u)
{
    const struct source *s = &x->sources[u];
    const double scale = fmax(c->scales[s->index], fabs(x->y[s->index]));
    return fabs(source_value(s, x->y) - promised[u]) / (fabs(s->factor) * scale);
}

double control_measure(struct control *c, const struct exchange *x, const double *promised, bool *moves)
{
    double largest = 0;
    for (size_t k = 0; k < x->n_components; k++)
        for (size_t u = x->u_reals[k].begin; u < x->u_reals[k].end; u++)
            if (counts(x, u)) {
                const double error = error_of(c, x, promised, u);
                largest = error > largest || isnan(error) ? error : largest;
            }
    *moves = largest > 0;
    return largest / c->tolerance;
}

double control_worst(const struct control *c, const struct exchange *x, size_t u)
{
    const struct source *s = &x->sources[u];
    return counts(x, u) ? c->worst[u] / (fabs(s->factor) * c->scales[s->index]) : 0;
}

static double limit(double value, double from, double to)
{
    return fmin(to, fmax(from, value));
}

void control_accept(struct control *c, const struct exchange *x, const double *promised, double H, double error,
                    bool is_full)
{
    for (size_t k = 0; k < x->n_components; k++)
        for (size_t u = x->u_reals[k].begin; u < x->u_reals[k].end; u++)
            if (counts(x, u))
                c->worst[u] = fmax(c->worst[u], fabs(source_value(&x->sources[u], x->y) - promised[u]));
    for (size_t i = 0; i < x->system_inputs; i++)
        c->scales[i] = fmax(c->scales[i], fabs(x->y[i]));
    if (is_full) {
        c->took_smallest = c->took_smallest > 0 ? fmin(c->took_smallest, H) : H;
        c->took_largest = fmax(c->took_largest, H);
    }
    const double now = fmax(error, 1e-6), before = c->before > 0 ? c->before : now;
    const double factor = 0.9 * pow(now, -0.7 / c->order) * pow(before, 0.4 / c->order);
    const double next = H * limit(factor, 0.2, c->was_rejected ? 1 : 3);
    if (is_full || next > c->next || next < H) /* a step that was cut short says little about longer ones */
        c->next = limit(next, c->smallest, c->largest);
    c->before = now;
    c->was_rejected = false;
}

void control_reject(struct control *c, double H, double error)
{
    c->next = fmax(c->smallest, H * (isfinite(error) ? limit(0.9 * pow(error, -1. / c->order), 0.1, 0.7) : 0.1));
    c->was_rejected = true;
}
