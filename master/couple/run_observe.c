/* Observers: told at the first communication point, at every so many, and at the last. */
#include "master/couple/run_impl.h"

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

/* Of the points between two ticks, at jumps and in place of a rejected step, only those hear who want to hear of all. */
bool run_watch_is_due(const struct run *run, const struct watch *watch)
{
    if (run_has_control(run))
        return watch->observer.n_ports == 0 || run->step == 0 ||
               (run->at_output && run->outputs % watch->observer.every == 0);
    const bool on_grid = !run->off_grid && !run->clock.between;
    return watch->observer.every == 1 || (on_grid && run->clock.ticks % watch->observer.every == 0);
}

/* Going again over what was seen, only the end is new, and to those only who have not been told of that point. */
static bool is_told(const struct run *run, const struct watch *watch, bool last)
{
    const bool due = run_watch_is_due(run, watch);
    return run->silent ? run->step == run->ends_after && !due : last || due;
}

bool run_observe_before(struct run *run, bool last, struct error *error)
{
    for (size_t w = 0; w < run->n_watches; w++)
        if (is_told(run, run->watches[w], last) && !watch_read(run->watches[w], run->exchange, false, error))
            return false;
    return true;
}

/* An observer does not want any more: that is an end, not a failure, unless there is an error. */
bool run_end_early(struct run *run, const struct error *error)
{
    if (error_is_set(error))
        return false;
    run->ended = true;
    run->summary.status = RUN_INTERRUPTED;
    return true;
}

bool run_observe_after(struct run *run, bool last, struct error *error)
{
    for (size_t w = 0; w < run->n_watches; w++) {
        struct watch *watch = run->watches[w];
        if (is_told(run, watch, last) &&
            !(watch_read(watch, run->exchange, true, error) &&
              (watch_tell(watch, run->exchange, run->clock.now, run->step, last, error) || run_end_early(run, error))))
            return false;
    }
    return true;
}
