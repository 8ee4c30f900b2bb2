/* The messages of the program: X(code, exit status, text), as error.h explains. */
#ifndef PASO_PROGRAM_MESSAGES_H
#define PASO_PROGRAM_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define PROGRAM_MESSAGES(X)                                                                                            \
    X(ERROR_OUTPUT, 1, "standard output: writing failed: {}")                                                          \
    X(ERROR_COMMAND_START, 2, "{}: cannot be opened: {}")                                                              \
    X(ERROR_COMMAND_PACKAGE, 2, "paso-{} is not installed; Debian's package pasodoble-{} has it")                      \
    X(ERROR_COMMAND_UNKNOWN, 2, "there is no command \"{}\"; paso help names them")                                    \
    X(ERROR_COMMAND_UNKNOWN_BUT, 2, "there is no command \"{}\"; did you mean \"{}\"?")
/* clang-format on */

PROGRAM_MESSAGES(MESSAGE_DECLARE)

#endif
