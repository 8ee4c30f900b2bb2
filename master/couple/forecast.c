#include "forecast.h"

#include <string.h>

bool forecast_open(struct forecast *f, struct exchange *x, int order, struct arena *arena, struct error *error)
{
    *f = (struct forecast){.order = order, .n = x->n_y, .x = x};
    f->start = ARENA_TAKE(arena, f->n, double);
    f->slope = ARENA_TAKE(arena, f->n, double);
    f->curvature = ARENA_TAKE(arena, f->n, double);
    f->past = ARENA_TAKE(arena, f->n, double);
    f->past2 = ARENA_TAKE(arena, f->n, double);
    f->inputs_end = ARENA_TAKE(arena, x->system->n_inputs, double);
    f->owner = ARENA_TAKE(arena, f->n, size_t);
    if (!f->start || !f->slope || !f->curvature || !f->past || !f->past2 || !f->inputs_end || !f->owner)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the extrapolation");
    for (size_t i = 0; i < f->n; i++)
        f->owner[i] = x->y_ports[i].component;
    return order == 0 || exchange_want_derivatives(x, order, error);
}

/* First and second derivative at time 0 of the parabola through (-a, before), (0, now), (b, after). */
static void parabola(double a, double before, double now, double b, double after, double *slope, double *curvature)
{
    const double left = (now - before) / a, right = (after - now) / b, bend = (right - left) / (a + b);
    *slope = left + bend * a;
    *curvature = 2 * bend;
}

static void extrapolate(struct forecast *f, size_t i, int derivatives)
{
    const struct exchange *x = f->x;
    const double y = x->y[i];
    double slope = 0, curvature = 0;
    if (derivatives >= 1) {
        slope = x->dy[i];
        if (f->order >= 2 && derivatives >= 2)
            curvature = x->ddy[i];
        else if (f->order >= 2 && f->n_past >= 1)
            curvature = 2 * (f->past[i] - y + slope * f->h) / (f->h * f->h);
    } else if (f->order >= 2 && f->n_past >= 2) {
        const double newer = (y - f->past[i]) / f->h, older = (f->past[i] - f->past2[i]) / f->h2;
        const double bend = (newer - older) / (f->h + f->h2);
        slope = newer + bend * f->h;
        curvature = 2 * bend;
    } else if (f->n_past >= 1) {
        slope = (y - f->past[i]) / f->h;
    }
    f->slope[i] = slope;
    f->curvature[i] = curvature;
}

void forecast_begin(struct forecast *f)
{
    memcpy(f->start, f->x->y, f->n * sizeof *f->start);
    if (f->order == 0)
        return;
    for (size_t c = 0; c < f->x->n_components; c++)
        for (size_t i = f->x->y_reals[c].begin; i < f->x->y_reals[c].end; i++)
            extrapolate(f, i, f->x->derivative_orders_there[c]);
}

void forecast_end(struct forecast *f, double h)
{
    double *oldest = f->past2;
    f->past2 = f->past;
    f->past = f->start;
    f->start = oldest;
    f->h2 = f->h;
    f->h = h;
    f->n_past = f->n_past < 2 ? f->n_past + 1 : 2;
}

void forecast_forget(struct forecast *f)
{
    f->n_past = 0;
}

struct polynomial forecast_value(const struct forecast *f, size_t i, double H, const double *end)
{
    struct polynomial p = {.value = f->start[i]};
    if (i >= f->x->system_inputs) { /* known in advance, whatever the order */
        if (f->inputs_known)
            p.slope = (f->inputs_end[i - f->x->system_inputs] - p.value) / H;
        return p;
    }
    if (f->order == 0)
        return p;
    if (!end) {
        p.slope = f->slope[i];
        p.curvature = f->curvature[i];
        return p;
    }
    const bool has_slope = f->x->derivative_orders_there[f->owner[i]] >= 1;
    p.slope = (*end - p.value) / H;
    if (f->order >= 2 && has_slope) {
        p.slope = f->slope[i]; /* the FMU's own, at the start */
        p.curvature = 2 * (*end - p.value - p.slope * H) / (H * H);
    } else if (f->order >= 2 && f->n_past >= 1) {
        parabola(f->h, f->past[i], p.value, H, *end, &p.slope, &p.curvature);
    }
    return p;
}
