/* paso run on single FMUs, as a user sees it. */
#include "tests/program/paso_process.h"

/* x' = -2 x + u, x(0) = 1. */
static void results_begin_at_the_start_and_end_at_the_stop_time(void **state)
{
    (void)state;
    PASO_OK("run", FMU("decay"), "--output", in_folder("r.csv"));
    assert_non_null(strstr(last.out, "done at t = 1 s after 10 steps"));
    struct table t = read_table(in_folder("r.csv"));
    assert_string_equal(t.header, "time,y");
    assert_int_equal(t.n_rows, 11);
    for (size_t k = 0; k < t.n_rows; k++) {
        assert_near(cell(&t, k, "time"), 0.1 * (double)k, 0);
        assert_near(cell(&t, k, "y"), exp(-2 * 0.1 * (double)k), 1e-15);
    }
    free_table(&t);
}

static void an_interval_that_is_no_multiple_ends_with_a_shorter_step(void **state)
{
    (void)state;
    PASO_OK("run", FMU("decay"), "--macro-step", "300ms", "--stop-time", "1", "--output", in_folder("r.csv"),
            "--quiet");
    assert_string_equal(last.out, "");
    struct table t = read_table(in_folder("r.csv"));
    assert_int_equal(t.n_rows, 5);
    assert_near(cell(&t, 3, "time"), 3 * 0.3, 0);
    assert_near(last_cell(&t, "time"), 1, 0);
    assert_near(last_cell(&t, "y"), exp(-2), 1e-15);
    free_table(&t);
}

static void a_fixed_step_that_does_not_fit_is_said_before_the_start(void **state)
{
    (void)state;
    assert_int_equal(PASO("run", FMU("rigid"), "--macro-step", "0.03", "--stop-time", "1", "--quiet"), 0);
    assert_said(
        "Discards: all of its steps should have the same size, but steps of 0.03 s do not fit between 0 s and 1 s");
}

static void every_nth_point_is_recorded_and_always_the_last(void **state)
{
    (void)state;
    PASO_OK("run", FMU("decay"), "--output", in_folder("r.csv"), "--every", "4", "--record", "x,der(*", "--quiet");
    struct table t = read_table(in_folder("r.csv"));
    assert_string_equal(t.header, "time,x,der(x)");
    static const double times[] = {0, 0.4, 0.8, 1};
    assert_int_equal(t.n_rows, 4);
    for (size_t k = 0; k < 4; k++)
        assert_near(cell(&t, k, "time"), times[k], 0);
    free_table(&t);
}

static void values_are_set_before_the_start(void **state)
{
    (void)state;
    PASO_OK("run", FMU("decay"), "--set", "k=0.5", "--set", "x=4", "--start-time", "-1", "--stop-time=1", "--output",
            in_folder("r.csv"), "--quiet");
    struct table t = read_table(in_folder("r.csv"));
    assert_near(cell(&t, 0, "time"), -1, 0);
    assert_near(last_cell(&t, "y"), 4 * exp(-1), 1e-14);
    free_table(&t);
}

/* u = t, handed over with its slope or integrated: x = -1/4 + t/2 + 5/4 exp(-2 t). */
static void a_continuous_input_is_followed_by_both_interfaces(void **state)
{
    (void)state;
    const char *input = write_file("ramp.csv", "time,u\n0,0\n10,10\n");
    for (int me = 0; me <= 1; me++) {
        PASO_OK("run", FMU("decay"), "--input", input, "--interface", me ? "me" : "cs", "--me-relative-tolerance",
                "1e-10", "--output", in_folder("r.csv"), "--quiet");
        struct table t = read_table(in_folder("r.csv"));
        assert_near(last_cell(&t, "y"), -0.25 + 0.5 + 1.25 * exp(-2), me ? 1e-8 : 1e-14);
        free_table(&t);
    }
}

