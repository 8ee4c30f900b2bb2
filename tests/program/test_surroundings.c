/* Names, folders, disks, terminals and signals: the program among other things. */
#include "tests/program/paso_process.h"

#include <errno.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <time.h>

static void copy_file(const char *from, const char *to)
{
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    assert_true(in && out);
    char buffer[65536];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, in)) > 0;)
        assert_int_equal(fwrite(buffer, 1, n, out), n);
    fclose(in);
    fclose(out);
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static void names_may_hold_blanks_quotes_and_umlauts(void **state)
{
    (void)state;
    static const char *const names[] = {"with blanks", "with 'single' and \"double\" quotes",
                                        "Umlaute \xc3\xa4\xc3\xb6\xc3\xbc", "percent %20 %s",
                                        "semicolon; $HOME `id` #1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *place = in_folder(names[i]);
        assert_int_equal(mkdir(place, 0700), 0);
        char fmu[512], input[512], output[512], json[512];
        snprintf(fmu, sizeof fmu, "%s/types %s.fmu", place, names[i]);
        snprintf(input, sizeof input, "%s/in %s.csv", place, names[i]);
        snprintf(output, sizeof output, "%s/out %s.csv", place, names[i]);
        snprintf(json, sizeof json, "%s/%s.json", place, names[i]);
        copy_file(FMU("types"), fmu);
        copy_file(write_file("in.csv", "time,real_in\n0,1\n2,1\n"), input);
        PASO_OK("run", fmu, "--input", input, "--output", output, "--summary", json, "--quiet");
        struct table t = read_table(output);
        assert_near(last_cell(&t, "real_out"), 1.5, 0);
        free_table(&t);
        assert_int_equal(access(json, F_OK), 0);
    }
}

/* The FMU reads a file of its resources through the URI that it was given: TMPDIR has blanks here, too. */
static void resources_are_found_below_an_odd_temporary_folder(void **state)
{
    (void)state;
    char kept[64];
    strcpy(kept, folder);
    assert_int_equal(mkdir(in_folder("t m\xc3\xbcp"), 0700), 0);
    snprintf(folder, sizeof folder, "%.40s/t m\xc3\xbcp", kept);
    PASO_OK("run", FMU("types"), "--record", "words", "--output", in_folder("w.csv"), "--quiet");
    char *text = read_file(in_folder("w.csv"));
    assert_non_null(text);
    assert_null(strstr(text, "?"));
    free(text);
    strcpy(folder, kept);
}

/* Not even root can write to /proc. */
static void a_current_folder_that_is_read_only_does_no_harm(void **state)
{
    (void)state;
    const char *good[] = {"run", FMU("decay"), "--output", in_folder("ro.csv"), "--quiet", NULL};
    assert_int_equal(run_paso_in("/proc", good), 0);
    assert_int_equal(access(in_folder("ro.csv"), F_OK), 0);
    const char *bad[] = {"run", FMU("decay"), "--output", "ro.csv", "--quiet", NULL};
    assert_int_equal(run_paso_in("/proc", bad), 2);
    assert_said("ro.csv: cannot be written");
}

