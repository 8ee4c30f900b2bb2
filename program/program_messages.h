/* The messages of the program: X(code, exit status, text), as error.h explains. */
#ifndef PASO_PROGRAM_MESSAGES_H
#define PASO_PROGRAM_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define PROGRAM_MESSAGES(X)                                                                                            \
    X(ERROR_COMMAND_UNKNOWN, 2, "there is no command \"{}\"; paso help names them")                                    \
    X(ERROR_COMMAND_UNKNOWN_BUT, 2, "there is no command \"{}\"; did you mean \"{}\"?")                                \
    X(ERROR_SWEEP_KEPT, 0, "{} new runs are in {}; the same command goes on from there")                               \
    X(ERROR_SHOW_KIND, 2, "{}: a \"{}\" cannot be drawn; mechanisms can")                                              \
    X(ERROR_SHOW_MODEL, 1, "{}: {}")                                                                                   \
    X(ERROR_MONOLITHIC_SETUP, 2, "{}: {}")                                                                             \
    X(ERROR_MONOLITHIC_STEP, 1, "{}: at t = {} s: {}{}")
/* clang-format on */

PROGRAM_MESSAGES(MESSAGE_DECLARE)

#endif
