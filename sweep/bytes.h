/* A growing row of bytes: what processes and ranks send each other. Running out of memory, or reading beyond the end, is
 * remembered and asked for once. */
#ifndef PASO_BYTES_H
#define PASO_BYTES_H

#include "master/base/error.h"

struct bytes {
    char *data;
    size_t size, room;
    size_t at; /* where the next get reads */
    bool failed;
};

void bytes_put(struct bytes *b, const void *data, size_t size);
void bytes_put_text(struct bytes *b, const char *text); /* NULL is "" */
void bytes_put_number(struct bytes *b, double number);
void bytes_put_count(struct bytes *b, size_t count);

bool bytes_get(struct bytes *b, void *data, size_t size);
char *bytes_get_text(struct bytes *b); /* to be freed; NULL: there is none */
double bytes_get_number(struct bytes *b);
size_t bytes_get_count(struct bytes *b);

void bytes_free(struct bytes *b);

#endif
