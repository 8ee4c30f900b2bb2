/* One line on a terminal that says how far a run has come and how long it will take; it appears after a second. A thread
 * of its own prints it, so that a run is not slowed down and a slow step is seen as one. */
#ifndef PASO_PROGRESS_H
#define PASO_PROGRESS_H

#include "master/couple/run.h"

struct progress;

/* NULL where standard error is no terminal: everything below accepts that. */
struct progress *progress_start(double start_time, double stop_time);
void progress_stop(struct progress *p); /* takes the line away */

bool progress_observer(struct progress *p, struct run_observer *observer); /* false: none is needed */

#endif
