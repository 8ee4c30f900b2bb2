/* paso estimate in a folder of its own. */
#ifndef PASO_TEST_ESTIMATING_H
#define PASO_TEST_ESTIMATING_H

#include "tests/program/paso_process.h"

static inline bool is_there(const char *name)
{
    return access(in_folder(name), F_OK) == 0;
}

#define assert_printed(words)                                                                                          \
    do {                                                                                                               \
        if (!strstr(last.out, words))                                                                                  \
            fail_msg("\"%s\" is not in: %s", words, last.out);                                                         \
    } while (0)

#endif
