/* Observers of a run, and its summary. */
#include "library/library_run.h"
#include "master/files/selection.h"

#include <stdlib.h>
#include <string.h>

struct observed {
    struct observed *next;
    struct selection columns;
    paso_observer *observer;
    void *context;
};

void run_observers_free(struct observed *list)
{
    while (list) {
        struct observed *next = list->next;
        selection_free(&list->columns);
        free(list);
        list = next;
    }
}

static bool tell(void *context, const struct run_point *point, struct error *error)
{
    (void)error; /* false without one: the run is interrupted */
    const struct observed *o = context;
    const paso_point seen = {.time = point->t,
                             .step = point->step,
                             .last = point->last,
                             .n = o->columns.n,
                             .names = (const char *const *)o->columns.names,
                             .values = point->values,
                             .strings = point->strings};
    return o->observer(&seen, o->context);
}

static bool observe(paso_run *r, const char *patterns, long every, paso_observer *observer, void *context,
                    struct error *error)
{
    if (r->initialized)
        return error_raise(error, ERROR_CALL_AFTER, "paso_run_observe");
    if (!observer)
        return error_raise(error, ERROR_CALL_ARGUMENT, "paso_run_observe", "the observer");
    if (every < 1)
        return error_raise(error, ERROR_CALL_NUMBER, "paso_run_observe", "every", TEXT("%ld", every));
    struct observed *o = calloc(1, sizeof *o);
    if (!o)
        return error_raise(error, ERROR_NO_MEMORY, "preparing to observe");
    *o = (struct observed){.next = r->observers, .observer = observer, .context = context};
    r->observers = o; /* freed with the run, also after a failure */
    if (!patterns || *patterns) {
        r->is_looked_at = true;
        if (!selection_make(&o->columns, r->setup.experiment.system, patterns, error))
            return false;
    }
    const struct run_observer told = {
        .context = o, .ports = o->columns.ports, .n_ports = o->columns.n, .every = every, .observe = tell};
    return run_add_observer(r->run, &told, error);
}

bool paso_run_observe(paso_run *r, const char *patterns, long every, paso_observer *observer, void *context,
                      paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done = observe(r, patterns, every, observer, context, &entry.error);
    return library_leave(&entry, done, error);
}

void paso_run_summary(const paso_run *r, paso_summary *summary)
{
    const struct run_summary s = run_summary(r->run);
    const paso_summary full = {.size = summary->size,
                               .status = run_ended(r->run) ? run_status_name(s.status) : "running",
                               .time = s.time,
                               .steps = s.steps,
                               .rejected = s.rejected,
                               .iterations = s.iterations,
                               .wall_s = s.wall_s,
                               .cpu_s = s.cpu_s};
    memcpy(summary, &full, summary->size < sizeof full ? summary->size : sizeof full);
}
