/* Threads that share out the items of one job after the other. Which thread takes which item is left to chance, so items
 * must not touch each other's data; then the result does not depend on the number of threads. */
#ifndef PASO_POOL_H
#define PASO_POOL_H

#include "error.h"

struct pool;

typedef void (*pool_work)(void *context, size_t item);

/* `threads` at work, the caller being one of them: at least 2, else there is no need for a pool. */
struct pool *pool_open(int threads, struct error *error);
void pool_run(struct pool *pool, size_t n_items, pool_work work, void *context); /* returns when all items are done */
void pool_close(struct pool *pool);                                              /* accepts NULL */

#endif
