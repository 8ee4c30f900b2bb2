/* paso linearize and paso stability as people use them: what is written, in which format, with which exit status. */
#include "tests/program/paso_process.h"
#include "tests/linearize/running.h"
#include "benchmarks/reference/recomputed.h"

#include <matio.h>

#define OSCILLATOR BUILD_DIR "/systems/oscillator-fs.ssp"

/* ---- looking into JSON ---- */

/* The text behind a key, at its n-th occurrence from 0. */
static const char *value_of(const char *text, const char *key, int n)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    for (; (text = strstr(text, quoted)); n--) {
        text += strlen(quoted);
        if (n == 0)
            return text + strspn(text, " ");
    }
    fail_msg("there is no %s", quoted);
    return "";
}

#define assert_begins(text, words) assert_int_equal(strncmp(text, words, strlen(words)), 0)

/* Numbers in brackets, one after the other, until as many are found. */
static void numbers_at(const char *text, double *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text += strspn(text, "[], \n");
        char *end;
        numbers[i] = strtod(text, &end);
        if (end == text)
            fail_msg("no number at %.40s", text);
        text = end;
    }
}

static char *written(const char *name)
{
    char *text = read_file(in_folder(name));
    if (!text)
        fail_msg("%s was not written", name);
    return text;
}

static bool is_there(const char *name)
{
    return access(in_folder(name), F_OK) == 0;
}

/* ---- linearize ---- */

