/* For tests of the importer: a private place for temporary folders, archives made by libzip, children that end by exit
 * status or signal. */
#ifndef PASO_TEST_MAKING_H
#define PASO_TEST_MAKING_H

#include <stdbool.h>
#include <stddef.h>

#define FMU(name) BUILD_DIR "/tests/fmus/" name ".fmu"

/* TMPDIR becomes a new folder with blanks, quotes and an umlaut in its name; the group's setup and teardown. */
int making_begin(void **state);
int making_end(void **state);
const char *making_path(const char *file); /* "file" in a folder for test files; valid until the next but three calls */
size_t making_folders_left(void);          /* in TMPDIR */

struct entry {
    const char *name;  /* NULL: the end of the list */
    const char *text;  /* content; NULL: `n_zeros` zero bytes */
    size_t n, n_zeros; /* n: length of text, 0: a string */
    unsigned mode;     /* Unix file mode; 0: none */
    bool encrypted;
};
/* Writes an archive and returns its path. */
const char *making_archive(const char *file, const struct entry *entries);
const char *making_file(const char *file, const char *bytes, size_t n);
char *making_read(const char *path, size_t *n); /* with a NUL behind; the caller frees it */

/* Runs `body` in a child process; what it said on standard error, its exit status, or 128 + the signal that ended it. */
struct child {
    int status;
    char said[8192];
};
struct child making_child(int (*body)(const void *context), const void *context);

#endif
