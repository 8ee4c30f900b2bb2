/* The search for the largest stable macro step, apart from the runs: which steps to try next. */
#ifndef PASO_LIMIT_SEARCH_H
#define PASO_LIMIT_SEARCH_H

#include "master/base/error.h"

enum limit_verdict { LIMIT_UNKNOWN, LIMIT_GOOD, LIMIT_BAD };

struct limit_point {
    double step;
    enum limit_verdict verdict;
};

/* Below the limit, no gap between two good steps stays larger than this many resolutions, down to half of the limit: that
 * is how far monotony is not trusted. */
enum { LIMIT_GUARD = 8 };

/* `points` in the order of their steps, all with a verdict. Fills `wanted` (room for n steps) with those to try next;
 * returns their number, 0: the search is over. */
size_t limit_search_next(const struct limit_point *points, size_t n, double resolution, double *wanted);

/* The first bad step; n: none is bad. The limit is the step before it. */
size_t limit_search_first_bad(const struct limit_point *points, size_t n);

#endif
