/* An arena: blocks in a list, the newest first; what does not fit gets a block of its own size. */
#include "master/base/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 16384 };

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    alignas(max_align_t) char bytes[];
};

void *arena_get(struct arena *a, size_t bytes)
{
    const size_t step = alignof(max_align_t);
    if (bytes > (size_t)-1 / 2)
        return NULL;
    const size_t rounded = (bytes + step - 1) / step * step;
    if (!a->blocks || a->blocks->size - a->blocks->used < rounded) {
        const size_t size = rounded > BLOCK_SIZE ? rounded : BLOCK_SIZE;
        struct arena_block *block = calloc(1, sizeof *block + size);
        if (!block)
            return NULL;
        block->size = size;
        block->next = a->blocks;
        a->blocks = block;
    }
    void *got = a->blocks->bytes + a->blocks->used;
    a->blocks->used += rounded;
    return got;
}

char *arena_copy(struct arena *a, const char *text, size_t length)
{
    char *copy = arena_get(a, length + 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

char *arena_join(struct arena *a, const char *x, const char *y, const char *z)
{
    const size_t nx = strlen(x), ny = strlen(y), nz = strlen(z);
    char *joined = arena_get(a, nx + ny + nz + 1);
    if (joined) {
        memcpy(joined, x, nx);
        memcpy(joined + nx, y, ny);
        memcpy(joined + nx + ny, z, nz);
    }
    return joined;
}

void *arena_grow(struct arena *a, void *list, size_t n, size_t element_size)
{
    if (n & (n - 1)) /* room is always the next power of two */
        return list;
    void *larger = arena_get(a, (n ? 2 * n : 1) * element_size);
    if (larger && n)
        memcpy(larger, list, n * element_size);
    return larger;
}

void arena_free(struct arena *a)
{
    while (a->blocks) {
        struct arena_block *next = a->blocks->next;
        free(a->blocks);
        a->blocks = next;
    }
}
