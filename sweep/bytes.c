/* Messages between processes. */
#include "sweep/bytes.h"

#include <stdlib.h>
#include <string.h>

void bytes_put(struct bytes *b, const void *data, size_t size)
{
    if (b->failed || size == 0)
        return;
    if (b->room - b->size < size) {
        const size_t room = 2 * (b->room + size);
        char *larger = realloc(b->data, room);
        if (!larger) {
            b->failed = true;
            return;
        }
        b->data = larger;
        b->room = room;
    }
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

void bytes_put_count(struct bytes *b, size_t count)
{
    bytes_put(b, &count, sizeof count);
}

void bytes_put_number(struct bytes *b, double number)
{
    bytes_put(b, &number, sizeof number);
}

void bytes_put_text(struct bytes *b, const char *text)
{
    const size_t length = text ? strlen(text) : 0;
    bytes_put_count(b, length);
    bytes_put(b, text, length);
}

bool bytes_get(struct bytes *b, void *data, size_t size)
{
    if (b->failed || b->size - b->at < size) {
        b->failed = true;
        return false;
    }
    if (size)
        memcpy(data, b->data + b->at, size);
    b->at += size;
    return true;
}

size_t bytes_get_count(struct bytes *b)
{
    size_t count = 0;
    return bytes_get(b, &count, sizeof count) ? count : 0;
}

double bytes_get_number(struct bytes *b)
{
    double number = 0;
    return bytes_get(b, &number, sizeof number) ? number : 0;
}

char *bytes_get_text(struct bytes *b)
{
    const size_t length = bytes_get_count(b);
    if (b->failed || b->size - b->at < length) {
        b->failed = true;
        return NULL;
    }
    char *text = malloc(length + 1);
    if (!text) {
        b->failed = true;
        return NULL;
    }
    bytes_get(b, text, length);
    text[length] = '\0';
    return text;
}

void bytes_free(struct bytes *b)
{
    free(b->data);
    *b = (struct bytes){0};
}
