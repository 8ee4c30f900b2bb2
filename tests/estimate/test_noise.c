/* Random numbers for simulated sensors. */
#include "tests/testing.h"

#include "estimate/noise.h"

/* SplitMix64 with the state 1234567: the first numbers of the generator as its authors' C code gives them (S. Vigna's splitmix64.c,
 * the widely published check values), of which the upper 53 bits are used. */
static void generator_is_splitmix64(void **state)
{
    (void)state;
    static const uint64_t published[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                         4593380528125082431u, 16408922859458223821u};
    struct noise n = {1234567};
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        assert_true(noise_uniform(&n) == (double)(published[i] >> 11) * 0x1p-53);
}

/* Moments of a normal distribution: 0, 1, 0, 3; their standard errors over N numbers are sqrt(1, 2, 15, 96)/sqrt(N). Four of them. */
static void numbers_are_normal(void **state)
{
    (void)state;
    enum { N = 400000 };
    double sum[4] = {0};
    size_t beyond[3] = {0};
    struct noise n = noise_begin(1, "sensor");
    for (size_t i = 0; i < N; i++) {
        const double x = noise_normal(&n);
        sum[0] += x;
        sum[1] += x * x;
        sum[2] += x * x * x;
        sum[3] += x * x * x * x;
        for (size_t k = 0; k < 3; k++)
            beyond[k] += fabs(x) > (double)(k + 1);
    }
    static const double expected[] = {0, 1, 0, 3}, variances[] = {1, 2, 15, 96};
    for (size_t k = 0; k < 4; k++)
        assert_near(sum[k] / N, expected[k], 4 * sqrt(variances[k] / N));
    for (size_t k = 0; k < 3; k++) { /* shares outside of one, two, three standard deviations */
        const double p = erfc((double)(k + 1) / sqrt(2));
        assert_near((double)beyond[k] / N, p, 4 * sqrt(p * (1 - p) / N));
    }
}

static void streams_of_two_sensors_are_independent_of_each_other(void **state)
{
    (void)state;
    enum { N = 100000 };
    struct noise a = noise_begin(7, "p1"), b = noise_begin(7, "p2"), again = noise_begin(7, "p1");
    struct noise other = noise_begin(8, "p1");
    double product = 0, across = 0;
    for (size_t i = 0; i < N; i++) {
        const double x = noise_normal(&a);
        assert_true(x == noise_normal(&again));
        product += x * noise_normal(&b);
        across += x * noise_normal(&other);
    }
    assert_near(product / N, 0, 4 / sqrt(N));
    assert_near(across / N, 0, 4 / sqrt(N));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_is_splitmix64),
        cmocka_unit_test(numbers_are_normal),
        cmocka_unit_test(streams_of_two_sensors_are_independent_of_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
