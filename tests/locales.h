/* A locale whose decimal separator is a comma. The build makes it, and tests that use it find it by LOCPATH. */
#ifndef PASO_LOCALES_H
#define PASO_LOCALES_H

#include "tests/testing.h"

#include <locale.h>
#include <stdlib.h>

#define COMMA_LOCALE "de_DE.UTF-8"

/* From here on, until setlocale(LC_ALL, "C"); the test is skipped where the machine could not make it. */
static inline void speak_with_commas(void)
{
    if (!setlocale(LC_ALL, COMMA_LOCALE)) {
        print_message("there is no locale " COMMA_LOCALE " (Debian: apt install locales, then build again)\n");
        skip();
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    char text[8];
    snprintf(text, sizeof text, "%.1f", 1.5);
    assert_string_equal(text, "1,5");
    assert_true(strtod("1.5", NULL) == 1);
}

#endif
