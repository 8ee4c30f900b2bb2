/* Fewer points that look the same. */
#include "figures/chart_drawn.h"

#include <math.h>

static bool is_gap(const struct chart_curve *c, size_t i)
{
    return !isfinite(c->x[i]) || !isfinite(c->y[i]);
}

/* Which points of one part are kept: adds them to `which`, behind the n that are there. */
static size_t keep(const struct chart_curve *c, size_t from, size_t to, size_t *which, size_t n)
{
    enum { FIRST, LAST, LEFT, RIGHT, LOW, HIGH, GAP, N_KEPT };
    size_t kept[N_KEPT];
    bool any = false, any_gap = false;
    for (size_t i = from; i < to; i++) {
        if (is_gap(c, i)) {
            kept[GAP] = i;
            any_gap = true;
            continue;
        }
        if (!any)
            kept[FIRST] = kept[LEFT] = kept[RIGHT] = kept[LOW] = kept[HIGH] = i;
        any = true;
        kept[LAST] = i;
        if (c->x[i] < c->x[kept[LEFT]])
            kept[LEFT] = i;
        if (c->x[i] > c->x[kept[RIGHT]])
            kept[RIGHT] = i;
        if (c->y[i] < c->y[kept[LOW]])
            kept[LOW] = i;
        if (c->y[i] > c->y[kept[HIGH]])
            kept[HIGH] = i;
    }
    for (size_t i = from; i < to; i++) {
        bool is_kept = any_gap && kept[GAP] == i;
        for (size_t k = 0; any && k < GAP; k++)
            is_kept = is_kept || kept[k] == i;
        if (is_kept)
            which[n++] = i;
    }
    return n;
}

size_t thin(const struct chart_curve *curve, size_t most, size_t *which)
{
    enum { PER_PART = 6 };
    size_t n = 0;
    if (curve->n <= most || most < PER_PART) {
        for (size_t i = 0; i < curve->n; i++)
            which[n++] = i;
        return n;
    }
    const size_t parts = most / PER_PART;
    for (size_t p = 0; p < parts; p++)
        n = keep(curve, curve->n * p / parts, curve->n * (p + 1) / parts, which, n);
    return n;
}
