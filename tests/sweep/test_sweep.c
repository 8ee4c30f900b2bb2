/* paso sweep on FMUs whose solutions are known in closed form. */
#include "tests/sweep/sweep_testing.h"

static const char *output(void)
{
    return in_folder("sweep.csv");
}

static void rows_stand_in_the_order_of_the_lists(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("decay"), "--set", "k=1,2,3", "--macro-step", "0.1,50ms", "--output", output());
    struct sheet s = read_sheet(output());
    static const char *const header[] = {"k", "macro-step", "status", "steps", "cpu_s", "wall_s", "time", "message"};
    assert_int_equal(s.n_columns, 8);
    for (size_t c = 0; c < 8; c++)
        assert_string_equal(s.cells[0][c], header[c]);
    assert_int_equal(s.n_rows, 7);
    for (size_t run = 0; run < 6; run++) {
        assert_true(number_at(&s, run, "k") == (double)(run / 2 + 1));
        assert_true(number_at(&s, run, "macro-step") == (run % 2 ? 0.05 : 0.1));
        assert_string_equal(text_at(&s, run, "status"), "done");
        assert_int_equal(number_at(&s, run, "steps"), run % 2 ? 20 : 10);
        assert_true(number_at(&s, run, "time") == 1);
    }
    free_sheet(&s);
}

static void zipped_lists_are_taken_side_by_side(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("decay"), "--zip", "--set", "k=1,2,3", "--macro-step", "0.1,50ms,0.2", "--set", "d=7",
            "--output", output());
    struct sheet s = read_sheet(output());
    assert_int_equal(s.n_rows, 4);
    assert_true(number_at(&s, 1, "k") == 2 && number_at(&s, 1, "macro-step") == 0.05);
    assert_int_equal(number_at(&s, 2, "steps"), 5);
    free_sheet(&s);
    assert_int_equal(PASO("sweep", FMU("decay"), "--zip", "--set", "k=1,2,3", "--macro-step", "0.1,0.2"), 2);
    assert_said("k has 3 values and macro-step has 2");
}

/* y = exp(-2 t) is exact at the communication points of x' = -2 x; in the middle between two of them the chord lies above
 * it by (e^a + e^b)/2 - e^((a+b)/2). */
static void a_run_is_interpolated_between_its_rows_and_the_reference_never(void **state)
{
    (void)state;
    char text[512] = "time,y\n";
    double expected_max = 0, sum = 0, expected_final = 0;
    for (int i = 0; i < 5; i++) {
        const double t = 0.05 + 0.2 * i; /* in the middle of steps of 0.1 */
        snprintf(text + strlen(text), sizeof text - strlen(text), "%.17g,%.17g\n", t, exp(-2 * t));
        expected_final = (exp(-2 * (t - 0.05)) + exp(-2 * (t + 0.05))) / 2 - exp(-2 * t);
        expected_max = fmax(expected_max, expected_final);
        sum += expected_final * expected_final;
    }
    const char *reference = write_file("reference.csv", text);
    PASO_OK("sweep", FMU("decay"), "--macro-step", "0.1,0.05", "--reference", reference, "--output", output());
    struct sheet s = read_sheet(output());
    assert_near(number_at(&s, 0, "max_error:y"), expected_max, 1e-14);
    assert_near(number_at(&s, 0, "rms_error:y"), sqrt(sum / 5), 1e-14);
    assert_near(number_at(&s, 0, "final_error:y"), expected_final, 1e-14);
    assert_near(number_at(&s, 1, "max_error:y"), 0, 1e-14); /* there the times are communication points */
    free_sheet(&s);
}

/* The chord's error falls with the square of the step: between 0.1 and 0.05 s by
 * log2(cosh-like ratio), which the same formula gives; a reference in the middle of the coarsest and of the finer steps. */
static void the_observed_order_is_that_of_the_errors(void **state)
{
    (void)state;
    const double t = 0.125; /* in the middle of [0, 0.25], [0.1, 0.15] and [0.1, 0.15] */
    char text[128];
    snprintf(text, sizeof text, "time,y\n%.17g,%.17g\n", t, exp(-2 * t));
    const char *reference = write_file("reference.csv", text);
    PASO_OK("sweep", FMU("decay"), "--macro-step", "0.25,0.05", "--reference", reference, "--output", output());
    struct sheet s = read_sheet(output());
    const double coarse = (1 + exp(-0.5)) / 2 - exp(-0.25), fine = (exp(-0.2) + exp(-0.3)) / 2 - exp(-0.25);
    assert_near(number_at(&s, 0, "order:y"), log(coarse / fine) / log(5), 1e-9);
    assert_near(number_at(&s, 0, "order:y"), 2, 0.02);
    assert_true(isnan(number_at(&s, 1, "order:y")));
    free_sheet(&s);
}

