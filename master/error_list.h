/* Every message of the program, in one place: X(code, exit status, text). Status 1: the run failed. Status 2: the command
 * line or an input file is wrong, up to and including a library that cannot be loaded. Warnings carry 0. */
#ifndef PASO_ERROR_LIST_H
#define PASO_ERROR_LIST_H

/* clang-format off */
#define ERROR_LIST(X)                                                                                                   \
    ERROR_LIST_GENERAL(X)

#define ERROR_LIST_GENERAL(X)                                                                                           \
    X(ERROR_NO_MEMORY,            1, "out of memory while {}")                                                          \
    X(ERROR_INTERNAL,             1, "internal error: {}")
/* clang-format on */

#endif
