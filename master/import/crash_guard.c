/* Signal handlers that tell an FMU's crash from ours. */
#include "master/import/crash_guard.h"
#include "master/base/error.h"
#include "master/import/signals.h"
#include "master/import/temporary.h"
#include "master/import/import_messages.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_HOOKS = 64, HOOK_SECONDS = 5, STACK_SIZE = 128 << 10 };

_Thread_local struct crash_call crash_guard_call;

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
    pthread_key_t stack_key;
    struct sigaction before[N_CRASHES];
    atomic_flag ending;
    pthread_mutex_t lock;
    struct {
        crash_hook hook;
        void *context;
    } hooks[MOST_HOOKS];
    volatile size_t n_hooks;
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

static _Noreturn void end_program(const struct message *code, const char *what)
{
    if (atomic_flag_test_and_set(&guard.ending)) { /* a second thread crashed: the first one ends the program */
        for (;;)
            pause();
    }
    struct sigaction alarm_action = {.sa_handler = give_up, .sa_flags = SA_ONSTACK};
    sigaction(SIGALRM, &alarm_action, NULL);
    alarm(HOOK_SECONDS);

    const struct crash_subject *subject = crash_guard_call.subject;
    static struct error error; /* too large for a small signal stack */
    if (subject->loading)
        code = ERROR_LIBRARY_CRASHED;
    const bool spoke = subject->last_log && *subject->last_log;
    error_raise(&error, code, subject->name, what, crash_guard_call.function, TEXT("%.9g", subject->time),
                spoke ? subject->last_log : "it had logged nothing");
    crash_guard_leave();
    say(&error);
    for (size_t i = guard.n_hooks; i-- > 0;)
        guard.hooks[i].hook(guard.hooks[i].context);
    temporary_remove_all();
    _exit(error_exit_status(&error));
}

static void on_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    size_t k = 0;
    while (k + 1 < N_CRASHES && crashes[k].number != number)
        k++;
    if (crash_guard_call.function)
        end_program(ERROR_FMU_CRASHED, crashes[k].text);
    /* Ours: the folders go, the rest as if we had never been here: the faulting instruction runs again, and a signal that
     * was sent is sent again. */
    temporary_remove_all();
    sigaction(number, &guard.before[k], NULL);
    if (info->si_code <= 0)
        raise(number);
}

static void on_exit_inside_call(void)
{
    if (crash_guard_call.function)
        end_program(ERROR_FMU_EXITED, "exit()");
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
