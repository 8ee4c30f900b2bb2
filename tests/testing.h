/* What every test includes: cmocka with the headers that it wants before it. */
#ifndef PASO_TESTING_H
#define PASO_TESTING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

/* |actual - expected| <= tolerance, with the numbers in the message. NaN is never near. */
#define assert_near(actual, expected, tolerance)                                                                       \
    do {                                                                                                               \
        const double near_a = (actual), near_e = (expected), near_t = (tolerance);                                     \
        if (!(fabs(near_a - near_e) <= near_t))                                                                        \
            fail_msg("%s = %.17g, expected %.17g within %.3g (off by %.3g)", #actual, near_a, near_e, near_t,          \
                     fabs(near_a - near_e));                                                                           \
    } while (0)

#endif
