/* One line on a terminal: runs done and failed, remaining time. */
#ifndef PASO_SWEEP_PROGRESS_H
#define PASO_SWEEP_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct sweep_progress {
    bool active, shown;
    size_t n, n_done, n_failed;
    double work, work_done; /* in whatever unit: what is left is estimated from it */
    double begin, last_shown;
};

void sweep_progress_begin(struct sweep_progress *p, bool active, size_t n, size_t n_to_run, double work);
void sweep_progress_count(struct sweep_progress *p, double work, bool failed);
void sweep_progress_show(struct sweep_progress *p); /* now and then */
void sweep_progress_end(struct sweep_progress *p);  /* takes the line away */

#endif
