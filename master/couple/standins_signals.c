/* Where the values come from that a component hears, and those that drive its stand-in: one place to read for each, found once per pass. */
#include "master/couple/standins.h"
#include "master/couple/stepper.h"

#include <stdlib.h>

/* Records that may have other micro steps than the listener: of its inputs, of drivers, and of what these were told. */
static size_t most_resampled(const struct listener *l)
{
    return l->n_inputs + 2 * l->standin.n_drivers;
}

static bool have_same_steps(const struct standins *s)
{
    for (size_t c = 0; c < s->n; c++)
        if (s->listeners[c].steps != s->inputs_steps)
            return false;
    return true;
}

bool standins_take_signals(struct standins *s, size_t c)
{
    struct listener *l = &s->listeners[c];
    const size_t wanted = have_same_steps(s) ? 0 : most_resampled(l) * ((size_t)l->steps + 1);
    if (wanted <= l->resampled_room)
        return true;
    free(l->resampled);
    l->resampled = malloc(wanted * sizeof *l->resampled);
    l->resampled_room = l->resampled ? wanted : 0;
    return l->resampled;
}

static struct signal as_it_stands(const double *value)
{
    return (struct signal){value, 0};
}

static struct signal recorded(struct listener *l, const double *record, size_t width, size_t column, int its_steps)
{
    if (its_steps == l->steps)
        return (struct signal){record + column, width};
    const size_t n = (size_t)l->steps + 1;
    double *const values = l->resampled + l->n_resampled++ * n;
    for (int j = 0; j <= l->steps; j++)
        values[j] = standins_recorded(record, width, column, its_steps, j, l->steps);
    return (struct signal){values, 1};
}

/* What a component has delivered: in this pass where it has stepped already, else in the last one. */
static struct signal delivered(const struct standins *s, struct listener *l, size_t owner, size_t from)
{
    const struct listener *o = &s->listeners[owner];
    const struct span out = s->world.x->y_reals[owner];
    const bool has_stepped = s->one_by_one && s->position[owner] < s->position[(size_t)(l - s->listeners)];
    return recorded(l, has_stepped ? o->record : o->last, out.end - out.begin, from, o->steps);
}

/* Of a stand-in's: what its answer is added to. */
static struct signal find_base(const struct stepper *p, struct listener *l, enum input_origin origin, size_t owner,
                               size_t from, size_t y)
{
    const struct standins *s = p->standins;
    const struct exchange *x = s->world.x;
    switch (origin) {
    case ORIGIN_RECORD:
        return delivered(s, l, owner, from);
    case ORIGIN_SYSTEM:
        if (p->forecast.inputs_known)
            return recorded(l, s->inputs, x->system->n_inputs, from, s->inputs_steps);
        break;
    case ORIGIN_ITSELF:
        return as_it_stands(&l->outputs[from]);
    case ORIGIN_HELD:
    case ORIGIN_STANDIN:
        if (s->pass > 0)
            return delivered(s, l, owner, y - x->y_reals[owner].begin);
        break;
    }
    return as_it_stands(&p->forecast.start[y]);
}

static void find_driver(const struct stepper *p, struct listener *l, size_t k)
{
    const struct standins *s = p->standins;
    const struct driver *d = &l->drivers[k];
    const size_t y = l->standin.drivers[k];
    struct driver_signal *signal = &l->driver_signals[k];
    *signal = (struct driver_signal){.told = as_it_stands(&p->forecast.start[y]), .factor = 1};
    if (k >= l->standin.n_own)
        signal->base = find_base(p, l, d->origin, d->owner, d->from, y);
    if (s->pass == 0)
        return;
    const struct listener *m = &s->listeners[d->member];
    const struct source *source = &s->world.x->sources[m->inputs[d->input].u];
    signal->told = recorded(l, m->told_last, m->n_inputs, d->input, m->steps);
    signal->factor = source->factor;
    signal->offset = source->offset;
}

void standins_find_signals(const struct stepper *p, size_t c)
{
    static const double nothing = 0;
    struct listener *l = &p->standins->listeners[c];
    l->n_resampled = 0;
    for (size_t i = 0; i < l->n_inputs; i++) {
        const struct heard_input *in = &l->inputs[i];
        const struct source *source = &p->x->sources[in->u];
        l->input_signals[i] = (struct input_signal){
            .base = find_base(p, l, in->origin, in->owner, in->from, source->index),
            .answer = in->origin == ORIGIN_STANDIN ? &l->heard[in->from] : &nothing,
            .factor = source->factor,
            .offset = source->offset,
        };
    }
    for (size_t k = 0; k < l->standin.n_drivers; k++)
        find_driver(p, l, k);
}
