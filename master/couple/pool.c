#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A macro step may take less than a microsecond: helpers look for the next job for a while before they go to sleep. */
enum { LOOKS_BEFORE_SLEEP = 20000 };

struct pool {
    pthread_t *helpers;
    int n_helpers;
    pool_work work;
    void *context;
    size_t n_items;
    atomic_size_t next; /* item */
    atomic_ulong job;   /* number of the job; changes when there is a new one */
    atomic_int busy;    /* helpers that have not finished it */
    atomic_bool ends;
    pthread_mutex_t lock;
    pthread_cond_t wake;
};

static inline void look_away(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void take_items(struct pool *pool)
{
    for (;;) {
        const size_t item = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (item >= pool->n_items)
            return;
        pool->work(pool->context, item);
    }
}

static unsigned long wait_for_job(struct pool *pool, unsigned long last)
{
    for (int look = 0; look < LOOKS_BEFORE_SLEEP; look++) {
        const unsigned long job = atomic_load_explicit(&pool->job, memory_order_acquire);
        if (job != last)
            return job;
        look_away();
    }
    pthread_mutex_lock(&pool->lock);
    unsigned long job;
    while ((job = atomic_load(&pool->job)) == last)
        pthread_cond_wait(&pool->wake, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void *helper_main(void *argument)
{
    struct pool *pool = argument;
    unsigned long job = 0;
    for (;;) {
        job = wait_for_job(pool, job);
        if (atomic_load(&pool->ends))
            return NULL;
        take_items(pool);
        atomic_fetch_sub_explicit(&pool->busy, 1, memory_order_release);
    }
}

static void announce(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->job, 1);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
}

void pool_run(struct pool *pool, size_t n_items, pool_work work, void *context)
{
    pool->work = work;
    pool->context = context;
    pool->n_items = n_items;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    atomic_store_explicit(&pool->busy, pool->n_helpers, memory_order_relaxed);
    announce(pool);
    take_items(pool);
    /* A helper that slept may still be on its way: it must have seen this job before the next one is prepared. */
    for (int look = 0; atomic_load_explicit(&pool->busy, memory_order_acquire) > 0; look++) {
        if (look < LOOKS_BEFORE_SLEEP)
            look_away();
        else
            sched_yield();
    }
}

struct pool *pool_open(int threads, struct error *error)
{
    struct pool *pool = calloc(1, sizeof *pool);
    pthread_t *helpers = calloc((size_t)threads, sizeof *helpers);
    if (!pool || !helpers) {
        free(pool);
        free(helpers);
        error_raise(error, ERROR_NO_MEMORY, "starting threads");
        return NULL;
    }
    pool->helpers = helpers;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    for (int i = 0; i < threads - 1; i++) {
        if (pthread_create(&pool->helpers[i], NULL, helper_main, pool) != 0) {
            error_raise(error, ERROR_NO_THREADS, TEXT("%d", threads));
            pool_close(pool);
            return NULL;
        }
        pool->n_helpers++;
    }
    return pool;
}

void pool_close(struct pool *pool)
{
    if (!pool)
        return;
    atomic_store(&pool->ends, true);
    announce(pool);
    for (int i = 0; i < pool->n_helpers; i++)
        pthread_join(pool->helpers[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool->helpers);
    free(pool);
}
