/* paso --isolate: an FMU in a process of its own gives the same bytes as one in the program's own, whatever the scheme, the
 * interface and the kind of values. The expected file is the run without --isolate; what that one gives is tested elsewhere. */
#include "tests/program/paso_process.h"

#include <time.h>

#define LIM   BUILD_DIR "/systems/lim-manipulator.ssp"
#define SHORT "--stop-time", "0.5"

enum { MOST_WORDS = 20 };

struct case_of_words {
    const char *command;
    const char *words[MOST_WORDS];
};

/* Runs it with and without; what is in the two files, and what was said. */
static void assert_same(const char *command, const char *const *words, const char *const *isolate)
{
    char *said[2], *files[2];
    int status[2];
    for (int isolated = 0; isolated < 2; isolated++) {
        const char *line[40] = {command};
        int n = 1;
        for (int i = 0; words[i]; i++)
            line[n++] = words[i];
        for (int i = 0; isolated && isolate[i]; i++)
            line[n++] = isolate[i];
        line[n++] = "--quiet";
        line[n++] = "--output";
        line[n] = in_folder(strcmp(command, "run") == 0 ? "o.csv" : "o.json");
        unlink(line[n]);
        unlink(in_folder("o.csv.partial"));
        status[isolated] = run_paso_in(NULL, line);
        said[isolated] = strdup(last.err);
        files[isolated] = read_file(line[n]);
        if (!files[isolated])
            files[isolated] = read_file(in_folder("o.csv.partial"));
    }
    if (status[0] != status[1])
        fail_msg("status %d and %d: %s / %s", status[0], status[1], said[0], said[1]);
    if (!files[0] || !files[1])
        fail_msg("no result: %s / %s", said[0], said[1]);
    if (strcmp(files[0], files[1]) != 0)
        fail_msg("%s %s ...: the results differ", words[0], words[1] ? words[1] : "");
    if (strcmp(said[0], said[1]) != 0)
        fail_msg("it said \"%s\" and \"%s\"", said[0], said[1]);
    for (int k = 0; k < 2; k++) {
        free(said[k]);
        free(files[k]);
    }
}

static void assert_all_same(const struct case_of_words *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_same(cases[i].command, cases[i].words, (const char *const[]){"--isolate", "all", NULL});
}
#define ALL_SAME(cases) assert_all_same(cases, sizeof(cases) / sizeof *(cases))

static void every_scheme_of_the_lim_pair_gives_the_same_bytes(void **state)
{
    (void)state;
    static const struct case_of_words cases[] = {
        {"run", {LIM, SHORT}},
        {"run", {LIM, SHORT, "--feedthrough", "stale"}},
        {"run", {LIM, SHORT, "--scheme", "gauss-seidel"}},
        {"run", {LIM, SHORT, "--scheme", "gauss-seidel", "--order", "hydraulics/multibody"}},
        {"run", {LIM, SHORT, "--rate", "hydraulics=4"}},
        {"run", {LIM, SHORT, "--extrapolation", "1"}},
        {"run", {LIM, SHORT, "--extrapolation", "2", "--scheme", "gauss-seidel"}},
        {"run", {LIM, SHORT, "--iterations", "5"}},
        {"run", {LIM, SHORT, "--iterations", "4", "--scheme", "gauss-seidel", "--extrapolation", "1"}},
        {"run", {LIM, SHORT, "--set", "multibody.coupling=2", "--iterations", "3"}},
        {"run", {LIM, SHORT, "--threads", "2"}},
        {"run", {LIM, SHORT, "--every", "7", "--record", "*"}},
    };
    ALL_SAME(cases);
    assert_same("run", (const char *const[]){LIM, SHORT, NULL}, (const char *const[]){"--isolate", "hydraulics", NULL});
}

