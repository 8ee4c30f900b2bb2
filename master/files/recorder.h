/* The result CSV of a run: `time`, then one column per recorded variable, numbers with 17 significant digits, integers,
 * enumerations and booleans (1 and 0) as integers, strings quoted where they need it; one row per recorded point. */
#ifndef PASO_RECORDER_H
#define PASO_RECORDER_H

#include "master/couple/run.h"
#include "master/files/selection.h"

struct recorder;

/* Takes the selection over, also where it fails. Beside the result stand its notes (result_notes.h) with `command`, which may be
 * NULL. */
struct recorder *recorder_open(const char *path, const struct system *system, struct selection *columns, long every,
                               const char *command, struct error *error);

/* From now on names and strings that a spreadsheet would take for a formula get an apostrophe in front. */
void recorder_mark_formulas(struct recorder *r);

struct run_observer recorder_observer(struct recorder *r); /* valid as long as the recorder */

/* The notes alone, to a file of their own: for a result that has no name. */
bool recorder_write_notes(struct recorder *r, const char *path, struct error *error);

bool recorder_finish(struct recorder *r, struct error *error); /* the run is complete: the file gets its name */
void recorder_close(struct recorder *r); /* accepts NULL; without finish the file stays .partial */

const char *recorder_path_while_running(const struct recorder *r);
/* Where the rows of an aborted run are; NULL where there are none. */
const char *recorder_partial_path(const struct recorder *r);

/* For a handler of fatal signals: what was recorded goes to the disk. */
void recorder_save_in_handler(void *recorder);

#endif
