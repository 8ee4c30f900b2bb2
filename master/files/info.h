/* What a person, or a program, wants to know about one FMU. */
#ifndef PASO_INFO_H
#define PASO_INFO_H

#include "master/import/fmu.h"
#include "master/options/task.h"

#include <stdio.h>

extern const struct task task_info; /* `paso info`, of an FMU or a system */

struct info_traits;
void info_print(FILE *file, const struct fmu *fmu, const struct info_traits *traits, bool as_json);

#endif
