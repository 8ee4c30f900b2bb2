/* Expressions in documents: + - * / ^, parentheses, a few functions, pi, and the names of constants. */
#ifndef PASO_EXPRESSION_H
#define PASO_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

struct notation;
struct expression; /* lives as long as the document */

struct expression_names {
    size_t (*find)(void *context, const char *name); /* place among the values; (size_t)-1: there is no such name */
    void *context;
};

/* NULL, with a text of what is wrong, where it is none. */
struct expression *expression_parse(struct notation *owner, const char *text, struct expression_names names,
                                    char wrong[static 200]);
double expression_value(const struct expression *expression, const double *values);

/* Calls `visit` with the place of every name in it, until one call gives false. */
bool expression_visit(const struct expression *expression, bool (*visit)(void *context, size_t place), void *context);

/* The place of the name that is all of it; (size_t)-1 where it is more than that. */
size_t expression_only_name(const struct expression *expression);

bool expression_is_reserved(const char *name); /* a function's name, or pi */

#endif
