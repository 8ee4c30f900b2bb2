/* Times and values at which a system is linearized. */
#include "linearize/points.h"

#include "master/options/quantity.h"
#include "linearize/linearize_messages.h"
#include "master/options/options_messages.h"
#include "master/base/numbers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct point_options, member)

static const struct option options[] = {
    {"at", OPTION_LIST, "T", "the point: run to T and linearize there; may be repeated; default: the initial state",
     AT(at), NOBODY_ASKS},
    {"along", OPTION_COUNT, "N", "N points, evenly spaced from start to stop time", AT(along), AT(has_along)},
};

struct option_table point_options_table(size_t base)
{
    return (struct option_table){"points:", options, sizeof options / sizeof *options, base};
}

static bool read_time(const char *text, double *t, struct error *error)
{
    return (duration_parse(text, t) && isfinite(*t)) ||
           error_raise(error, ERROR_OPTION_VALUE, "at", text, "a time in seconds");
}

bool point_options_check(const struct point_options *o, struct error *error)
{
    double t;
    for (size_t i = 0; i < o->at.n; i++)
        if (!read_time(o->at.items[i], &t, error))
            return false;
    return !o->has_along || o->along <= 1000000 ||
           error_raise(error, ERROR_OPTION_VALUE, "along", TEXT("%ld", o->along), "a smaller number");
}

/* Times that differ by rounding only are the same. */
static void sort(struct times *times)
{
    numbers_sort(times->t, times->n);
    size_t n = times->n > 0;
    for (size_t i = 1; i < times->n; i++)
        if (times->t[i] - times->t[n - 1] > 1e-12 * fmax(1, fabs(times->t[i])))
            times->t[n++] = times->t[i];
    times->n = n;
}

bool times_make(struct times *times, const struct point_options *o, double start, double stop, struct error *error)
{
    const size_t along = o->has_along ? (size_t)o->along : 0;
    *times = (struct times){.t = calloc(o->at.n + along + 1, sizeof *times->t)};
    if (!times->t)
        return error_raise(error, ERROR_NO_MEMORY, "listing points");
    for (size_t i = 0; i < o->at.n; i++) {
        double t;
        if (!read_time(o->at.items[i], &t, error))
            return false;
        if (!(t >= start && t <= stop))
            return error_raise(error, ERROR_LINEARIZE_TIME, o->at.items[i], TEXT("%.9g", start), TEXT("%.9g", stop));
        times->t[times->n++] = t;
    }
    for (size_t i = 0; i < along; i++)
        times->t[times->n++] = along == 1 ? start : start + (stop - start) * (double)i / (double)(along - 1);
    if (times->n == 0)
        times->t[times->n++] = start;
    sort(times);
    return true;
}

void times_free(struct times *times)
{
    free(times->t);
    *times = (struct times){0};
}

/* ---- variations ---- */

static bool read_range(const char *text, struct variation *v)
{
    char *end;
    errno = 0;
    v->from = strtod(text, &end);
    if (end == text || *end != ':')
        return false;
    text = end + 1;
    v->to = strtod(text, &end);
    if (end == text || *end != ':')
        return false;
    text = end + 1;
    const long n = strtol(text, &end, 10);
    v->n = (size_t)n;
    return end != text && !*end && !errno && isfinite(v->from) && isfinite(v->to) && n >= 1 && n <= 100000;
}

bool variation_read(struct variation *v, const char *text, struct error *error)
{
    *v = (struct variation){.n = 1};
    if (!text)
        return true;
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !read_range(equals + 1, v))
        return error_raise(error, ERROR_OPTION_VALUE, "vary", text, "NAME.VARIABLE=FIRST:LAST:COUNT");
    v->name = strndup(text, (size_t)(equals - text));
    return v->name || error_raise(error, ERROR_NO_MEMORY, "reading the command line");
}

double variation_value(const struct variation *v, size_t i)
{
    return v->n == 1 ? v->from : v->from + (v->to - v->from) * (double)i / (double)(v->n - 1);
}

void variation_free(struct variation *v)
{
    free(v->name);
    *v = (struct variation){0};
}
