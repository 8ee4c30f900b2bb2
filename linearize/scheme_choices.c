/* Combinations of schemes. */
#include "linearize/scheme_choices.h"

#include "linearize/linearize_messages.h"
#include "master/couple/scheme.h"
#include "master/options/options_messages.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists with commas ---- */

static bool raise_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "reading the command line");
}

/* The parts of the words, appended to those that the list owns; *parts points at the first of them. */
static bool split(struct scheme_choices *l, const char *option, const char *words, size_t *first, size_t *n,
                  struct error *error)
{
    *first = l->n_texts;
    *n = 0;
    for (const char *at = words; at;) {
        const size_t length = strcspn(at, ",");
        if (length == 0)
            return error_raise(error, ERROR_OPTION_VALUE, option, words, "a list without empty places");
        char **texts = realloc(l->texts, (l->n_texts + 1) * sizeof *texts);
        if (!texts)
            return raise_memory(error);
        l->texts = texts;
        l->texts[l->n_texts] = strndup(at, length);
        if (!l->texts[l->n_texts])
            return raise_memory(error);
        l->n_texts++;
        (*n)++;
        at = at[length] ? at + length + 1 : NULL;
    }
    return true;
}

static bool read_integer(const char *option, const char *text, int from, int to, const char *wanted, int *number,
                         struct error *error)
{
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    *number = (int)value;
    return (end != text && !*end && !errno && value >= from && value <= to) ||
           error_raise(error, ERROR_OPTION_VALUE, option, text, wanted);
}

static bool read_extrapolation(const char *text, int *extrapolation, struct error *error)
{
    *extrapolation = strcmp(text, "model") == 0 ? EXTRAPOLATION_MODEL : EXTRAPOLATION_WAVEFORM;
    return strcmp(text, "model") == 0 || strcmp(text, "waveform") == 0 ||
           read_integer("extrapolation", text, 0, 2, "0, 1, 2, model or waveform", extrapolation, error);
}

static bool read_feedthrough(const char *text, enum feedthrough *feedthrough, struct error *error)
{
    *feedthrough = strcmp(text, "stale") == 0 ? FEEDTHROUGH_STALE : FEEDTHROUGH_REFRESHED;
    return *feedthrough == FEEDTHROUGH_STALE || strcmp(text, "refreshed") == 0 ||
           error_raise(error, ERROR_OPTION_VALUE, "feedthrough", text, "refreshed or stale");
}

static const char *const slopes_names[] = {"auto", "exact", "past"};

const char *slopes_name(enum slopes_choice slopes)
{
    return slopes_names[slopes];
}

static bool read_slopes(const char *text, enum slopes_choice *slopes, struct error *error)
{
    for (size_t i = 0; i < sizeof slopes_names / sizeof *slopes_names; i++)
        if (strcmp(text, slopes_names[i]) == 0) {
            *slopes = (enum slopes_choice)i;
            return true;
        }
    return error_raise(error, ERROR_OPTION_VALUE, "slopes", text, "auto, exact or past");
}

/* ---- combinations ---- */

enum { SCHEME, ORDER, EXTRAPOLATION, SLOPES, FEEDTHROUGH, ITERATIONS, N_AXES };

struct axis {
    size_t first, n; /* among the texts */
};

static const char *text_of(const struct scheme_choices *l, const struct axis *axis, size_t i)
{
    return l->texts[axis->first + i];
}

bool scheme_listens(const struct run_options *scheme)
{
    return scheme->extrapolation == EXTRAPOLATION_MODEL || scheme->extrapolation == EXTRAPOLATION_WAVEFORM;
}

const char *scheme_extrapolation(const struct run_options *scheme)
{
    static const char *const orders[] = {"0", "1", "2"};
    return scheme->extrapolation == EXTRAPOLATION_MODEL      ? "model"
           : scheme->extrapolation == EXTRAPOLATION_WAVEFORM ? "waveform"
                                                             : orders[scheme->extrapolation];
}

bool scheme_has_order(const struct run_options *scheme)
{
    const struct scheme *s = scheme_find(scheme->scheme);
    return !s || s->one_by_one;
}

