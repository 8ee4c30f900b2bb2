/* The search for the largest stable macro step. */
#include "sweep/limit_search.h"

#include <stdio.h>
#include <stdlib.h>

size_t limit_search_first_bad(const struct limit_point *points, size_t n)
{
    size_t i = 0;
    while (i < n && points[i].verdict != LIMIT_BAD)
        i++;
    return i;
}

/* With few digits, but strictly between. */
static double middle(double low, double high)
{
    char text[32];
    for (int digits = 4; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (low + high) / 2);
        const double rounded = strtod(text, NULL);
        if (rounded > low + 0.25 * (high - low) && rounded < high - 0.25 * (high - low))
            return rounded;
    }
    return (low + high) / 2;
}

size_t limit_search_next(const struct limit_point *points, size_t n, double resolution, double *wanted)
{
    const size_t bad = limit_search_first_bad(points, n);
    if (bad == 0 || bad == n)
        return 0;
    const double low = points[bad - 1].step, high = points[bad].step;
    if (high - low > resolution * high) {
        wanted[0] = middle(low, high);
        return 1;
    }
    size_t n_wanted = 0;
    for (size_t i = bad - 1; i > 0 && points[i].step > high / 2; i--)
        if (points[i].step - points[i - 1].step > LIMIT_GUARD * resolution * points[i].step)
            wanted[n_wanted++] = middle(points[i - 1].step, points[i].step);
    return n_wanted;
}
