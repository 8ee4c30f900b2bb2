/* A line for whoever looks: runs done and failed, remaining time. */
#ifndef PASO_SWEEP_PROGRESS_H
#define PASO_SWEEP_PROGRESS_H

#include "master/options/task.h"

struct sweep_progress {
    task_text tell; /* NULL: nobody looks */
    void *context;
    bool shown;
    size_t n, n_done, n_failed;
    double work, work_done; /* in whatever unit: what is left is estimated from it */
    double begin, last_shown;
};

void sweep_progress_begin(struct sweep_progress *p, task_text tell, void *context, size_t n, size_t n_to_run,
                          double work);
void sweep_progress_count(struct sweep_progress *p, double work, bool failed);
void sweep_progress_show(struct sweep_progress *p); /* now and then */
void sweep_progress_end(struct sweep_progress *p);  /* takes the line away */

#endif
