/* Signals that ask a run to end. */
#include "library/interrupt.h"

#include "master/import/crash_guard.h"
#include "master/import/fmu.h"
#include "master/import/temporary.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { N_SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t received; /* the signal's number */
static struct sigaction before[N_SIGNALS];
static interrupt_last_words words;
static void *words_context;
static volatile sig_atomic_t is_installed, is_copy;
static sem_t asked;                 /* the first signal has come */
static const double patience = 0.7; /* s, from the first signal to the end */

/* An FMU that does not return, or a solver that does not look up, would keep the user waiting. */
static void end_in_time(void)
{
    for (;;) {
        while (sem_wait(&asked) != 0 && errno == EINTR)
            continue;
        const struct timespec turn = {.tv_nsec = 20000000};
        for (double waited = 0; waited < patience && is_installed; waited += 0.02)
            nanosleep(&turn, NULL);
        if (is_installed) {
            char why[96];
            snprintf(why, sizeof why, "was interrupted (%s) and did not end by itself,", strsignal(received));
            crash_guard_give_up(why);
        }
    }
}

/* A copy of the process that an FMU has made by fork() must not go on as a second run. */
static void on_fork(void)
{
    if (!is_installed)
        return;
    is_copy = 1;
    received = SIGTERM;
}

static void prepare(void)
{
    sem_init(&asked, 0, 0);
    pthread_atfork(NULL, NULL, on_fork);
    (void)!crash_guard_start_watcher(end_in_time); /* without it the second signal ends the program */
}

static void handle(int number)
{
    if (received == 0) {
        received = number;
        const int kept = errno;
        sem_post(&asked);
        errno = kept;
        return;
    }
    if (words)
        words(words_context);
    temporary_remove_all();
    signal(number, SIG_DFL);
    raise(number);
}

static bool is_asked(void)
{
    return received != 0;
}

void interrupt_install(interrupt_last_words last_words, void *context)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    received = 0;
    is_installed = 1;
    words = last_words;
    words_context = context;
    for (int i = 0; i < N_SIGNALS; i++) {
        struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) /* nohup and background jobs */
            sigaction(signals[i], &action, NULL);
    }
    fmu_set_interruption(is_asked);
}

void interrupt_remove(void)
{
    is_installed = 0;
    if (is_copy)
        _exit(0);
    fmu_set_interruption(NULL);
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    words = NULL;
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &received;
}

int interrupt_signal(void)
{
    return received;
}
