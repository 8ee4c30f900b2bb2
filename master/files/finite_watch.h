/* Stops a run when an output is no longer a finite number, and says which one and when. */
#ifndef PASO_FINITE_WATCH_H
#define PASO_FINITE_WATCH_H

#include "master/couple/run.h"
#include "master/files/selection.h"

struct finite_watch {
    struct selection outputs;
};

bool finite_watch_open(struct finite_watch *w, const struct system *system, struct error *error);
void finite_watch_close(struct finite_watch *w);
bool finite_watch_observer(struct finite_watch *w, struct run_observer *observer); /* false: there are no outputs */

#endif
