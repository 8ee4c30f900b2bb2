/* The program on Model Exchange FMUs: events that inputs cause, and the options of the integration. */
#include "tests/program/paso_process.h"

#include <limits.h>
#include <time.h>

/* u steps from 0 to 1 at t = 1: the relay at 0.5 goes on there, and x grows from 0 to 1 until t = 2. */
static void an_input_file_that_steps_switches_a_relay(void **state)
{
    (void)state;
    const char *input = write_file("u.csv", "time,u\n0,0\n1,0\n1,1\n2,1\n"), *output = in_folder("relay.csv");
    PASO_OK("run", FMU("trigger"), "--interface", "me", "--input", input, "--output", output, "--quiet");
    struct table t = read_table(output);
    for (size_t row = 0; row < t.n_rows; row++)
        assert_near(cell(&t, row, "y"), cell(&t, row, "time") >= 1, 0);
    assert_near(last_cell(&t, "time"), 2, 0);
    assert_near(last_cell(&t, "x"), 1, 1e-9);
    free_table(&t);
}

/* The relay is on, and x' = gain: x = 0.45 * 1 + 0.55 * 3 + 0.2 * 2 = 2.5 at the end. In Co-Simulation outputs show what the last
 * step has made of the parameters. n takes both ends of fmi2Integer. */
static void tunable_parameters_follow_an_input_file(void **state)
{
    (void)state;
    const char *input = write_file("p.csv", "time,gain,n\n0,1,0\n0.45,3,-2147483648\n1,2,2147483647\n");
    const char *output = in_folder("p.out.csv"), *interfaces[] = {"me", "cs"};
    for (int k = 0; k < 2; k++) {
        PASO_OK("run", FMU("trigger"), "--interface", interfaces[k], "--set", "u=1", "--input", input, "--stop-time",
                "1.2", "--output", output, "--quiet");
        struct table t = read_table(output);
        for (size_t row = 1; row < t.n_rows; row++) {
            const double time = cell(&t, row, "time") - (k ? 1e-9 : -1e-9);
            assert_near(cell(&t, row, "y"), time < 0.45 ? 1 : time < 1 ? 3 : 2, 0);
            assert_near(cell(&t, row, "n_seen"), time < 0.45 ? 0 : time < 1 ? INT_MIN : INT_MAX, 0);
        }
        assert_near(last_cell(&t, "x"), 2.5, 1e-9);
        free_table(&t);
    }
    assert_int_equal(PASO("run", FMU("trigger"), "--input", write_file("f.csv", "time,fixed\n0,1\n")), 2);
    assert_said(
        "f.csv:1: \"fixed\" cannot be driven: it is neither an input nor a tunable parameter but a fixed parameter");
}

/* ---- options: gauge is x' = -lambda x from 1, and looks at its integrator's steps ---- */

static struct table run_gauge(const char *lambda, const char *option, const char *value)
{
    const char *output = in_folder("gauge.csv");
    char set[64];
    snprintf(set, sizeof set, "lambda=%s", lambda);
    PASO_OK("run", FMU("gauge"), "--set", set, "--output", output, "--quiet", option, value);
    return read_table(output);
}

/* Fixed-point iteration of an Adams method converges for h lambda below about 1: ten thousand steps or so for lambda = 1000
 * over 10 s. BDF needs a few hundred. */
static void adams_is_a_method_for_models_that_are_not_stiff(void **state)
{
    (void)state;
    struct table bdf = run_gauge("1000", "--me-solver", "bdf");
    struct table adams = run_gauge("1000", "--me-solver", "adams");
    assert_true(last_cell(&bdf, "steps") < 1000);
    assert_true(last_cell(&adams, "steps") > 3000);
    free_table(&bdf);
    free_table(&adams);
}

static void the_integrators_steps_have_a_limit(void **state)
{
    (void)state;
    struct table free_steps = run_gauge("1", "--me-solver", "bdf");
    struct table limited = run_gauge("1", "--me-max-step", "10ms");
    assert_true(last_cell(&free_steps, "longest_step") > 0.1);
    assert_true(last_cell(&limited, "longest_step") <= 0.01 * (1 + 1e-9));
    assert_true(last_cell(&limited, "steps") >= 1000);
    free_table(&free_steps);
    free_table(&limited);
}

