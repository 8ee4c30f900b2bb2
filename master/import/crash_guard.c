/* Signal handlers that tell an FMU's crash from ours. */
#include "master/import/crash_guard.h"
#include "master/base/error.h"
#include "master/import/signals.h"
#include "master/import/temporary.h"
#include "master/import/import_messages.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_HOOKS = 64, MOST_THREADS = 256, HOOK_SECONDS = 5, STACK_SIZE = 128 << 10 };

_Thread_local struct crash_call crash_guard_call;
static _Thread_local bool is_ours; /* this thread was not started by an FMU; nor was the first one */

static const struct {
    int number;
    const char *text;
} crashes[] = {
    {SIGSEGV, "segmentation fault, SIGSEGV"},
    {SIGFPE, "arithmetic exception, SIGFPE"},
    {SIGBUS, "bus error, SIGBUS"},
    {SIGILL, "illegal instruction, SIGILL"},
    {SIGABRT, "abort, SIGABRT"},
};
enum { N_CRASHES = sizeof crashes / sizeof *crashes };

static struct {
    pthread_once_t once;
    pthread_key_t stack_key, thread_key;
    bool is_installed;
    struct sigaction before[N_CRASHES];
    atomic_flag ending;
    pthread_mutex_t lock;
    struct {
        crash_hook hook;
        void *context;
    } hooks[MOST_HOOKS];
    volatile size_t n_hooks;
    struct crash_call *volatile threads[MOST_THREADS]; /* of ours; NULL: free */
    double call_limit;
    bool is_watching;
} guard = {.once = PTHREAD_ONCE_INIT, .ending = ATOMIC_FLAG_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_bool left_alone;

/* A hook that hangs (a lock held by the crashed call) must not hang the program. */
static void give_up(int number)
{
    (void)number;
    temporary_remove_all();
    _exit(1);
}

static void say(const struct error *error)
{
    static const char before[] = "paso: ", after[] = "\n";
    if (write(STDERR_FILENO, before, sizeof before - 1) < 0 ||
        write(STDERR_FILENO, error->text, strlen(error->text)) < 0 || write(STDERR_FILENO, after, sizeof after - 1) < 0)
        return; /* nobody is there to hear it */
}

static _Noreturn void end_with(const struct error *error)
{
    crash_guard_leave();
    say(error);
    for (size_t i = guard.n_hooks; i-- > 0;)
        guard.hooks[i].hook(guard.hooks[i].context);
    temporary_remove_all();
    syscall(SYS_exit_group, error_exit_status(error)); /* nobody stands in for this one */
    _exit(1);
}

/* Only the first one that ends the program gets farther than this. */
static void begin_end(void)
{
    if (atomic_flag_test_and_set(&guard.ending)) { /* a second thread crashed: the first one ends the program */
        for (;;)
            pause();
    }
    struct sigaction alarm_action = {.sa_handler = give_up, .sa_flags = SA_ONSTACK};
    sigaction(SIGALRM, &alarm_action, NULL);
    alarm(HOOK_SECONDS);
}

static struct error last_error; /* too large for a small signal stack */

static bool is_foreign(void)
{
    return !is_ours && syscall(SYS_gettid) != getpid();
}

/* Of this thread, or, in a thread that an FMU has started, whatever call is under way. */
__attribute__((no_sanitize("thread"))) static struct crash_call call_under_way(void)
{
    if (!is_foreign())
        return crash_guard_call;
    for (size_t i = 0; i < MOST_THREADS; i++) {
        const struct crash_call *call = guard.threads[i];
        if (call && call->function)
            return *call;
    }
    return (struct crash_call){0};
}

static _Noreturn void end_program(const struct message *code, const char *what)
{
    const struct crash_call call = call_under_way();
    const struct crash_subject *subject = call.subject;
    begin_end();
    if (subject && call.function) {
        const bool spoke = subject->last_log && *subject->last_log;
        error_raise(&last_error, subject->loading ? ERROR_LIBRARY_CRASHED : code, subject->name, what, call.function,
                    TEXT("%.9g", subject->time), spoke ? subject->last_log : "it had logged nothing");
    } else {
        error_raise(&last_error, ERROR_THREAD_CRASHED, what);
    }
    end_with(&last_error);
}

void crash_guard_give_up(const char *why)
{
    is_ours = false; /* whatever thread this is: the call is another one's */
    const struct crash_call call = call_under_way();
    begin_end();
    if (call.subject && call.function)
        error_raise(&last_error, ERROR_FMU_DOES_NOT_RETURN, call.subject->name, why, call.function,
                    TEXT("%.9g", call.subject->time));
    else
        error_raise(&last_error, ERROR_RUN_DOES_NOT_END, why);
    end_with(&last_error);
}

void crash_guard_note_exit(const char *function)
{
    if (guard.is_installed && !signals_are_left_alone() && (crash_guard_call.function || is_foreign()))
        end_program(ERROR_FMU_EXITED, function);
}

static void on_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    size_t k = 0;
    while (k + 1 < N_CRASHES && crashes[k].number != number)
        k++;
    if (crash_guard_call.function || is_foreign())
        end_program(ERROR_FMU_CRASHED, crashes[k].text);
    /* Ours: results are saved, the folders go, the rest as if we had never been here: the faulting instruction runs again, and a signal that
     * was sent is sent again. */
    for (size_t i = guard.n_hooks; i-- > 0;)
        guard.hooks[i].hook(guard.hooks[i].context);
    temporary_remove_all();
    sigaction(number, &guard.before[k], NULL);
    if (info->si_code <= 0)
        raise(number);
}

