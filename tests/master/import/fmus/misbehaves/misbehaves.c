/* y = t, which misbehaves in sixty ways: the parameter `way` selects one, docs/safety.md lists them all with what is promised. It
 * happens in the step that begins at t = 0.5, or in the function that the way is about. */
#define MODEL_GUID       "{misbehaves-6060}"
#define MODEL_REALS      1
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#define MODEL_OWN_GATE
#include "tests/master/import/fmus/slave.h"

#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { Y };
enum { WAY };

static volatile int zero, seven = 7;
static volatile bool crashes_when_unloaded;
static volatile char *nowhere;

MODEL void model_start(struct unit *u)
{
    /* Parameters come too late for what happens in fmi2Instantiate: the environment chooses it. */
    const char *way = getenv("MISBEHAVES_AT_ONCE");
    u->d.integers[WAY] = way ? atoi(way) : 0;
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[Y] = u->d.time;
    return fmi2OK;
}

/* ---- pieces ---- */

static int overflow(int depth)
{
    volatile char block[4096];
    block[0] = (char)depth;
    return depth < 0 ? 0 : overflow(depth + 1) + block[0];
}

static _Noreturn void hang(void)
{
    for (;;)
        usleep(1000);
}

/* A sanitizer would catch these before the signal that a user's FMU gives. */
__attribute__((no_sanitize("undefined", "address", "thread"))) static void segfault(void)
{
    *nowhere = 1;
}

__attribute__((no_sanitize("undefined"))) static void divide(void)
{
    zero = seven / zero;
}

static void bus_error(void)
{
    const int file = memfd_create("short", 0);
    char *bytes = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    zero = bytes[0];
}

__attribute__((destructor)) static void on_unload(void)
{
    if (crashes_when_unloaded)
        segfault();
}

static void *do_in_thread(void *way)
{
    usleep(20000);
    switch ((int)(intptr_t)way) {
    case 12:
        segfault();
        break;
    case 13:
        abort();
    case 19:
        exit(0);
    case 20:
        _exit(0);
    default:
        hang();
    }
    return NULL;
}

static void start_thread(int way, bool waits)
{
    pthread_t thread;
    pthread_create(&thread, NULL, do_in_thread, (void *)(intptr_t)way);
    if (waits)
        pthread_join(thread, NULL);
    else
        pthread_detach(thread);
}

static void replace_files(int from, int to, bool close_only)
{
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int file = from; file <= to; file++) {
        if (close_only)
            close(file);
        else if (file != null && fcntl(file, F_GETFD) >= 0)
            dup2(null, file);
    }
}

static void block_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
}

static void deadlock(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}

static void eat_memory(void)
{
    for (;;) {
        char *block = malloc(1 << 20);
        memset(block, 1, 1 << 20); /* what does not come is not looked for */
    }
}

static void eat_files(void)
{
    for (int n = 0; n < 1000; n++)
        if (open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
            abort();
}

static void fork_and_return(void)
{
    if (fork() == 0)
        usleep(50000); /* the copy returns as well, a little later */
}

static void fork_and_stay(void)
{
    if (fork() == 0)
        hang();
}

static void flood_log(struct unit *u)
{
    for (int line = 0; line < 100000; line++)
        SAY(u, fmi2OK, "logAll", "line %d of many", line);
}

static void log_long_line(struct unit *u)
{
    char *text = malloc(1 << 20);
    memset(text, 'x', (1 << 20) - 1);
    text[(1 << 20) - 1] = '\0';
    SAY(u, fmi2OK, "logAll", "%s", text);
    free(text);
}

static void flood_output(void)
{
    for (int line = 0; line < 10000; line++)
        printf("line %d of many\n", line);
    fflush(stdout);
}

/* ---- the ways ---- */

/* Who waits until it comes names a file in the environment. */
static void mark(void)
{
    const char *path = getenv("MISBEHAVES_MARK");
    const int file = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file >= 0)
        close(file);
}

