/* The two FMUs, coupled by the published scheme, against LIM's whole result files, where they lie beside the project. */
#include "tests/testing.h"

#include "tests/fmi/lim_pair.h"

#include <string.h>

enum { MILLISECONDS = 10000 };

static void at_milliseconds(long step, double t, double s, void *context)
{
    (void)step;
    double *trace = context;
    const long ms = lround(1e3 * t);
    if (fabs(t - 1e-3 * (double)ms) < 1e-9 && ms <= MILLISECONDS)
        trace[ms] = s;
}

/* hydraulicManipulator_fsJ_s1.csv and _psJ_s1.csv: time, reference, then H = 0.05 ms and 0.2 ms. */
static void whole_published_files_are_reproduced(void **state)
{
    (void)state;
    static const char *const files[2] = {"fsJ_s1.csv", "psJ_s1.csv"};
    for (int i = 0; i < 2; i++) {
        char path[512], line[256];
        snprintf(path, sizeof path, BESIDE_DIR "/reference/lim/hydraulicManipulator_%s", files[i]);
        FILE *file = fopen(path, "r");
        if (!file)
            skip();
        static double trace[2][MILLISECONDS + 1];
        for (int k = 0; k < 2; k++) {
            const double H = k == 0 ? 0.05e-3 : 0.2e-3;
            const struct lim_case c = {
                .coupling = i == 0 ? LIM_FORCE : LIM_PRESSURE, .manoeuvre = 1, .H = H, .h_H = H, .solver = 1};
            memset(trace[k], 0, sizeof trace[k]);
            lim_run(&c, at_milliseconds, trace[k]);
        }
        int rows = 0;
        assert_non_null(fgets(line, sizeof line, file));
        for (; fgets(line, sizeof line, file); rows++) {
            double t, reference, s[2];
            assert_int_equal(sscanf(line, "%lf,%lf,%lf,%lf", &t, &reference, &s[0], &s[1]), 4);
            for (int k = 0; k < 2; k++)
                assert_near(trace[k][lround(1e3 * t)], s[k], 0.5001e-8); /* they print eight digits */
        }
        assert_int_equal(rows, 51);
        fclose(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_published_files_are_reproduced)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
