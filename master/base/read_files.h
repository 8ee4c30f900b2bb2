/* The files that a command reads, so that none of them is overwritten by what it writes. The program remembers them, from the command
 * line on; the library, in somebody's process, does not. Files are told apart by device and number: other names and links to a file
 * are that file. */
#ifndef PASO_READ_FILES_H
#define PASO_READ_FILES_H

#include <stdbool.h>

void read_files_remember(void);            /* from now on */
void read_files_note(const char *path);    /* regular files only; others are never replaced */
bool read_files_include(const char *path); /* whether this name leads to one of them */

#endif
