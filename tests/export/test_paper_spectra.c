/* Eigenvalues of the papers' mechanisms, from their FMUs through the program: paso linearize. */
#include "tests/program/paso_process.h"
#include "benchmarks/reference/recomputed.h"

#include <complex.h>
#include <math.h>

enum { MOST = 40 };

/* Eigenvalues of one point of a result: the pairs that follow the word, and what comes behind them. */
static int read_eigenvalues(const char **text, double complex *values)
{
    const char *at = strstr(*text, "\"eigenvalues\": [");
    assert_non_null(at);
    at += strlen("\"eigenvalues\": [");
    int n = 0;
    double re, im;
    int used;
    while (n < MOST && sscanf(at, " [%lf, %lf]%n", &re, &im, &used) == 2) {
        values[n++] = re + im * I;
        at += used;
        at += *at == ',';
    }
    *text = at;
    return n;
}

/* Takes the value nearest to the expected one out of the list. */
static void assert_has(double complex *values, int *n, double complex expected, double tolerance)
{
    int best = 0;
    for (int i = 1; i < *n; i++)
        if (cabs(values[i] - expected) < cabs(values[best] - expected))
            best = i;
    assert_true(*n > 0);
    if (!(cabs(values[best] - expected) <= tolerance))
        fail_msg("%.15g%+.15gi is %.3g away from %.15g%+.15gi", creal(values[best]), cimag(values[best]),
                 cabs(values[best] - expected), creal(expected), cimag(expected));
    values[best] = values[--*n];
}

static char *linearize(const char *fmu, const char *option, const char *setting)
{
    char path[500];
    snprintf(path, sizeof path, BUILD_DIR "/fmus/%s.fmu", fmu);
    const char *const words[] = {"linearize", path,    "--quiet", "--output", in_folder("spectrum.json"),
                                 option,      setting, NULL};
    finish_paso(start_paso(words, NULL));
    if (last.status != 0)
        fail_msg("%s: %s", fmu, last.err);
    return read_file(in_folder("spectrum.json"));
}

/* Meijaard et al. 2007: forward speeds 0 to 10 m/s, recomputed with 80 digits. */
static const double bicycle[11][4][2] = {
    {{-5.530943717653934, 0.0}, {-3.1316432479065557, 0.0}, {3.1316432479065557, 0.0}, {5.530943717653934, 0.0}},
    {{-7.110080146374408, 0.0},
     {-3.1342312506657843, 0.0},
     {3.5269617099006942, -0.80774027519931},
     {3.5269617099006942, 0.80774027519931}},
    {{-8.673879848317371, 0.0},
     {-3.0715864564151425, 0.0},
     {2.6823451751274536, -1.6806629659067578},
     {2.6823451751274536, 1.6806629659067578}},
    {{-10.351014672459227, 0.0},
     {-2.633661372536653, 0.0},
     {1.7067560566397353, -2.3158244738432434},
     {1.7067560566397353, 2.3158244738432434}},
    {{-12.15861426576444, 0.0},
     {-1.4294442736132575, 0.0},
     {0.4132533152112413, -3.0791081860320535},
     {0.4132533152112413, 3.0791081860320535}},
    {{-14.078389692798247, 0.0},
     {-0.7753418821958419, -4.464867713788225},
     {-0.7753418821958419, 4.464867713788225},
     {-0.3228664290040871, 0.0}},
    {{-16.085371230980282, 0.0},
     {-1.5264448658414171, -5.876730605987084},
     {-1.5264448658414171, 5.876730605987084},
     {-0.004066900769703363, 0.0}},
    {{-18.15788466125202, 0.0},
     {-2.1387564425836345, -7.195259133298043},
     {-2.1387564425836345, 7.195259133298043},
     {0.10268170574766416, 0.0}},
    {{-20.27940894394566, 0.0},
     {-2.6934868358109476, -8.460379713969337},
     {-2.6934868358109476, 8.460379713969337},
     {0.1432787976571295, 0.0}},
    {{-22.43788559040859, 0.0},
     {-3.2167540225249076, -9.693773515317822},
     {-3.2167540225249076, 9.693773515317822},
     {0.15790184030917298, 0.0}},
    {{-24.624596350174, 0.0},
     {-3.7201684043728758, -10.906811394762881},
     {-3.7201684043728758, 10.906811394762881},
     {0.16105338653171555, 0.0}},
};

