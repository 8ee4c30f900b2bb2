/* ISO C has no strtod() for a given locale: where the process speaks with commas, a copy gets one. */
#include "notation/decimal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Asked of printf: localeconv() may change under the hands of other threads. */
static size_t decimal_point(char point[16])
{
    char half[16];
    const int length = snprintf(half, sizeof half, "%.1f", 0.5);
    const size_t n = length > 2 && length < 16 ? (size_t)length - 2 : 1;
    memcpy(point, half + 1, n);
    return n;
}

double decimal_read(const char *text, char **end)
{
    char point[16], few[256];
    const size_t point_length = decimal_point(point);
    if (point_length == 1 && point[0] == '.')
        return strtod(text, end);

    const size_t length = strspn(text, "+-.0123456789eE"), before = strcspn(text, ".");
    char *copy = length + sizeof point < sizeof few ? few : malloc(length + sizeof point + 1);
    if (!copy) {
        *end = (char *)text;
        return 0;
    }
    memcpy(copy, text, length + 1);
    if (before < length) {
        memcpy(copy + before, point, point_length);
        memcpy(copy + before + point_length, text + before + 1, length - before);
    }
    copy[before < length ? length - 1 + point_length : length] = '\0';
    char *read_to;
    const double number = strtod(copy, &read_to);
    const size_t read = (size_t)(read_to - copy);
    *end = (char *)text + (read > before ? read - point_length + 1 : read);
    if (copy != few)
        free(copy);
    return number;
}
