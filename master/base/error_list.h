/* Every message of the program, in one place: X(code, exit status, text). Status 1: the run failed. Status 2: the command
 * line or an input file is wrong, up to and including a library that cannot be loaded. Warnings carry 0. */
#ifndef PASO_ERROR_LIST_H
#define PASO_ERROR_LIST_H

/* clang-format off */
#define ERROR_LIST(X)                                                                                                   \
    ERROR_LIST_GENERAL(X)                                                                                               \
    ERROR_LIST_IMPORT(X)                                                                                                \
    ERROR_LIST_SYSTEM(X)                                                                                                \
    ERROR_LIST_COUPLE(X)                                                                                                \
    ERROR_LIST_PROGRAM(X)

#define ERROR_LIST_GENERAL(X)                                                                                           \
    X(ERROR_NO_MEMORY,            1, "out of memory while {}")                                                          \
    X(ERROR_INTERNAL,             1, "internal error: {}")

/* ---- import/: archives, descriptions, binaries, calls ---- */
#define ERROR_LIST_IMPORT(X)

/* ---- system/: SSP files, connections, parameters ---- */
#define ERROR_LIST_SYSTEM(X)

/* ---- couple/: components, exchange, schemes, runs ---- */
#define ERROR_LIST_COUPLE(X)

/* ---- program/: options, input and result files ---- */
#define ERROR_LIST_PROGRAM(X)
/* clang-format on */

#endif
