/* `paso new`. */
#ifndef PASO_NEW_TASK_H
#define PASO_NEW_TASK_H

#include "master/options/task.h"

extern const struct task task_new;

#endif
