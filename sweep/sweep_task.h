/* `paso sweep`. */
#ifndef PASO_SWEEP_TASK_H
#define PASO_SWEEP_TASK_H

#include "master/options/task.h"

extern const struct task task_sweep;

#endif
