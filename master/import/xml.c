#include "master/import/xml.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 400 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Strips blanks and copies; false where nothing or too much is left, or characters outside of `allowed`. */
static bool strip(const char *text, const char *allowed, char number[LONGEST_NUMBER])
{
    while (is_blank(*text))
        text++;
    size_t n = strlen(text);
    while (n > 0 && is_blank(text[n - 1]))
        n--;
    if (n == 0 || n >= LONGEST_NUMBER)
        return false;
    memcpy(number, text, n);
    number[n] = '\0';
    return strspn(number, allowed) == n;
}

static locale_t plain_locale;

static void make_plain_locale(void)
{
    plain_locale = newlocale(LC_ALL_MASK, "C", NULL);
}

/* strtod follows the locale, which an FMU may have changed: this is the number in the C locale. */
bool xml_double(const char *text, double *value)
{
    char number[LONGEST_NUMBER];
    if (!strip(text, "+-0123456789.eEINFa", number))
        return false;
    if (strcmp(number, "INF") == 0 || strcmp(number, "+INF") == 0 || strcmp(number, "-INF") == 0) {
        *value = number[0] == '-' ? -INFINITY : INFINITY;
        return true;
    }
    if (strcmp(number, "NaN") == 0) {
        *value = NAN;
        return true;
    }
    if (strpbrk(number, "INFa"))
        return false;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_plain_locale);
    char *end;
    *value = strtod_l(number, &end, plain_locale);
    return *end == '\0' && end != number;
}

static bool integer(const char *text, long long low, long long high, long long *value)
{
    char number[LONGEST_NUMBER];
    if (!strip(text, "+-0123456789", number))
        return false;
    char *end;
    errno = 0;
    *value = strtoll(number, &end, 10);
    return errno == 0 && *end == '\0' && end != number && *value >= low && *value <= high;
}

bool xml_int(const char *text, int *value)
{
    long long number;
    const bool ok = integer(text, INT_MIN, INT_MAX, &number);
    if (ok)
        *value = (int)number;
    return ok;
}

bool xml_unsigned(const char *text, unsigned *value)
{
    long long number;
    const bool ok = integer(text, 0, UINT_MAX, &number);
    if (ok)
        *value = (unsigned)number;
    return ok;
}

bool xml_bool(const char *text, bool *value)
{
    char word[LONGEST_NUMBER];
    if (!strip(text, "truefalse01", word))
        return false;
    const bool yes = strcmp(word, "true") == 0 || strcmp(word, "1") == 0;
    const bool no = strcmp(word, "false") == 0 || strcmp(word, "0") == 0;
    if (yes || no)
        *value = yes;
    return yes || no;
}
