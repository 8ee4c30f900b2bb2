#include "master/couple/oscillation.h"

#include <limits.h>
#include <math.h>

/* Nine turns between ten increments. What moves by less than this part of its value is rounding, or does no harm; so does what is
 * never larger than that, where the FMU gives no nominal. */
enum { TURNS = 9, WINDOW = TURNS + 3, LONGEST_PERIOD = 256 };
static const double smallest_part = 1e-4, smallest_value = 1e-6, shrinks = 0.999;

bool oscillation_open(struct oscillation *o, const struct exchange *x, double steps, struct arena *arena,
                      struct error *error)
{
    *o = (struct oscillation){.found = NO_VALUE, .last_point = -1};
    o->period = (long)fmax(WINDOW, fmin(steps, LONGEST_PERIOD));
    o->swings = ARENA_TAKE(arena, x->n_y, struct swing);
    if (!o->swings)
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    for (size_t c = 0; c < x->n_components; c++)
        for (size_t i = x->y_reals[c].begin; i < x->y_reals[c].end; i++) {
            const struct fmi_variable *v = system_variable(x->system, x->y_ports[i]);
            if (v->variability != FMI_CONTINUOUS)
                continue;
            o->swings[o->n++] = (struct swing){.index = i, .scale = v->has_nominal ? fabs(v->nominal) : smallest_value};
        }
    return true;
}

static void begin_anew(struct oscillation *o, const double *y)
{
    for (struct swing *s = o->swings; s < o->swings + o->n; s++) {
        s->value = y[s->index];
        s->increment = 0;
        s->turns = 0;
    }
}

/* Two neighbouring increments together are the size: a drift that lies below the oscillation is not in their sum. Apart, since the
 * loop over all values is part of the fast steps. */
static __attribute__((noinline)) bool turn(struct swing *s, double before)
{
    const double size = fabs(s->increment) + fabs(before);
    s->scale = fmax(s->scale, fabs(s->value));
    if (s->turns++ == 0)
        s->first = size;
    if (s->turns < TURNS)
        return false;
    if (size >= shrinks * s->first && size > 2 * smallest_part * s->scale)
        return true;
    s->turns = 1;
    s->first = size;
    return false;
}

void oscillation_look(struct oscillation *o, const double *y, long point, double t)
{
    const bool follows = point == o->last_point + 1;
    o->last_point = point;
    if (!follows) {
        begin_anew(o, y);
        return;
    }
    for (struct swing *s = o->swings, *const end = s + o->n; s < end; s++) {
        const double value = y[s->index], increment = value - s->value, before = s->increment;
        s->value = value;
        s->increment = increment;
        if (!(increment * before < 0)) {
            s->turns = 0;
        } else if (turn(s, before)) {
            o->found = s->index;
            o->found_at = t;
            o->n = 0; /* once is enough */
            return;
        }
    }
}

long oscillation_next(const struct oscillation *o, long point)
{
    if (o->n == 0 && o->found == NO_VALUE)
        return LONG_MAX;
    const long next = point + 1, end = (next / o->period + 1) * o->period;
    return next < end - WINDOW ? end - WINDOW : next;
}