static void bicycle_at_speeds_from_0_to_10(void **state)
{
    (void)state;
    char *text = linearize("Bicycle", "--vary", "constants.v=0:10:11");
    const char *at = text;
    for (int v = 0; v <= 10; v++) {
        double complex values[MOST];
        int n = read_eigenvalues(&at, values);
        assert_int_equal(n, 10); /* 2 n - 2 m - l */
        for (int k = 0; k < 4; k++) {
            const double complex expected = bicycle[v][k][0] + bicycle[v][k][1] * I;
            assert_has(values, &n, expected, 1e-9 * fmax(1, cabs(expected)));
        }
        assert_int_equal(n, 6); /* places, headings and spins that nothing depends on, and the speed */
        while (n > 0)
            assert_has(values, &n, 0, 1e-9);
    }
    free(text);
}

/* lambda^2 = 4 g/(5 R) - 12 Omega^2/5 of a uniform disc. */
static void rolling_disc_below_and_above_its_critical_speed(void **state)
{
    (void)state;
    char *text = linearize("RollingDisc", "--vary", "constants.v=0:3:7");
    const char *at = text;
    for (int k = 0; k < 7; k++) {
        const double v = 0.5 * k, R = 0.5, square = 4 * 9.81 / (5 * R) - 12 * (v / R) * (v / R) / 5;
        double complex values[MOST], expected = csqrt(square);
        int n = read_eigenvalues(&at, values);
        assert_int_equal(n, 8);
        assert_has(values, &n, expected, 1e-9 * fmax(1, cabs(expected)));
        assert_has(values, &n, -expected, 1e-9 * fmax(1, cabs(expected)));
        while (n > 0)
            assert_has(values, &n, 0, 1e-9);
    }
    free(text);
}

static const struct linkage {
    const char *fmu;
    double undamped, re, im; /* without damping, and with 1 Ns/m; recomputed.h */
} linkages[] = {
    {"FourBarSpring", N_LOOP_1_UNDAMPED, N_LOOP_1_DAMPED_RE, N_LOOP_1_DAMPED_IM},
    {"NLoop1", N_LOOP_1_UNDAMPED, N_LOOP_1_DAMPED_RE, N_LOOP_1_DAMPED_IM},
    {"NLoop5", N_LOOP_5_UNDAMPED, N_LOOP_5_DAMPED_RE, N_LOOP_5_DAMPED_IM},
    {"NLoop10", N_LOOP_10_UNDAMPED, N_LOOP_10_DAMPED_RE, N_LOOP_10_DAMPED_IM},
    {"NLoop15", N_LOOP_15_UNDAMPED, N_LOOP_15_DAMPED_RE, N_LOOP_15_DAMPED_IM},
    {"NLoop20", N_LOOP_20_UNDAMPED, N_LOOP_20_DAMPED_RE, N_LOOP_20_DAMPED_IM},
};

static void linkages_with_springs_undamped_and_damped(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof linkages / sizeof *linkages; k++) {
        char *text = linearize(linkages[k].fmu, "--vary", "constants.c=0:1:2");
        const char *at = text;
        for (int damped = 0; damped < 2; damped++) {
            const double complex expected = damped ? linkages[k].re + linkages[k].im * I : linkages[k].undamped * I;
            double complex values[MOST];
            int n = read_eigenvalues(&at, values);
            assert_int_equal(n, 2); /* no spurious one */
            assert_has(values, &n, expected, 1e-11);
            assert_has(values, &n, conj(expected), 1e-11);
        }
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bicycle_at_speeds_from_0_to_10),
        cmocka_unit_test(rolling_disc_below_and_above_its_critical_speed),
        cmocka_unit_test(linkages_with_springs_undamped_and_damped),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
