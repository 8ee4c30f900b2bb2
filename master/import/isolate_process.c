/* The process of an isolated FMU: found, started, loaded, ended, and what is told of its end. */
#include "master/import/fmu_private.h"
#include "master/import/import_messages.h"
#include "master/import/isolate_impl.h"
#include "master/import/signals.h"
#include "master/base/seconds.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AREA_SIZE = 16 << 20, LOAD_ROOM = 1 << 16 };
static const double end_patience = 2; /* s: to end in order */

static atomic_uint n_alive;

unsigned isolate_count(void)
{
    return atomic_load_explicit(&n_alive, memory_order_relaxed);
}

/* ---- the program ---- */

/* Where this code stands: a library, or the program itself. */
static bool own_folder(char folder[static PATH_MAX])
{
    Dl_info info;
    struct link_map *map = NULL;
    void *here;
    bool (*const function)(char *) = own_folder;
    memcpy(&here, &function, sizeof here);
    if (dladdr1(here, &info, (void **)&map, RTLD_DL_LINKMAP) && map && map->l_name && *map->l_name) {
        if (!realpath(map->l_name, folder))
            return false;
    } else {
        const ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
        if (n <= 0)
            return false;
        folder[n] = '\0';
    }
    char *slash = strrchr(folder, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

static bool find_program(char path[static PATH_MAX], struct stat *file)
{
    static const char name[] = "isolated-fmu";
    static const char *const folders[] = {"", "/../libexec/paso", "/../../libexec/paso"};
    const char *given = getenv("PASO_LIBEXEC");
    char own[PATH_MAX];
    int n = given ? snprintf(path, PATH_MAX, "%s/%s", given, name) : 0;
    if (n > 0 && n < PATH_MAX && stat(path, file) == 0)
        return true;
    for (size_t i = 0; own_folder(own) && i < sizeof folders / sizeof *folders; i++) {
        n = snprintf(path, PATH_MAX, "%s%s/%s", own, folders[i], name);
        if (n > 0 && n < PATH_MAX && stat(path, file) == 0)
            return true;
    }
    errno = ENOENT;
    return false;
}

/* ---- started ---- */

static bool share_memory(struct isolate *p, int *file, const struct isolation *isolation)
{
    *file = memfd_create("paso", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    p->area = AREA_SIZE;
    const size_t size = isolate_channel_size(p->area);
    /* Nobody can take the memory away again. */
    if (*file < 0 || ftruncate(*file, (off_t)size) != 0 ||
        fcntl(*file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return false;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, *file, 0);
    if (memory == MAP_FAILED)
        return false;
    p->channel = memory;
    p->channel->magic = ISOLATE_MAGIC;
    p->channel->size = p->area;
    p->channel->parent = getpid();
    p->channel->memory = isolation->memory;
    p->channel->files = (uint64_t)isolation->files;
    p->channel->dies_with = !signals_are_left_alone();
    p->channel->core = -1;
    p->request_area = isolate_request_area(p->channel);
    p->answer_area = p->request_area;
    p->out = (struct isolate_cursor){.at = p->request_area, .end = p->request_area + p->area};
    return true;
}

/* Everything else the process does for itself, when it is there. In a group of its own Ctrl-C does not reach it. */
static int spawn(struct isolate *p, const char *path, const char *place, int file)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int failure = posix_spawn_file_actions_init(&files);
    if (failure)
        return failure;
    failure = posix_spawnattr_init(&attributes);
    if (!failure) {
        posix_spawn_file_actions_adddup2(&files, file, ISOLATE_FILE);
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
        char *const words[] = {(char *)path, (char *)place, NULL};
        failure = posix_spawn(&p->pid, path, &files, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    if (failure)
        p->pid = 0;
    return failure;
}

static bool start(struct isolate *p, const char *place, const struct isolation *isolation, struct error *error)
{
    char path[PATH_MAX];
    struct stat program;
    int file = -1;
    if (!find_program(path, &program))
        return error_raise(error, ERROR_ISOLATED_PROGRAM, place, "isolated-fmu");
    p->device = program.st_dev;
    p->inode = program.st_ino;
    p->opener = getpid();
    p->call_limit = isolation->call_limit;
    int failure = share_memory(p, &file, isolation) ? 0 : errno;
    if (!failure)
        failure = spawn(p, path, place, file);
    if (file >= 0)
        close(file);
    return !failure || error_raise(error, ERROR_ISOLATED_START, place, strerror(failure));
}

/* ---- ended ---- */

/* What the process has started, and has not ended itself. */
static void kill_group(pid_t group)
{
    if (group > 1)
        kill(-group, SIGKILL);
}

bool isolate_has_ended(struct isolate *p)
{
    int status = 0;
    pid_t ended;
    do
        ended = waitpid(p->pid, &status, WNOHANG);
    while (ended < 0 && errno == EINTR);
    if (ended == 0)
        return false;
    kill_group(p->pid);
    /* Where somebody else has waited for it, or nobody can (SIGCHLD is ignored), only its end is known. */
    p->wait_status = ended == p->pid ? status : -1;
    p->pid = 0;
    return true;
}

bool isolate_is_another_program(const struct isolate *p)
{
    char path[64];
    struct stat now;
    snprintf(path, sizeof path, "/proc/%ld/exe", (long)p->pid);
    return stat(path, &now) == 0 && (now.st_dev != p->device || now.st_ino != p->inode);
}

/* And whatever it has started. */
static void kill_process(struct isolate *p)
{
    if (p->pid <= 0)
        return;
    kill_group(p->pid);
    kill(p->pid, SIGKILL);
    int status;
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    p->pid = 0;
}

fmi2Status isolate_lose(struct isolate *p, enum isolate_loss loss)
{
    p->loss = loss;
    isolate_take_log(p);
    kill_process(p);
    return fmi2Fatal;
}

/* ---- opened and closed ---- */

static bool put_text(struct isolate *p, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *to = isolate_take(&p->out, size);
    if (to)
        memcpy(to, text, size);
    return to != NULL;
}

static bool load(struct isolate *p, const char *folder, fmi2Type type, const char *model_identifier, const char *place,
                 struct error *error)
{
    const size_t bytes = strlen(folder) + strlen(model_identifier) + strlen(place) + LOAD_ROOM;
    if (!isolate_add(p, OPERATION_LOAD, (size_t)type, bytes) || !put_text(p, folder) ||
        !put_text(p, model_identifier) || !put_text(p, place))
        return error_raise(error, ERROR_ISOLATED_START, place, "its path is too long");
    const fmi2Status status = isolate_send(p);
    if (p->loss)
        return isolate_raise_lost(p, place, "dlopen()", NAN, NULL, error);
    uint64_t present;
    char why[ERROR_TEXT_SIZE];
    memcpy(&present, p->answer_area, sizeof present);
    memcpy(why, p->answer_area + sizeof present, sizeof why);
    if (status != fmi2OK) {
        why[sizeof why - 1] = '\0';
        return error_raise(error, ERROR_ISOLATED_LOAD, why);
    }
    isolate_make_functions(p, present);
    return true;
}

struct isolate *isolate_open(const char *folder, fmi2Type type, const char *model_identifier, const char *place,
                             const struct isolation *isolation, struct error *error)
{
    struct isolate *p = calloc(1, sizeof *p);
    if (!p) {
        error_raise(error, ERROR_NO_MEMORY, "starting a process");
        return NULL;
    }
    atomic_fetch_add(&n_alive, 1);
    if (!start(p, place, isolation, error) || !load(p, folder, type, model_identifier, place, error)) {
        isolate_close(p);
        return NULL;
    }
    return p;
}

/* The list is empty, or what is in it does not matter any more. */
static void end_in_order(struct isolate *p)
{
    p->out.at = p->request_area;
    p->n_records = p->n_asked = 0;
    if (!isolate_add(p, OPERATION_END, 0, 0))
        return;
    isolate_post(p);
    const double begin = clock_seconds(CLOCK_MONOTONIC);
    const double patience = p->call_limit > 0 && p->call_limit < end_patience ? p->call_limit : end_patience;
    struct timespec pause = {.tv_nsec = 100000};
    while (!isolate_has_ended(p)) {
        if (clock_seconds(CLOCK_MONOTONIC) - begin > patience || fmu_interruption_is_due(isolate_user_patience))
            return;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 5000000)
            pause.tv_nsec *= 2;
    }
    if (p->wait_status != -1 && !(WIFEXITED(p->wait_status) && WEXITSTATUS(p->wait_status) == 0)) {
        p->loss = LOSS_ENDED;
        isolate_warn_lost(p, "dlclose()");
    }
}

void isolate_close(struct isolate *p)
{
    if (!p)
        return;
    if (p->pid > 0 && isolate_is_ours(p)) {
        if (!p->loss)
            end_in_order(p);
        kill_process(p);
    }
    atomic_fetch_sub(&n_alive, 1);
    if (p->channel)
        munmap(p->channel, isolate_channel_size(p->area));
    free(p->ahead.bytes);
    free(p->learned.bytes);
    free(p->strings);
    free(p);
}

bool isolate_is_ours(const struct isolate *p)
{
    return p->opener == getpid();
}

/* ---- told ---- */

bool isolate_is_lost(const struct isolate *p)
{
    return p->loss != LOSS_NONE;
}

static const char *explain_end(const struct isolate *p, char *text, size_t size)
{
    static const struct {
        int number;
        const char *text;
    } signals[] = {
        {SIGSEGV, "segmentation fault, SIGSEGV"},
        {SIGFPE, "arithmetic exception, SIGFPE"},
        {SIGBUS, "bus error, SIGBUS"},
        {SIGILL, "illegal instruction, SIGILL"},
        {SIGABRT, "abort, SIGABRT"},
        {SIGKILL, "SIGKILL: by somebody else, or for want of memory"},
    };
    const uint32_t farewell = atomic_load(&p->channel->farewell);
    if (farewell == FAREWELL_THREAD)
        return "called pthread_exit()";
    if (farewell == FAREWELL_NONSENSE)
        return "got a request that it does not understand";
    if (p->wait_status == -1)
        return "ended";
    if (WIFEXITED(p->wait_status))
        return error_format(text, size, farewell == FAREWELL_EXIT ? "called exit(%d)" : "called _exit(%d) or the like",
                            WEXITSTATUS(p->wait_status));
    const int number = WTERMSIG(p->wait_status);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signals[i].number == number)
            return error_format(text, size, "crashed (%s)", signals[i].text);
    return error_format(text, size, "was ended by signal %d (%s)", number, strsignal(number));
}

/* What has happened, and in which function. */
static const char *explain(const struct isolate *p, const char **function, char *text, size_t size)
{
    const uint32_t running = atomic_load(&p->channel->running);
    if (running > OPERATION_END && running < OPERATION_COUNT)
        *function = isolate_operation_name(running);
    switch (p->loss) {
    case LOSS_NONE:
    case LOSS_INTERRUPTED:
        break;
    case LOSS_ENDED:
        return explain_end(p, text, size);
    case LOSS_EXEC:
        return "became another program (exec)";
    case LOSS_LATE:
        return error_format(text, size, "has not answered for %.3g s, the call limit,", p->call_limit);
    case LOSS_NONSENSE:
        return "gave an answer that cannot be";
    }
    return "was interrupted";
}

/* The last lines of its log, the oldest first. `last` is what the importer keeps as the last one: where chatter has followed an
 * error, that one. */
static const char *last_lines(const struct isolate *p, const char *last, char *text, size_t size)
{
    enum { MOST_LINES = 5, LINE = 256 };
    const struct isolate_line *const lines = isolate_log(p->channel, p->area);
    const uint64_t n = p->log_tail < MOST_LINES ? p->log_tail : MOST_LINES;
    size_t used = 0;
    text[0] = '\0';
    for (uint64_t k = p->log_tail - n; p->owner && k < p->log_tail; k++) {
        struct isolate_line line = lines[k % ISOLATE_LOG_LINES];
        char tidy[LINE];
        line.text[sizeof line.text - 1] = '\0';
        instance_tidy_log(p->owner, line.text, tidy, sizeof tidy);
        used += strlen(error_format(text + used, size - used, "%s%s", used ? " | " : "", tidy));
    }
    char whole[LINE];
    snprintf(whole, sizeof whole, "%s", last); /* cut like those */
    if (!strstr(text, whole))
        error_format(text + used, size - used, "%s%s", used ? " | " : "", last);
    return text;
}

bool isolate_raise_lost(const struct isolate *p, const char *label, const char *function, double t,
                        const char *last_words, struct error *error)
{
    char text[128];
    const char *why = explain(p, &function, text, sizeof text);
    if (p->loss == LOSS_INTERRUPTED)
        return error_raise(error, ERROR_ISOLATED_INTERRUPTED, label, function, TEXT("%.9g", t));
    if (!last_words) /* it was being loaded */
        return error_raise(error, ERROR_ISOLATED_LIBRARY, label, why, function);
    char lines[ERROR_TEXT_SIZE * 3 / 4];
    return error_raise(error, ERROR_ISOLATED_LOST, label, why, function, TEXT("%.9g", t),
                       last_lines(p, last_words, lines, sizeof lines));
}

void isolate_warn_lost(const struct isolate *p, const char *function)
{
    char text[128];
    const char *why = explain(p, &function, text, sizeof text);
    if (p->owner)
        error_warn(ERROR_ISOLATED_END, p->owner->label, why, function);
}
