/* What users get wrong, and what FMUs get wrong in mid-run: the contracted exit status, a message with the cause, no
 * temporary folder left behind, no result under its final name. */
#include "tests/program/paso_process.h"

struct bad {
    int status;
    const char *words;    /* must be in the message */
    const char *argv[16]; /* "{}" stands for the test's folder */
};

static const struct bad command_lines[] = {
    {2, "there is no command \"rum\"; did you mean \"run\"?", {"rum"}},
    {2, "there is no command \"dance\"", {"dance"}},
    {2, "there is no command \"benhc\"; did you mean \"bench\"?", {"benhc"}}, /* a program of its own */
    {2, "--output needs a value", {"run", FMU("decay"), "--output", "-o", "{}/o.csv"}},
    {2, "--set needs a value", {"run", FMU("decay"), "--set", "-o", "{}/o.csv"}},
    {2,
     "--rate: there is no component \"decay\": the components of a single FMU",
     {"run", FMU("decay"), "--rate", "decay=2"}},
    {2,
     "--order: there is no component \"a\": the components of a single FMU",
     {"run", FMU("decay"), "--order", "a/b"}},
    {2,
     "--trait decay=recomputes: a single FMU has no name here",
     {"run", FMU("decay"), "--trait", "decay=recomputes"}},
    {2, "--trait =recomputes: a single FMU has no name here", {"run", FMU("decay"), "--trait", "=recomputes"}},
    {2,
     "\"plant\": the system has no component of that name\n",
     {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--trait", "plant=recomputes"}},
    {2, "paso run needs SYSTEM|FMU", {"run"}},
    {2, "what is \"b.fmu\"?", {"run", "a.fmu", "b.fmu"}},
    {2, "nothere.fmu", {"run", "{}/nothere.fmu"}},
    {2, "nothere.ssp", {"run", "{}/nothere.ssp"}},
    {2, "", {"run", "{}"}},
    {2, "", {"run", "/dev/null"}},
    {2, "there is no option --macrostep; did you mean --macro-step?", {"run", FMU("decay"), "--macrostep=1"}},
    {2, "--macro-step needs a value", {"run", FMU("decay"), "--macro-step"}},
    {2, "--macro-step cannot be \"0\"", {"run", FMU("decay"), "--macro-step", "0"}},
    {2, "--macro-step cannot be \"-1ms\"", {"run", FMU("decay"), "--macro-step", "-1ms"}},
    {2, "--macro-step cannot be \"1 fortnight\"", {"run", FMU("decay"), "--macro-step", "1 fortnight"}},
    {2,
     "lost in the rounding",
     {"run", FMU("decay"), "--macro-step", "1e-12", "--start-time", "1e6", "--stop-time", "1e7"}},
    {2, "does not lie after", {"run", FMU("decay"), "--start-time", "2", "--stop-time", "1"}},
    {2, "no duration", {"run", FMU("decay"), "--stop-time", "-1"}},
    {2, "--tolerance cannot be \"0\"", {"run", FMU("decay"), "--tolerance", "0"}},
    {2, "cs|me is needed", {"run", FMU("decay"), "--interface", "fmi3"}},
    {2, "no Co-Simulation interface", {"run", FMU("ticker"), "--interface", "cs"}},
    {2, "no Model Exchange interface", {"run", FMU("bare"), "--interface", "me"}},
    {2, "--interface is for a single FMU", {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--interface", "me"}},
    {2, "--every cannot be \"0\"", {"run", FMU("decay"), "--every", "0", "--output", "{}/o.csv"}},
    {2, "--every means nothing without --output", {"run", FMU("decay"), "--every", "2"}},
    {2, "--record means nothing without --output", {"run", FMU("decay"), "--record", "x"}},
    {2, "no variable matches \"zz*\"", {"run", FMU("decay"), "--record", "zz*", "--output", "{}/o.csv"}},
    {2, "\"x\"", {"run", FMU("decay"), "--record", "xx", "--output", "{}/o.csv"}},
    {2, "an empty pattern", {"run", FMU("decay"), "--record", "x,", "--output", "{}/o.csv"}},
    {2, "--output stands there twice", {"run", FMU("decay"), "--output", "a", "--output", "b"}},
    {2, "would overwrite", {"run", FMU("decay"), "--output", FMU("decay")}},
    {2,
     "--summary would overwrite {}/o.csv, which is also --output",
     {"run", FMU("decay"), "--output", "{}/o.csv", "--summary", "{}/o.csv"}},
    {2, "cannot be written: No such file", {"run", FMU("decay"), "--output", "{}/no/such/folder/o.csv"}},
    {2, "cannot be written: Is a directory", {"run", FMU("decay"), "--output", "{}"}},
    {2, "cannot be written", {"run", FMU("decay"), "--summary", "{}/no/such/folder/s.json"}},
    {2, "no such scheme; did you mean \"jacobi\"?", {"run", FMU("decay"), "--scheme", "jakobi"}},
    {2, "--extrapolation cannot be \"3\"", {"run", FMU("decay"), "--extrapolation", "3"}},
    {2, "refreshed|stale is needed", {"run", FMU("decay"), "--feedthrough", "fresh"}},
    {2, "--iterations cannot be \"0\"", {"run", FMU("decay"), "--iterations", "0"}},
    {2, "cannot go back", {"run", FMU("bare"), "--iterations", "2"}},
    {2,
     "--rate cannot be \"hydraulics\": NAME=K is needed",
     {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--rate", "hydraulics"}},
    {2, "an integer K from 1 to 1000000", {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--rate", "hydraulics=0"}},
    {2, "did you mean \"hydraulics\"?", {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--rate", "hydraulic=2"}},
    {2,
     "names \"multibody\" twice",
     {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--rate", "multibody=2", "--rate", "multibody=3"}},
    {2,
     "--order",
     {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--scheme", "gauss-seidel", "--order", "multibody"}},
    {2, "--power", {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--power", "multibody.ds"}},
    {2, "\"k\"", {"run", FMU("decay"), "--set", "kk=1"}},
    {2, "--set", {"run", FMU("decay"), "--set", "k"}},
    {2, "y", {"run", FMU("decay"), "--set", "y=1"}},
    {2, "fast", {"run", FMU("decay"), "--set", "k=fast"}},
    {2, "-1", {"run", FMU("decay"), "--set", "k=-1"}},
    {2, "1.5", {"run", FMU("types"), "--set", "integer_offset=1.5"}},
    {2, "maybe", {"run", FMU("types"), "--set", "boolean_negate=maybe"}},
    {2, "mauve", {"run", FMU("types"), "--set", "colour_parameter=mauve"}},
    {2, "theta1_0", {"run", BUILD_DIR "/systems/lim-manipulator.ssp", "--set", "multibody.theta1_00=1"}},
    {2, "paso info needs FMU|SYSTEM", {"info"}},
    {2, "nothere.fmu", {"info", "{}/nothere.fmu"}},
    {2, "there is no option --jason; did you mean --json?", {"info", FMU("decay"), "--jason"}},
    {2, "there is no command \"rnu\"", {"help", "rnu"}},
};

static const struct {
    const char *fmu, *text, *words;
} input_files[] = {
    {FMU("decay"), "", "holds no row"},
    {FMU("decay"), "time,u\n", "holds no row"},
    {FMU("decay"), "t,u\n0,1\n", "bad.csv:1: the first column is called \"t\""},
    {FMU("decay"), "time,uu\n0,1\n", "bad.csv:1: "},
    {FMU("decay"), "time,y\n0,1\n", "bad.csv:1: \"y\" cannot be driven"},
    {FMU("decay"), "time,u,u\n0,1,1\n", "bad.csv:1: \"u\" stands in two columns"},
    {FMU("decay"), "time,u\n0,1\n1\n", "bad.csv:3: 1 values in a file of 2 columns"},
    {FMU("decay"), "time,u\n0,1\n1,x\n", "bad.csv:3: \"x\" is not a number"},
    {FMU("decay"), "time,u\n1,1\n0,1\n", "bad.csv:3: the time 0 lies before"},
    {FMU("decay"), "time,u\n0,\"1\n", "bad.csv:2: a quoted field does not end"},
    {FMU("types"), "time,boolean_in\n0,yes\n", "bad.csv:2: \"yes\" is not true or false"},
    {BUILD_DIR "/systems/lim-manipulator.ssp", "time,kapa\n0,0.5\n", "bad.csv:1: "},
    {BUILD_DIR "/systems/lim-manipulator.ssp", "time,hydraulics.s\n0,0.5\n", "bad.csv:1: "},
};

static const struct {
    const char *interface, *function, *how, *words;
} failures[] = {
    {"cs", "fmi2SetupExperiment", "0", "fmi2SetupExperiment returned fmi2Error"},
    {"cs", "fmi2EnterInitializationMode", "0", "fmi2EnterInitializationMode returned fmi2Error"},
    {"cs", "fmi2ExitInitializationMode", "0", "fmi2ExitInitializationMode returned fmi2Error"},
    {"cs", "fmi2DoStep", "0", "fmi2DoStep returned fmi2Error at t = "},
    {"cs", "fmi2DoStep", "0", "asked to fail in fmi2DoStep"},
    {"cs", "fmi2GetReal", "0", "fmi2GetReal returned fmi2Error"},
    {"cs", "fmi2Terminate", "0", "fmi2Terminate returned fmi2Error"},
    {"cs", "fmi2DoStep", "1", "SIGSEGV"},
    {"cs", "fmi2DoStep", "2", "SIGABRT"},
    {"cs", "fmi2DoStep", "3", "SIGFPE"},
    {"cs", "fmi2DoStep", "4", "exit()"},
    {"cs", "fmi2DoStep", "5", "fmi2DoStep"},
    {"cs", "fmi2GetReal", "1", "SIGSEGV"},
    {"cs", "fmi2GetReal", "6", "y = nan at t = "},
    {"cs", "fmi2GetReal", "7", "y = inf at t = "},
    {"me", "fmi2GetDerivatives", "0", "fmi2GetDerivatives returned fmi2Error at t = "},
    {"me", "fmi2SetContinuousStates", "0", "fmi2SetContinuousStates returned fmi2Error"},
    {"me", "fmi2CompletedIntegratorStep", "0", "fmi2CompletedIntegratorStep returned fmi2Error"},
    {"me", "fmi2NewDiscreteStates", "0", "fmi2NewDiscreteStates returned fmi2Error"},
    {"me", "fmi2GetDerivatives", "1", "SIGSEGV"},
};

/* The words with the folder's name in place of {}. */
static void expand(const char *const *from, const char **to)
{
    static char texts[16][256];
    size_t i = 0;
    for (; from[i]; i++) {
        const char *place = strstr(from[i], "{}");
        to[i] = from[i];
        if (place) {
            snprintf(texts[i], sizeof texts[i], "%.*s%s%s", (int)(place - from[i]), from[i], folder, place + 2);
            to[i] = texts[i];
        }
    }
    to[i] = NULL;
}

static void assert_one_message(void)
{
    if (strncmp(last.err, "paso: ", 6) != 0)
        fail_msg("no message of ours: %s", last.err);
    assert_null(strstr(last.err, "AddressSanitizer"));
    assert_null(strstr(last.err, "runtime error"));
}

static void wrong_command_lines_end_with_status_2_and_the_cause(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof command_lines / sizeof *command_lines; i++) {
        const struct bad *bad = &command_lines[i];
        const char *argv[18], *words[2];
        expand((const char *const[]){bad->words, NULL}, words);
        char expected[256];
        snprintf(expected, sizeof expected, "%s", words[0]);
        expand(bad->argv, argv);
        const int status = run_paso_in(NULL, argv);
        if (status != bad->status || !strstr(last.err, expected))
            fail_msg("%zu: status %d: %s", i, status, last.err);
        assert_one_message();
        assert_string_equal(last.out, "");
        assert_int_equal(access(in_folder("o.csv"), F_OK), -1);
        assert_int_equal(access(in_folder("o.csv.partial"), F_OK), -1);
    }
}

static void wrong_input_files_end_with_status_2_and_the_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof input_files / sizeof *input_files; i++) {
        const char *path = write_file("bad.csv", input_files[i].text);
        const int status = PASO("run", input_files[i].fmu, "--input", path, "--output", in_folder("o.csv"));
        if (status != 2 || !strstr(last.err, input_files[i].words))
            fail_msg("%zu: status %d: %s", i, status, last.err);
        assert_one_message();
        assert_int_equal(access(in_folder("o.csv"), F_OK), -1);
        assert_int_equal(access(in_folder("o.csv.partial"), F_OK), -1);
    }
    assert_int_equal(PASO("run", FMU("decay"), "--input", in_folder("not there.csv")), 2);
    assert_said("not there.csv: cannot be read: No such file");
}

static void failing_fmus_end_with_status_1_the_call_and_the_results_so_far(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        char fail_in[64], how[16];
        snprintf(fail_in, sizeof fail_in, "fail_in=%s", failures[i].function);
        snprintf(how, sizeof how, "how=%s", failures[i].how);
        const int status = PASO("run", FMU("fails"), "--interface", failures[i].interface, "--set", fail_in, "--set",
                                how, "--output", in_folder("f.csv"), "--set", "fail_time=0.3", "--quiet");
        /* What fails before time moves is found with the failure at once. */
        if (status == 0) {
            unlink(in_folder("f.csv"));
            PASO("run", FMU("fails"), "--interface", failures[i].interface, "--set", fail_in, "--set", how, "--output",
                 in_folder("f.csv"), "--quiet");
        }
        if (last.status != 1 || !strstr(last.err, failures[i].words))
            fail_msg("%zu: status %d: %s", i, last.status, last.err);
        assert_one_message();
        assert_int_equal(access(in_folder("f.csv"), F_OK), -1);
        if (access(in_folder("f.csv.partial"), F_OK) == 0) {
            assert_said("f.csv.partial");
            struct table t = read_table(in_folder("f.csv.partial"));
            assert_near(cell(&t, 0, "time"), 0, 0);
            free_table(&t);
            unlink(in_folder("f.csv.partial"));
        }
    }
}

static void other_misbehaviour_is_named(void **state)
{
    (void)state;
    assert_int_equal(PASO("run", FMU("wrong_guid")), 2);
    assert_one_message();
    assert_int_equal(PASO("run", FMU("needs")), 2);
    assert_said("libpaso_not_there.so.7");
    assert_int_equal(PASO("run", FMU("oddity"), "--set", "kind=1"), 1);
    assert_said("chattering");
    assert_int_equal(PASO("run", FMU("oddity"), "--set", "kind=4"), 1);
    assert_said("is not finite");
    assert_int_equal(PASO("run", FMU("ticker"), "--set", "endless=1"), 1);
    assert_said("not stable");
    assert_int_equal(PASO("run", FMU("rigid"), "--macro-step", "0.5", "--stop-time", "1"), 1);
    assert_said("Discards: discarded the step at t = 0 s");
    assert_int_equal(PASO("run", FMU("pending"), "--set", "how=3", "--stop-time", "0.1", "--macro-step", "0.1"), 1);
    assert_said("fmi2DoStep");
}

/* A log without end is neither waited for nor printed. */
static void an_endless_log_does_not_flood_the_terminal(void **state)
{
    (void)state;
    assert_int_equal(PASO("run", FMU("chatters"), "--set", "lines=1000", "--stop-time", "1", "--quiet"), 0);
    assert_true(strlen(last.err) < 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_command_lines_end_with_status_2_and_the_cause),
        cmocka_unit_test(wrong_input_files_end_with_status_2_and_the_line),
        cmocka_unit_test(failing_fmus_end_with_status_1_the_call_and_the_results_so_far),
        cmocka_unit_test(other_misbehaviour_is_named),
        cmocka_unit_test(an_endless_log_does_not_flood_the_terminal),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