/* u jumps from 0 to 1 at t = 0.25, off the grid of 0.1: the communication point is there, and a new grid begins. */
static void communication_points_fall_on_jumps_of_an_input(void **state)
{
    (void)state;
    const char *input = write_file("jump.csv", "time,u\n0,0\n0.25,0\n0.25,1\n1,1\n");
    for (int me = 0; me <= 1; me++) {
        PASO_OK("run", FMU("decay"), "--input", input, "--interface", me ? "me" : "cs", "--tolerance", "1e-10",
                "--output", in_folder("r.csv"), "--quiet");
        struct table t = read_table(in_folder("r.csv"));
        static const double times[] = {0, 0.1, 0.2, 0.25, 3 * 0.1, 0.4};
        for (size_t k = 0; k < 6; k++)
            assert_near(cell(&t, k, "time"), times[k], 1e-15);
        const double x = exp(-0.5);
        assert_near(last_cell(&t, "y"), 0.5 + (x - 0.5) * exp(-1.5), me ? 1e-8 : 1e-14);
        free_table(&t);
    }
}

/* The FMU's outputs are its inputs changed by its parameters (0.5 more, 10 more, negated, "hello " before). */
static void inputs_of_every_type_arrive(void **state)
{
    (void)state;
    const char *input = write_file("all.csv", "time,real_in,integer_in,boolean_in,string_in\n"
                                              "0,0,5,false,nobody\n1,2,7,true,\"a, b\"\n2,4,7,true,\"a, b\"\n");
    for (int me = 0; me <= 1; me++) {
        PASO_OK("run", FMU("types"), "--input", input, "--interface", me ? "me" : "cs", "--output", in_folder("r.csv"),
                "--quiet");
        struct table t = read_table(in_folder("r.csv"));
        assert_near(last_cell(&t, "time"), 2, 0);
        assert_near(last_cell(&t, "integer_out"), 17, 0);
        assert_near(last_cell(&t, "boolean_out"), 0, 0);
        free_table(&t);
        char *text = read_file(in_folder("r.csv"));
        assert_non_null(strstr(text, ",\"hello a, b\"\n"));
        free(text);
    }
}

/* Bounces of a ball from 1 m: t_1 = sqrt(2/g), then 2 e^n t_1 each; it rests after the last slow one, at about 2.6 s. */
static void events_are_met_by_both_interfaces(void **state)
{
    (void)state;
    for (int me = 0; me <= 1; me++) {
        PASO_OK("run", FMU("ball"), "--interface", me ? "me" : "cs", "--tolerance", "1e-10", "--stop-time", "1.2",
                "--output", in_folder("r.csv"), "--quiet");
        struct table t = read_table(in_folder("r.csv"));
        const double t_1 = sqrt(2 / 9.81), tau = 1.2 - 2.4 * t_1;
        assert_near(last_cell(&t, "h"), 0.49 * 9.81 * t_1 * tau - 9.81 * tau * tau / 2, 1e-8);
        assert_near(last_cell(&t, "bounces"), 2, 0);
        free_table(&t);
    }
}

/* x' = 1 until x = 0.55: then the FMU asks for the end. */
static void an_fmu_may_end_the_run(void **state)
{
    (void)state;
    for (int me = 0; me <= 1; me++) {
        assert_int_equal(PASO("run", FMU("ends"), "--interface", me ? "me" : "cs", "--set", "how=1", "--output",
                              in_folder("r.csv"), "--summary", in_folder("r.json"), "--quiet"),
                         0);
        assert_said("asked for the end of the simulation at t = 0.55 s");
        struct table t = read_table(in_folder("r.csv"));
        assert_near(last_cell(&t, "time"), 0.55, 1e-12);
        assert_near(last_cell(&t, "x"), 0.55, 1e-9);
        free_table(&t);
        char *json = read_file(in_folder("r.json"));
        assert_non_null(strstr(json, "\"status\": \"terminated\""));
        free(json);
    }
}

/* Steps above 0.03 are discarded: smaller ones lead to the same point. */
static void a_discarded_step_is_tried_again_smaller(void **state)
{
    (void)state;
    PASO_OK("run", FMU("discards"), "--set", "largest_step=0.03", "--macro-step", "0.1", "--stop-time", "1", "--output",
            in_folder("r.csv"), "--summary", in_folder("r.json"), "--quiet");
    struct table t = read_table(in_folder("r.csv"));
    assert_near(last_cell(&t, "time"), 1, 0);
    free_table(&t);
    char *json = read_file(in_folder("r.json"));
    assert_null(strstr(json, "\"rejected\": 0,"));
    free(json);
}