static void on_exit_inside_call(void)
{
    crash_guard_note_exit("exit()");
}

static void register_thread(struct crash_call *call, const struct crash_call *instead_of)
{
    pthread_mutex_lock(&guard.lock);
    for (size_t i = 0; i < MOST_THREADS; i++)
        if (guard.threads[i] == instead_of) {
            guard.threads[i] = call;
            break;
        }
    pthread_mutex_unlock(&guard.lock);
}

/* A thread that ends inside of a call was ended by the FMU. */
static void on_thread_end(void *call)
{
    if (crash_guard_call.function)
        end_program(ERROR_FMU_EXITED, "pthread_exit()");
    register_thread(NULL, call);
}

static void free_stack(void *stack)
{
    const stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(stack, STACK_SIZE);
}

static void prepare(void)
{
    pthread_key_create(&guard.stack_key, free_stack);
    pthread_key_create(&guard.thread_key, on_thread_end);
    /* Where there is no room for these, an FMU's exit() goes unnoticed; nothing else depends on them. */
    (void)!atexit(on_exit_inside_call);
    (void)!at_quick_exit(on_exit_inside_call);
}

void signals_leave_alone(void)
{
    atomic_store(&left_alone, true);
}

bool signals_are_left_alone(void)
{
    return atomic_load(&left_alone);
}

void crash_guard_protect_thread(void)
{
    if (signals_are_left_alone())
        return;
    pthread_once(&guard.once, prepare);
    if (!is_ours) {
        is_ours = true;
        register_thread(&crash_guard_call, NULL);
        pthread_setspecific(guard.thread_key, &crash_guard_call);
    }
    stack_t now;
    if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE))
        return; /* there is one: ours, a sanitizer's */
    void *memory = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return; /* the handler runs on the thread's own stack */
    const stack_t stack = {.ss_sp = memory, .ss_size = STACK_SIZE};
    if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(guard.stack_key, memory) != 0)
        free_stack(memory);
}