static void both_interfaces_and_every_type_of_value_give_the_same_bytes(void **state)
{
    (void)state;
    static const struct case_of_words cases[] = {
        {"run", {BUILD_DIR "/fmus/Manipulator.fmu", SHORT}},
        {"run", {BUILD_DIR "/fmus/Manipulator.fmu", SHORT, "--interface", "me"}},
        {"run", {BUILD_DIR "/fmus/ManipulatorHydraulics.fmu", SHORT, "--interface", "me", "--me-solver", "adams"}},
        {"run", {FMU("ball"), "--interface", "me"}},
        {"run", {FMU("ball"), "--interface", "cs"}},
        {"run", {FMU("types"), "--interface", "cs"}},
        {"run", {FMU("types"), "--interface", "me"}},
        {"run", {FMU("strict"), "--interface", "cs"}},
        {"run", {FMU("strict"), "--interface", "me"}},
        {"run", {FMU("echo")}},
        {"run", {FMU("trigger")}},
        {"run", {FMU("ticker")}},
        {"run", {FMU("curves2"), "--extrapolation", "2"}},
        {"run", {FMU("pending"), "--set", "how=0"}},
        {"run", {FMU("pending"), "--set", "how=1"}},
        {"run", {FMU("ends"), "--interface", "cs"}},
        {"run", {FMU("ends"), "--interface", "me"}},
        {"run", {FMU("discards"), "--interface", "cs"}},
        {"run", {FMU("rigid")}},
    };
    ALL_SAME(cases);
}

