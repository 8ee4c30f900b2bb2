/* The messages of the library itself: X(code, exit status, text), as error.h explains. */
#ifndef PASO_LIBRARY_MESSAGES_H
#define PASO_LIBRARY_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define LIBRARY_MESSAGES(X)                                                                                            \
    X(ERROR_RUN_TERMINATED, 0,                                                                                         \
        "{}: an FMU asked for the end of the simulation at t = {} s, before the stop time {} s")                       \
    X(ERROR_RUN_STEP_DOES_NOT_FIT, 0,                                                                                  \
        "{}: all of its steps should have the same size, but steps of {} s do not fit "                                \
        "between {} s and {} s: the last one will be shorter")                                                         \
    X(ERROR_RUN_RESULTS_SO_FAR, 0, "the results so far are in {}")                                                     \
    X(ERROR_CALL_BEFORE, 2, "{} was called before paso_run_initialize; initialize the run first")                      \
    X(ERROR_CALL_AFTER, 2, "{} was called after paso_run_initialize; it comes before it")                              \
    X(ERROR_CALL_ARGUMENT, 2, "{}: {} is NULL")                                                                        \
    X(ERROR_CALL_NUMBER, 2, "{}: {} cannot be {}")                                                                     \
    X(ERROR_CALL_HANDLE, 2, "{} is no handle of this run; paso_run_find gives them")                                   \
    X(ERROR_CALL_RANGE, 2, "the range of macro steps from {} s to {} s is none: 0 < from < to is needed")              \
    X(ERROR_CALL_ENDING, 2, "{}: the file name must end in .fmu or .ssp")                                              \
    X(ERROR_CALL_OPTIONS, 2, "{}: the options are those of \"{}\"; those of \"{}\" are needed")                       \
    X(ERROR_CALL_TASK, 2, "there are no options for \"{}\"")                                                           \
    X(ERROR_CALL_ENDED, 2, "\"{}\" cannot be set: the run has ended")
/* clang-format on */

LIBRARY_MESSAGES(MESSAGE_DECLARE)

#endif
