/* One run of a study, in this process, which is not worth much afterwards: the study's system carries the run's parameters,
 * and an FMU may have left anything behind. */
#ifndef PASO_SINGLE_H
#define PASO_SINGLE_H

#include "sweep/study.h"

void single_run(struct study *s, const struct job *job, bool keep_trajectory, struct finding *o);

#endif
