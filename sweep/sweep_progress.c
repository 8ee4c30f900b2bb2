/* The progress line of a sweep. */
#include "sweep/sweep_progress.h"

#include "master/options/quantity.h"
#include "master/base/seconds.h"

void sweep_progress_begin(struct sweep_progress *p, task_text tell, void *context, size_t n, size_t n_to_run,
                          double work)
{
    const double now = clock_seconds(CLOCK_MONOTONIC);
    *p = (struct sweep_progress){.tell = tell,
                                 .context = context,
                                 .n = n,
                                 .n_done = n - n_to_run,
                                 .work = work,
                                 .begin = now,
                                 .last_shown = now};
}

void sweep_progress_count(struct sweep_progress *p, double work, bool failed)
{
    p->n_done++;
    p->n_failed += failed;
    p->work_done += work;
}

void sweep_progress_show(struct sweep_progress *p)
{
    const double now = clock_seconds(CLOCK_MONOTONIC);
    if (!p->tell || now - p->last_shown < 0.5)
        return;
    char remaining[32] = "?";
    if (p->work_done > 0)
        duration_print((now - p->begin) * (p->work > p->work_done ? p->work / p->work_done - 1 : 0), remaining);
    p->tell(TEXT("%zu of %zu runs, %zu failed or unstable, %s remaining", p->n_done, p->n, p->n_failed, remaining),
            p->context);
    p->last_shown = now;
    p->shown = true;
}

void sweep_progress_end(struct sweep_progress *p)
{
    if (p->shown)
        p->tell("", p->context);
    p->shown = false;
}