static void the_finest_run_is_a_reference_per_problem(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("decay"), "--set", "k=1,2", "--macro-step", "0.2,0.1,0.05", "--reference", "finest",
            "--output", output());
    struct sheet s = read_sheet(output());
    /* y = exp(-k t) is exact at communication points, and nothing else is compared. */
    for (size_t run = 0; run < 6; run++) {
        assert_near(number_at(&s, run, "max_error:y"), 0, 1e-14);
        assert_string_equal(text_at(&s, run, "reference"), run < 3 ? "k 1, macro-step 0.05" : "k 2, macro-step 0.05");
    }
    free_sheet(&s);
}

static void a_run_that_leaves_its_bounds_is_unstable_from_that_time_on(void **state)
{
    (void)state;
    /* x' = 1 reaches 0.55 between 0.5 and 0.6 */
    PASO_OK("sweep", FMU("fails"), "--set", "x=0,-2", "--bound", "y=-10:0.55", "--output", output());
    struct sheet s = read_sheet(output());
    assert_string_equal(text_at(&s, 0, "status"), "unstable");
    assert_near(number_at(&s, 0, "time"), 0.6, 1e-12);
    assert_non_null(strstr(text_at(&s, 0, "message"), "outside of -10 to 0.55"));
    assert_string_equal(text_at(&s, 1, "status"), "done");
    free_sheet(&s);
}

static void every_kind_of_failure_costs_one_run_and_is_named(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("fails"), "--set", "how=0:7:8", "--set", "fail_in=fmi2DoStep", "--set", "fail_time=0.35",
            "--output", output());
    struct sheet s = read_sheet(output());
    static const char *const words[] = {
        "asked to fail in fmi2DoStep", "SIGSEGV", "SIGABRT", "SIGFPE", "exit()", "SIGSEGV", "nan", "inf"};
    for (size_t run = 0; run < 8; run++) {
        assert_string_equal(text_at(&s, run, "status"), run < 6 ? "failed" : "unstable");
        if (!strstr(text_at(&s, run, "message"), words[run]))
            fail_msg("\"%s\" is not in: %s", words[run], text_at(&s, run, "message"));
    }
    free_sheet(&s);
}

static void runs_that_the_store_has_are_not_repeated(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("decay"), "--set", "k=1,2,3", "--macro-step", "0.1", "--output", output());
    assert_null(strstr(last.out, "in the store"));
    PASO_OK("sweep", FMU("decay"), "--macro-step", "1e-1", "--set", "k=4,3,2", "--output", output());
    assert_non_null(strstr(last.out, "2 of them were in the store"));
    PASO_OK("sweep", FMU("decay"), "--macro-step", "1e-1", "--set", "k=4,3,2", "--again", "--output", output());
    assert_null(strstr(last.out, "in the store"));
    /* Another option, another FMU: other runs. */
    PASO_OK("sweep", FMU("decay"), "--macro-step", "0.1", "--set", "k=1,2,3", "--set", "d=1", "--output", output());
    assert_null(strstr(last.out, "in the store"));
    PASO_OK("sweep", FMU("decay"), "--macro-step", "0.1", "--set", "k=1,2,3", "--stop-time", "2", "--output", output());
    assert_null(strstr(last.out, "in the store"));
    PASO_OK("sweep", FMU("ball"), "--macro-step", "0.1,0.2", "--output", output());
    assert_null(strstr(last.out, "in the store"));
}

static void a_changed_reference_makes_other_runs(void **state)
{
    (void)state;
    const char *reference = write_file("reference.csv", "time,y\n0.5,0.3\n");
    PASO_OK("sweep", FMU("decay"), "--macro-step", "0.1,0.05", "--reference", reference, "--output", output());
    write_file("reference.csv", "time,y\n0.5,0.4\n");
    PASO_OK("sweep", FMU("decay"), "--macro-step", "0.1,0.05", "--reference", reference, "--output", output());
    assert_null(strstr(last.out, "in the store"));
    struct sheet s = read_sheet(output());
    assert_near(number_at(&s, 0, "max_error:y"), 0.4 - exp(-1), 1e-14);
    free_sheet(&s);
}

static void a_reference_may_depend_on_the_run(void **state)
{
    (void)state;
    write_file("ref-1.csv", "time,y\n1,0\n");
    write_file("ref-2.csv", "time,y\n1,1\n");
    PASO_OK("sweep", FMU("decay"), "--set", "k=1,2", "--reference", in_folder("ref-{k}.csv"), "--output", output());
    struct sheet s = read_sheet(output());
    assert_near(number_at(&s, 0, "max_error:y"), exp(-1), 1e-14);
    assert_near(number_at(&s, 1, "max_error:y"), 1 - exp(-2), 1e-14);
    free_sheet(&s);
}

