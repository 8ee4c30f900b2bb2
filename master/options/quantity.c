/* Numbers and durations. */
#include "master/options/quantity.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length of the decimal number at the beginning: strtod alone would also take "nan", "inf", "0x1p3" and leading blanks. */
static size_t number_length(const char *text, size_t *mantissa)
{
    const char *at = text;
    at += *at == '+' || *at == '-';
    size_t digits = 0;
    for (; isdigit((unsigned char)*at); at++)
        digits++;
    if (*at == '.')
        for (at++; isdigit((unsigned char)*at); at++)
            digits++;
    if (digits == 0)
        return 0;
    *mantissa = (size_t)(at - text);
    if (*at == 'e' || *at == 'E') {
        const char *exponent = at + 1;
        exponent += *exponent == '+' || *exponent == '-';
        if (isdigit((unsigned char)*exponent)) {
            for (at = exponent; isdigit((unsigned char)*at);)
                at++;
        }
    }
    return (size_t)(at - text);
}

bool number_parse(const char *text, double *number)
{
    size_t mantissa;
    const size_t length = number_length(text, &mantissa);
    if (length == 0 || text[length] != '\0')
        return false;
    *number = strtod(text, NULL);
    return isfinite(*number);
}

static const char *parse_end(const char *text, double *number)
{
    size_t mantissa;
    const size_t length = number_length(text, &mantissa);
    *number = length ? strtod(text, NULL) : NAN;
    return isfinite(*number) ? text + length : NULL;
}

const char *range_parse(const char *text, double *low, double *high)
{
    const char *colon = parse_end(text, low), *end = NULL;
    if (colon && *colon == ':')
        end = parse_end(colon + 1, high);
    return end && *low < *high ? end : NULL;
}

bool duration_parse(const char *text, double *seconds)
{
    static const struct {
        const char *name;
        int exponent;
        double factor;
    } units[] = {
        {"", 0, 1},           {"s", 0, 1},   {"ms", -3, 1},  {"us", -6, 1},     {"\xc2\xb5s", -6, 1},
        {"\xce\xbcs", -6, 1}, {"ns", -9, 1}, {"min", 0, 60}, {"h", 0, 60 * 60},
    };
    size_t mantissa;
    const size_t length = number_length(text, &mantissa);
    if (length == 0 || length > 100)
        return false;
    const char *unit = text + length + (text[length] == ' ');
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i].name) != 0)
            continue;
        /* The unit moves the exponent in the text, so that the result is rounded once. */
        long exponent = units[i].exponent;
        if (length > mantissa)
            exponent += strtol(text + mantissa + 1, NULL, 10);
        char shifted[160];
        snprintf(shifted, sizeof shifted, "%.*se%ld", (int)mantissa, text, exponent);
        *seconds = strtod(shifted, NULL) * units[i].factor;
        return isfinite(*seconds);
    }
    return false;
}

void duration_print(double seconds, char text[32])
{
    const long whole = seconds < 1e9 ? lround(seconds) : 1000000000L;
    if (whole >= 3600)
        snprintf(text, 32, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        snprintf(text, 32, "%ld min %02ld s", whole / 60, whole % 60);
    else if (seconds >= 10)
        snprintf(text, 32, "%ld s", whole);
    else
        snprintf(text, 32, "%.1f s", seconds > 0 ? seconds : 0);
}
