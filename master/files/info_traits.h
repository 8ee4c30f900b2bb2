/* What an FMU does in Co-Simulation beyond the standard, and where that is known from, for `paso info FMU`. */
#ifndef PASO_INFO_TRAITS_H
#define PASO_INFO_TRAITS_H

#include "master/system/system.h"

#include <stdio.h>

struct json;

struct info_traits; /* for one FMU */

/* The system is a single FMU, perhaps without its binary. What options and annotations leave open is tried out in processes of its own,
 * unless `no_probes`. NULL when out of memory. */
struct info_traits *info_traits_find(const struct system *system, bool no_probes);
void info_traits_free(struct info_traits *traits); /* accepts NULL */

/* Lines of words, or a member of the JSON object that is open. */
void info_traits_print(const struct info_traits *traits, FILE *words, struct json *json);

#endif