/* What is wrong on the command line is said before anything runs; no table, no store. */
static void wrong_words_are_named(void **state)
{
    (void)state;
    const char *reference = write_file("reference.csv", "time,z\n0.5,0.3\n");
    const char *numberless = write_file("numberless.csv", "time,y\n0.5,high\n");
    const struct {
        const char *words[8];
        const char *said;
    } cases[] = {
        {{"--macro-step", "1ms,,2ms"}, "empty place"},
        {{"--set", "k="}, "empty place"},
        {{"--macro-step", "1ms:2ms"}, "no range"},
        {{"--macro-step", "1ms,1ms:1s", "--error-tolerance", "1e-4", "--reference", "finest"}, "equal macro steps"},
        {{"--macro-step", "fast"}, "fast"},
        {{"--scheme", "jacobi,jacoby"}, "did you mean \"jacobi\""},
        {{"--set", "k=1,two"}, "two"},
        {{"--set", "q=1,2"}, "\"q\""},
        {{"--set", "k=1", "--set", "k=2"}, "twice"},
        {{"--feedthrough", "stale,fresh"}, "fresh"},
        {{"--iterations", "1,0"}, "iterations"},
        {{"--reference", reference}, "none of its columns"},
        {{"--reference", reference, "--record", "y"}, "no column \"y\""},
        {{"--reference", numberless}, "no number at t = 0.5"},
        {{"--reference", "nowhere.csv"}, "nowhere.csv"},
        {{"--reference", "ref-{kk}.csv"}, "kk is no option"},
        {{"--reference", "finest"}, "needs a list of macro steps"},
        {{"--reference", numberless, "--plot", "x.jpg"}, ".svg, .png, .pdf or .html"},
        {{"--find-limit", "--plot", "/nowhere/x.svg"}, "/nowhere/x.svg"},
        {{"--run-limit", "0"}, "--run-limit"},
        {{"--bound", "y=3:2"}, "LOWEST:HIGHEST"},
        {{"--bound", "yy=1:2"}, "yy"},
        {{"--find-limit"}, "--find-limit needs --macro-step"},
        {{"--limit-error", "1"}, "--limit-error means nothing without --find-limit"},
        {{"--output", "/nowhere/x.csv"}, "/nowhere/x.csv"},
        {{"--store", "/nowhere/x.db"}, "/nowhere/x.db"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *words[12] = {"sweep", FMU("decay")};
        memcpy(words + 2, cases[i].words, sizeof cases[i].words);
        if (run_paso_in(folder, words) != 2 || !strstr(last.err, cases[i].said))
            fail_msg("%s %s: status %d, said: %s", words[2], words[3] ? words[3] : "", last.status, last.err);
    }
}

static void a_limit_is_found_by_error(void **state)
{
    (void)state;
    /* The chord's error at 0.125 s of steps that reach over it: largest for [0, H], where
     * e(H) = 1 + (exp(-2 H) - 1) 0.125/H - exp(-0.25). */
    char text[128];
    snprintf(text, sizeof text, "time,y\n%.17g,%.17g\n", 0.125, exp(-0.25));
    const char *reference = write_file("reference.csv", text);
    const double e = 1 + (exp(-0.5) - 1) * 0.5 - exp(-0.25); /* of H = 0.25 */
    char limit[32];
    snprintf(limit, sizeof limit, "%.17g", e);
    PASO_OK("sweep", FMU("decay"), "--find-limit", "--macro-step", "0.13:0.9:7", "--reference", reference,
            "--limit-error", limit, "--output", output());
    struct sheet s = read_sheet(output());
    assert_true(number_at(&s, 0, "macro-step") <= 0.25 && number_at(&s, 0, "first_beyond") > 0.25);
    assert_near(number_at(&s, 0, "macro-step"), 0.25, 0.001);
    free_sheet(&s);
    assert_non_null(strstr(last.out, "or the largest error of y exceeds"));
}

/* Zipped, every pair is a run that was asked for, and what means nothing in it stays empty. */
static void an_order_means_nothing_where_all_step_at_once(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("decay"), "--order", "decay/decay,decay", "--macro-step", "0.1,0.2", "--output", output());
    struct sheet s = read_sheet(output());
    assert_int_equal(s.n_rows, 3);
    assert_string_equal(text_at(&s, 0, "order"), "");
    assert_near(number_at(&s, 0, "macro-step"), 0.1, 0);
    assert_near(number_at(&s, 1, "macro-step"), 0.2, 0);
    free_sheet(&s);
    PASO_OK("sweep", FMU("decay"), "--order", "decay/decay,decay", "--macro-step", "0.1,0.2", "--zip", "--output",
            output());
    s = read_sheet(output());
    assert_int_equal(s.n_rows, 3);
    free_sheet(&s);
    assert_non_null(strstr(last.out, "2 of them were in the store"));
}