static bool add(struct scheme_choices *l, const struct axis axes[N_AXES], const size_t at[N_AXES],
                const struct run_options *common, struct error *error)
{
    struct run_options o = *common;
    o.scheme = text_of(l, &axes[SCHEME], at[SCHEME]);
    if (!scheme_has_order(&o) && at[ORDER] > 0)
        return true;
    o.order = scheme_has_order(&o) && axes[ORDER].n ? text_of(l, &axes[ORDER], at[ORDER]) : NULL;
    if (!read_extrapolation(text_of(l, &axes[EXTRAPOLATION], at[EXTRAPOLATION]), &o.extrapolation, error) ||
        !read_slopes(text_of(l, &axes[SLOPES], at[SLOPES]), &o.slopes, error) ||
        !read_feedthrough(text_of(l, &axes[FEEDTHROUGH], at[FEEDTHROUGH]), &o.feedthrough, error) ||
        !read_integer("iterations", text_of(l, &axes[ITERATIONS], at[ITERATIONS]), 1, INT_MAX, "an integer above 0",
                      &o.iterations, error))
        return false;
    if ((o.extrapolation == 0 || scheme_listens(&o)) && at[SLOPES] > 0) /* there are none */
        return true;
    struct run_options *options = realloc(l->options, (l->n + 1) * sizeof *options);
    if (!options)
        return raise_memory(error);
    l->options = options;
    l->options[l->n++] = o;
    return true;
}

static bool combine(struct scheme_choices *l, const struct axis axes[N_AXES], const struct run_options *common,
                    struct error *error)
{
    size_t at[N_AXES] = {0};
    for (;;) {
        if (!add(l, axes, at, common, error))
            return false;
        int i = N_AXES - 1;
        while (i >= 0 && ++at[i] >= axes[i].n)
            at[i--] = 0;
        if (i < 0)
            return true;
    }
}

/* In a list with both; alone, the others say themselves that they have none. */
static void leave_micro_steps_to_listeners(struct scheme_choices *l)
{
    bool some = false;
    for (size_t i = 0; i < l->n; i++)
        some = some || scheme_listens(&l->options[i]);
    for (size_t i = 0; some && i < l->n; i++)
        if (!scheme_listens(&l->options[i])) {
            l->options[i].micro_step = 0;
            l->options[i].n_micro_steps = 0;
        }
}

bool scheme_choices_make(struct scheme_choices *l, const struct scheme_words *words, const struct run_options *common,
                         struct error *error)
{
    *l = (struct scheme_choices){0};
    const char *const options[N_AXES] = {"scheme", "order", "extrapolation", "slopes", "feedthrough", "iterations"};
    const char *const given[N_AXES] = {words->schemes ? words->schemes : "jacobi",
                                       words->orders,
                                       words->extrapolations ? words->extrapolations : "0",
                                       words->slopes ? words->slopes : "auto",
                                       words->feedthroughs ? words->feedthroughs : "refreshed",
                                       words->iterations ? words->iterations : "1"};
    struct axis axes[N_AXES];
    for (int i = 0; i < N_AXES; i++)
        if (!split(l, options[i], given[i], &axes[i].first, &axes[i].n, error))
            return false;
    if (!combine(l, axes, common, error))
        return false;
    leave_micro_steps_to_listeners(l);
    return true;
}

void scheme_choices_free(struct scheme_choices *l)
{
    for (size_t i = 0; i < l->n_texts; i++)
        free(l->texts[i]);
    free(l->texts);
    free(l->options);
    *l = (struct scheme_choices){0};
}

void scheme_describe(const struct run_options *scheme, const char *order, char text[static 256])
{
    size_t used = (size_t)snprintf(text, 256, "%.40s", scheme->scheme);
    if (scheme_has_order(scheme) && order)
        used += (size_t)snprintf(text + used, 256 - used, " %.120s", order);
    if (scheme->feedthrough == FEEDTHROUGH_STALE)
        used += (size_t)snprintf(text + used, 256 - used, ", stale");
    if (scheme->extrapolation > 0)
        used += (size_t)snprintf(text + used, 256 - used, ", extrapolation %s", scheme_extrapolation(scheme));
    if (scheme->extrapolation > 0 && !scheme_listens(scheme) && scheme->slopes != SLOPES_AUTO)
        used += (size_t)snprintf(text + used, 256 - used, ", %s slopes", slopes_name(scheme->slopes));
    if (scheme->iterations > 1)
        snprintf(text + used, 256 - used, ", %d iterations", scheme->iterations);
}
