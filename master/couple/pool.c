#include "master/couple/pool.h"
#include "master/import/crash_guard.h"
#include "master/couple/couple_messages.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* A macro step may take less than a microsecond: helpers look for the next job for a while before they go to sleep, the
 * caller for the last items before it lets others run. */
enum { LOOKS = 2000 };

struct pool {
    pthread_t *helpers;
    int n_helpers;
    struct warning_route *route; /* of who has opened the pool: helpers warn there, too */
    pool_work work;
    void *context;
    size_t n_items;
    /* The job's number above, the next item below, in one word: whoever takes an item takes one of the job that is under way,
     * however late it comes. The caller waits for items, never for helpers that have taken none. */
    _Atomic uint64_t next;
    atomic_size_t done; /* items */
    atomic_int sleepers;
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

static bool has_items(struct pool *pool)
{
    return (uint32_t)atomic_load_explicit(&pool->next, memory_order_acquire) < pool->n_items;
}

static void take_items(struct pool *pool)
{
    while (has_items(pool)) {
        const size_t item = (uint32_t)atomic_fetch_add_explicit(&pool->next, 1, memory_order_acq_rel);
        if (item >= pool->n_items)
            return;
        pool->work(pool->context, item);
        atomic_fetch_add_explicit(&pool->done, 1, memory_order_release);
    }
}

static void sleep_until_needed(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->sleepers, 1);
    while (!has_items(pool) && !atomic_load(&pool->ends))
        pthread_cond_wait(&pool->wake, &pool->lock);
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->lock);
}

static void *helper_main(void *argument)
{
    struct pool *pool = argument;
    crash_guard_protect_thread();
    error_route_warnings(pool->route);
    while (!atomic_load(&pool->ends)) {
        take_items(pool);
        int look = 0;
        while (look < LOOKS && !has_items(pool)) {
            look_away();
            look++;
        }
        if (look == LOOKS)
            sleep_until_needed(pool);
    }
    return NULL;
}

static void wake_sleepers(struct pool *pool)
{
    if (atomic_load(&pool->sleepers) == 0)
        return;
    pthread_mutex_lock(&pool->lock);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
}

void pool_run(struct pool *pool)
{
    atomic_store_explicit(&pool->done, 0, memory_order_relaxed);
    atomic_store(&pool->next, ((atomic_load(&pool->next) >> 32) + 1) << 32);
    wake_sleepers(pool);
    take_items(pool);
    for (int look = 0; atomic_load_explicit(&pool->done, memory_order_acquire) < pool->n_items; look++) {
        if (look < LOOKS)
            look_away();
        else
            sched_yield();
    }
}

static int processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

struct pool *pool_open(int threads, size_t n_items, pool_work work, void *context, struct error *error)
{
    const int n = threads < processors() ? threads : processors();
    struct pool *pool = calloc(1, sizeof *pool);
    pthread_t *helpers = calloc((size_t)n, sizeof *helpers);
    if (!pool || !helpers) {
        free(pool);
        free(helpers);
        error_raise(error, ERROR_NO_MEMORY, "starting threads");
        return NULL;
    }
    *pool = (struct pool){.helpers = helpers, .work = work, .context = context, .n_items = n_items};
    pool->route = error_route_warnings(NULL);
    error_route_warnings(pool->route);
    atomic_store(&pool->next, (uint64_t)UINT32_MAX); /* no job yet */
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    for (int i = 0; i < n - 1; i++) {
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
    wake_sleepers(pool);
    for (int i = 0; i < pool->n_helpers; i++)
        pthread_join(pool->helpers[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool->helpers);
    free(pool);
}
