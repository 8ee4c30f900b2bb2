/* Memory that is given back all at once: for trees of small things that live and die together. */
#ifndef PASO_ARENA_H
#define PASO_ARENA_H

#include <stddef.h>

struct arena_block;
struct arena {
    struct arena_block *blocks; /* {0} is an empty arena */
};

void *arena_get(struct arena *a, size_t bytes);                     /* zeroed; NULL when out of memory */
char *arena_copy(struct arena *a, const char *text, size_t length); /* with a '\0' behind it */
char *arena_join(struct arena *a, const char *x, const char *y, const char *z);
/* A list with room for one element more behind its n: the list itself, or a larger copy; NULL when out of memory. */
void *arena_grow(struct arena *a, void *list, size_t n, size_t element_size);
void arena_free(struct arena *a);

/* Zeroed room for n items; NULL when out of memory, never for n = 0. */
#define ARENA_TAKE(a, n, type) ((type *)arena_get(a, (n) * sizeof(type)))

#endif