/* A status that is not fmi2OK is told in the same words: function, time, last log line. */
static void failures_of_calls_are_told_in_the_same_words(void **state)
{
    (void)state;
    static const char *const functions[] = {"fail_in=fmi2DoStep", "fail_in=fmi2GetReal",
                                            "fail_in=fmi2ExitInitializationMode", "fail_in=fmi2Terminate"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        for (int status = 1; status <= 4; status++) {
            char word[32];
            snprintf(word, sizeof word, "fail_status=%d", status);
            const char *line[] = {"run",   FMU("fails"),     "--set",   functions[i], "--set", word,
                                  "--set", "fail_time=0.35", "--quiet", "--isolate",  "all",   NULL};
            char *said[2];
            int ended[2];
            for (int isolated = 0; isolated < 2; isolated++) {
                line[9] = isolated ? "--isolate" : NULL;
                ended[isolated] = run_paso_in(NULL, line);
                said[isolated] = strdup(last.err);
            }
            assert_int_equal(ended[0], ended[1]);
            assert_string_equal(said[0], said[1]);
            free(said[0]);
            free(said[1]);
        }
}

static void linearizations_and_limits_give_the_same_bytes(void **state)
{
    (void)state;
    static const struct case_of_words cases[] = {
        {"linearize", {LIM, "--at", "0.2"}},
        {"linearize", {LIM, "--at", "0.2", "--method", "differences"}},
        {"linearize", {BUILD_DIR "/fmus/Manipulator.fmu", "--at", "0.1"}},
        {"stability", {LIM, "--macro-step", "1ms:50ms", "--at", "0.1"}},
    };
    ALL_SAME(cases);
}

/* Jacobi begins the steps of isolated components before the first one has ended. Where one of them does not come through, the others
 * have gone too far: in the program's process they have not been stepped at all. */
static void steps_that_do_not_come_through_give_the_same_bytes(void **state)
{
    (void)state;
#define COMPONENT(name, fmu) "<ssd:Component name='" name "' source='" FMU(fmu) "'/>"
#define SYSTEM(elements)                                                                                               \
    "<ssd:SystemStructureDescription version='1.0' name='s' "                                                          \
    "xmlns:ssd='http://ssp-standard.org/SSP1/SystemStructureDescription'><ssd:System name='s'><ssd:Elements>" elements \
    "</ssd:Elements></ssd:System></ssd:SystemStructureDescription>\n"
    char discards[512], fails[512], ends[512];
    snprintf(discards, sizeof discards, "%s",
             write_file("discards.ssd",
                        SYSTEM(COMPONENT("a", "discards") COMPONENT("b", "discards") COMPONENT("c", "discards"))));
    snprintf(
        fails, sizeof fails, "%s",
        write_file("fails.ssd", SYSTEM(COMPONENT("a", "discards") COMPONENT("b", "fails") COMPONENT("c", "fails"))));
    snprintf(ends, sizeof ends, "%s",
             write_file("ends.ssd", SYSTEM(COMPONENT("a", "discards") COMPONENT("b", "ends") COMPONENT("c", "fails"))));
#define STEPS      "--macro-step", "0.1", "--stop-time", "1"
#define LONG       "--set", "a.largest_step=1", "--set", "c.largest_step=1"
#define WITH(f, s) "--set", "b.fail_in=" f, "--set", "b.fail_time=0.35", "--set", "b.fail_status=" s
    const struct case_of_words cases[] = {
        {"run", {discards, STEPS, LONG}},
        {"run", {discards, STEPS, LONG, "--set", "b.keeps_nothing=true"}},
        {"run", {discards, STEPS, LONG, "--set", "b.smallest_step=0.04"}},
        {"run", {fails, STEPS, "--set", "a.largest_step=1", WITH("fmi2DoStep", "2")}},
        {"run", {fails, STEPS, "--set", "a.largest_step=1", WITH("fmi2DoStep", "3")}},
        {"run", {fails, STEPS, "--set", "a.largest_step=1", WITH("fmi2DoStep", "4")}},
        {"run", {fails, STEPS, "--set", "a.largest_step=1", WITH("fmi2GetReal", "3")}},
        {"run", {ends, STEPS, "--set", "a.largest_step=1"}},
    };
    ALL_SAME(cases);
    /* Some here, some there. */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_same("run", cases[i].words, (const char *const[]){"--isolate", "a,c", NULL});
}

static void names_are_checked(void **state)
{
    (void)state;
    assert_int_equal(PASO("run", LIM, "--isolate", "hydraulic"), 2);
    assert_said("--isolate: there is no component \"hydraulic\"; did you mean \"hydraulics\"?");
    assert_int_equal(PASO("run", LIM, "--isolate", "all", "--child-memory", "12X"), 2);
    assert_said("--child-memory cannot be \"12X\"");
    assert_int_equal(PASO("run", FMU("needs"), "--isolate", "all"), 2);
    assert_said("needs the shared library libpaso_not_there.so.7, which is not installed");
    assert_int_equal(PASO("run", FMU("wrong_guid"), "--isolate", "all"), 2);
    assert_said("it does not know the GUID");
}

/* Its second instance is told that there is one already, unless it is alone in its process. */
static void an_fmu_for_one_instance_gets_a_process_for_each(void **state)
{
    (void)state;
    const char *system = write_file(
        "twice.ssd",
        "<?xml version='1.0'?>\n"
        "<ssd:SystemStructureDescription xmlns:ssd='http://ssp-standard.org/SSP1/"
        "SystemStructureDescription' version='1.0' name='twice'>\n"
        "<ssd:System name='twice'><ssd:Elements>\n"
        "<ssd:Component name='a' source='" FMU(
            "alone") "'/>\n"
                     "<ssd:Component name='b' source='" FMU(
                         "alone") "'/>\n"
                                  "<ssd:Component name='c' source='" FMU(
                                      "alone") "'/>\n"
                                               "</ssd:Elements></ssd:System></ssd:SystemStructureDescription>\n");
    PASO_OK("run", system, "--quiet", "--output", in_folder("o.csv"));
    struct table t = read_table(in_folder("o.csv"));
    assert_near(last_cell(&t, "a.y"), 1, 0); /* y counts the instances in the process */
    assert_near(last_cell(&t, "b.y"), 1, 0);
    assert_near(last_cell(&t, "c.y"), 1, 0);
    free_table(&t);
}

/* ---- ends ---- */

static long count_of_session(pid_t session)
{
    char command[160];
    snprintf(command, sizeof command, "ps -o stat= -s %ld | grep -vc '^Z'", (long)session);
    FILE *pipe = popen(command, "r");
    long n = -1;
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%ld", &n), 1);
    pclose(pipe);
    return n;
}

static pid_t start_in_session(const char *const *words)
{
    const pid_t child = fork();
    if (child == 0) {
        setsid();
        const pid_t paso = start_paso(words, NULL);
        int status = 0;
        waitpid(paso, &status, 0);
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    return child;
}

/* The FMU `misbehaves` leaves a file when its way comes; a little later it hangs. */
static void expect_mark(void)
{
    unlink(in_folder("mark"));
    setenv("MISBEHAVES_MARK", in_folder("mark"), 1);
}

static void wait_for_hang(void)
{
    const struct timespec turn = {.tv_nsec = 20000000};
    for (int i = 0; access(in_folder("mark"), F_OK) != 0; i++) {
        if (i > 3000)
            fail_msg("the FMU does not hang after a minute");
        nanosleep(&turn, NULL);
    }
    for (int i = 0; i < 5; i++)
        nanosleep(&turn, NULL);
    unsetenv("MISBEHAVES_MARK");
}

/* The first signal is enough, whether or not the FMU shares the process; the rows up to the hang are there. */
static void one_signal_ends_a_run_in_which_an_fmu_hangs(void **state)
{
    (void)state;
    for (int isolated = 0; isolated < 2; isolated++)
        for (int way = 28; way <= 31; way++) {
            char word[16];
            snprintf(word, sizeof word, "way=%d", way);
            const char *words[] = {"run",
                                   FMU("misbehaves"),
                                   "--set",
                                   word,
                                   "--quiet",
                                   "--output",
                                   in_folder("h.csv"),
                                   isolated ? "--isolate" : NULL,
                                   "all",
                                   NULL};
            unlink(in_folder("h.csv.partial"));
            expect_mark();
            const pid_t paso = start_paso(words, NULL);
            wait_for_hang();
            kill(paso, way % 2 ? SIGINT : SIGTERM);
            assert_int_equal(finish_paso(paso), 1);
            assert_said(way % 2 ? "Interrupt" : "Terminated");
            assert_said("h.csv.partial");
            struct table t = read_table(in_folder("h.csv.partial"));
            assert_int_equal(t.n_rows, 6);
            free_table(&t);
        }
}

/* SIGKILL leaves no time for anything: the processes of the FMUs notice by themselves. */
static void processes_end_with_a_run_that_is_killed(void **state)
{
    (void)state;
    const char *words[] = {"run", FMU("misbehaves"), "--set", "way=28", "--quiet", "--isolate", "all", NULL};
    expect_mark();
    const pid_t session = start_in_session(words);
    wait_for_hang();
    assert_int_equal(count_of_session(session), 3); /* this copy of the test, paso, the FMU */
    char command[96];
    snprintf(command, sizeof command, "pkill -KILL -s %ld -x paso", (long)session);
    assert_int_equal(system(command), 0);
    int status = 0;
    waitpid(session, &status, 0);
    assert_int_equal(WEXITSTATUS(status), 128 + SIGKILL);
    const struct timespec turn = {.tv_nsec = 50000000};
    for (int i = 0; i < 100 && count_of_session(session) > 0; i++)
        nanosleep(&turn, NULL);
    assert_int_equal(count_of_session(session), 0);
    snprintf(command, sizeof command, "rm -rf '%s'", in_folder("tmp")); /* nobody was there to clear it */
    assert_int_equal(system(command), 0);
}

static void the_summary_tells_of_a_process_that_is_gone(void **state)
{
    (void)state;
    assert_int_equal(PASO("run", FMU("misbehaves"), "--set", "way=1", "--quiet", "--isolate", "all", "--summary",
                          in_folder("s.json")),
                     1);
    char *summary = read_file(in_folder("s.json"));
    assert_non_null(strstr(summary, "\"failed\""));
    assert_non_null(strstr(summary, "crashed (segmentation fault, SIGSEGV) in fmi2DoStep at t = 0.5 s: way 1 comes"));
    free(summary);
}

static void a_process_that_is_gone_leaves_its_last_five_lines(void **state)
{
    (void)state;
    assert_int_equal(PASO("run", FMU("misbehaves"), "--set", "way=25", "--quiet", "--isolate", "all", "--output",
                          in_folder("o.csv")),
                     1);
    assert_non_null(strstr(last.err, "t = 0.5 s: word 3 | word 4 | word 5 | word 6 | word 7 ("));
}

/* The run has come to its end: its results are there, under their final name. */
static void an_fmu_that_crashes_when_it_is_freed_fails_with_complete_results(void **state)
{
    (void)state;
    const char *output = in_folder("freed.csv");
    assert_int_equal(
        PASO("run", FMU("misbehaves"), "--set", "way=10", "--quiet", "--isolate", "all", "--output", output), 1);
    assert_non_null(strstr(last.err, "in fmi2FreeInstance, after the end of the run: the results are complete"));
    struct table t = read_table(output);
    assert_near(last_cell(&t, "time"), 1, 0);
    free_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheme_of_the_lim_pair_gives_the_same_bytes),
        cmocka_unit_test(both_interfaces_and_every_type_of_value_give_the_same_bytes),
        cmocka_unit_test(failures_of_calls_are_told_in_the_same_words),
        cmocka_unit_test(linearizations_and_limits_give_the_same_bytes),
        cmocka_unit_test(steps_that_do_not_come_through_give_the_same_bytes),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(an_fmu_for_one_instance_gets_a_process_for_each),
        cmocka_unit_test(one_signal_ends_a_run_in_which_an_fmu_hangs),
        cmocka_unit_test(processes_end_with_a_run_that_is_killed),
        cmocka_unit_test(the_summary_tells_of_a_process_that_is_gone),
        cmocka_unit_test(a_process_that_is_gone_leaves_its_last_five_lines),
        cmocka_unit_test(an_fmu_that_crashes_when_it_is_freed_fails_with_complete_results),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
