/* The values of an option in a sweep, as people write them: a,b,c and ranges among them, FIRST:LAST:COUNT (equal
 * distances) or FIRST:LAST:COUNTlog (equal ratios). */
#ifndef PASO_LIST_H
#define PASO_LIST_H

#include "master/base/error.h"

struct list {
    char **items;
    size_t n;
};

enum list_kind {
    LIST_WORDS,    /* what is no range of numbers stays as it is */
    LIST_DURATIONS /* above zero; the items become numbers of seconds: 0.2ms is 0.0002 */
};

/* `what` in messages: "--macro-step". `default_range`: the COUNT of a range that has none, "24log"; NULL: it needs one. */
bool list_parse(struct list *list, const char *what, const char *text, enum list_kind kind, const char *default_range,
                struct error *error);
bool list_add(struct list *list, const char *item, struct error *error);
void list_free(struct list *list);

/* The shortest decimal number that is read as the same double. */
void number_print(double number, char text[32]);

#endif
