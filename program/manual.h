/* What the option tables say, in two more forms than that of --help. `--help=man` prints a manual page; `--help=table` prints rows for
 * shells that complete a command line: word, kind (command, flag, choice, value), argument ("-": none) and explanation, with tabs between. */
#ifndef PASO_MANUAL_H
#define PASO_MANUAL_H

#include "master/options/options.h"

/* Also said by `paso help`. */
#define EXIT_STATUS_TEXT "0 done, 1 the run failed, 2 the command line or an input file is wrong."

/* Of one command. */
void manual_print(FILE *file, const struct syntax *syntax);
void manual_print_table(FILE *file, const struct syntax *syntax);

/* Of the program itself. */
void manual_print_program(FILE *file, const char *about);
void manual_print_commands(FILE *file);

#endif