static fmi2Status in_step(struct unit *u, int way)
{
    SAY(u, fmi2OK, "logAll", "way %d comes", way);
    mark();
    switch (way) {
    case 1:
        segfault();
        break;
    case 2:
        abort();
    case 3:
        divide();
        break;
    case 4:
        raise(SIGILL);
        break;
    case 5:
        bus_error();
        break;
    case 6:
        zero = overflow(1);
        break;
    case 12:
    case 13:
    case 19:
    case 20:
        start_thread(way, true);
        break;
    case 14:
        exit(0);
    case 15:
        exit(3);
    case 16:
        _exit(0);
    case 17:
        _Exit(0);
    case 18:
        quick_exit(0);
    case 21:
        pthread_exit(NULL);
    case 22:
        execl("/bin/true", "true", (char *)NULL);
        break;
    case 23:
        execl("/bin/sleep", "sleep", "1000", (char *)NULL);
        break;
    case 24:
        kill(getpid(), SIGTERM);
        break;
    case 25:
        for (int line = 1; line <= 7; line++)
            SAY(u, fmi2OK, "logAll", "word %d", line);
        kill(getpid(), SIGKILL);
        break;
    case 26:
        raise(SIGSTOP);
        break;
    case 27:
        alarm(1);
        hang();
    case 28:
        for (;;)
            zero = 0;
    case 29:
        hang();
    case 30:
        deadlock();
        break;
    case 31:
        block_signals();
        hang();
    case 35:
        flood_log(u);
        break;
    case 36:
        log_long_line(u);
        break;
    case 37:
        SAY(u, fmi2Error, "logStatusError", "\033[2J\nsecond line\r%c", 7);
        return fmi2Error;
    case 38:
        flood_output();
        break;
    case 39:
        u->d.reals[Y] = NAN;
        break;
    case 40:
        u->d.reals[Y] = INFINITY;
        break;
    case 41:
        return (fmi2Status)99;
    case 42:
        return fmi2Fatal;
    case 43:
        return fmi2Discard;
    case 44:
        return fmi2Pending;
    case 53:
        segfault();
        break;
    case 55:
        fork_and_return();
        break;
    case 56:
        fork_and_stay();
        break;
    case 57:
        start_thread(way, false);
        break;
    case 58:
        eat_memory();
        break;
    case 59:
        eat_files();
        break;
    case 60:
        free((void *)((intptr_t)calloc(1, 64) + 8)); /* not random: what stands before decides how libc ends */
        break;
    default:
        break;
    }
    return fmi2OK;
}

/* What is there for all steps to come. */
static void in_first_step(int way)
{
    switch (way) {
    case 46:
        fesetround(FE_UPWARD);
        break;
    case 47:
        feenableexcept(FE_INVALID | FE_DIVBYZERO);
        break;
    case 48:
        if (chdir("/") != 0)
            abort();
        break;
    case 49:
        replace_files(3, 63, true);
        break;
    case 50:
        replace_files(3, 63, false);
        break;
    case 51:
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        break;
    case 52:
        block_signals();
        break;
    case 53:
        signal(SIGSEGV, SIG_DFL);
        break;
    case 54:
        setlocale(LC_ALL, "de_DE.UTF-8");
        clearenv();
        umask(0777);
        break;
    default:
        break;
    }
}

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    const struct {
        int way;
        const char *function;
        bool hangs;
    } elsewhere[] = {
        {7, "fmi2GetReal", false},       {8, "fmi2ExitInitializationMode", false}, {9, "fmi2Terminate", false},
        {10, "fmi2FreeInstance", false}, {32, "fmi2ExitInitializationMode", true}, {33, "fmi2Terminate", true},
        {34, "fmi2FreeInstance", true},
    };
    const int way = u->d.integers[WAY];
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (elsewhere[i].way == way && strcmp(elsewhere[i].function, function) == 0 &&
            (way != 7 || u->d.time >= 0.45)) {
            if (elsewhere[i].hangs)
                hang();
            segfault();
        }
    if (strcmp(function, "fmi2Instantiate") == 0 && way == 45)
        fesetround(FE_DOWNWARD);
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    const int way = u->d.integers[WAY];
    crashes_when_unloaded = way == 11;
    u->d.reals[Y] = u->d.time + H;
    if (u->d.time < H / 2)
        in_first_step(way);
    return u->d.time > 0.45 && u->d.time < 0.55 ? in_step(u, way) : fmi2OK;
}
