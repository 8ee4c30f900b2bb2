/* The limit: a scan over the range, tongues of instability between its places looked for, the first change bisected. */
#include "linearize/limit.h"

#include <math.h>
#include <stdlib.h>

struct limit_options limit_options_default(void)
{
    return (struct limit_options){.n_scan = 200, .precision = 1e-5};
}

struct search {
    struct amplifier *amplifier;
    const struct step_maps *maps;
    const double complex *coupled;
    size_t n_coupled;
    const struct limit_options *options;
    struct growth *places;
    size_t n, room;
};

static bool look_at(const struct search *s, double H, struct growth *g, struct error *error)
{
    return growth_at(g, s->amplifier, s->maps, s->coupled, s->n_coupled, H, error);
}

static bool insert(struct search *s, size_t at, const struct growth *g, struct error *error)
{
    if (s->n == s->room) {
        const size_t room = 2 * s->room + 64;
        struct growth *places = realloc(s->places, room * sizeof *places);
        if (!places)
            return error_raise(error, ERROR_NO_MEMORY, "looking for the largest macro step");
        s->places = places;
        s->room = room;
    }
    for (size_t i = s->n; i > at; i--)
        s->places[i] = s->places[i - 1];
    s->places[at] = *g;
    s->n++;
    return true;
}

static bool scan(struct search *s, struct error *error)
{
    const double from = s->options->from, to = s->options->to;
    const size_t n = s->options->n_scan < 2 ? 2 : s->options->n_scan;
    for (size_t i = 0; i < n; i++) {
        const double H = i + 1 == n ? to : from * pow(to / from, (double)i / (double)(n - 1));
        struct growth g;
        if (!look_at(s, H, &g, error) || !insert(s, s->n, &g, error))
            return false;
        if (to == from)
            break;
    }
    return true;
}

/* Where the growth has a peak just below 1 between three places, the golden section looks whether it reaches above. */
static bool look_for_tongue(struct search *s, size_t middle, struct error *error)
{
    const double golden = 0.6180339887498949;
    double left = s->places[middle - 1].macro_step, right = s->places[middle + 1].macro_step;
    struct growth a, b;
    if (!look_at(s, right - golden * (right - left), &a, error) ||
        !look_at(s, left + golden * (right - left), &b, error))
        return false;
    for (int i = 0; i < 12 && !a.grows && !b.grows; i++)
        if (a.excess > b.excess) {
            right = b.macro_step;
            b = a;
            if (!look_at(s, right - golden * (right - left), &a, error))
                return false;
        } else {
            left = a.macro_step;
            a = b;
            if (!look_at(s, left + golden * (right - left), &b, error))
                return false;
        }
    const struct growth *found = a.grows ? &a : b.grows ? &b : NULL;
    return !found || insert(s, found->macro_step < s->places[middle].macro_step ? middle : middle + 1, found, error);
}

static bool look_for_tongues(struct search *s, struct error *error)
{
    for (size_t i = 1; i + 1 < s->n; i++) {
        const struct growth *g = &s->places[i];
        const bool peak = g->excess >= g[-1].excess && g->excess >= g[1].excess && g->excess > g[1].excess * (1 + 1e-9);
        if (!peak || g->grows || g[-1].grows || g[1].grows || g->excess < 0.95)
            continue;
        const size_t before = s->n;
        if (!look_for_tongue(s, i, error))
            return false;
        i += s->n - before;
    }
    return true;
}

/* Between two neighbours of which one grows: where it changes. */
static bool bisect(struct search *s, size_t i, double *boundary, struct error *error)
{
    struct growth left = s->places[i], right = s->places[i + 1];
    while (right.macro_step - left.macro_step > s->options->precision * right.macro_step) {
        struct growth middle;
        if (!look_at(s, (left.macro_step + right.macro_step) / 2, &middle, error))
            return false;
        if (middle.grows == left.grows)
            left = middle;
        else
            right = middle;
    }
    *boundary = left.grows ? right.macro_step : left.macro_step;
    return true;
}

static bool find_ranges(struct limit *limit, struct search *s, struct error *error)
{
    limit->again = calloc(s->n + 2, sizeof *limit->again);
    if (!limit->again)
        return error_raise(error, ERROR_NO_MEMORY, "looking for the largest macro step");
    size_t n = 0; /* ends of further ranges so far */
    limit->kind = s->places[0].grows ? LIMIT_BELOW : LIMIT_ABOVE;
    for (size_t i = 0; i + 1 < s->n; i++) {
        double boundary;
        if (s->places[i].grows == s->places[i + 1].grows)
            continue;
        if (!bisect(s, i, &boundary, error))
            return false;
        if (limit->kind == LIMIT_ABOVE) {
            limit->kind = LIMIT_FOUND;
            limit->macro_step = boundary;
        } else {
            limit->again[n++] = boundary;
        }
    }
    if (n % 2)
        limit->again[n++] = s->options->to;
    limit->n_again = n / 2;
    return true;
}

bool limit_find(struct limit *limit, struct amplifier *amplifier, const struct step_maps *maps,
                const double complex *coupled, size_t n_coupled, const struct limit_options *options,
                struct error *error)
{
    *limit = (struct limit){0};
    struct search s = {
        .amplifier = amplifier, .maps = maps, .coupled = coupled, .n_coupled = n_coupled, .options = options};
    const bool ok = scan(&s, error) && look_for_tongues(&s, error) && find_ranges(limit, &s, error);
    limit->scan = s.places;
    limit->n_scan = s.n;
    if (!ok)
        limit_free(limit);
    return ok;
}

void limit_free(struct limit *limit)
{
    free(limit->scan);
    free(limit->again);
    *limit = (struct limit){0};
}
