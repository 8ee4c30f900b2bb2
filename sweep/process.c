/* One run in a process of its own: started by fork, so that the system is open already. */
#include "sweep/process.h"

#include "master/options/quantity.h"
#include "sweep/sweep_messages.h"
#include "master/base/seconds.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void write_all(int file, const char *data, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(file, data, size);
        if (n < 0 && errno != EINTR)
            _exit(1); /* nobody is interested any more */
        if (n > 0) {
            data += n;
            size -= (size_t)n;
        }
    }
}

/* The sweep reads them on standard error; what it has said itself is not said again. */
static void print_warning(const char *text, void *context)
{
    (void)context;
    fprintf(stderr, "paso: warning: %s\n", text);
}

static _Noreturn void live(struct study *study, const struct job *job, bool keep_trajectory,
                           const struct crew_options *options, pid_t parent, const int result[2], const int words[2])
{
    if (options->private_file >= 0)
        close(options->private_file);
    /* Ctrl-C is for the sweep, which ends its processes; and they end with it, however it ends. */
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0); /* what an FMU starts is ended with it */
    if (getppid() != parent)
        _exit(1);
    close(result[0]);
    close(words[0]);
    dup2(words[1], STDOUT_FILENO);
    dup2(words[1], STDERR_FILENO);
    close(words[1]);

    struct warning_route *route = error_route_warnings(NULL);
    if (route)
        route->sink = print_warning;
    error_route_warnings(route);

    struct finding finding;
    struct bytes answer = {0};
    const pid_t own = getpid();
    single_run(study, job, keep_trajectory, &finding);
    if (getpid() != own)
        _exit(0); /* an FMU has forked, and this is the copy */
    finding_pack(&finding, &answer);
    if (answer.failed)
        _exit(1);
    fflush(NULL);
    write_all(result[1], answer.data, answer.size);
    _exit(0);
}

static bool cannot_start(const int result[2], const int words[2], struct error *error)
{
    const int why = errno;
    for (int i = 0; i < 2; i++) {
        if (result[i] >= 0)
            close(result[i]);
        if (words[i] >= 0)
            close(words[i]);
    }
    return error_raise(error, ERROR_SWEEP_PROCESS, strerror(why));
}

bool process_start(struct process *p, struct study *study, const struct job *job, bool keep_trajectory,
                   const struct crew_options *options, struct error *error)
{
    int result[2] = {-1, -1}, words[2] = {-1, -1};
    if (pipe2(result, O_CLOEXEC) != 0 || pipe2(words, O_CLOEXEC) != 0)
        return cannot_start(result, words, error);
    fflush(NULL);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0)
        live(study, job, keep_trajectory, options, parent, result, words);
    if (child < 0)
        return cannot_start(result, words, error);
    close(result[1]);
    close(words[1]);
    fcntl(result[0], F_SETFL, O_NONBLOCK);
    fcntl(words[0], F_SETFL, O_NONBLOCK);
    *p =
        (struct process){.pid = child, .result = result[0], .words = words[0], .begin = clock_seconds(CLOCK_MONOTONIC)};
    return true;
}

/* ---- what it says ---- */

static void take_line(struct process *p, const struct crew_options *options)
{
    static const char warning[] = "paso: warning: ", ours[] = "paso: ";
    if (strncmp(p->line, warning, sizeof warning - 1) == 0)
        error_warn(WARNING_SWEEP_RUN, p->line + sizeof warning - 1); /* said once, however many runs say it */
    else if (options->pass_on_logs)
        fprintf(stderr, "%s\n", p->line);
    if (strncmp(p->line, ours, sizeof ours - 1) == 0 && strncmp(p->line, warning, sizeof warning - 1) != 0)
        memcpy(p->last, p->line, sizeof p->last);
}

static void take_words(struct process *p, const struct crew_options *options, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] != '\n' && p->n_line + 1 < sizeof p->line) {
            p->line[p->n_line++] = text[i];
        } else if (text[i] == '\n') {
            p->line[p->n_line] = '\0';
            take_line(p, options);
            p->n_line = 0;
        }
    }
}

