#include "master/import/surroundings.h"

#include "master/import/import_messages.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

static const int signals[] = {SIGINT, SIGTERM, SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT, SIGALRM};
_Static_assert(sizeof signals / sizeof *signals == SURROUNDINGS_SIGNALS, "one place for each signal");

static bool is_ours;

void surroundings_are_ours(void)
{
    is_ours = true;
}

/* Without the flags of what has happened so far. */
static unsigned control_word(void)
{
#if defined(__x86_64__)
    return _mm_getcsr() & ~0x3fu;
#else
    return (unsigned)fegetexcept();
#endif
}

enum { FIRST_COPY = 512 };             /* where few look for descriptors to close */
static int copies[SURROUNDINGS_FILES]; /* 0: it is not the program's */

void surroundings_release_files(void)
{
    for (int file = 0; is_ours && file < SURROUNDINGS_FILES; file++) {
        if (copies[file] > 0)
            close(copies[file]);
        copies[file] = 0;
    }
}

void surroundings_mark_files(void)
{
    if (!is_ours)
        return;
    surroundings_release_files();
    for (int file = 0; file < SURROUNDINGS_FILES; file++) {
        const int copy = fcntl(file, F_DUPFD_CLOEXEC, FIRST_COPY);
        copies[file] = copy > 0 ? copy : 0;
    }
}

void surroundings_look(struct surroundings *s)
{
    fegetenv(&s->floating_point);
    s->rounding = fegetround();
    s->control = control_word();
    if (!is_ours)
        return;
    struct stat now;
    const bool here = stat(".", &now) == 0;
    s->folder_device = here ? now.st_dev : 0;
    s->folder_inode = here ? now.st_ino : 0;
    for (int file = 0; file < SURROUNDINGS_FILES; file++) {
        s->has_file[file] = copies[file] > 0 && fstat(file, &now) == 0;
        s->file_devices[file] = s->has_file[file] ? now.st_dev : 0;
        s->file_inodes[file] = s->has_file[file] ? now.st_ino : 0;
    }
    for (int i = 0; i < SURROUNDINGS_SIGNALS; i++)
        sigaction(signals[i], NULL, &s->actions[i]);
}

static void check_numbers(const struct surroundings *s, const char *who, const char *function)
{
    const bool rounds = fegetround() != s->rounding;
    if (!rounds && control_word() == s->control)
        return;
    fesetenv(&s->floating_point);
    error_warn(WARNING_ROUNDING_CHANGED, who, rounds ? "rounding" : "traps or small numbers", function);
}

static void check_signals(const struct surroundings *s, const char *who, const char *function)
{
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    for (int i = 0; i < SURROUNDINGS_SIGNALS; i++) {
        struct sigaction now;
        const bool is_blocked = sigismember(&blocked, signals[i]) == 1;
        if (sigaction(signals[i], NULL, &now) != 0 || (now.sa_handler == s->actions[i].sa_handler && !is_blocked))
            continue;
        sigaction(signals[i], &s->actions[i], NULL);
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, signals[i]);
        pthread_sigmask(SIG_UNBLOCK, &one, NULL);
        error_warn(WARNING_SIGNALS_CHANGED, who, TEXT("%d", signals[i]), strsignal(signals[i]), function);
    }
}

bool surroundings_check(const struct surroundings *s, const char *who, const char *function, struct error *error)
{
    check_numbers(s, who, function);
    if (!is_ours)
        return true;
    check_signals(s, who, function);
    bool is_same = true;
    struct stat now;
    const bool here = stat(".", &now) == 0;
    if (s->folder_inode && (!here || now.st_dev != s->folder_device || now.st_ino != s->folder_inode))
        return error_raise(error, ERROR_FOLDER_CHANGED, who, function);
    for (int file = 0; file < SURROUNDINGS_FILES; file++)
        if (s->has_file[file] &&
            (fstat(file, &now) != 0 || now.st_dev != s->file_devices[file] || now.st_ino != s->file_inodes[file])) {
            dup2(copies[file], file); /* the results so far still find their file */
            error_raise(error, ERROR_FILE_CLOSED, who, TEXT("%d", file), function);
            is_same = false;
        }
    return is_same;
}