static void pending_steps_are_waited_for(void **state)
{
    (void)state;
    for (int how = 0; how <= 1; how++) {
        PASO_OK("run", FMU("pending"), "--set", how ? "how=1" : "how=0", "--stop-time", "0.1", "--macro-step", "0.01",
                "--output", in_folder("r.csv"), "--quiet");
        struct table t = read_table(in_folder("r.csv"));
        assert_near(last_cell(&t, "y"), 0.1, 1e-12);
        free_table(&t);
    }
}

static void the_summary_has_what_is_contracted(void **state)
{
    (void)state;
    PASO_OK("run", FMU("decay"), "--summary", in_folder("s.json"), "--quiet");
    char *json = read_file(in_folder("s.json"));
    static const char *const parts[] = {
        "\"steps\": 10,", "\"rejected\": 0,", "\"iterations\": 10,",  "\"time\": 1,",
        "\"wall_s\": ",   "\"cpu_s\": ",      "\"status\": \"done\"", "\"energy_residual_J\": {}"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(json, parts[i]))
            fail_msg("%s is not in %s", parts[i], json);
    free(json);
}

static void info_tells_what_an_fmu_is(void **state)
{
    (void)state;
    PASO_OK("info", FMU("types"));
    static const char *const words[] = {
        "Every type, every causality",           "linux64", "variable step", "step 0.25 s",
        "real_in     Real        continuous  m", "red",     "inputs (5)",    "outputs (5)"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strstr(last.out, words[i]))
            fail_msg("\"%s\" is not in %s", words[i], last.out);
    PASO_OK("info", FMU("types"), "--json");
    assert_non_null(strstr(last.out, "\"modelName\": \"Types\""));
    assert_non_null(strstr(last.out, "\"blue\": 3"));
}

static void help_and_version_are_there(void **state)
{
    (void)state;
    PASO_OK("--version");
    assert_memory_equal(last.out, "paso ", 5);
    PASO_OK("help");
    assert_non_null(strstr(last.out, "info"));
    PASO_OK("help", "run");
    char *help = strdup(last.out);
    PASO_OK("run", "--help");
    assert_string_equal(last.out, help);
    free(help);
    static const char *const contracted[] = {"--scheme",     "--order",         "--macro-step",
                                             "--rate",       "--extrapolation", "--feedthrough",
                                             "--iterations", "--set",           "--iteration-tolerance",
                                             "--start-time", "--stop-time",     "--tolerance",
                                             "--input",      "--output",        "--every",
                                             "--record",     "--summary",       "--quiet",
                                             "--interface",  "--threads N",     "--power"};
    for (size_t i = 0; i < sizeof contracted / sizeof *contracted; i++)
        assert_non_null(strstr(last.out, contracted[i]));
}

static void every_command_has_its_help(void **state)
{
    (void)state;
    static const char *const commands[] = {"info",   "linearize", "stability",  "sweep",
                                           "export", "show",      "monolithic", "bench"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char usage[40];
        snprintf(usage, sizeof usage, "usage: paso %s ", commands[i]);
        PASO_OK("help", commands[i]);
        assert_non_null(strstr(last.out, usage));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_begin_at_the_start_and_end_at_the_stop_time),
        cmocka_unit_test(an_interval_that_is_no_multiple_ends_with_a_shorter_step),
        cmocka_unit_test(a_fixed_step_that_does_not_fit_is_said_before_the_start),
        cmocka_unit_test(every_nth_point_is_recorded_and_always_the_last),
        cmocka_unit_test(values_are_set_before_the_start),
        cmocka_unit_test(a_continuous_input_is_followed_by_both_interfaces),
        cmocka_unit_test(communication_points_fall_on_jumps_of_an_input),
        cmocka_unit_test(inputs_of_every_type_arrive),
        cmocka_unit_test(events_are_met_by_both_interfaces),
        cmocka_unit_test(an_fmu_may_end_the_run),
        cmocka_unit_test(a_discarded_step_is_tried_again_smaller),
        cmocka_unit_test(pending_steps_are_waited_for),
        cmocka_unit_test(the_summary_has_what_is_contracted),
        cmocka_unit_test(info_tells_what_an_fmu_is),
        cmocka_unit_test(help_and_version_are_there),
        cmocka_unit_test(every_command_has_its_help),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
