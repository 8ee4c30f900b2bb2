/* One line on a terminal that says what is done before a run, then how far that has come and how long it will take; it appears after a second. A thread
 * of its own prints it, so that a run is not slowed down and a slow step is seen as one. */
#ifndef PASO_PROGRESS_H
#define PASO_PROGRESS_H

#include "include/paso.h"

struct progress;

/* NULL where standard error is no terminal: everything below but the observer accepts that. */
struct progress *progress_start(void);
void progress_begin(struct progress *p, double start_time, double stop_time); /* the run does */
void progress_stop(struct progress *p);                                       /* takes the line away */

void progress_warn(struct progress *p, const char *text); /* "paso: warning: ..." */

void progress_say(const char *text,
                  void *progress); /* a paso_text: what is done before it; "": nothing that takes long */
bool progress_observe(const paso_point *point, void *progress); /* a paso_observer */

#endif
