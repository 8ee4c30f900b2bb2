/* Temporary folders that are gone when the program is: removed by temporary_remove(), at exit, and when a signal ends the
 * program. All of a process stand in one private folder (mode 0700) under $TMPDIR or /tmp. What a killed process
 * leaves there is cleared by a later one; a lock tells who lives. */
#ifndef PASO_TEMPORARY_H
#define PASO_TEMPORARY_H

#include "master/base/error.h"

/* A new empty folder; the path is absolute and belongs to the caller (free), the folder lives until temporary_remove(). */
char *temporary_create(struct error *error);

/* Removes the folder with all that is in it. Accepts NULL. Does not free the path. */
void temporary_remove(const char *folder);

/* All of this process. Safe in a signal handler: for a handler that ends the program itself. */
void temporary_remove_all(void);

#endif
