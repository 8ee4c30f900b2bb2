/* Observers: told at the first communication point, at every so many, and at the last. */
#include "run_impl.h"

#include <stdlib.h>

bool run_add_observer(struct run *run, const struct run_observer *observer, struct error *error)
{
    struct watch **watches = realloc(run->watches, (run->n_watches + 1) * sizeof *watches);
    if (watches)
        run->watches = watches;
    struct watch *watch = ARENA_TAKE(&run->arena, 1, struct watch);
    if (!watches || !watch)
        return error_raise(error, ERROR_NO_MEMORY, "preparing to record");
    run->watches[run->n_watches++] = watch;
    return watch_open(watch, observer, run->exchange, &run->arena, error);
}

static bool is_due(const struct run *run, const struct watch *watch, bool last)
{
    return last || watch->observer.every == 1 || run->step % watch->observer.every == 0;
}

bool run_is_observed(const struct run *run)
{
    for (size_t w = 0; w < run->n_watches; w++)
        if (is_due(run, run->watches[w], false))
            return true;
    return false;
}

bool run_observe_before(struct run *run, bool last, struct error *error)
{
    if (run->silent)
        return true;
    for (size_t w = 0; w < run->n_watches; w++)
        if (is_due(run, run->watches[w], last) && !watch_read(run->watches[w], run->exchange, false, error))
            return false;
    return true;
}

/* An observer does not want any more: that is an end, not a failure, unless there is an error. */
static bool end_early(struct run *run, const struct error *error)
{
    if (error_is_set(error))
        return false;
    run->ended = true;
    run->summary.status = RUN_INTERRUPTED;
    return true;
}

bool run_observe_after(struct run *run, bool last, struct error *error)
{
    if (run->silent)
        return true;
    for (size_t w = 0; w < run->n_watches; w++) {
        struct watch *watch = run->watches[w];
        if (is_due(run, watch, last) &&
            !(watch_read(watch, run->exchange, true, error) &&
              (watch_tell(watch, run->exchange, run->clock.now, run->step, last, error) || end_early(run, error))))
            return false;
    }
    return true;
}

/* Where most of the time of a small FMU's run would go: one call for the values, one for the observer. */
bool run_observe_plain(struct run *run, struct error *error)
{
    for (size_t w = 0; w < run->n_watches; w++) {
        struct watch *watch = run->watches[w];
        if (!is_due(run, watch, false))
            continue;
        const struct watch_get *get = watch->gets;
        const bool read = watch->plain
                              ? component_get_real(run->components[0], get->refs[0], get->n[0], watch->values, error)
                              : watch_read_all(watch, run->exchange, error);
        watch->point.t = run->clock.now;
        watch->point.step = run->step;
        if (!read ||
            (!watch->observer.observe(watch->observer.context, &watch->point, error) && !end_early(run, error)))
            return false;
    }
    return true;
}
