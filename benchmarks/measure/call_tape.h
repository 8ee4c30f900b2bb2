/* The FMI calls that a master makes, recorded, and made again by a bare loop: what of a run's time is the FMUs' own. One tape records at a
 * time. */
#ifndef PASO_CALL_TAPE_H
#define PASO_CALL_TAPE_H

#include "master/import/fmu.h"

struct call_tape;

/* Until call_tape_stop(): every call that is made of these instances, which must not be closed before. Calls that the tape does not know
 * are missing of them meanwhile. */
struct call_tape *call_tape_record(struct instance *const *instances, size_t n, struct error *error);
void call_tape_mark(struct call_tape *tape); /* from here on calls are timed when they are made again */
bool call_tape_stop(struct call_tape *tape, struct error *error);

/* Makes all calls again, of instances of the same FMUs, in the same order and with the same values, and gives the CPU time of those
 * after the mark. `compare`: everything that is read must be the same to the last bit; this takes time. */
bool call_tape_replay(const struct call_tape *tape, struct instance *const *instances, bool compare, double *cpu_s,
                      struct error *error);
void call_tape_close(struct call_tape *tape); /* accepts NULL */

#endif
