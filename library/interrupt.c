/* Signals that ask a run to end. */
#include "library/interrupt.h"

#include "master/import/fmu.h"
#include "master/import/temporary.h"

#include <stddef.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { N_SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t received; /* the signal's number */
static struct sigaction before[N_SIGNALS];
static interrupt_last_words words;
static void *words_context;

static void handle(int number)
{
    if (received == 0) {
        received = number;
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
    received = 0;
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
