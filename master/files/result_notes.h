/* What the columns of a result file mean, in a file beside it: RESULT.csv.json holds `units` and `descriptions` by column (null where
 * nobody says them) and `command`. It has the promises of the result: it appears together with it, is called .partial until then,
 * stays so after a failure, and never replaces what the command reads. Beside a device or a pipe there is none. */
#ifndef PASO_RESULT_NOTES_H
#define PASO_RESULT_NOTES_H

#include "master/base/error.h"

struct result_notes;

struct result_column {
    const char *name; /* as in the header of the result */
    const char *unit, *description;
};

/* The path of the notes beside a result: the caller frees it; NULL: no memory. */
char *result_notes_path(const char *result);

struct result_notes *result_notes_open(const char *result, struct error *error);
/* Once, before the first row of the result. `command`: what somebody would type; or NULL. */
bool result_notes_put(struct result_notes *n, const struct result_column *columns, size_t n_columns,
                      const char *command, struct error *error);
/* The same text, complete, to any path. */
bool result_notes_write(const char *path, const struct result_column *columns, size_t n_columns, const char *command,
                        struct error *error);

/* All of it is on the disk, or it is an error: asked before the result gets its name. */
bool result_notes_flush(struct result_notes *n, struct error *error);
bool result_notes_finish(struct result_notes *n, struct error *error); /* it gets its name */
void result_notes_close(struct result_notes *n);                       /* accepts NULL */

void result_notes_flush_in_handler(struct result_notes *n);

#endif
