/* Commands that are programs of their own: `paso NAME` runs `paso-NAME`, from the program's own folder or from libexec/paso
 * beside it, never from PATH. */
#ifndef PASO_EXTERNAL_H
#define PASO_EXTERNAL_H

#include <limits.h>
#include <stdbool.h>

/* Where this program is, without a slash at the end. */
bool program_folder(char folder[static PATH_MAX]);

/* Runs paso-NAME in place of this program with the given words; returns only where there is no such program, or where it
 * cannot be started (then with the exit status that belongs to that, else 0). */
int external_run(const char *name, int argc, char **argv);

/* Tells each NAME, which lives as long as the call. */
void external_list(void (*tell)(void *context, const char *name), void *context);

#endif
