/* The messages of the published cases: X(code, exit status, text), as error.h explains. */
#ifndef PASO_BENCH_MESSAGES_H
#define PASO_BENCH_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define BENCH_MESSAGES(X)                                                                                              \
    X(ERROR_BENCH_UNKNOWN, 2, "there is no benchmark \"{}\"; paso bench --list names them")                            \
    X(ERROR_BENCH_UNKNOWN_BUT, 2, "there is no benchmark \"{}\"; did you mean \"{}\"?")                                \
    X(ERROR_BENCH_SOLVER, 1, "{} failed: {}")                                                                          \
    X(ERROR_BENCH_FREQUENCIES, 1, "the frequencies of the pendulum of {} elements did not settle (Lanczos)")           \
    X(ERROR_BENCH_MACHINE, 1, "the moving picture {}: {}")                                                             \
    X(ERROR_BENCH_NOTHING, 2, "--only {}: no row matches")
/* clang-format on */

BENCH_MESSAGES(MESSAGE_DECLARE)

#endif
