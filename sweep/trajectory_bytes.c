/* Trajectories that are sent between processes. */
#include "sweep/trajectory_bytes.h"

#include <stdlib.h>

void trajectory_pack(const struct trajectory *t, struct bytes *b)
{
    bytes_put_count(b, t->n_names);
    for (size_t i = 0; i < t->n_names; i++)
        bytes_put_text(b, t->names[i]);
    bytes_put_count(b, t->n_times);
    bytes_put(b, t->times, t->n_times * sizeof *t->times);
    bytes_put(b, t->values, t->n_times * t->n_names * sizeof *t->values);
}

bool trajectory_unpack(struct trajectory *t, struct bytes *b)
{
    *t = (struct trajectory){0};
    const size_t n_names = bytes_get_count(b);
    t->names = n_names <= b->size ? calloc(n_names + 1, sizeof *t->names) : NULL;
    while (t->names && t->n_names < n_names && (t->names[t->n_names] = bytes_get_text(b)))
        t->n_names++;
    const size_t n_times = bytes_get_count(b);
    if (b->failed || t->n_names < n_names || n_times > b->size)
        return false;
    t->times = malloc((n_times + 1) * sizeof *t->times);
    t->values = malloc((n_times * n_names + 1) * sizeof *t->values);
    t->n_times = t->room = n_times;
    return t->times && t->values && bytes_get(b, t->times, n_times * sizeof *t->times) &&
           bytes_get(b, t->values, n_times * n_names * sizeof *t->values);
}
