#include "master/base/printable.h"

#include <stdio.h>
#include <string.h>

size_t printable_decode(const char *from, uint32_t *code)
{
    const unsigned char *text = (const unsigned char *)from;
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char c = text[0];
    const size_t length = c < 0x80 ? 1 : c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
    if (length == 0 || c >= 0xf5)
        return 0;
    *code = length == 1 ? c : c & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3fu);
    }
    return *code >= smallest[length] && *code <= 0x10ffff && !(*code >= 0xd800 && *code < 0xe000) ? length : 0;
}

/* Control characters, marks of direction, and separators of lines that only some programs know. */
bool printable_is_obeyed(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

size_t printable_next(const char **text, char *to)
{
    const unsigned char *at = (const unsigned char *)*text;
    uint32_t code = 0;
    const size_t length = printable_decode(*text, &code);
    *text += length ? length : 1;
    if (length == 0)
        return (size_t)sprintf(to, "\\x%02x", at[0]);
    if (code == '\n' || code == '\t' || code == '\r')
        return (size_t)sprintf(to, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
    if (printable_is_obeyed(code))
        return (size_t)sprintf(to, code < 0xa0 ? "\\x%02x" : "\\u%04x", (unsigned)code);
    memcpy(to, at, length);
    return length;
}

static bool is_plain(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20 || (unsigned char)*at >= 0x7f)
            return false;
    return true;
}

const char *printable(char *buffer, size_t size, const char *text)
{
    if (is_plain(text))
        return text;
    size_t used = 0;
    bool same = true;
    for (const char *at = text; *at && used + PRINTABLE_LONGEST < size;) {
        const char *from = at;
        const size_t n = printable_next(&at, buffer + used);
        same = same && n == (size_t)(at - from) && memcmp(from, buffer + used, n) == 0;
        used += n;
        same = same && (!*at || used + PRINTABLE_LONGEST < size);
    }
    buffer[used] = '\0';
    return same ? text : buffer;
}
