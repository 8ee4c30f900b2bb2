/* An FMU in a process of its own. The process is the program isolated-fmu, started once for each instance; to the importer it is
 * a table of FMI's functions like that of a loaded binary, so that nobody above learns where an FMU lives. Values travel through
 * shared memory (isolate_channel.h). Private to import/. */
#ifndef PASO_ISOLATE_H
#define PASO_ISOLATE_H

#include "master/import/binary.h"
#include "master/import/fmu.h"

struct isolate;

/* Starts a process and loads the binary in it; `place` is how messages call the FMU. */
struct isolate *isolate_open(const char *folder, fmi2Type type, const char *model_identifier, const char *place,
                             const struct isolation *isolation, struct error *error);
/* Ends the process: in order where it answers, else by force. Accepts NULL. */
void isolate_close(struct isolate *isolate);

const struct functions *isolate_functions(const struct isolate *isolate);

/* A component for these functions, or NULL; from now on `owner` is told what the FMU logs. */
fmi2Component isolate_instantiate(struct isolate *isolate, struct instance *owner, const char *name, fmi2Type type,
                                  const char *guid, const char *resources, bool logging);

/* From now on calls that only set values return fmi2OK at once, and fail, if at all, together with the next call. */
void isolate_defer_sets(struct isolate *isolate);

/* The process begins a step; fmi2DoStep with the same arguments waits for its end. Whatever else is called instead: the step is
 * waited for, and what came of it is forgotten. */
void isolate_begin_step(struct isolate *isolate, double t, double step, bool no_set_state_before);

/* After a call that was not fmi2OK. Which function it was: one that had waited, or the one that was called. */
const char *isolate_failed_function(const struct isolate *isolate, const char *called);
bool isolate_is_lost(const struct isolate *isolate); /* the process is not there any more, or of no use */
/* Says so, with the time and the FMU's last words; false. */
bool isolate_raise_lost(const struct isolate *isolate, const char *label, const char *function, double t,
                        const char *last_words, struct error *error);

/* Its process was started by this one: after a fork it is somebody else's. */
bool isolate_is_ours(const struct isolate *isolate);

#endif
