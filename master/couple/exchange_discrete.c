/* Integers, booleans, enumerations and strings on their way: off the hot path, present only where they are connected. */
#include "master/couple/exchange_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool get_numbers(struct exchange *x, size_t c, struct span span, bool booleans, const unsigned *all_refs,
                        double *table, struct error *error)
{
    const size_t n = span.end - span.begin;
    if (n == 0)
        return true;
    const unsigned *refs = all_refs + span.begin;
    if (!(booleans ? component_get_boolean(x->components[c], refs, n, x->scratch, error)
                   : component_get_integer(x->components[c], refs, n, x->scratch, error)))
        return false;
    for (size_t i = 0; i < n; i++)
        table[span.begin + i] = x->scratch[i];
    return true;
}

/* Strings belong to the FMU until its next call: copied, when they have changed. */
bool exchange_keep_string(char **kept, const char *value, struct error *error)
{
    if (*kept && strcmp(*kept, value) == 0)
        return true;
    char *copy = strdup(value);
    if (!copy)
        return error_raise(error, ERROR_NO_MEMORY, "copying a string");
    free(*kept);
    *kept = copy;
    return true;
}

static bool get_strings(struct exchange *x, size_t c, struct span span, struct error *error)
{
    for (size_t i = span.begin; i < span.end; i++) {
        const char *value = NULL;
        if (!component_get_string(x->components[c], &x->y_string_refs[i], 1, &value, error) ||
            !exchange_keep_string(&x->y_strings[i], value ? value : "", error))
            return false;
    }
    return true;
}

bool exchange_put_string(struct exchange *x, size_t system_input, const char *value, struct error *error)
{
    return exchange_keep_string(&x->y_strings[x->string_inputs + system_input], value, error);
}

bool discrete_get(struct exchange *x, size_t c, const struct discrete *d, struct error *error)
{
    return get_numbers(x, c, d->integers, false, x->y_refs, x->y, error) &&
           get_numbers(x, c, d->booleans, true, x->y_refs, x->y, error) && get_strings(x, c, d->strings, error);
}

/* Strings are given anew in any case, as long as none has been given. */
bool discrete_read_inputs(struct exchange *x, size_t c, const struct discrete *d, struct error *error)
{
    return get_numbers(x, c, d->integers, false, x->u_refs, x->u, error) &&
           get_numbers(x, c, d->booleans, true, x->u_refs, x->u, error);
}

static bool set_numbers(struct exchange *x, size_t c, struct span span, bool booleans, bool always, struct error *error)
{
    const size_t n = span.end - span.begin;
    bool differs = always;
    for (size_t i = 0; i < n; i++) {
        const size_t at = span.begin + i;
        const double value = source_value(&x->sources[at], x->y);
        differs |= value != x->u[at];
        x->u[at] = value;
        x->scratch[i] = booleans ? value != 0 : (int)lrint(value);
    }
    if (!differs || n == 0)
        return true;
    x->is_current[c] = false;
    const unsigned *refs = x->u_refs + span.begin;
    return booleans ? component_set_boolean(x->components[c], refs, n, x->scratch, error)
                    : component_set_integer(x->components[c], refs, n, x->scratch, error);
}

static bool set_strings(struct exchange *x, size_t c, struct span span, bool always, struct error *error)
{
    for (size_t i = span.begin; i < span.end; i++) {
        const char *value = x->y_strings[x->string_sources[i]];
        value = value ? value : "";
        if (!always && x->u_strings[i] && strcmp(value, x->u_strings[i]) == 0)
            continue;
        x->is_current[c] = false;
        if (!exchange_keep_string(&x->u_strings[i], value, error) ||
            !component_set_string(x->components[c], &x->u_string_refs[i], 1, &value, error))
            return false;
    }
    return true;
}

bool discrete_set(struct exchange *x, size_t c, const struct discrete *d, bool always, struct error *error)
{
    return set_numbers(x, c, d->integers, false, always, error) &&
           set_numbers(x, c, d->booleans, true, always, error) && set_strings(x, c, d->strings, always, error);
}
