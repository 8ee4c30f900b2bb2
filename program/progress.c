/* The progress line. */
#include "program/progress.h"

#include "library/library_options.h"
#include "master/options/quantity.h"
#include "master/base/seconds.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct progress {
    char doing[80];     /* before the run; "": nothing that takes long */
    double start, stop; /* of the run; the same as long as there is none */
    double begin;       /* s of the clock, when it began */
    _Atomic double now;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool runs, ended; /* the thread */
    bool shown;
};

static void show(struct progress *p)
{
    if (*p->doing) {
        fprintf(stderr, "\r%s\x1b[K", p->doing);
    } else if (p->stop > p->start) {
        const double now = atomic_load_explicit(&p->now, memory_order_relaxed);
        const double part = (now - p->start) / (p->stop - p->start);
        char remaining[32] = "?";
        if (part > 0)
            duration_print((clock_seconds(CLOCK_MONOTONIC) - p->begin) / part * (1 - part), remaining);
        fprintf(stderr, "\r%5.1f %%  t = %.6g s  %s remaining\x1b[K", 100 * part, now, remaining);
    } else {
        return;
    }
    fflush(stderr);
    p->shown = true;
}

void progress_say(const char *text, void *progress)
{
    struct progress *p = progress;
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    snprintf(p->doing, sizeof p->doing, "%s", text);
    pthread_mutex_unlock(&p->lock);
}

void progress_begin(struct progress *p, double start_time, double stop_time)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->start = start_time;
    p->stop = stop_time;
    p->begin = clock_seconds(CLOCK_MONOTONIC);
    atomic_store_explicit(&p->now, start_time, memory_order_relaxed);
    pthread_mutex_unlock(&p->lock);
}

/* A warning takes the line's place; the line comes back below it. */
void progress_warn(struct progress *p, const char *text)
{
    if (p)
        pthread_mutex_lock(&p->lock);
    fprintf(stderr, "%spaso: warning: %s\n", p && p->shown ? "\r\x1b[K" : "", text);
    if (!p)
        return;
    p->shown = false;
    pthread_mutex_unlock(&p->lock);
}

static void *print_now_and_then(void *context)
{
    struct progress *p = context;
    struct timespec next;
    library_claim_thread();
    clock_gettime(CLOCK_MONOTONIC, &next);
    next.tv_sec++; /* a short run shows nothing */
    pthread_mutex_lock(&p->lock);
    p->runs = true;
    pthread_cond_signal(&p->woken);
    while (!p->ended) {
        if (pthread_cond_timedwait(&p->woken, &p->lock, &next) == 0)
            continue;
        show(p);
        next.tv_nsec += 200 * 1000 * 1000;
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct progress *progress_start(void)
{
    if (!isatty(STDERR_FILENO))
        return NULL;
    struct progress *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    atomic_init(&p->now, 0);
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&p->woken, &attributes);
    pthread_condattr_destroy(&attributes);

    /* Signals are for the thread that runs. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&p->thread, NULL, print_now_and_then, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) { /* a run without a progress line is still a run */
        pthread_cond_destroy(&p->woken);
        pthread_mutex_destroy(&p->lock);
        free(p);
        return NULL;
    }
    pthread_mutex_lock(&p->lock);
    while (!p->runs)
        pthread_cond_wait(&p->woken, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return p;
}

void progress_stop(struct progress *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->ended = true;
    pthread_cond_signal(&p->woken);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    if (p->shown)
        fputs("\r\x1b[K", stderr);
    pthread_cond_destroy(&p->woken);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

bool progress_observe(const paso_point *point, void *progress)
{
    struct progress *p = progress;
    atomic_store_explicit(&p->now, point->time, memory_order_relaxed);
    return true;
}
