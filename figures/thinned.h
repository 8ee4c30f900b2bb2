/* Points of a curve that is too long to be held: what a picture shows of them. All of them, where they are not more
 * than THINNED_MOST; and never more than that, which is five times what a picture draws. */
#ifndef PASO_THINNED_H
#define PASO_THINNED_H

#include <stdbool.h>
#include <stddef.h>

enum { THINNED_MOST = 1 << 16 };

struct thinned {
    double *x, *y; /* NaN: a gap */
    size_t n, room;
    size_t n_added;
    size_t *numbers; /* which of the points that were added they are */
    size_t per_part; /* of so many points that were added one after the other, those are held that `thin` keeps */
};

bool thinned_add(struct thinned *t, double x, double y); /* false: no memory */
void thinned_end(struct thinned *t);                     /* no point follows */
void thinned_free(struct thinned *t);

#endif
