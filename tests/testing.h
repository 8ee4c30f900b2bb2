/* What every test includes: cmocka with the headers that it wants before it. */
#ifndef PASO_TESTING_H
#define PASO_TESTING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

/* A program in which a test skipped itself, and none failed, ends with this status: ctest then counts it as skipped, not as passed. */
enum { TESTING_SKIPPED = 77 };

/* How many skipped themselves so far in this program. */
static inline int *testing_skips(void)
{
    static int skips;
    return &skips;
}
static inline _Noreturn void testing_skip(const char *file, int line)
{
    ++*testing_skips();
    _skip(file, line); /* jumps out of the test */
    abort();
}
#undef skip
#define skip() testing_skip(__FILE__, __LINE__)

/* The exit status for so many failures. */
static inline int testing_status(int failures)
{
    return failures ? failures : *testing_skips() ? TESTING_SKIPPED : 0;
}
#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, setup, teardown) cmocka_run_group_tests_name(#tests, tests, setup, teardown)
#undef cmocka_run_group_tests_name
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                                      \
    testing_status(_cmocka_run_group_tests(name, tests, sizeof(tests) / sizeof(tests)[0], setup, teardown))

/* |actual - expected| <= tolerance, with the numbers in the message. NaN is never near. */
#define assert_near(actual, expected, tolerance)                                                                       \
    do {                                                                                                               \
        const double near_a = (actual), near_e = (expected), near_t = (tolerance);                                     \
        if (!(fabs(near_a - near_e) <= near_t))                                                                        \
            fail_msg("%s = %.17g, expected %.17g within %.3g (off by %.3g)", #actual, near_a, near_e, near_t,          \
                     fabs(near_a - near_e));                                                                           \
    } while (0)

#endif
