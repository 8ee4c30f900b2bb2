/* `paso connect` as a user meets it: a system made by one command and run, proposals on a terminal and elsewhere, bad words. */
#include "tests/program/paso_process.h"

#include <pty.h>

#define MULTIBODY  "multibody=" BUILD_DIR "/fmus/Manipulator.fmu"
#define HYDRAULICS "hydraulics=" BUILD_DIR "/fmus/ManipulatorHydraulics.fmu"

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void run_half_a_second(const char *system, const char *result)
{
    PASO_OK("run", system, "--scheme", "jacobi", "--macro-step", "1ms", "--stop-time", "0.5", "--set",
            "multibody.coupling=1", "--set", "hydraulics.manoeuvre=1", "--set", "kappa=0.5", "--quiet", "--output",
            result, "--record", "multibody.s,hydraulics.p1");
}

/* The same FMUs and connections as in the .ssp that was written by hand: the same results to the last digit. */
static void a_system_made_by_one_command_runs_as_one_written_by_hand(void **state)
{
    (void)state;
    const char *made = in_folder("made.ssp");
    PASO_OK("connect", MULTIBODY, HYDRAULICS, "--link", "multibody.s=hydraulics.s", "--link",
            "multibody.ds=hydraulics.ds", "--link", "multibody.f_h_static=hydraulics.f_h_static", "--link",
            "hydraulics.f_h=multibody.f_h", "--link", "hydraulics.p1=multibody.p1", "--link",
            "hydraulics.p2=multibody.p2", "--system-input", "kappa=hydraulics.kappa", "--system-output",
            "s=multibody.s", "-o", made);
    assert_non_null(strstr(last.out, "multibody.s [m] -> hydraulics.s [m]\n"));
    run_half_a_second(made, in_folder("made.csv"));
    run_half_a_second(BUILD_DIR "/systems/lim-manipulator.ssp", in_folder("hand.csv"));
    char *a = read_file(in_folder("made.csv")), *b = read_file(in_folder("hand.csv"));
    assert_string_equal(a, b);
    free(a);
    free(b);
}

/* What is printed is what the command takes. */
static void proposals_are_printed_where_nobody_can_be_asked(void **state)
{
    (void)state;
    const char *made = in_folder("proposed.ssp");
    assert_int_equal(PASO("connect", MULTIBODY, HYDRAULICS, "-o", made), 2);
    assert_said("not written, because nobody can be asked here");
    assert_non_null(strstr(last.out, "--link multibody.s=hydraulics.s"));
    assert_non_null(strstr(last.out, "open: hydraulics.kappa"));
    assert_false(exists(made));
    PASO_OK("connect", MULTIBODY, HYDRAULICS);
    PASO_OK("connect", MULTIBODY, HYDRAULICS, "--accept", "-o", made);
    assert_true(exists(made));
}

/* At a terminal, with this answer. */
static int ask_on_a_terminal(const char *answer, const char *made)
{
    int terminal = -1;
    mkdir(in_folder("tmp"), 0700);
    const pid_t child = forkpty(&terminal, NULL, NULL, NULL);
    assert_true(child >= 0);
    if (child == 0) {
        setenv("TMPDIR", in_folder("tmp"), 1);
        execl(BUILD_DIR "/paso", "paso", "connect", MULTIBODY, HYDRAULICS, "-o", made, (char *)NULL);
        _exit(98);
    }
    char said[4096] = "";
    size_t n = 0;
    while (!strstr(said, "[y/n]") && n + 1 < sizeof said) {
        const ssize_t got = read(terminal, said + n, sizeof said - n - 1);
        if (got <= 0)
            fail_msg("the question does not come: %s", said);
        n += (size_t)got;
        said[n] = '\0';
    }
    assert_int_equal(write(terminal, answer, strlen(answer)), (ssize_t)strlen(answer));
    for (ssize_t got = 1; got > 0;)
        got = read(terminal, said, sizeof said);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    close(terminal);
    assert_no_temporary_folder();
    return WEXITSTATUS(status);
}

