/* A command of the program, `paso NAME ...`: reads its words, has the library do the work, prints. */
#ifndef PASO_COMMAND_H
#define PASO_COMMAND_H

#include "library/library_options.h"

/* Numbers have a decimal point, whatever the user's locale, and whatever an FMU does to it. First of all in a main function. */
void program_use_plain_numbers(void);

/* "paso: ..." on standard error; returns the exit status that belongs to the error. */
int command_report(const struct error *error);

/* The end of a command that was asked for its help, or whose words were wrong. */
int command_end_early(enum options_result result, const struct syntax *syntax, const struct error *error);

/* The words after the command's name; returns the exit status. */
int command_main(const struct task *task, int argc, char **argv);

/* Its help, as a page, a manual or a table; returns the exit status. */
int command_explain(const struct task *task, enum options_result how);

/* A paso_text: on standard output. */
void command_print(const char *text, void *context);

/* run_command.c */
bool command_run(paso_options *options, const char *path, paso_error *error);

#endif
