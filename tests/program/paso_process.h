/* Runs the program as a user does: words in, exit status, standard output and standard error out. Its temporary folders
 * go to a private TMPDIR that must be empty again afterwards. */
#ifndef PASO_PROCESS_H
#define PASO_PROCESS_H

#include "tests/program/program_testing.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

struct outcome {
    int status; /* exit status, or 128 + signal */
    char *out, *err;
};

static struct outcome last; /* of the last run; freed by the next */

static inline pid_t start_paso(const char *const *words, const char *in)
{
    const char *argv[64] = {BUILD_DIR "/paso"};
    for (int i = 0; words[i]; i++)
        argv[i + 1] = words[i];
    mkdir(in_folder("tmp"), 0700);
    const pid_t child = fork();
    if (child != 0)
        return child;
    signal(SIGINT, SIG_DFL); /* ignored under nohup and behind a shell's &, which a child would inherit */
    signal(SIGHUP, SIG_DFL);
    setenv("TMPDIR", in_folder("tmp"), 1);
    const int out = open(in_folder("stdout"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open(in_folder("stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(out, 1);
    dup2(err, 2);
    if (in && chdir(in) != 0)
        _exit(99);
    execv(argv[0], (char *const *)argv);
    _exit(98);
}

static inline void assert_no_temporary_folder(void)
{
    DIR *directory = opendir(in_folder("tmp"));
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            fail_msg("left behind: %s", entry->d_name);
    closedir(directory);
}

/* Waits for the end, no longer than so many seconds. */
static inline bool ends_within(pid_t child, int seconds)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    siginfo_t info = {0};
    for (int i = 0; i < 100 * seconds; i++) {
        waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);
        if (info.si_pid == child)
            return true;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    return false;
}

static inline int finish_paso(pid_t child)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    free(last.out);
    free(last.err);
    last.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    last.out = read_file(in_folder("stdout"));
    last.err = read_file(in_folder("stderr"));
    assert_no_temporary_folder();
    return last.status;
}

static inline int run_paso_in(const char *in, const char *const *words)
{
    return finish_paso(start_paso(words, in));
}

/* PASO("run", FMU("decay"), "--quiet"): the exit status. */
#define PASO(...) run_paso_in(NULL, (const char *const[]){__VA_ARGS__, NULL})

/* Ran well, and said nothing on standard error. */
#define PASO_OK(...)                                                                                                   \
    do {                                                                                                               \
        if (PASO(__VA_ARGS__) != 0 || *last.err)                                                                       \
            fail_msg("status %d: %s", last.status, last.err);                                                          \
    } while (0)

#define assert_said(words)                                                                                             \
    do {                                                                                                               \
        if (!strstr(last.err, words))                                                                                  \
            fail_msg("\"%s\" is not in: %s", words, last.err);                                                         \
    } while (0)

/* ---- a result file ---- */

struct table {
    char *text;
    char *header;
    double *values; /* row by row; NaN for what is no number */
    size_t n_rows, n_columns;
};

static inline struct table read_table(const char *path)
{
    struct table t = {.text = read_file(path)};
    if (!t.text)
        fail_msg("%s is not there", path);
    t.header = strtok(t.text, "\n");
    assert_non_null(t.header);
    t.n_columns = 1;
    for (const char *at = t.header; *at; at++)
        t.n_columns += *at == ',';
    for (char *line; (line = strtok(NULL, "\n"));) {
        t.values = realloc(t.values, (t.n_rows + 1) * t.n_columns * sizeof *t.values);
        char *cell = line;
        for (size_t i = 0; i < t.n_columns; i++) {
            char *end;
            t.values[t.n_rows * t.n_columns + i] = strtod(cell, &end);
            if (end == cell)
                t.values[t.n_rows * t.n_columns + i] = NAN;
            const size_t length = strcspn(cell, ",");
            if (i + 1 < t.n_columns && cell[length] != ',')
                fail_msg("%s: row %zu is too short", path, t.n_rows + 1);
            cell += length + 1;
        }
        t.n_rows++;
    }
    return t;
}

static inline size_t column(const struct table *t, const char *name)
{
    size_t n = 0;
    for (const char *at = t->header;; n++) {
        const size_t length = strcspn(at, ",");
        if (strlen(name) == length && strncmp(at, name, length) == 0)
            return n;
        if (!at[length])
            fail_msg("no column %s in %s", name, t->header);
        at += length + 1;
    }
}

static inline double cell(const struct table *t, size_t row, const char *name)
{
    assert_true(row < t->n_rows);
    return t->values[row * t->n_columns + column(t, name)];
}

static inline double last_cell(const struct table *t, const char *name)
{
    return cell(t, t->n_rows - 1, name);
}

static inline void free_table(struct table *t)
{
    free(t->text);
    free(t->values);
    *t = (struct table){0};
}

#endif