static void a_terminal_is_asked(void **state)
{
    (void)state;
    assert_int_equal(ask_on_a_terminal("n\n", in_folder("no.ssp")), 2);
    assert_false(exists(in_folder("no.ssp")));
    assert_int_equal(ask_on_a_terminal("y\n", in_folder("yes.ssp")), 0);
    assert_true(exists(in_folder("yes.ssp")));
}

static void bad_words_are_refused_and_nothing_is_written(void **state)
{
    (void)state;
    const char *made = in_folder("bad.ssp");
    const struct {
        const char *words[8], *message;
    } cases[] = {
        {{"connect"}, "paso connect needs [NAME=]A.fmu"},
        {{"connect", MULTIBODY, "-o", "bad.zip"}, "a file name that ends in .ssp is needed"},
        {{"connect", MULTIBODY, "-o", made}, "nothing is to be connected: one FMU alone"},
        {{"connect", FMU("decay"), FMU("ball"), "-o", made}, "nothing is to be connected: no output fits an input"},
        {{"connect", "no/such.fmu", MULTIBODY, "-o", made}, "no/such.fmu: cannot be opened: No such file or directory"},
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "multibody.sd=hydraulics.s", "-o", made},
         "has no variable \"sd\"; did you mean \"ds\"?"},
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "multibody.s=hydraulic.s", "-o", made},
         "there is no component \"hydraulic\"; did you mean \"hydraulics\"?"},
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "multibody.s=hydraulics.ds", "-o", made},
         "the units \"m\" and \"m/s\" do not fit"},
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "hydraulics.s=multibody.s", "-o", made},
         "did you mean multibody.s=hydraulics.s?"},
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "multibody=hydraulics.s", "-o", made},
         "\"multibody\" is a component; one of its variables is needed, multibody.NAME"},
        {{"connect", MULTIBODY, HYDRAULICS, "--system-output", "k=hydraulics.kapa", "-o", made},
         "has no variable \"kapa\"; did you mean \"kappa\"?"}, /* an input, but nearer than p1 and p2 */
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "=", "-o", made}, "--link =: A.OUTPUT=B.INPUT is needed"},
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "multibody.s=", "-o", made}, "A.OUTPUT=B.INPUT is needed"},
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "=hydraulics.s", "-o", made}, "A.OUTPUT=B.INPUT is needed"},
        {{"connect", MULTIBODY, HYDRAULICS, "--link", "-o", made}, "--link needs a value: A.y=B.u"},
        {{"connect", MULTIBODY, HYDRAULICS, "--system-input", "k=", "-o", made}, "NAME=A.INPUT is needed"},
        {{"connect", MULTIBODY, HYDRAULICS, "--system-input", "time=hydraulics.kappa", "-o", made},
         "\"time\" is the independent variable: another name is needed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(run_paso_in(folder, cases[i].words), 2);
        assert_said(cases[i].message);
        assert_false(exists(made));
    }
}

static void an_fmu_that_is_read_is_not_overwritten(void **state)
{
    (void)state;
    const char *copy = in_folder("mine.ssp");
    assert_int_equal(symlink(BUILD_DIR "/fmus/Manipulator.fmu", copy), 0);
    assert_int_equal(PASO("connect", MULTIBODY, HYDRAULICS, "--accept", "-o", copy), 2);
    assert_said("is read by this command and would be overwritten");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_system_made_by_one_command_runs_as_one_written_by_hand),
        cmocka_unit_test(proposals_are_printed_where_nobody_can_be_asked),
        cmocka_unit_test(a_terminal_is_asked),
        cmocka_unit_test(bad_words_are_refused_and_nothing_is_written),
        cmocka_unit_test(an_fmu_that_is_read_is_not_overwritten),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
