/* What a person, or a program, wants to know about one FMU. */
#ifndef PASO_INFO_H
#define PASO_INFO_H

#include "master/import/fmu.h"
#include "master/options/task.h"

#include <stdio.h>

extern const struct task task_info; /* `paso info`, of an FMU or a system */

void info_print(FILE *file, const struct fmu *fmu);
bool info_print_json(FILE *file, const struct fmu *fmu); /* false: the stream has failed */

/* "0.5", "true", an enumeration's item, a string in quotes; "" where there is no start. At most `size` - 1 characters. */
void info_start_text(const struct description *d, const struct fmi_variable *v, char *text, size_t size);

#endif
