/* `paso connect`. */
#ifndef PASO_CONNECT_TASK_H
#define PASO_CONNECT_TASK_H

#include "master/options/task.h"

extern const struct task task_connect;

#endif