static void two_runs_at_once_do_not_disturb_each_other(void **state)
{
    (void)state;
    pid_t children[4];
    const char *outputs[4] = {in_folder("c0.csv"), in_folder("c1.csv"), in_folder("same.csv"), in_folder("same.csv")};
    for (int i = 0; i < 4; i++) {
        const char *words[] = {"run",      FMU("decay"),  "--macro-step", "1e-5",    "--output",
                               outputs[i], "--stop-time", "0.5",          "--quiet", NULL};
        children[i] = start_paso(words, NULL);
    }
    for (int i = 0; i < 4; i++) {
        int status = 1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    assert_no_temporary_folder();
    char *first = read_file(outputs[0]);
    for (int i = 1; i < 4; i++) {
        char *other = read_file(outputs[i]);
        assert_string_equal(first, other);
        free(other);
    }
    free(first);
}

/* A disk of 256 kB: the run stops when it is full, with what fits. */
static void a_full_disk_ends_the_run_and_keeps_what_fits(void **state)
{
    (void)state;
    const char *disk = in_folder("disk");
    assert_int_equal(mkdir(disk, 0700), 0);
    if (mount("paso-test", disk, "tmpfs", 0, "size=256k") != 0)
        skip(); /* not permitted here */
    const int status =
        PASO("run", FMU("decay"), "--macro-step", "1e-6", "--output", in_folder("disk/r.csv"), "--quiet");
    const bool final = access(in_folder("disk/r.csv"), F_OK) == 0;
    struct stat partial = {0};
    stat(in_folder("disk/r.csv.partial"), &partial);

    /* The same where there is no room for the FMU itself. */
    copy_file(FMU("decay"), in_folder("disk/r.csv.partial"));
    const pid_t child = fork();
    if (child == 0) {
        setenv("TMPDIR", in_folder("disk"), 1);
        FILE *filler = fopen(in_folder("disk/filler"), "w");
        while (filler && fwrite("x", 1, 1, filler) == 1 && fflush(filler) == 0)
            continue;
        dup2(open(in_folder("stderr2"), O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
        execl(BUILD_DIR "/paso", "paso", "run", FMU("decay"), NULL);
        _exit(98);
    }
    int no_room = 0;
    waitpid(child, &no_room, 0);
    umount2(disk, MNT_DETACH);

    assert_int_equal(status, 1);
    assert_said("No space left");
    assert_said("r.csv.partial");
    assert_false(final);
    assert_true(partial.st_size > 100000);
    assert_true(WIFEXITED(no_room) && WEXITSTATUS(no_room) != 0 && WEXITSTATUS(no_room) != 98);
    char *words = read_file(in_folder("stderr2"));
    if (!strstr(words, "No space left"))
        fail_msg("%s", words);
    free(words);
}

/* ---- signals ---- */

static pid_t start_long_run(void)
{
    unlink(in_folder("long.csv.partial"));
    const char *words[] = {"run",      FMU("decay"),          "--macro-step", "1e-6", "--stop-time", "1e5",
                           "--output", in_folder("long.csv"), "--every",      "1000", "--quiet",     NULL};
    const pid_t child = start_paso(words, NULL);
    for (int i = 0; i < 500 && access(in_folder("long.csv.partial"), F_OK) != 0; i++)
        sleep_ms(10);
    sleep_ms(200);
    return child;
}

static void assert_partial_rows(const char *path)
{
    struct table t = read_table(path);
    assert_true(t.n_rows > 1);
    assert_near(cell(&t, 0, "time"), 0, 0);
    assert_true(last_cell(&t, "time") > 0);
    free_table(&t);
}

static void a_signal_ends_a_run_cleanly_with_what_was_computed(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        const pid_t child = start_long_run();
        kill(child, signals[i]);
        assert_int_equal(finish_paso(child), 1);
        assert_said(strsignal(signals[i]));
        assert_said("long.csv.partial");
        assert_int_equal(access(in_folder("long.csv"), F_OK), -1);
        assert_partial_rows(in_folder("long.csv.partial"));
    }
}

/* The pilot run alone takes 10^9 micro steps. */
#define SLOW_CHOICE                                                                                                    \
    BUILD_DIR "/systems/lim-manipulator.ssp", "--set", "multibody.step_size=1e-6", "--set",                            \
        "hydraulics.step_size=1e-6", "--stop-time", "1000"

/* The run itself then takes the one step to its next point. */
static void a_signal_while_the_coupling_is_chosen_ends_the_run(void **state)
{
    (void)state;
    const char *output = in_folder("c.csv"), *summary = in_folder("c.json");
    const char *words[] = {"run", SLOW_CHOICE, "--output", output, "--summary", summary, "--quiet", NULL};
    const pid_t child = start_paso(words, NULL);
    for (int i = 0; i < 500 && access(in_folder("c.csv.partial"), F_OK) != 0; i++)
        sleep_ms(10);
    sleep_ms(300);
    kill(child, SIGINT);
    assert_true(ends_within(child, 20));
    assert_int_equal(finish_paso(child), 1);
    assert_said("Interrupt");
    assert_said("c.csv.partial");
    char *text = read_file(summary);
    assert_non_null(strstr(text, "\"interrupted\""));
    assert_non_null(strstr(text, "\"steps\": 1,"));
    free(text);
    struct table t = read_table(in_folder("c.csv.partial"));
    assert_int_equal(t.n_rows, 2);
    free_table(&t);
}

static void a_second_signal_ends_a_run_that_hangs(void **state)
{
    (void)state;
    const char *words[] = {"run",   FMU("fails"),    "--set",    "fail_in=fmi2DoStep",  "--set",   "how=8",
                           "--set", "fail_time=0.5", "--output", in_folder("hang.csv"), "--quiet", NULL};
    const pid_t child = start_paso(words, NULL);
    for (int i = 0; i < 500 && access(in_folder("hang.csv.partial"), F_OK) != 0; i++)
        sleep_ms(10);
    sleep_ms(200);
    kill(child, SIGINT);
    sleep_ms(200);
    int status;
    assert_int_equal(waitpid(child, &status, WNOHANG), 0); /* it hangs in the FMU */
    kill(child, SIGINT);
    assert_int_equal(finish_paso(child), 128 + SIGINT);
    assert_partial_rows(in_folder("hang.csv.partial"));
}

/* ---- the terminal ---- */

static char screen[65536];

/* Runs on a terminal until `wanted` is seen on it, or for so many milliseconds. */
static const char *watch_terminal(const char *const *words, const char *wanted, long ms)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        skip();
    const pid_t child = fork();
    if (child == 0) {
        const int terminal = open(ptsname(master), O_RDWR);
        dup2(terminal, 2);
        dup2(open("/dev/null", O_WRONLY), 1);
        execv(BUILD_DIR "/paso", (char *const *)words);
        _exit(98);
    }
    fcntl(master, F_SETFL, O_NONBLOCK);
    size_t size = 0;
    screen[0] = '\0';
    for (long waited = 0; waited < ms && !strstr(screen, wanted); waited += 50) {
        sleep_ms(50);
        const ssize_t n = read(master, screen + size, sizeof screen - 1 - size);
        size += n > 0 ? (size_t)n : 0;
        screen[size] = '\0';
    }
    kill(child, SIGTERM);
    int status;
    waitpid(child, &status, 0);
    close(master);
    return screen;
}

#define WATCH(wanted, ms, ...) watch_terminal((const char *const[]){"paso", "run", __VA_ARGS__, NULL}, wanted, ms)
#define DECAY                  FMU("decay"), "--macro-step", "1e-6", "--stop-time"

static void a_long_run_shows_its_progress_on_a_terminal_only(void **state)
{
    (void)state;
    const char *text = WATCH("remaining", 20000, DECAY, "1e5");
    assert_non_null(strstr(text, " %"));
    assert_non_null(strstr(text, "remaining"));
    assert_string_equal(WATCH("remaining", 1500, DECAY, "1e5", "--quiet"), "");
    assert_string_equal(WATCH("remaining", 1500, DECAY, "0.01"), ""); /* over before a second has passed */
    text = WATCH("choosing", 20000, SLOW_CHOICE);
    assert_non_null(strstr(text, "choosing the coupling"));
    assert_null(strstr(text, "remaining"));
}

/* ---- many steps ---- */

static long peak_memory_kb(const char *stop, const char *json)
{
    const char *words[] = {"run", FMU("decay"), "--macro-step", "1e-5",    "--stop-time",
                           stop,  "--summary",  json,           "--quiet", NULL};
    const pid_t child = start_paso(words, NULL);
    struct rusage usage;
    int status = 1;
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_int_equal(status, 0);
    return usage.ru_maxrss;
}

static void a_million_steps_end_at_the_exact_time_in_the_same_memory(void **state)
{
    (void)state;
    const char *json = in_folder("million.json");
    const long few = peak_memory_kb("0.01", json), many = peak_memory_kb("10", json);
    if (many > few + 512)
        fail_msg("%ld kB after a thousand steps, %ld kB after a million", few, many);
    char *text = read_file(json);
    assert_non_null(strstr(text, "\"steps\": 1000000,"));
    assert_non_null(strstr(text, "\"time\": 10,"));
    free(text);
}

static void a_million_rows_are_all_there(void **state)
{
    (void)state;
    PASO_OK("run", FMU("decay"), "--macro-step", "1us", "--output", in_folder("m.csv"), "--quiet");
    FILE *file = fopen(in_folder("m.csv"), "r");
    assert_non_null(file);
    char line[256] = "";
    long rows = -1;
    double t = 0, before = -1;
    for (; fgets(line, sizeof line, file); rows++) {
        if (rows < 0)
            continue;
        t = strtod(line, NULL);
        assert_true(t > before);
        assert_near(t, (double)rows * 1e-6, 0); /* counted, not summed up */
        before = t;
    }
    fclose(file);
    assert_int_equal(rows, 1000001);
    assert_near(t, 1, 0);
}

static int leave_folder(void **state)
{
    umount2(in_folder("disk"), MNT_DETACH); /* where a test has stopped before it could */
    return remove_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_may_hold_blanks_quotes_and_umlauts),
        cmocka_unit_test(resources_are_found_below_an_odd_temporary_folder),
        cmocka_unit_test(a_current_folder_that_is_read_only_does_no_harm),
        cmocka_unit_test(two_runs_at_once_do_not_disturb_each_other),
        cmocka_unit_test(a_full_disk_ends_the_run_and_keeps_what_fits),
        cmocka_unit_test(a_signal_ends_a_run_cleanly_with_what_was_computed),
        cmocka_unit_test(a_signal_while_the_coupling_is_chosen_ends_the_run),
        cmocka_unit_test(a_second_signal_ends_a_run_that_hangs),
        cmocka_unit_test(a_long_run_shows_its_progress_on_a_terminal_only),
        cmocka_unit_test(a_million_steps_end_at_the_exact_time_in_the_same_memory),
        cmocka_unit_test(a_million_rows_are_all_there),
    };
    return cmocka_run_group_tests(tests, make_folder, leave_folder);
}
