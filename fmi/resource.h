/* Files in the folder of an FMU's resources, whose address the importer tells (fmuResourceLocation). */
#ifndef PASO_RESOURCE_H
#define PASO_RESOURCE_H

#include <stdbool.h>
#include <stdio.h>

/* file:///a%20b, file:/a%20b, file://localhost/a%20b, or a plain path, which has no escapes -> "/a b/NAME"; with drives also
 * file:///C:/a -> "C:/a/NAME" and file://server/a -> "//server/a/NAME". In UTF-8; the caller frees it; NULL: no memory. */
char *resource_path(const char *location, const char *name, bool with_drives);

/* With the rules of the platform; `path` is for messages. NULL: errno says why. */
FILE *resource_open(const char *location, const char *name, char **path);

#endif
