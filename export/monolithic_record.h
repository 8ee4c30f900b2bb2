/* The result of a monolithic run: a CSV like that of paso run, with iterations, energy, work and drift behind the time. */
#ifndef PASO_MONOLITHIC_RECORD_H
#define PASO_MONOLITHIC_RECORD_H

#include "master/base/error.h"
#include "master/files/warning_list.h"
#include "monolithic/monolithic.h"

struct monolithic_record;

/* `patterns` (patterns.h) over NAME.VARIABLE, each of which has to match; NULL: states and outputs. `command`: for the notes beside
 * the result; or NULL. */
struct monolithic_record *monolithic_record_open(const char *path, const struct monolithic *monolithic,
                                                 const char *patterns, const char *command, struct error *error);
bool monolithic_record_row(struct monolithic_record *record, double t, struct error *error);
bool monolithic_record_finish(struct monolithic_record *record, struct error *error);
void monolithic_record_close(struct monolithic_record *record); /* accepts NULL; unfinished it stays partial */

bool monolithic_summary_write(const char *path, const struct monolithic_summary *summary,
                              const struct warning_list *warnings, double t, double cpu_s, struct error *error);

#endif