/* False: it is closed at the other end. */
static bool drain(struct process *p, const struct crew_options *options, bool words)
{
    char block[65536];
    for (;;) {
        const ssize_t n = read(words ? p->words : p->result, block, sizeof block);
        if (n > 0 && words)
            take_words(p, options, block, (size_t)n);
        else if (n > 0)
            bytes_put(&p->answer, block, (size_t)n);
        else if (n == 0)
            return false;
        else if (errno != EINTR)
            return true;
    }
}

/* From outside, by somebody or for want of memory: that says nothing about the run. */
static bool was_killed(int status)
{
    return WIFSIGNALED(status) &&
           (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM || WTERMSIG(status) == SIGXCPU);
}

static void explain_death(const struct process *p, int status, struct finding *finding)
{
    char text[sizeof p->last + 64];
    if (*p->last)
        error_format(text, sizeof text, "%s", p->last + strlen("paso: "));
    else if (was_killed(status))
        error_format(text, sizeof text,
                     "the process was killed from outside (%s); run the sweep again to repeat the run",
                     strsignal(WTERMSIG(status)));
    else if (WIFSIGNALED(status))
        error_format(text, sizeof text, "the process was ended by a signal (%s)", strsignal(WTERMSIG(status)));
    else
        error_format(text, sizeof text, "the process ended with status %d and without a result", WEXITSTATUS(status));
    finding_fail(finding, text);
}

static void drop_words(struct process *p)
{
    if (p->words >= 0)
        close(p->words);
    p->words = -1; /* poll() passes it over */
}

static void forget(struct process *p)
{
    close(p->result);
    drop_words(p);
    bytes_free(&p->answer);
    *p = (struct process){0};
}

/* An FMU that never returns would hold the sweep forever. */
static void stop(struct process *p, const struct crew_options *options, struct finding *finding)
{
    char text[sizeof p->last + 128], limit[32];
    duration_print(options->run_limit, limit);
    error_format(text, sizeof text, "stopped after %s, the run limit%s%s", limit, *p->last ? "; it had said: " : "",
                 *p->last ? p->last + strlen("paso: ") : "");
    *finding = (struct finding){0};
    finding_fail(finding, text);
    finding->stopped = true;
    finding->wall_s = clock_seconds(CLOCK_MONOTONIC) - p->begin;
    process_kill(p);
}

/* Its pipe is closed, or it has ended: an FMU may have left a copy of it that holds the pipe, or have made another program of it. */
static bool has_ended(struct process *p, bool is_closed, int *status)
{
    const struct timespec turn = {.tv_nsec = 1000000};
    for (int i = 0;; i++) {
        const pid_t ended = waitpid(p->pid, status, WNOHANG);
        if (ended == p->pid || (ended < 0 && errno != EINTR))
            break;
        if (!is_closed)
            return false;
        if (i == 1000)
            kill(p->pid, SIGKILL);
        nanosleep(&turn, NULL);
    }
    kill(-p->pid, SIGKILL);
    return true;
}

bool process_read(struct process *p, const struct crew_options *options, struct finding *finding)
{
    if (p->words >= 0 && !drain(p, options, true))
        drop_words(p);
    int status = 0;
    const bool is_closed = !drain(p, options, false);
    if (!has_ended(p, is_closed, &status)) {
        const bool late = options->run_limit > 0 && clock_seconds(CLOCK_MONOTONIC) - p->begin > options->run_limit;
        if (late)
            stop(p, options, finding);
        return late;
    }
    if (!is_closed)
        drain(p, options, false);
    if (p->words >= 0)
        drain(p, options, true);
    *finding = (struct finding){0};
    const bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && finding_unpack(finding, &p->answer);
    if (!whole)
        explain_death(p, status, finding);
    finding->stopped = !whole && was_killed(status);
    forget(p);
    return true;
}

void process_kill(struct process *p)
{
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    forget(p);
}