/* Somebody may have put other handlers in place since the last time: theirs are then the ones before ours. */
void crash_guard_install(void)
{
    if (signals_are_left_alone())
        return;
    crash_guard_protect_thread();
    pthread_mutex_lock(&guard.lock);
    guard.is_installed = true;
    for (size_t k = 0; k < N_CRASHES; k++) {
        struct sigaction now;
        const struct sigaction ours = {.sa_sigaction = on_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
        if (sigaction(crashes[k].number, NULL, &now) == 0 && now.sa_sigaction != on_crash) {
            guard.before[k] = now;
            sigaction(crashes[k].number, &ours, NULL);
        }
    }
    pthread_mutex_unlock(&guard.lock);
}

void crash_guard_add_hook(crash_hook hook, void *context)
{
    pthread_mutex_lock(&guard.lock);
    const size_t n = guard.n_hooks;
    if (n < MOST_HOOKS) {
        guard.hooks[n].hook = hook;
        guard.hooks[n].context = context;
        guard.n_hooks = n + 1;
    }
    pthread_mutex_unlock(&guard.lock);
}

void crash_guard_remove_hook(crash_hook hook, void *context)
{
    pthread_mutex_lock(&guard.lock);
    size_t kept = 0;
    for (size_t i = 0; i < guard.n_hooks; i++)
        if (guard.hooks[i].hook != hook || guard.hooks[i].context != context)
            guard.hooks[kept++] = guard.hooks[i];
    guard.n_hooks = kept;
    pthread_mutex_unlock(&guard.lock);
}

struct watcher {
    void (*watch)(void);
    sem_t is_ready;
};

static void *watcher_main(void *argument)
{
    struct watcher *watcher = argument;
    void (*const watch)(void) = watcher->watch;
    crash_guard_protect_thread();
    sem_post(&watcher->is_ready);
    watch();
    return NULL;
}

bool crash_guard_start_watcher(void (*watch)(void))
{
    struct watcher watcher = {.watch = watch};
    pthread_t thread;
    if (sem_init(&watcher.is_ready, 0, 0) != 0 || pthread_create(&thread, NULL, watcher_main, &watcher) != 0)
        return false;
    pthread_detach(thread);
    while (sem_wait(&watcher.is_ready) != 0)
        continue;
    return true;
}

size_t crash_guard_count_strangers(void)
{
    struct stat tasks; /* a link to the folder for each thread; unlike a list of them it needs no memory */
    size_t n = stat("/proc/self/task", &tasks) == 0 ? (size_t)tasks.st_nlink : 0;
    pthread_mutex_lock(&guard.lock);
    for (size_t i = 0; i < MOST_THREADS; i++)
        n -= guard.threads[i] && n > 0 ? 1 : 0;
    pthread_mutex_unlock(&guard.lock);
    return n;
}

/* ---- calls that do not return ---- */

struct sample {
    struct crash_call call;
    double time;
    double seconds; /* for which it has been the same */
};

/* Looks at other threads without asking them: what it sees may be half old, but then it changes until the next look. */
__attribute__((no_sanitize("thread"))) static bool is_same_call(struct sample *sample, const struct crash_call *call)
{
    const struct crash_call now = *call;
    const double time = now.function && now.subject ? now.subject->time : 0;
    const bool same = now.function && now.function == sample->call.function && now.subject == sample->call.subject &&
                      now.count == sample->call.count && time == sample->time;
    sample->call = now;
    sample->time = time;
    return same;
}

static void watch_calls(void)
{
    static struct sample samples[MOST_THREADS];
    for (;;) {
        pthread_mutex_lock(&guard.lock);
        const double limit = guard.call_limit;
        pthread_mutex_unlock(&guard.lock);
        const double turn = limit > 0 && limit < 10 ? limit / 20 : 0.5;
        const struct timespec pause = {(time_t)turn, (long)(1e9 * (turn - (double)(time_t)turn))};
        nanosleep(&pause, NULL);
        for (size_t i = 0; i < MOST_THREADS && limit > 0; i++) {
            pthread_mutex_lock(&guard.lock); /* the thread does not end meanwhile */
            const struct crash_call *call = guard.threads[i];
            samples[i].seconds = call && is_same_call(&samples[i], call) ? samples[i].seconds + turn : 0;
            pthread_mutex_unlock(&guard.lock);
            if (samples[i].seconds > limit)
                crash_guard_give_up(TEXT("has not returned for %.3g s, the call limit,", limit));
        }
    }
}

bool crash_guard_limit_calls(double seconds, struct error *error)
{
    if (signals_are_left_alone())
        return seconds <= 0 || error_raise(error, ERROR_LIMIT_NEEDS_ISOLATION, "call-limit");
    crash_guard_protect_thread();
    pthread_mutex_lock(&guard.lock);
    guard.call_limit = seconds;
    const bool start = seconds > 0 && !guard.is_watching;
    guard.is_watching = guard.is_watching || start;
    pthread_mutex_unlock(&guard.lock);
    return !start || crash_guard_start_watcher(watch_calls) ||
           error_raise(error, ERROR_NO_MEMORY, "watching over calls");
}
