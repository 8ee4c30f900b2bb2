#include "master/couple/rows.h"

#include <stdlib.h>
#include <string.h>

void rows_close(struct rows *r)
{
    free(r->values);
    *r = (struct rows){0};
}

bool rows_can_be_read(const struct exchange *x, struct watch *const *watches, size_t n_watches)
{
    for (size_t w = 0; w < n_watches; w++)
        for (size_t i = 0; i < watches[w]->observer.n_ports; i++)
            if (system_variable(x->system, watches[w]->observer.ports[i])->type == FMI_STRING)
                return false;
    return true;
}

bool rows_begin(struct rows *r, struct watch **watches, size_t n_watches, struct error *error)
{
    r->watches = watches;
    r->n_watches = n_watches;
    r->width = 0;
    for (size_t w = 0; w < n_watches; w++)
        r->width += watches[w]->observer.n_ports;
    const size_t wanted = r->n * r->width + 1;
    if (wanted <= r->room)
        return true;
    free(r->values);
    r->values = malloc(wanted * sizeof *r->values);
    r->room = r->values ? wanted : 0;
    return r->values || error_raise(error, ERROR_NO_MEMORY, "recording inside of macro steps");
}

static bool is_due(const struct rows *r, const struct watch *w, size_t k)
{
    return w->observer.n_ports > 0 && (r->passed + (long)k + 1) % w->observer.every == 0;
}

bool rows_take(struct rows *r, const struct exchange *x, size_t c, const struct listener *l, int j, struct error *error)
{
    const int since = j - r->first;
    const size_t k = (size_t)(since / r->stride);
    if (since < 0 || since % r->stride != 0 || k >= r->n)
        return true;
    double *values = r->values + k * r->width;
    for (size_t w = 0; w < r->n_watches; values += r->watches[w++]->observer.n_ports) {
        const struct watch *watch = r->watches[w];
        if (!is_due(r, watch, k))
            continue;
        if (!watch_read_component(watch, x, c, values, error))
            return false;
        for (size_t e = 0; e < watch->n_exchanged; e++) {
            const size_t i = watch->exchanged[e], y = watch->from_y[i];
            if (watch->observer.ports[i].component == c)
                values[i] =
                    y != NO_VALUE ? l->outputs[y - x->y_reals[c].begin] : listener_input(l, x, watch->from_u[i]);
        }
    }
    return true;
}

bool rows_tell(struct rows *r, size_t k, size_t w, double t, long step, struct error *error)
{
    struct watch *watch = r->watches[w];
    const double *values = r->values + k * r->width;
    if (!is_due(r, watch, k))
        return true;
    for (size_t i = 0; i < w; i++)
        values += r->watches[i]->observer.n_ports;
    memcpy(watch->values, values, watch->observer.n_ports * sizeof *values);
    watch->point.t = t;
    watch->point.step = step;
    watch->point.last = false;
    return watch->observer.observe(watch->observer.context, &watch->point, error);
}
