/* The way of the whole program to write a file: it appears under its name when it is complete and on the disk. Until then it is called
 * NAME.partial (NAME.PID.partial where that name is taken), and so it stays called when the run is aborted; what was written is on
 * disk then, also after a crash. A device or a pipe is written directly, a link to a file stays a link. A file that the command
 * reads is refused. Writing goes through one buffer; errors (a full disk) are found at the latest by result_file_finish. */
#ifndef PASO_RESULT_FILE_H
#define PASO_RESULT_FILE_H

#include "master/base/error.h"

struct result_file;

struct result_file *result_file_open(const char *path, struct error *error);
/* A device, a pipe, a descriptor: written as it is, since renaming would put a file in its place. */
bool result_file_is_special(const char *path);
bool result_file_try(const char *path,
                     struct error *error); /* could it be written? Found out before the work, not after it */

/* Room for at least `size` bytes at the end of the buffer, to be filled by the caller and then announced. NULL: the disk
 * does not take any more. */
char *result_file_room(struct result_file *f, size_t size, struct error *error);
void result_file_advance(struct result_file *f, size_t written);

bool result_file_finish(struct result_file *f, struct error *error); /* complete: gives it its name */
bool result_file_flush(struct result_file *f, struct error *error);  /* what is in the buffer goes to the disk */
void result_file_flush_in_handler(struct result_file *f);            /* the same, safe in a signal handler */

/* Frees it; without result_file_finish before it stays partial. An empty one (nothing was ever written) is removed. */
void result_file_close(struct result_file *f); /* accepts NULL */

void result_file_discard(struct result_file *f); /* the same, and nothing stays partial */

const char *result_file_partial_path(const struct result_file *f); /* the path itself for a device */

#endif