/* x(10 s) = exp(-50) = 2e-22 with lambda = 5: far below an absolute tolerance of 1e-6, which leaves it without a digit; one of
 * 1e-40 lets the relative tolerance of 1e-6 hold to the end, times the 1e3 or so that errors of each step add up to. */
static void the_absolute_tolerance_says_where_digits_end(void **state)
{
    (void)state;
    struct table coarse = run_gauge("5", "--me-absolute-tolerance", "1e-6");
    struct table fine = run_gauge("5", "--me-absolute-tolerance", "1e-40");
    assert_true(fabs(last_cell(&coarse, "x") / exp(-50) - 1) > 0.5);
    assert_near(last_cell(&fine, "x") / exp(-50), 1, 1e-3);
    free_table(&coarse);
    free_table(&fine);
}

/* A vessel of V = 1 l loses Q = 1e-5 m3/s of oil with B = 1.5 GPa: its pressure falls by B Q / V = 15 MPa/s, so that 1 MPa is gone at 1/15 s. */
static void a_vessel_that_runs_empty_is_said_with_its_place_and_time(void **state)
{
    (void)state;
    const char *fmu = in_folder("empty.fmu");
    PASO_OK("export",
            write_file("empty.json",
                       "{\"type\": \"circuit\", \"name\": \"Empty\", \"fluid\": {\"type\": \"constant\", "
                       "\"bulk_modulus\": 1.5e9}, \"nodes\": {\"vessel\": {\"type\": \"volume\", \"volume\": 1e-3, "
                       "\"start\": \"given\", \"start_pressure\": 1e6}}, \"flow_sources\": {\"leak\": {\"from\": "
                       "\"vessel\", \"flow\": 1e-5}}}"),
            "-o", fmu);
    static const char *const ways[][2] = {{"--macro-step", "1ms"}, {"--macro-step", "0.5"}, {"--me-solver", "adams"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        assert_int_equal(PASO("run", fmu, "--interface", "me", "--stop-time", "1", ways[i][0], ways[i][1], "--quiet"),
                         1);
        assert_said("Empty: the integration cannot get on at t = 0.0666666667 s: ");
        assert_said("the pressure in volume vessel has fallen to ");
    }
}

static void what_fmus_log_is_shown_with_log_only(void **state)
{
    (void)state;
    PASO_OK("run", FMU("gauge"), "--quiet");
    assert_int_equal(PASO("run", FMU("gauge"), "--quiet", "--log"), 0);
    assert_said("the first step of the integrator is done");
}

/* ---- signals ---- */

/* Some 10^8 steps of the integrator lie before the first communication point. */
static void one_signal_ends_an_integration_under_way(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM};
    for (int k = 0; k < 2; k++) {
        const char *output = in_folder("long.csv"), *summary = in_folder("long.json");
        const char *words[] = {"run", FMU("oddity"), "--set", "kind=9",    "--macro-step", "10",      "--stop-time",
                               "100", "--output",    output,  "--summary", summary,        "--quiet", NULL};
        const pid_t child = start_paso(words, NULL);
        const struct timespec pause = {.tv_nsec = 10000000};
        for (int i = 0; i < 500 && access(in_folder("long.csv.partial"), F_OK) != 0; i++)
            nanosleep(&pause, NULL);
        for (int i = 0; i < 20; i++)
            nanosleep(&pause, NULL);
        kill(child, signals[k]);
        if (!ends_within(child, 20))
            fail_msg("%s has no effect", strsignal(signals[k]));
        assert_int_equal(finish_paso(child), 1);
        assert_said(strsignal(signals[k]));
        assert_said("long.csv.partial");
        char *text = read_file(summary);
        assert_non_null(strstr(text, "\"interrupted\""));
        free(text);
        remove(in_folder("long.csv.partial"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_input_file_that_steps_switches_a_relay),
        cmocka_unit_test(tunable_parameters_follow_an_input_file),
        cmocka_unit_test(adams_is_a_method_for_models_that_are_not_stiff),
        cmocka_unit_test(the_integrators_steps_have_a_limit),
        cmocka_unit_test(the_absolute_tolerance_says_where_digits_end),
        cmocka_unit_test(a_vessel_that_runs_empty_is_said_with_its_place_and_time),
        cmocka_unit_test(what_fmus_log_is_shown_with_log_only),
        cmocka_unit_test(one_signal_ends_an_integration_under_way),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
