/* One line on a terminal that says how far a run has come and how long it will take; it appears after a second. A thread
 * of its own prints it, so that a run is not slowed down and a slow step is seen as one. */
#ifndef PASO_PROGRESS_H
#define PASO_PROGRESS_H

#include "include/paso.h"

struct progress;

/* NULL where standard error is no terminal: everything below but the observer accepts that. */
struct progress *progress_start(double start_time, double stop_time);
void progress_stop(struct progress *p); /* takes the line away */

void progress_warn(struct progress *p, const char *text); /* "paso: warning: ..." */

bool progress_observe(const paso_point *point, void *progress); /* a paso_observer */

#endif