/* Of a list the stand-ins alone take them. */
static void micro_steps_are_for_the_extrapolations_that_take_them(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("decay"), "--extrapolation", "1,model", "--micro-step", "1ms", "--macro-step", "10ms",
            "--stop-time", "0.1", "--output", output());
    struct sheet s = read_sheet(output());
    assert_int_equal(s.n_rows, 3);
    assert_string_equal(text_at(&s, 0, "status"), "done");
    assert_string_equal(text_at(&s, 1, "status"), "done");
    free_sheet(&s);
}

/* An FMU that never returns costs the time limit and its own run; nothing of it is kept, so that it may be tried again. */
static void a_run_that_hangs_is_stopped(void **state)
{
    (void)state;
    PASO_OK("sweep", FMU("fails"), "--set", "how=8,6", "--set", "fail_in=fmi2DoStep", "--set", "fail_time=0.35,3",
            "--run-limit", "300ms", "--output", output());
    struct sheet s = read_sheet(output());
    assert_string_equal(text_at(&s, 0, "status"), "failed");
    assert_string_equal(text_at(&s, 0, "message"), "stopped after 0.3 s, the run limit");
    assert_true(number_at(&s, 0, "wall_s") >= 0.3);
    assert_string_equal(text_at(&s, 1, "status"), "done");
    assert_string_equal(text_at(&s, 2, "status"), "unstable");
    assert_string_equal(text_at(&s, 3, "status"), "done");
    free_sheet(&s);
    PASO_OK("sweep", FMU("fails"), "--set", "how=8,6", "--set", "fail_in=fmi2DoStep", "--set", "fail_time=0.35,3",
            "--run-limit", "200ms", "--output", output());
    assert_non_null(strstr(last.out, "stopped after 0.2 s"));
    assert_non_null(strstr(last.out, "3 of them were in the store"));
}

static void plots_are_drawn(void **state)
{
    (void)state;
    const char *reference = write_file("reference.csv", "time,y\n0.125,0.7\n0.975,0.2\n");
    PASO_OK("sweep", FMU("decay"), "--macro-step", "0.1,0.2,0.5", "--set", "k=1,2", "--reference", reference, "--plot",
            in_folder("plot.svg"), "--quiet");
    char *svg = read_file(in_folder("plot.svg"));
    assert_non_null(svg);
    assert_non_null(strstr(svg, "macro step, ms"));
    assert_non_null(strstr(svg, "CPU time of the run, s"));
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
    assert_string_equal(last.out, "");
    PASO_OK("sweep", FMU("fails"), "--macro-step", "0.1:0.5", "--set", "x=0,-2", "--bound", "y=-10:0.9", "--find-limit",
            "--plot", in_folder("limits.svg"), "--quiet");
    svg = read_file(in_folder("limits.svg"));
    assert_non_null(svg);
    assert_non_null(strstr(svg, "x 0: none good"));
    assert_non_null(strstr(svg, "x -2: all good"));
    assert_non_null(strstr(svg, "macro step, ms"));
    free(svg);
}

static int open_folder(void **state)
{
    return make_folder(state);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(rows_stand_in_the_order_of_the_lists),
        IN_FOLDER(zipped_lists_are_taken_side_by_side),
        IN_FOLDER(a_run_is_interpolated_between_its_rows_and_the_reference_never),
        IN_FOLDER(the_observed_order_is_that_of_the_errors),
        IN_FOLDER(the_finest_run_is_a_reference_per_problem),
        IN_FOLDER(a_run_that_leaves_its_bounds_is_unstable_from_that_time_on),
        IN_FOLDER(every_kind_of_failure_costs_one_run_and_is_named),
        IN_FOLDER(runs_that_the_store_has_are_not_repeated),
        IN_FOLDER(a_changed_reference_makes_other_runs),
        IN_FOLDER(a_reference_may_depend_on_the_run),
        IN_FOLDER(wrong_words_are_named),
        IN_FOLDER(a_limit_is_found_by_error),
        IN_FOLDER(an_order_means_nothing_where_all_step_at_once),
        IN_FOLDER(micro_steps_are_for_the_extrapolations_that_take_them),
        IN_FOLDER(a_run_that_hangs_is_stopped),
        IN_FOLDER(plots_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
