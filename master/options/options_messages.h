/* The messages of the options that define a run: X(code, exit status, text), as error.h explains. */
#ifndef PASO_OPTIONS_MESSAGES_H
#define PASO_OPTIONS_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define OPTIONS_MESSAGES(X)                                                                                            \
    X(ERROR_OPTION_UNKNOWN, 2, "there is no option {}; paso help {} names them")                                       \
    X(ERROR_OPTION_UNKNOWN_BUT, 2, "there is no option {}; did you mean --{}?")                                        \
    X(ERROR_OPTION_TWICE, 2, "--{} stands there twice")                                                                \
    X(ERROR_OPTION_NEEDS, 2, "--{} means nothing without --{}")                                                        \
    X(ERROR_OPTION_SAME_FILE, 2, "{} would overwrite {}, which is also {}")                                            \
    X(ERROR_OPTION_VALUE_MISSING, 2, "--{} needs a value: {}")                                                         \
    X(ERROR_OPTION_NO_VALUE, 2, "--{} takes no value, but got \"{}\"")                                                 \
    X(ERROR_OPTION_EMPTY, 2, "--{} needs a value, not an empty one")                                                   \
    X(ERROR_OPTION_VALUE, 2, "--{} cannot be \"{}\": {} is needed")                                                    \
    X(WARNING_OPTION_IDLE, 0, "--{} has no effect: {}")                                                                \
    X(ERROR_OPTION_RATE_TWICE, 2, "--rate names \"{}\" twice")                                                         \
    X(ERROR_OPTION_TIMES, 2, "the stop time {} s does not lie after the start time {} s")                              \
    X(ERROR_OPTION_INTERFACE_OF_SYSTEM, 2, "--interface is for a single FMU; {} is a system and says itself which "    \
        "interface a component has")                                                                                   \
    X(ERROR_OPTION_ARGUMENT_MISSING, 2, "paso {} needs {}")                                                            \
    X(ERROR_OPTION_ARGUMENT_SURPLUS, 2, "paso {} takes {}; what is \"{}\"?")
/* clang-format on */

OPTIONS_MESSAGES(MESSAGE_DECLARE)

#endif
