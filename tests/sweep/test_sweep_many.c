/* A sweep of many runs, twenty of which crash or diverge: the same table however many processes make it, and however
 * often it is killed and taken up again. 200 runs; with the argument "thousand", a thousand. */
#include "tests/sweep/sweep_testing.h"

#include <time.h>

/* `fails` does it from fail_time on, in runs of 1 s: of all times the first ten come too early, for a crash and for NaN. */
static size_t n_runs = 200;
static const char *fail_times = "fail_time=0.1:0.8:10,2:50:90";
#define WORDS(jobs, name)                                                                                              \
    "sweep", FMU("fails"), "--set", "how=1,6", "--set", "fail_in=fmi2DoStep", "--set", fail_times, "--jobs", jobs,     \
        "--quiet", "--output", in_folder(name ".csv")

static void assert_table(const char *path)
{
    struct sheet s = read_sheet(path);
    assert_int_equal(s.n_rows, n_runs + 1);
    size_t n_failed = 0, n_unstable = 0;
    for (size_t run = 0; run < n_runs; run++) {
        const bool early = number_at(&s, run, "fail_time") <= 1;
        const bool crashes = number_at(&s, run, "how") == 1;
        assert_string_equal(text_at(&s, run, "status"), !early ? "done" : crashes ? "failed" : "unstable");
        assert_true(early == (*text_at(&s, run, "message") != '\0'));
        n_failed += early && crashes;
        n_unstable += early && !crashes;
    }
    assert_int_equal(n_failed, 10);
    assert_int_equal(n_unstable, 10);
    free_sheet(&s);
}

static void assert_same(const char *a, const char *b)
{
    char *x = timeless(a), *y = timeless(b);
    assert_string_equal(x, y);
    free(x);
    free(y);
}

static void twenty_of_all_runs_fail(void **state)
{
    (void)state;
    PASO_OK(WORDS("1", "one"));
    assert_table(in_folder("one.csv"));
}

static void remove_leftovers(void)
{
    char command[256]; /* SIGKILL leaves the temporary folder behind */
    snprintf(command, sizeof command, "rm -rf '%s'/paso-*", in_folder("tmp"));
    assert_int_equal(system(command), 0);
}

/* The last start is not disturbed, and makes what is missing. */
static void two_processes_that_are_killed_ten_times_give_the_same_table(void **state)
{
    (void)state;
    const char *const words[] = {WORDS("2", "killed"), NULL};
    srandom(20);
    for (int i = 0; i < 10; i++) {
        const pid_t child = start_paso(words, NULL);
        const struct timespec a_while = {.tv_nsec = 10000000 + random() % 100000000};
        nanosleep(&a_while, NULL);
        kill(child, SIGKILL);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        remove_leftovers();
    }
    PASO_OK(WORDS("2", "killed"));
    assert_same(in_folder("one.csv"), in_folder("killed.csv"));
}

/* Ctrl-C: what is finished is stored, and the message says how to go on. */
static void interrupted_it_says_how_to_go_on(void **state)
{
    (void)state;
    const char *const words[] = {"sweep", FMU("fails"),      "--set",  "how=8,0", "--set",    "fail_in=fmi2DoStep",
                                 "--set", "fail_time=0.5,2", "--jobs", "4",       "--output", in_folder("asked.csv"),
                                 NULL};
    const pid_t child = start_paso(words, NULL);
    wait_for_runs(in_folder("asked.db"), 3); /* one run hangs for ever, the others are done */
    kill(child, SIGINT);
    assert_int_equal(finish_paso(child), 1);
    assert_said("ended by a signal (Interrupt)");
    assert_said("3 new runs are in");
    assert_null(read_file(in_folder("asked.csv")));
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "thousand") == 0) {
        n_runs = 1000;
        fail_times = "fail_time=0.1:0.8:10,2:50:490";
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_of_all_runs_fail),
        cmocka_unit_test(two_processes_that_are_killed_ten_times_give_the_same_table),
        cmocka_unit_test(interrupted_it_says_how_to_go_on),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
