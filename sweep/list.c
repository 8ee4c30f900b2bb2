/* Lists and ranges. */
#include "sweep/list.h"

#include "master/options/quantity.h"
#include "master/options/options_messages.h"
#include "sweep/sweep_messages.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_RANGE = 1000000 };

struct reader {
    struct list *list;
    const char *what;
    enum list_kind kind;
    const char *default_range;
};

void number_print(double number, char text[32])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            return;
    }
}

bool list_add(struct list *list, const char *text, struct error *error)
{
    char **larger = realloc(list->items, (list->n + 1) * sizeof *larger);
    if (larger)
        list->items = larger;
    char *copy = larger ? strdup(text) : NULL;
    if (!copy)
        return error_raise(error, ERROR_NO_MEMORY, "reading the lists of a sweep");
    list->items[list->n++] = copy;
    return true;
}

static bool add_number(struct list *list, double number, struct error *error)
{
    char text[32];
    number_print(number, text);
    return list_add(list, text, error);
}

static bool parse_number(const struct reader *r, const char *text, double *number)
{
    return r->kind == LIST_DURATIONS ? duration_parse(text, number) && *number > 0 : number_parse(text, number);
}

/* "20" or "20log". */
static bool parse_count(const char *text, long *count, bool *logarithmic)
{
    char *end;
    errno = 0;
    *count = strtol(text, &end, 10);
    *logarithmic = strcmp(end, "log") == 0;
    return end != text && !errno && (*end == '\0' || *logarithmic) && *count >= 2 && *count <= LONGEST_RANGE;
}

static bool add_range(const struct reader *r, double first, double last, long count, bool logarithmic,
                      struct error *error)
{
    for (long i = 0; i < count; i++) {
        const double part = (double)i / (double)(count - 1);
        const double inside = logarithmic ? first * pow(last / first, part) : first + (last - first) * part;
        /* The ends exactly; inside, digits that nobody has asked for are left away. */
        char rounded[32];
        snprintf(rounded, sizeof rounded, "%.12g", inside);
        const double value = i == 0 ? first : i == count - 1 ? last : strtod(rounded, NULL);
        if (!add_number(r->list, value, error))
            return false;
    }
    return true;
}

/* Macro steps that are chosen by the error, between these. */
static bool add_span(struct list *list, double from, double to, struct error *error)
{
    char first[32], last[32], both[70];
    number_print(from, first);
    number_print(to, last);
    snprintf(both, sizeof both, "%s:%s", first, last);
    return list_add(list, both, error);
}

/* The item is a range; `found` false: it is none. */
static bool read_range(const struct reader *r, char *item, bool *found, struct error *error)
{
    char *second = strchr(item, ':');
    char *third = second ? strchr(second + 1, ':') : NULL;
    *found = second != NULL;
    if (!second)
        return true;
    char whole[128];
    error_format(whole, sizeof whole, "%.100s", item);
    *second++ = '\0';
    if (third)
        *third++ = '\0';
    double first, last;
    long count;
    bool logarithmic;
    if (!parse_number(r, item, &first) || !parse_number(r, second, &last)) {
        if (r->kind == LIST_WORDS) { /* a word with colons in it */
            second[-1] = ':';
            if (third)
                third[-1] = ':';
            *found = false;
            return true;
        }
        return error_raise(error, ERROR_SWEEP_RANGE, r->what, whole);
    }
    if (!third && !r->default_range && r->kind == LIST_DURATIONS && first < last)
        return add_span(r->list, first, last, error);
    const char *counted = third ? third : r->default_range;
    if (!counted || !parse_count(counted, &count, &logarithmic) || first == last ||
        (logarithmic && !(first > 0 && last > 0)))
        return error_raise(error, ERROR_SWEEP_RANGE, r->what, whole);
    return add_range(r, first, last, count, logarithmic, error);
}

static bool read_item(const struct reader *r, char *item, struct error *error)
{
    bool is_range;
    if (!read_range(r, item, &is_range, error))
        return false;
    if (is_range)
        return true;
    if (r->kind == LIST_WORDS)
        return list_add(r->list, item, error);
    double number;
    if (!parse_number(r, item, &number))
        return error_raise(error, ERROR_OPTION_VALUE, r->what + strspn(r->what, "-"), item,
                           "a list of durations above zero like 0.2ms,1ms or a range like 0.1ms:50ms:20log");
    return add_number(r->list, number, error);
}

bool list_parse(struct list *list, const char *what, const char *text, enum list_kind kind, const char *default_range,
                struct error *error)
{
    const struct reader r = {list, what, kind, default_range};
    char *copy = strdup(text);
    if (!copy)
        return error_raise(error, ERROR_NO_MEMORY, "reading the lists of a sweep");
    bool ok = true;
    for (char *item = copy, *next; item && ok; item = next) {
        next = strchr(item, ',');
        if (next)
            *next++ = '\0';
        item += strspn(item, " ");
        for (size_t length = strlen(item); length && item[length - 1] == ' ';)
            item[--length] = '\0';
        ok = *item ? read_item(&r, item, error) : error_raise(error, ERROR_SWEEP_LIST_EMPTY, what, text);
    }
    free(copy);
    return ok;
}

void list_free(struct list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->items[i]);
    free(list->items);
    *list = (struct list){0};
}