static void json_holds_what_the_contract_says(void **state)
{
    (void)state;
    PASO_OK("linearize", LIM, "--quiet", "--output", in_folder("a.json"));
    assert_string_equal(last.out, "");
    char *text = written("a.json");
    static const char *const keys[] = {"states", "inputs", "outputs",     "A",      "B",
                                       "C",      "D",      "eigenvalues", "method", "time"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_of(text, keys[i], 0);
    assert_begins(value_of(text, "states", 0), "[\"multibody.theta1\", \"multibody.theta2\", \"multibody.dtheta1\"");
    assert_begins(value_of(text, "inputs", 0), "[\"kappa\"]");
    assert_begins(value_of(text, "method", 0), "\"directional\"");
    double values[12], time;
    numbers_at(value_of(text, "eigenvalues", 0), values, 12);
    assert_near(values[0], 0.2447, 0.5e-4); /* the document's equilibrium is unstable */
    assert_near(values[1], 0, 0);
    numbers_at(value_of(text, "time", 0), &time, 1);
    assert_near(time, 0, 0);
    free(text);
}

static void masked_derivatives_are_reported_as_differences(void **state)
{
    (void)state;
    PASO_OK("linearize", LIM, "--output", in_folder("exact.json"));
    assert_non_null(strstr(last.out, "by directional derivatives"));
    PASO_OK("linearize", LIM, "--method", "differences", "--output", in_folder("probed.json"));
    assert_non_null(strstr(last.out, "by differences"));
    char *exact = written("exact.json"), *probed = written("probed.json");
    assert_begins(value_of(probed, "method", 0), "\"differences\"");
    double a[12], b[12], accuracy;
    numbers_at(value_of(exact, "eigenvalues", 0), a, 12);
    numbers_at(value_of(probed, "eigenvalues", 0), b, 12);
    numbers_at(value_of(probed, "accuracy", 0), &accuracy, 1);
    assert_true(accuracy > 0 && accuracy < 1e-6);
    for (size_t i = 0; i < 12; i++)
        assert_near(b[i], a[i], 1e-6 * fmax(hypot(a[i / 2 * 2], a[i / 2 * 2 + 1]), 1e-30));
    free(exact);
    free(probed);
}

static void several_points_are_a_list(void **state)
{
    (void)state;
    PASO_OK("linearize", LIM, "--at", "2", "--at", "0", "--at", "500ms", "--quiet", "--output", in_folder("p.json"));
    char *text = written("p.json");
    assert_begins(value_of(text, "points", 0), "[");
    const double expected[] = {0, 0.5, 2};
    for (int i = 0; i < 3; i++) {
        double time;
        numbers_at(value_of(text, "time", i), &time, 1);
        assert_near(time, expected[i], 0);
    }
    free(text);
    PASO_OK("linearize", FMU("chain"), "--along", "5", "--quiet", "--output", in_folder("q.json"));
    text = written("q.json");
    for (int i = 0; i < 5; i++) {
        double time;
        numbers_at(value_of(text, "time", i), &time, 1);
        assert_near(time, 0.5 * i, 1e-15);
    }
    free(text);
}

/* chain: the element of A that depends on x1 is 2 p x1 = 4 p. */
static void varied_parameter_makes_points(void **state)
{
    (void)state;
    PASO_OK("linearize", FMU("chain"), "--vary", "p=1:3:3", "--quiet", "--output", in_folder("v.json"));
    char *text = written("v.json");
    for (int i = 0; i < 3; i++) {
        double A[9], p;
        numbers_at(value_of(text, "A", i), A, 9);
        assert_near(A[6], 4 * (i + 1), 1e-15);
        numbers_at(value_of(text, "p", i), &p, 1);
        assert_near(p, i + 1, 0);
    }
    free(text);
}

static void csv_has_a_file_per_matrix(void **state)
{
    (void)state;
    PASO_OK("linearize", FMU("chain"), "--quiet", "--output", in_folder("c.csv"));
    assert_false(is_there("c.csv"));
    char *A = written("c_A.csv"), *B = written("c_B.csv"), *C = written("c_C.csv"), *D = written("c_D.csv");
    assert_string_equal(A, ",x1,x2,x3\nx1,-1,0,0\nx2,0,-2,0\nx3,20,0,-3\n");
    assert_string_equal(B, ",u1,u2\nx1,1,0\nx2,0,1\nx3,0,0\n");
    assert_string_equal(C, ",x1,x2,x3\ny1,1,0,0\ny2,0,1,0\ny3,0,0,1\n");
    assert_string_equal(D, ",u1,u2\ny1,0,0\ny2,0,0.5\ny3,0,0\n");
    char *eigenvalues = written("c_eigenvalues.csv");
    assert_non_null(strstr(eigenvalues, "\n-1,0,1,1,1,")); /* -1: 1 rad/s, damping 1, 1 s */
    free(A), free(B), free(C), free(D), free(eigenvalues);
}

static void matlab_reads_the_same_numbers(void **state)
{
    (void)state;
    PASO_OK("linearize", FMU("chain"), "--vary", "p=1:2:2", "--quiet", "--output", in_folder("m.mat"));
    mat_t *file = Mat_Open(in_folder("m.mat"), MAT_ACC_RDONLY);
    assert_non_null(file);
    matvar_t *A = Mat_VarRead(file, "A"), *eigenvalues = Mat_VarRead(file, "eigenvalues");
    matvar_t *states = Mat_VarRead(file, "states"), *time = Mat_VarRead(file, "time");
    assert_non_null(A);
    assert_int_equal(A->rank, 3);
    assert_int_equal(A->dims[0], 3);
    assert_int_equal(A->dims[2], 2);
    assert_near(((double *)A->data)[2], 4, 0);     /* A(3,1,1) */
    assert_near(((double *)A->data)[9 + 2], 8, 0); /* A(3,1,2) */
    assert_true(eigenvalues && eigenvalues->isComplex);
    assert_near(((double *)((mat_complex_split_t *)eigenvalues->data)->Re)[0], -1, 1e-15);
    assert_true(states && states->class_type == MAT_C_CELL);
    const matvar_t *third = Mat_VarGetCell(states, 2);
    assert_int_equal(third->dims[1], 2);
    assert_true(time && time->dims[1] == 2);
    Mat_VarFree(A);
    Mat_VarFree(eigenvalues);
    Mat_VarFree(states);
    Mat_VarFree(time);
    Mat_Close(file);
}

static void chosen_inputs_and_outputs_are_those_that_count(void **state)
{
    (void)state;
    PASO_OK("linearize", FMU("chain"), "--inputs", "u2", "--outputs", "y1,y[2]", "--quiet", "--output",
            in_folder("s.json"));
    char *text = written("s.json");
    assert_begins(value_of(text, "inputs", 0), "[\"u2\"]");
    assert_begins(value_of(text, "outputs", 0), "[\"y1\", \"y2\"]");
    free(text);
}

static void movement_at_the_point_is_said(void **state)
{
    (void)state;
    static const char *const words[] = {"linearize", FMU("chain"), "--interface", "me", NULL};
    assert_int_equal(run_paso_in(NULL, words), 0);
    assert_non_null(strstr(last.out, "not at rest: d/dt x1 = -2, d/dt x2 = -2, d/dt x3 = 17"));
    PASO_OK("linearize", LIM);
    assert_non_null(strstr(last.out, "at rest: no state changes"));
}

/* A mass on a spring without dampers: position and speed take equal parts, and there is no damping of either sign. */
static void equal_parts_are_all_named(void **state)
{
    (void)state;
    PASO_OK("linearize", BUILD_DIR "/fmus/OscillatorMass.fmu", "--set", "c=0", "--set", "c_c=0");
    assert_non_null(strstr(last.out, "x 0.50, dx 0.50"));
    assert_non_null(strstr(last.out, "   0           inf"));
}

static void pictures_are_drawn(void **state)
{
    (void)state;
    PASO_OK("linearize", LIM, "--set", "hydraulics.manoeuvre=0", "--along", "3", "--stop-time", "0.1", "--quiet",
            "--bode", "kappa,multibody.s", "--plot", in_folder("l.svg"));
    char *text = written("l.svg");
    assert_non_null(strstr(text, "<svg"));
    assert_non_null(strstr(text, "phase, degrees"));
    assert_non_null(strstr(text, "kappa to multibody.s"));
    free(text);
    PASO_OK("stability", LIM, "--macro-step", "10ms:30ms", "--scan", "20", "--feedthrough", "stale,refreshed",
            "--quiet", "--plot", in_folder("s.png"));
    text = written("s.png");
    assert_memory_equal(text + 1, "PNG", 3);
    free(text);
    assert_false(is_there("s.png.partial"));
}

static void absent_gnuplot_is_a_message_and_no_failure(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    assert_int_equal(
        PASO("linearize", FMU("chain"), "--quiet", "--plot", in_folder("n.svg"), "--output", in_folder("n.json")), 0);
    setenv("PATH", path, 1);
    free(path);
    assert_said("gnuplot is not installed");
    assert_true(is_there("n.json"));
    assert_false(is_there("n.svg"));
}

/* ---- stability ---- */

static void stability_writes_limits(void **state)
{
    (void)state;
    PASO_OK("stability", LIM, "--macro-step", "5ms:60ms", "--scan", "60", "--scheme", "jacobi,gauss-seidel",
            "--feedthrough", "stale,refreshed", "--quiet", "--output", in_folder("limits.json"));
    char *text = written("limits.json");
    double macro_step, time;
    numbers_at(value_of(text, "macro_step", 0), &macro_step, 1);
    numbers_at(value_of(text, "time", 0), &time, 1);
    assert_begins(value_of(text, "limits", 0), "[");
    assert_begins(value_of(text, "scheme", 0), "\"jacobi\"");
    assert_begins(value_of(text, "feedthrough", 0), "\"stale\"");
    assert_near(macro_step, 1e-3 * LIM_AMPLIFIES_FSJ_AT_0, 2e-6);
    assert_near(time, 0, 0);
    assert_begins(value_of(text, "scheme", 2), "\"gauss-seidel\"");
    free(text);

    PASO_OK("stability", LIM, "--macro-step", "5ms:60ms", "--scan", "60", "--feedthrough", "stale", "--at", "0", "--at",
            "1", "--output", in_folder("limits.csv"));
    text = written("limits.csv");
    assert_non_null(strstr(text, "scheme,order,feedthrough,extrapolation,iterations,time,macro_step,status,slopes,"
                                 "pilot_macro_step,pilot_status\n"
                                 "jacobi,,stale,0,1,0,0.0175"));
    assert_non_null(strstr(text, ",1,0.0175"));
    assert_non_null(strstr(last.out, "17.5"));
    free(text);
}

/* Without dampers held forces feed energy at every macro step; the contract's word for a limit that is not there is null. */
static void no_limit_is_said_and_null(void **state)
{
    (void)state;
    PASO_OK("stability", OSCILLATOR, "--macro-step", "0.1ms:50ms", "--scan", "30", "--subsystem", "exact", "--output",
            in_folder("none.json"));
    assert_non_null(strstr(last.out, "none from 0.1 ms on"));
    char *text = written("none.json");
    assert_begins(value_of(text, "macro_step", 0), "null");
    assert_begins(value_of(text, "status", 0), "\"none\"");
    free(text);
    PASO_OK("stability", LIM, "--macro-step", "1ms:2ms", "--scan", "10", "--output", in_folder("above.json"));
    assert_non_null(strstr(last.out, "above 2 ms"));
    text = written("above.json");
    assert_begins(value_of(text, "macro_step", 0), "null");
    free(text);
}

/* A linear system: stand-ins have no limit in the range, and straight lines over micro steps of 1 ms cost less than 1e-4. Held inputs
 * beside them have no pilot. */
static void standins_have_a_pilot_beside_linear_theory(void **state)
{
    (void)state;
    PASO_OK("stability", OSCILLATOR, "--macro-step", "1ms:50ms", "--scan", "10", "--scheme", "gauss-seidel", "--set",
            "mass1.c=2", "--set", "mass2.c=2", "--set", "mass1.solver=2", "--set", "mass2.solver=2", "--extrapolation",
            "model,0", "--micro-step", "1ms", "--stop-time", "1", "--output", in_folder("pilot.json"));
    assert_non_null(strstr(last.out, "extrapolation model: above 50 ms"));
    assert_non_null(strstr(last.out, "not where such schemes end"));
    assert_non_null(strstr(last.out, "below 0.0001 up to 50 ms"));
    char *text = written("pilot.json");
    assert_begins(value_of(text, "extrapolation", 0), "\"model\"");
    assert_begins(value_of(text, "macro_step", 0), "null");
    assert_begins(value_of(text, "pilot", 0), "{");
    assert_begins(value_of(text, "coupling_error", 0), "0.0001");
    assert_begins(value_of(text, "macro_step", 1), "null");
    assert_begins(value_of(text, "status", 1), "\"above\"");
    assert_begins(value_of(text, "extrapolation", 1), "0");
    assert_begins(value_of(text, "pilot", 1), "null");
    free(text);
    PASO_OK("stability", OSCILLATOR, "--macro-step", "1ms:50ms", "--scan", "10", "--extrapolation", "waveform",
            "--iterations", "3", "--stop-time", "1", "--output", in_folder("pilot.csv"));
    text = written("pilot.csv");
    assert_non_null(strstr(text, "jacobi,,refreshed,waveform,3,0,"));
    free(text);
}

/* ---- bad input ---- */

#define EXPECT(exit_status, words, ...)                                                                                \
    do {                                                                                                               \
        if (PASO(__VA_ARGS__) != (exit_status))                                                                        \
            fail_msg("status %d: %s", last.status, last.err);                                                          \
        assert_said(words);                                                                                            \
        assert_false(is_there("x.json"));                                                                              \
    } while (0)

static void bad_input_has_its_message_and_status(void **state)
{
    (void)state;
    const char *x = in_folder("x.json");
    /* Two tons more at the end of the arm than the cylinder can hold. */
    EXPECT(1, "f_h_static", "linearize", LIM, "--set", "multibody.m_p=5e4", "--output", x);
    EXPECT(1, "f_h_static", "stability", LIM, "--set", "multibody.m_p=5e4", "--output", x);
    EXPECT(2, "--at 10.5 lies outside of the run, which goes from 0 s to 10 s", "linearize", LIM, "--at", "10.5",
           "--output", x);
    EXPECT(2, "--at 11 lies outside", "stability", LIM, "--at", "11", "--output", x);
    EXPECT(2, "--at -1 lies outside", "linearize", LIM, "--at", "-1", "--output", x);
    EXPECT(2, "--at cannot be \"soon\"", "linearize", LIM, "--at", "soon", "--output", x);
    EXPECT(2, "did you mean \"hydraulics\"", "linearize", LIM, "--set", "hydraulik.c=1", "--output", x);
    EXPECT(2, "did you mean \"kappa\"", "linearize", LIM, "--inputs", "kapa", "--output", x);
    EXPECT(2, "--outputs: nothing is called \"temperature\"", "linearize", LIM, "--outputs", "temperature", "--output",
           x);
    EXPECT(2, "--bode: nothing is called", "linearize", LIM, "--bode", "kappa,nothing", "--plot", in_folder("x.svg"));
    EXPECT(2, "kappa does not move multibody.s", "linearize", LIM, "--bode", "kappa,multibody.s", "--plot",
           in_folder("x.svg"));
    EXPECT(2, "--bode means nothing without --plot", "linearize", LIM, "--bode", "kappa,multibody.s");
    EXPECT(2, "--vary", "linearize", LIM, "--vary", "multibody.m_p=1:2", "--output", x);
    EXPECT(2, "with multibody.m_p = -20000: ", "linearize", LIM, "--vary", "multibody.m_p=200:-20000:2", "--output", x);
    EXPECT(2, "paso: --vary: multibody", "linearize", LIM, "--vary", "multibody.mass=1:2:2", "--output", x);
    EXPECT(2, "ends in .json, .csv or .mat", "linearize", LIM, "--output", in_folder("x.xml"));
    EXPECT(2, "ends in .svg, .png, .pdf or .html", "linearize", LIM, "--plot", in_folder("x.gif"));
    EXPECT(2, "has no continuous states", "linearize", BUILD_DIR "/fmus/OscillatorSpring.fmu", "--output", x);
    EXPECT(2, "has no continuous states", "stability", BUILD_DIR "/fmus/OscillatorSpring.fmu", "--output", x);
    EXPECT(2, "cannot be linearized", "linearize", FMU("chain_slave"), "--output", x);
    EXPECT(2, "has no directional derivatives", "linearize", FMU("chain_plain"), "--method", "directional", "--output",
           x);
    EXPECT(2, "its own step cannot be probed", "stability", FMU("chain"), "--subsystem", "own", "--no-probe",
           "--output", x);
    EXPECT(2, "a range like", "stability", LIM, "--macro-step", "5ms:1ms", "--output", x);
    EXPECT(2, "a range like", "stability", LIM, "--macro-step", "5ms", "--output", x);
    EXPECT(2, "jacobi", "stability", LIM, "--scheme", "jakobi", "--output", x);
    EXPECT(2, "--extrapolation cannot be \"3\"", "stability", LIM, "--extrapolation", "0,3", "--output", x);
    EXPECT(2, "needs --iterations", "stability", LIM, "--extrapolation", "waveform", "--output", x);
    EXPECT(2, "--micro-step", "stability", LIM, "--micro-step", "1ms", "--output", x);
    EXPECT(2, "refreshed or stale", "stability", LIM, "--feedthrough", "fresh", "--output", x);
    EXPECT(2, "empty places", "stability", LIM, "--iterations", "1,,2", "--output", x);
    EXPECT(2, "ends in .json or .csv", "stability", LIM, "--output", in_folder("x.mat"));
    EXPECT(2, "cannot be written", "linearize", FMU("chain"), "--quiet", "--output", in_folder("nowhere/x.json"));
    EXPECT(2, "cannot be written", "linearize", FMU("chain"), "--quiet", "--output", in_folder("nowhere/x.mat"));
    EXPECT(2, "cannot be written", "linearize", FMU("chain"), "--quiet", "--plot", in_folder("nowhere/x.svg"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_holds_what_the_contract_says),
        cmocka_unit_test(masked_derivatives_are_reported_as_differences),
        cmocka_unit_test(several_points_are_a_list),
        cmocka_unit_test(varied_parameter_makes_points),
        cmocka_unit_test(csv_has_a_file_per_matrix),
        cmocka_unit_test(matlab_reads_the_same_numbers),
        cmocka_unit_test(chosen_inputs_and_outputs_are_those_that_count),
        cmocka_unit_test(movement_at_the_point_is_said),
        cmocka_unit_test(equal_parts_are_all_named),
        cmocka_unit_test(pictures_are_drawn),
        cmocka_unit_test(absent_gnuplot_is_a_message_and_no_failure),
        cmocka_unit_test(stability_writes_limits),
        cmocka_unit_test(standins_have_a_pilot_beside_linear_theory),
        cmocka_unit_test(no_limit_is_said_and_null),
        cmocka_unit_test(bad_input_has_its_message_and_status),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
