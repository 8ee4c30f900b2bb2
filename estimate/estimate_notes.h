/* What the columns of an estimate, of measurements or of a truth mean: the notes beside such a file (master/files/result_notes.h).
 *
 *     struct estimate_notes notes = {0};
 *     estimate_notes_add(&notes, "", "time", "s", "time");
 *     ...
 *     ok = estimate_notes_write(&notes, "estimate.csv", command, error);
 */
#ifndef PASO_ESTIMATE_NOTES_H
#define PASO_ESTIMATE_NOTES_H

#include "estimate/filter_file.h"
#include "master/system/system.h"

struct estimate_notes {
    struct result_column *columns; /* whose names are ours */
    size_t n;
    bool has_no_memory;
};

/* The column `before` + `name`, in the order of the file; unit and description live on, or are NULL. */
void estimate_notes_add(struct estimate_notes *notes, const char *before, const char *name, const char *unit,
                        const char *description);
/* Beside the result; frees them, also after a failure. */
bool estimate_notes_write(struct estimate_notes *notes, const char *result, const char *command, struct error *error);

/* Could the result and its notes be written? Without a path they need not. */
bool estimate_notes_try(const char *result, struct error *error);

/* Units and descriptions of states, parameters and sensors, as the system's FMUs declare them; they live as long as the system. */
void estimate_notes_find_units(struct filter_file *filter, const struct system *system);

#endif
