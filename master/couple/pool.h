/* Threads that share out the items of one job after the other. Which thread takes which item is left to chance, so items
 * must not touch each other's data; then the result does not depend on the number of threads. */
#ifndef PASO_POOL_H
#define PASO_POOL_H

#include "master/base/error.h"

struct pool;

typedef void (*pool_work)(void *context, size_t item);

/* `threads` at work, the caller being one of them, but not more than there are processors. */
struct pool *pool_open(int threads, size_t n_items, pool_work work, void *context, struct error *error);
void pool_run(struct pool *pool);   /* returns when all items are done */
void pool_close(struct pool *pool); /* accepts NULL */

#endif
