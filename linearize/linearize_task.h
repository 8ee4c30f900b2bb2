/* `paso linearize` and `paso stability`. */
#ifndef PASO_LINEARIZE_TASK_H
#define PASO_LINEARIZE_TASK_H

#include "master/options/task.h"

extern const struct task task_linearize;
extern const struct task task_stability;

#endif
