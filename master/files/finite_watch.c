/* Outputs must stay finite. */
#include "master/files/finite_watch.h"
#include "master/files/files_messages.h"

#include <math.h>

bool finite_watch_open(struct finite_watch *w, const struct system *system, struct error *error)
{
    return selection_make_real_outputs(&w->outputs, system, error);
}

void finite_watch_close(struct finite_watch *w)
{
    selection_free(&w->outputs);
}

static bool observe(void *context, const struct run_point *point, struct error *error)
{
    const struct finite_watch *w = context;
    double sum = 0;
    for (size_t i = 0; i < w->outputs.n; i++)
        sum += point->values[i] - point->values[i]; /* 0, or NaN */
    if (sum == 0)
        return true;
    for (size_t i = 0; i < w->outputs.n; i++)
        if (!isfinite(point->values[i]))
            return error_raise(error, ERROR_RUN_NOT_FINITE, w->outputs.names[i], TEXT("%g", point->values[i]),
                               TEXT("%.9g", point->t));
    return true;
}

bool finite_watch_observer(struct finite_watch *w, struct run_observer *observer)
{
    *observer = (struct run_observer){
        .context = w, .ports = w->outputs.ports, .n_ports = w->outputs.n, .every = 1, .observe = observe};
    return w->outputs.n > 0;
}
