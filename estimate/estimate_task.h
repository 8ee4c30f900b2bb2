/* The command `estimate`. */
#ifndef PASO_ESTIMATE_TASK_H
#define PASO_ESTIMATE_TASK_H

#include "master/options/task.h"

extern const struct task task_estimate;

#endif
