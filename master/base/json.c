/* A small JSON writer. */
#include "master/base/json.h"
#include "master/base/printable.h"

#include <math.h>
#include <stdlib.h>

struct json json_begin(FILE *file)
{
    return (struct json){.file = file};
}

bool json_finish(struct json *j)
{
    fputc('\n', j->file);
    return !ferror(j->file);
}

/* Escapes what a terminal would obey; a reader of JSON finds the same characters again. */
static void write_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        uint32_t code = 0;
        const size_t length = printable_decode((const char *)s, &code);
        if (length == 0) {
            fputs("\\ufffd", file);
            s++;
        } else if (*s == '"' || *s == '\\') {
            fprintf(file, "\\%c", *s++);
        } else if (*s == '\n') {
            fputs("\\n", file);
            s++;
        } else if (*s == '\t') {
            fputs("\\t", file);
            s++;
        } else if (printable_is_obeyed(code)) {
            fprintf(file, "\\u%04x", (unsigned)code);
            s += length;
        } else {
            fwrite(s, 1, length, file);
            s += length;
        }
    }
    fputc('"', file);
}

static void start_value(struct json *j, const char *key)
{
    if (j->depth > 0) {
        bool *empty = &j->empty[j->depth - 1];
        if (!*empty)
            fputc(',', j->file);
        if (j->row)
            fputs(*empty ? "" : " ", j->file);
        else
            fprintf(j->file, "\n%*s", 2 * j->depth, "");
        *empty = false;
    }
    if (key) {
        write_string(j->file, key);
        fputs(": ", j->file);
    }
}

static void open_level(struct json *j, const char *key, char opening, char closing)
{
    start_value(j, key);
    fputc(opening, j->file);
    if (j->depth < JSON_DEEPEST) {
        j->closing[j->depth] = closing;
        j->empty[j->depth] = true;
        j->depth++;
    }
}

void json_object(struct json *j, const char *key)
{
    open_level(j, key, '{', '}');
}

void json_array(struct json *j, const char *key)
{
    open_level(j, key, '[', ']');
}

void json_row(struct json *j, const char *key)
{
    open_level(j, key, '[', ']');
    j->row = true;
}

void json_end(struct json *j)
{
    j->depth--;
    if (!j->empty[j->depth] && !j->row)
        fprintf(j->file, "\n%*s", 2 * j->depth, "");
    fputc(j->closing[j->depth], j->file);
    j->row = false;
}

void json_string(struct json *j, const char *key, const char *value)
{
    if (!value) {
        json_null(j, key);
        return;
    }
    start_value(j, key);
    write_string(j->file, value);
}

/* The shortest of 15 to 17 digits that reads back as the same number. */
void json_number(struct json *j, const char *key, double value)
{
    if (!isfinite(value)) {
        json_null(j, key);
        return;
    }
    start_value(j, key);
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fputs(text, j->file);
}

void json_integer(struct json *j, const char *key, long value)
{
    start_value(j, key);
    fprintf(j->file, "%ld", value);
}

void json_boolean(struct json *j, const char *key, bool value)
{
    start_value(j, key);
    fputs(value ? "true" : "false", j->file);
}

void json_null(struct json *j, const char *key)
{
    start_value(j, key);
    fputs("null", j->file);
}
