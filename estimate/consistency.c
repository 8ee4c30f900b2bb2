/* Innovations and their bounds. */
#include "estimate/consistency.h"

#include <math.h>

const double consistency_bound = 1.959963984540054;

static const double sure = 3.290526731491926; /* 99.9 % of normal numbers lie within */
enum { FEWEST = 10 };

void consistency_add(struct consistency *c, double innovation, double deviation)
{
    const double normalized = innovation / deviation;
    c->n++;
    c->outside += fabs(normalized) > consistency_bound;
    c->squares += normalized * normalized;
}

double consistency_mean(const struct consistency *c)
{
    return c->n ? c->squares / (double)c->n : (double)NAN;
}

double consistency_outside(const struct consistency *c)
{
    return c->n ? (double)c->outside / (double)c->n : (double)NAN;
}

/* Quantile of chi-square divided by its degrees of freedom (E. B. Wilson, M. M. Hilferty, Proc. Nat. Acad. Sci. 17, 1931). */
static double quantile(double freedom, double normal)
{
    const double v = 2 / (9 * freedom);
    return pow(1 - v + normal * sqrt(v), 3);
}

enum consistency_verdict consistency_judge(const struct consistency *c)
{
    if (c->n < FEWEST)
        return INNOVATIONS_TOO_FEW;
    const double mean = consistency_mean(c);
    if (!(mean <= quantile((double)c->n, sure)))
        return INNOVATIONS_TOO_LARGE;
    return mean < quantile((double)c->n, -sure) ? INNOVATIONS_TOO_SMALL : CONSISTENT;
}
