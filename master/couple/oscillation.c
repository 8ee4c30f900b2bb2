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
    o->indices = ARENA_TAKE(arena, x->n_y, size_t);
    o->values = ARENA_TAKE(arena, x->n_y, double);
    o->increments = ARENA_TAKE(arena, x->n_y, double);
    o->swings = ARENA_TAKE(arena, x->n_y, struct swing);
    if (!o->indices || !o->values || !o->increments || !o->swings)
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    for (size_t c = 0; c < x->n_components; c++)
        for (size_t i = x->y_reals[c].begin; i < x->y_reals[c].end; i++) {
            const struct fmi_variable *v = system_variable(x->system, x->y_ports[i]);
            if (v->variability != FMI_CONTINUOUS)
                continue;
            o->swings[o->n].scale = v->has_nominal ? fabs(v->nominal) : smallest_value;
            o->indices[o->n++] = i;
        }
    return true;
}

static void begin_anew(struct oscillation *o, const double *y)
{
    for (size_t k = 0; k < o->n; k++) {
        o->values[k] = y[o->indices[k]];
        o->increments[k] = 0;
        o->swings[k].turns = 0;
    }
}

/* Two neighbouring increments together are the size: a drift that lies below the oscillation is not in their sum. */
static bool turn(struct swing *s, double value, double size)
{
    s->scale = fmax(s->scale, fabs(value));
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
    if (!follows)
        begin_anew(o, y);
    for (size_t k = 0; follows && k < o->n; k++) {
        const double value = y[o->indices[k]], increment = value - o->values[k], before = o->increments[k];
        o->values[k] = value;
        o->increments[k] = increment;
        if (!(increment * before < 0)) {
            o->swings[k].turns = 0;
        } else if (turn(&o->swings[k], value, fabs(increment) + fabs(before))) {
            o->found = o->indices[k];
            o->found_at = t;
            o->n = 0; /* once is enough */
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
