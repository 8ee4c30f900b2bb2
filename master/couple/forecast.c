#include "master/couple/forecast.h"

#include <string.h>

bool forecast_open(struct forecast *f, struct exchange *x, int order, enum slopes_choice slopes, struct arena *arena,
                   struct error *error)
{
    *f = (struct forecast){.order = order, .x = x};
    f->start = ARENA_TAKE(arena, x->n_y, double);
    f->slope = ARENA_TAKE(arena, x->n_y, double);
    f->curvature = ARENA_TAKE(arena, x->n_y, double);
    f->inputs_end = ARENA_TAKE(arena, x->system->n_inputs, double);
    if (!f->start || !f->slope || !f->curvature || !f->inputs_end)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the extrapolation");
    return order == 0 || slopes_open(x, order, slopes, error);
}

void forecast_begin(struct forecast *f)
{
    const size_t bytes = f->x->n_y * sizeof *f->start;
    memcpy(f->start, f->x->y, bytes);
    if (f->order == 0)
        return;
    memcpy(f->slope, f->x->slopes->slope, bytes);
    memcpy(f->curvature, f->x->slopes->curvature, bytes);
}

/* First and second derivative at time 0 of the parabola through (-a, before), (0, now), (b, after). */
static void parabola(double a, double before, double now, double b, double after, double *slope, double *curvature)
{
    const double left = (now - before) / a, right = (after - now) / b, bend = (right - left) / (a + b);
    *slope = left + bend * a;
    *curvature = 2 * bend;
}

static struct polynomial interpolate(const struct forecast *f, size_t i, double H, double end)
{
    const struct slopes *s = f->x->slopes;
    struct polynomial p = {.value = f->start[i], .slope = (end - f->start[i]) / H};
    if (f->order >= 2 && s->given[i] >= 1) {
        p.slope = f->slope[i]; /* the FMU's own, at the start */
        p.curvature = 2 * (end - p.value - p.slope * H) / (H * H);
    } else if (f->order >= 2 && s->n_past >= 1) {
        parabola(s->h, s->past[i], p.value, H, end, &p.slope, &p.curvature);
    }
    return p;
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
    if (end)
        return interpolate(f, i, H, *end);
    p.slope = f->slope[i];
    p.curvature = f->curvature[i];
    return p;
}
