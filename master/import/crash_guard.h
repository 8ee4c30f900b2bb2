/* What happens when an FMU crashes inside a call or in a thread of its own (SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT), calls
 * exit() or does not return: the program says which FMU, which call and at what time, runs the hooks (partial results go to disk), removes the temporary folders, and
 * ends with status 1. A crash of the program itself is left to whoever handled it before. */
#ifndef PASO_CRASH_GUARD_H
#define PASO_CRASH_GUARD_H

#include "master/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Who is called: stays in place while calls are under way. */
struct crash_subject {
    double time;
    const char *name;     /* in messages */
    const char *last_log; /* the FMU's last words; NULL or "": none */
    bool loading;         /* not yet a call: the binary cannot be loaded, the file is wrong */
};

struct crash_call {
    const struct crash_subject *subject;
    const char *volatile function; /* NULL: no call under way in this thread */
    volatile unsigned long count;  /* of calls, but for those of the fastest loop, which change the time instead */
};

extern _Thread_local struct crash_call crash_guard_call __attribute__((tls_model("initial-exec")));

/* Around every call into an FMU; a few stores. */
static inline void crash_guard_enter(const struct crash_subject *subject, const char *function)
{
    crash_guard_call.subject = subject;
    crash_guard_call.function = function;
    crash_guard_call.count++;
}

static inline void crash_guard_leave(void)
{
    crash_guard_call.function = NULL;
}

/* Handlers for the process and a signal stack for this thread; any number of times. */
void crash_guard_install(void);
/* A signal stack for a further thread, so that a stack overflow in it is told, too; freed when the thread ends. */
void crash_guard_protect_thread(void);

/* From now on a call that takes longer than this ends the program; 0: no limit any more. */
bool crash_guard_limit_calls(double seconds, struct error *error);

/* Ends the program because the user has asked for it and some call does not return: says so, runs the hooks. In any thread. */
_Noreturn void crash_guard_give_up(const char *why);

/* For whoever stands in for _exit(): says that it was called inside of an FMU, and ends the program; returns where it was not. */
void crash_guard_note_exit(const char *function);

/* A thread that watches for as long as the program lives; it is known to be ours when this returns. */
bool crash_guard_start_watcher(void (*watch)(void));

/* How many threads this process has that are not ours: who unloads an FMU whose threads still run pulls the code away from them. */
size_t crash_guard_count_strangers(void);

/* A hook runs inside a signal handler, once, the latest first: it should do with write(), rename() and the like; what it
 * takes longer than a few seconds for is cut off. */
typedef void (*crash_hook)(void *context);
void crash_guard_add_hook(crash_hook hook, void *context);
void crash_guard_remove_hook(crash_hook hook, void *context);

#endif
