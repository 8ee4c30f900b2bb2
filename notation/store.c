/* Memory of a document: blocks that are given back together. */
#include "notation/notation_impl.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct store_block {
    struct store_block *next;
    size_t used, size;
    max_align_t bytes[];
};

enum { BLOCK_SIZE = 16384 };

void *notation_keep(struct notation *n, size_t size)
{
    const size_t unit = sizeof(max_align_t);
    size = (size + unit - 1) / unit * unit;
    if (!n->blocks || n->blocks->size - n->blocks->used < size) {
        const size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        struct store_block *block = calloc(1, sizeof *block + room);
        if (!block) {
            n->has_no_memory = true;
            return NULL;
        }
        block->size = room;
        block->next = n->blocks;
        n->blocks = block;
    }
    void *kept = (char *)n->blocks->bytes + n->blocks->used;
    n->blocks->used += size;
    return kept;
}

char *notation_keep_bytes(struct notation *n, const char *bytes, size_t length)
{
    char *copy = notation_keep(n, length + 1);
    if (copy)
        memcpy(copy, bytes, length);
    return copy;
}

char *notation_keep_text(struct notation *n, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length >= 0 ? notation_keep(n, (size_t)length + 1) : NULL;
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

void store_release(struct notation *n)
{
    while (n->blocks) {
        struct store_block *next = n->blocks->next;
        free(n->blocks);
        n->blocks = next;
    }
}
