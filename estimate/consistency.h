/* Whether innovations are as large as the filter expects: with model and noise right, a normalized innovation has the variance 1, and all of
 * them are independent, so that the sum of their squares is chi-square distributed. */
#ifndef PASO_CONSISTENCY_H
#define PASO_CONSISTENCY_H

#include <stddef.h>

struct consistency {
    size_t n;       /* normalized innovations */
    size_t outside; /* of their 95 % bounds, +-1.96 */
    double squares; /* sum of their squares */
};

void consistency_add(struct consistency *c, double innovation, double deviation);
double consistency_mean(const struct consistency *c);    /* of the squares: 1 is expected; NaN where there are none */
double consistency_outside(const struct consistency *c); /* share outside: 0.05 is expected; NaN where there are none */

enum consistency_verdict {
    CONSISTENT,
    INNOVATIONS_TOO_LARGE, /* the noise was told too small, or the model is wrong */
    INNOVATIONS_TOO_SMALL, /* the noise was told too large */
    INNOVATIONS_TOO_FEW    /* to say anything */
};
enum consistency_verdict consistency_judge(const struct consistency *c);

extern const double consistency_bound; /* 1.96: of 95 % */

#endif
