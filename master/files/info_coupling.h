/* How a system would be coupled: slopes of extrapolated inputs against the default macro step, grades of stand-ins, the order and why. */
#ifndef PASO_INFO_COUPLING_H
#define PASO_INFO_COUPLING_H

#include "master/system/system.h"

#include <stdio.h>

struct json;

struct info_coupling {
    const char *path;                     /* of the system */
    const struct system_options *options; /* it was opened with; here binaries are needed */
};

/* `coupling`: a struct info_coupling. In words, or as members of the JSON object that is open. FMUs are loaded and initialized; where that
 * is not possible, the reason is told. */
void info_tell_coupling(void *coupling, FILE *words, struct json *json);

#endif
