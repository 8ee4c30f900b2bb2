/* The messages of every room: X(code, exit status, text), as error.h explains. */
#ifndef PASO_BASE_MESSAGES_H
#define PASO_BASE_MESSAGES_H

/* clang-format off */
#define BASE_MESSAGES(X)                                                                                               \
    X(ERROR_NO_MEMORY, 1, "out of memory while {}")                                                                    \
    X(ERROR_INTERNAL, 1, "internal error: {}")
/* clang-format on */

BASE_MESSAGES(MESSAGE_DECLARE)

#endif
