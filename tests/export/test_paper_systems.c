/* The papers' systems, made of their files, through the program: eigenvalues and Jacobian of Agundez et al. 2023, LIM's motion. */
#include "tests/program/paso_process.h"
#include "benchmarks/reference/recomputed.h"

#include <complex.h>
#include <math.h>

/* Six eigenvalues, of which 0, 0 and -1/tau are always there; nu1 to nu8 of eq. 88 (reference, 15 digits, recomputed with 40). */
static const struct {
    const char *friction; /* part of the full friction */
    double eigenvalues[3][2], nu[8];
} scenarios[] = {
    {"1",
     {{-214.39106465123828, 0.0}, {-1391.8060744057127, 0.0}, {-23151.790385426884, 0.0}},
     {6.660477806855926, -1605.1957564247455, -0.00010363779507765078, 8.380087336356919e-05, -20981.96411960468,
      2221765631.094147, 2170.8276484544085, -1070572864.166135}},
    {"0.1",
     {{-80.72903411376733, 540.2525322269945}, {-80.72903411376733, -540.2525322269945}, {-23151.85327547403, 0.0}},
     {6.660477806855926, -160.51957564247456, -0.00010363779507765078, 8.380087336356919e-05, -20981.96411960468,
      2221765631.094147, 2170.8276484544085, -1070572864.166135}},
    {"0.01",
     {{-8.492296458546889, 546.1847498211963}, {-8.492296458546889, -546.1847498211963}, {-23151.859132706242, 0.0}},
     {6.660477806855926, -16.051957564247456, -0.00010363779507765078, 8.380087336356919e-05, -20981.96411960468,
      2221765631.094147, 2170.8276484544085, -1070572864.166135}},
    {"0",
     {{-23151.85977899973, 0.0}, {-0.46599452967962485, -546.2505602338608}, {-0.46599452967962485, 546.2505602338608}},
     {6.660477806855926, 0.0, -0.00010363779507765078, 8.380087336356919e-05, -20981.96411960468, 2221765631.094147,
      2170.8276484544085, -1070572864.166135}},
};

static const char *after(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    if (!at)
        fail_msg("no %s", word);
    return at + strlen(word);
}

/* The numbers that follow, brackets and commas skipped. */
static void read_numbers(const char *at, double *values, int n)
{
    for (int i = 0; i < n; i++) {
        at += strspn(at, " ,[]\n");
        char *end;
        values[i] = strtod(at, &end);
        assert_true(end > at);
        at = end;
    }
}

static void assert_has(const double *pairs, int n, double complex expected, double tolerance)
{
    double nearest = INFINITY;
    for (int i = 0; i < n; i++)
        nearest = fmin(nearest, cabs(pairs[2 * i] + pairs[2 * i + 1] * I - expected));
    if (!(nearest <= tolerance))
        fail_msg("%.15g%+.15gi is missing: the nearest is %.3g away", creal(expected), cimag(expected), nearest);
}

static void agundez_eigenvalues_and_jacobian_are_exact(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof scenarios / sizeof *scenarios; s++) {
        char setting[80];
        snprintf(setting, sizeof setting, "hydraulics.constants.x=%s", scenarios[s].friction);
        const char *const words[] = {"linearize",
                                     BUILD_DIR "/systems/agundez-four-bar.ssp",
                                     "--quiet",
                                     "--output",
                                     in_folder("agundez.json"),
                                     "--set",
                                     setting,
                                     NULL};
        finish_paso(start_paso(words, NULL));
        if (last.status != 0)
            fail_msg("%s", last.err);
        char *text = read_file(in_folder("agundez.json"));
        double pairs[12], J[36];
        read_numbers(after(text, "\"eigenvalues\":"), pairs, 12);
        read_numbers(after(text, "\"A\":"), J, 36);
        free(text);
        for (int i = 0; i < 3; i++) {
            const double complex e = scenarios[s].eigenvalues[i][0] + scenarios[s].eigenvalues[i][1] * I;
            assert_has(pairs, 6, e, 1e-11 * cabs(e));
        }
        assert_has(pairs, 6, -1 / 0.0045, 1e-10);
        int zeros = 0;
        for (int i = 0; i < 6; i++)
            zeros += hypot(pairs[2 * i], pairs[2 * i + 1]) < 1e-6;
        assert_int_equal(zeros, 2);

        /* The pattern of eq. 88, and the spool's column to the right (J45_onesided of the reference). */
        const double *nu = scenarios[s].nu;
        const double expected[6][6] = {{0, 1, 0, 0, 0, 0},
                                       {nu[0], nu[1], 0, nu[2], nu[3], 0},
                                       {0, 0, nu[4], -nu[4], 0, 399373339.324004},
                                       {0, nu[5], nu[6], -nu[6], 0, 0},
                                       {0, nu[7], 0, 0, 0, -20767927.1011609},
                                       {0, 0, 0, 0, 0, -1 / 0.0045}};
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 6; k++)
                assert_near(J[6 * i + k], expected[i][k], 1e-10 * fabs(expected[i][k]) + 1e-9);
    }
}

