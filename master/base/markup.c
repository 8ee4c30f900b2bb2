#include "master/base/markup.h"

#include "master/base/printable.h"

void markup_escape(FILE *out, const char *text)
{
    while (*text) {
        const char *from = text;
        char piece[PRINTABLE_LONGEST];
        const size_t n = printable_next(&text, piece);
        switch (*from) {
        case '<':
            fputs("&lt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '>': /* ]]> must not stand in text */
            fputs("&gt;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        case '\n':
        case '\t':
        case '\r': /* as they are, also in an attribute */
            fprintf(out, "&#%d;", *from);
            break;
        default: /* control characters, which XML cannot hold, as escapes */
            fwrite(piece, 1, n, out);
        }
    }
}

void markup_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    markup_escape(out, value);
    fputc('"', out);
}

void markup_string(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        const char *from = text;
        char piece[PRINTABLE_LONGEST];
        const size_t n = printable_next(&text, piece);
        if (*from == '"' || *from == '\\' || *from == '<')
            fprintf(out, "\\u%04x", (unsigned)*from);
        else {
            if (*piece == '\\') /* what cannot be shown, as an escape that people read */
                fputc('\\', out);
            fwrite(piece, 1, n, out);
        }
    }
    fputc('"', out);
}
