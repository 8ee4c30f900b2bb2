/* The files of a command, by the words that name them. */
#ifndef PASO_NAMED_FILES_H
#define PASO_NAMED_FILES_H

#include "master/base/error.h"

#include <stddef.h>

struct named_file {
    const char *what; /* "--output" */
    const char *path; /* NULL: not given */
};

/* What is read must not be overwritten, and two results need two files: the first n_read of them are read, the others written. */
bool named_files_check(const struct named_file *files, size_t n, size_t n_read, struct error *error);

#endif