/* Modified LuGre's film has no finite slope at rest: whoever linearizes there is told, in both couplings. Brown and McPhee's law
 * has slopes everywhere. */
static void chosen_slopes_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *system, *variable;
    } rows[] = {{"lut2-four-bar-modified-lugre", "hydraulics.cylinder.slope_chosen"},
                {"lut2-four-bar-modified-lugre-ps", "multibody.cylinder.slope_chosen"},
                {"lut2-four-bar-brown-mcphee", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[400];
        snprintf(path, sizeof path, BUILD_DIR "/systems/%s.ssp", rows[i].system);
        PASO_OK("linearize", path, "--output", in_folder("slopes.json"));
        char *text = read_file(in_folder("slopes.json"));
        const char *said = strstr(last.out, "a slope was chosen, "), *written = strstr(text, "\"chosen_slopes\"");
        assert_true((said != NULL) == (rows[i].variable != NULL));
        assert_true((written != NULL) == (rows[i].variable != NULL));
        if (rows[i].variable) {
            assert_non_null(strstr(said, rows[i].variable));
            assert_non_null(strstr(said, "d|h_ss|/dv = 0 is used"));
            assert_non_null(strstr(written, rows[i].variable));
        }
        free(text);
    }
}

/* The documents' boom at its stop, behind a step that was refused and for which the run has opened its FMUs anew: exact derivatives
 * and differences agree. */
static void a_cylinder_at_its_stop_is_linearized(void **state)
{
    (void)state;
    double A[2][36];
    PASO_OK("export", "--system", SOURCE_DIR "/docs/circuits/boom-system.json", "-o", in_folder("boom.ssp"));
    for (int i = 0; i < 2; i++) {
        PASO_OK("linearize", in_folder("boom.ssp"), "--at", "6.5", "--extrapolation", "1", "--quiet", "--method",
                i ? "differences" : "directional", "--output", in_folder("boom.json"));
        char *text = read_file(in_folder("boom.json"));
        read_numbers(after(text, "\"A\":"), A[i], 36);
        free(text);
    }
    for (int i = 0; i < 6; i++) {
        double largest = 0;
        for (int k = 0; k < 6; k++)
            largest = fmax(largest, fabs(A[0][6 * i + k]));
        for (int k = 0; k < 6; k++)
            assert_near(A[1][6 * i + k], A[0][6 * i + k], 1e-5 * largest);
    }
    /* The stop's stiffness alone, with the lever of about 1 m and the inertia of about 1e3 kg m2, is far above gravity's. */
    assert_true(A[0][6 * 1 + 0] < -1e3);
}

/* Column of a result, in its last row. */
static double last_value(const char *text, const char *name)
{
    int column = 0;
    const char *end = strchr(text, '\n'), *at = strstr(text, name);
    assert_true(at && end && at < end);
    for (const char *c = text; c < at; c++)
        column += *c == ',';
    const char *row = text + strlen(text) - 1;
    while (row > text && row[-1] != '\n')
        row--;
    for (; column > 0; column--)
        row = strchr(row, ',') + 1;
    return strtod(row, NULL);
}

/* Manoeuvre M1: s1(6 s) is converged, recomputed.h. The coupling at 1 ms with linear inputs errs by some 1e-8. */
static void lims_manipulator_from_files_moves_as_converged(void **state)
{
    (void)state;
    const char *const words[] = {"run",
                                 BUILD_DIR "/systems/lim-manipulator-files.ssp",
                                 "--quiet",
                                 "--output",
                                 in_folder("lim.csv"),
                                 "--stop-time",
                                 "6",
                                 "--extrapolation",
                                 "1",
                                 "--macro-step",
                                 "5e-4",
                                 "--set",
                                 "hydraulics.solver=4",
                                 NULL};
    finish_paso(start_paso(words, NULL));
    if (last.status != 0)
        fail_msg("%s", last.err);
    char *text = read_file(in_folder("lim.csv"));
    assert_near(last_value(text, "multibody.s"), LIM_S1_M1_AT_6, 1e-7);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agundez_eigenvalues_and_jacobian_are_exact),
        cmocka_unit_test(chosen_slopes_are_told),
        cmocka_unit_test(a_cylinder_at_its_stop_is_linearized),
        cmocka_unit_test(lims_manipulator_from_files_moves_as_converged),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
