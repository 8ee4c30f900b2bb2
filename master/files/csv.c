/* A CSV file, read at once and cut in place. */
#include "master/files/csv.h"
#include "master/base/read_files.h"
#include "master/files/files_messages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A pipe or a device may never end. */
static const size_t largest = (size_t)2 << 30;

static bool read_file(struct csv *csv, FILE *file, struct error *error)
{
    struct stat status;
    if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode))
        return error_raise(error, ERROR_CSV_OPEN, csv->path, strerror(EISDIR));
    size_t room = 0;
    do {
        if (csv->size == room) {
            room = room ? 2 * room : 65536;
            char *larger = realloc(csv->text, room + 1);
            if (!larger)
                return error_raise(error, ERROR_NO_MEMORY, "reading a CSV file");
            csv->text = larger;
        }
        const size_t n = fread(csv->text + csv->size, 1, room - csv->size, file);
        if (memchr(csv->text + csv->size, '\0', n))
            return error_raise(error, ERROR_CSV_BINARY, csv->path);
        csv->size += n;
        if (csv->size > largest)
            return error_raise(error, ERROR_CSV_TOO_LARGE, csv->path, TEXT("%zu", largest >> 20));
    } while (!feof(file) && !ferror(file));
    if (ferror(file))
        return error_raise(error, ERROR_CSV_OPEN, csv->path, strerror(errno));
    csv->text[csv->size] = '\0';
    return true;
}

bool csv_open(struct csv *csv, const char *path, struct error *error)
{
    *csv = (struct csv){.path = path, .next_line = 1};
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_raise(error, ERROR_CSV_OPEN, path, strerror(errno));
    read_files_note(path);
    const bool ok = read_file(csv, file, error);
    fclose(file);
    if (ok) {
        csv->at = csv->text;
        if (strncmp(csv->at, "\xef\xbb\xbf", 3) == 0)
            csv->at += 3;
    }
    return ok;
}

void csv_close(struct csv *csv)
{
    free(csv->text);
    free(csv->fields);
    *csv = (struct csv){0};
}

void csv_say_place(const struct csv *csv, struct error *error)
{
    char place[ERROR_TEXT_SIZE / 2];
    error_prefix(error, error_format(place, sizeof place, "%s:%ld: ", csv->path, csv->line));
}

static bool add_field(struct csv *csv, char *field, struct error *error)
{
    if (csv->n_fields == csv->room) {
        const size_t room = csv->room ? 2 * csv->room : 16;
        char **larger = realloc(csv->fields, room * sizeof *larger);
        if (!larger)
            return error_raise(error, ERROR_NO_MEMORY, "reading a CSV file");
        csv->fields = larger;
        csv->room = room;
    }
    csv->fields[csv->n_fields++] = field;
    return true;
}

static void skip_blanks(struct csv *csv)
{
    while (*csv->at == ' ' || *csv->at == '\t')
        csv->at++;
}

/* The text between quotes, joined in place; leaves csv->at behind the closing one. */
static char *quoted_field(struct csv *csv, struct error *error)
{
    char *field = ++csv->at, *to = field;
    for (;; csv->at++) {
        if (*csv->at == '\0') {
            error_raise(error, ERROR_CSV_QUOTE, "");
            return NULL;
        }
        if (*csv->at == '"') {
            if (csv->at[1] != '"')
                break;
            csv->at++;
        }
        csv->next_line += *csv->at == '\n';
        *to++ = *csv->at;
    }
    csv->at++;
    *to = '\0';
    return field;
}

/* Cuts the field at csv->at and everything behind it up to the separator, which is returned: ',', '\n' or '\0'. */
static bool read_field(struct csv *csv, char *separator, struct error *error)
{
    skip_blanks(csv);
    char *field = csv->at, *end;
    if (*csv->at == '"') {
        field = quoted_field(csv, error);
        if (!field)
            return false;
        end = NULL;
        skip_blanks(csv);
    } else {
        csv->at += strcspn(csv->at, ",\n");
        end = csv->at;
        while (end > field && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
            end--;
    }
    if (*csv->at == '\r')
        csv->at++;
    *separator = *csv->at;
    if (*separator != ',' && *separator != '\n' && *separator != '\0')
        return error_raise(error, ERROR_CSV_AFTER_QUOTE, (char[]){*separator, '\0'});
    csv->at += *separator != '\0';
    if (end)
        *end = '\0';
    return add_field(csv, field, error);
}

bool csv_next(struct csv *csv, bool *found, struct error *error)
{
    for (;;) {
        csv->n_fields = 0;
        csv->line = csv->next_line;
        *found = *csv->at != '\0';
        if (!*found)
            return true;
        char separator;
        do {
            if (!read_field(csv, &separator, error)) {
                csv_say_place(csv, error);
                return false;
            }
        } while (separator == ',');
        csv->next_line += separator == '\n';
        if (csv->n_fields > 1 || *csv->fields[0])
            return true;
    }
}

bool csv_is_formula(const char *text)
{
    if (!*text || !strchr("=+-@\t\r", *text))
        return false;
    char *end;
    strtod(text, &end);
    return end == text || *end;
}

void csv_put_text(FILE *file, const char *text, bool safe)
{
    char *marked = NULL;
    if (safe && csv_is_formula(text) && asprintf(&marked, "'%s", text) < 0)
        marked = NULL;
    csv_put(file, marked ? marked : text);
    free(marked);
}

void csv_put(FILE *file, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}
