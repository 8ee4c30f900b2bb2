/* Files that a command writes at once, complete or not at all. */
#ifndef PASO_OUTPUT_H
#define PASO_OUTPUT_H

#include "master/base/error.h"

#include <stdio.h>

bool output_ends_with(const char *path, const char *ending); /* capital letters are letters */

/* What `print` writes to a stream goes to a file that appears under its name when it is complete. */
typedef bool (*output_print)(FILE *file, const void *context);
bool output_write(const char *path, output_print print, const void *context, struct error *error);

/* The same with bytes that are there. */
bool output_put(const char *path, const void *bytes, size_t size, struct error *error);

/* The same with all that a file without a name holds, from its beginning. */
bool output_copy(const char *path, int from, struct error *error);

#endif
