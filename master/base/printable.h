/* Foreign text for people: names, descriptions and log lines come out of other people's files and are shown on terminals and in
 * pictures. Characters that would do something there instead of being seen are written as escapes: control characters as \n, \t or
 * \x1b, marks that turn the direction of writing as \u202e, bytes that are no UTF-8 as \xff. Files for programs (CSV, JSON) keep
 * names exactly. */
#ifndef PASO_PRINTABLE_H
#define PASO_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length of the UTF-8 character at `text` and its code, or 0 where there is none. */
size_t printable_decode(const char *text, uint32_t *code);
/* Whether a terminal would do something instead of showing the character. */
bool printable_is_obeyed(uint32_t code);

enum { PRINTABLE_LONGEST = 8 }; /* bytes that one character can become */

/* Takes the next character of *text, writes at most PRINTABLE_LONGEST bytes, and says how many. */
size_t printable_next(const char **text, char *to);

/* The text itself where it can be shown as it is, else a copy in the buffer, cut where it is too long. */
const char *printable(char *buffer, size_t size, const char *text);
#define PRINTABLE(text) printable((char[512]){0}, 512, text)

#endif
