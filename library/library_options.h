/* For the program alone. The tables of all options: help is made of them, and whole command lines are read by them. */
#ifndef PASO_LIBRARY_OPTIONS_H
#define PASO_LIBRARY_OPTIONS_H

#include "include/paso.h"
#include "master/options/task.h"

/* All that there are, in the order of `paso help`; NULL ends the list. */
extern const struct task *const library_tasks[];
const struct task *library_task(const char *name); /* NULL: there is none */

/* A command line without program and command, into options that are new. The arguments live as long as the options; the list is
 * freed by the caller, also after a failure. */
enum options_result library_options_parse(paso_options *options, int argc, char **argv, struct text_list *arguments,
                                          struct error *error);

/* Whether a flag ("quiet") is set. */
bool library_options_flag(const paso_options *options, const char *name);

/* In a thread that the program has started: an FMU that is freed meanwhile does not take it for one of its own, which would run on. */
void library_claim_thread(void);

#endif
