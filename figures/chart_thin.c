/* Fewer points that look the same. */
#include "figures/chart_drawn.h"
#include "figures/thinned.h"

#include <math.h>
#include <stdlib.h>

enum { PER_PART = 7 };

static bool is_gap(double x, double y)
{
    return !isfinite(x) || !isfinite(y);
}

/* Which points of one part are kept: adds them to `which`, behind the n that are there. */
static size_t keep(const double *x, const double *y, size_t from, size_t to, size_t *which, size_t n)
{
    enum { FIRST, LAST, LEFT, RIGHT, LOW, HIGH, GAP };
    size_t kept[PER_PART];
    bool any = false, any_gap = false;
    for (size_t i = from; i < to; i++) {
        if (is_gap(x[i], y[i])) {
            kept[GAP] = i;
            any_gap = true;
            continue;
        }
        if (!any)
            kept[FIRST] = kept[LEFT] = kept[RIGHT] = kept[LOW] = kept[HIGH] = i;
        any = true;
        kept[LAST] = i;
        if (x[i] < x[kept[LEFT]])
            kept[LEFT] = i;
        if (x[i] > x[kept[RIGHT]])
            kept[RIGHT] = i;
        if (y[i] < y[kept[LOW]])
            kept[LOW] = i;
        if (y[i] > y[kept[HIGH]])
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
    enum { USUALLY = 6 }; /* of a part: gaps are rare */
    size_t n = 0;
    if (curve->n <= most || most < USUALLY) {
        for (size_t i = 0; i < curve->n; i++)
            which[n++] = i;
        return n;
    }
    const size_t parts = most / USUALLY;
    for (size_t p = 0; p < parts; p++)
        n = keep(curve->x, curve->y, curve->n * p / parts, curve->n * (p + 1) / parts, which, n);
    return n;
}

/* ---- while they come ---- */

/* What is kept of two parts that become one was kept of each of them before: nothing is lost by doing it again. */
static void thin_held(struct thinned *t)
{
    size_t n = 0;
    for (size_t from = 0, to; from < t->n; from = to) {
        size_t which[PER_PART];
        for (to = from + 1; to < t->n && t->numbers[to] / t->per_part == t->numbers[from] / t->per_part;)
            to++;
        const size_t kept = keep(t->x, t->y, from, to, which, 0);
        for (size_t k = 0; k < kept; k++, n++) {
            t->x[n] = t->x[which[k]];
            t->y[n] = t->y[which[k]];
            t->numbers[n] = t->numbers[which[k]];
        }
    }
    t->n = n;
}

static bool make_room(struct thinned *t)
{
    const size_t room = t->room ? 2 * t->room : 1024;
    double *x = realloc(t->x, room * sizeof *x);
    if (!x)
        return false;
    t->x = x;
    double *y = realloc(t->y, room * sizeof *y);
    if (!y)
        return false;
    t->y = y;
    size_t *numbers = realloc(t->numbers, room * sizeof *numbers);
    if (!numbers)
        return false;
    t->numbers = numbers;
    t->room = room;
    return true;
}

bool thinned_add(struct thinned *t, double x, double y)
{
    if (t->n == THINNED_MOST) {
        t->per_part = t->per_part ? t->per_part : 1;
        while (PER_PART * (t->n_added / t->per_part + 1) > THINNED_MOST / 2)
            t->per_part *= 2;
        thin_held(t);
    }
    if (t->n == t->room && !make_room(t))
        return false;
    t->x[t->n] = x;
    t->y[t->n] = y;
    t->numbers[t->n++] = t->n_added++;
    return true;
}

void thinned_end(struct thinned *t)
{
    if (t->per_part)
        thin_held(t);
}

void thinned_free(struct thinned *t)
{
    free(t->x);
    free(t->y);
    free(t->numbers);
    *t = (struct thinned){0};
}
