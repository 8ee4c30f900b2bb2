/* A CSV file, read in blocks: what is held is the row, cut in place, and what follows it in its block. */
#include "master/files/csv.h"
#include "master/base/read_files.h"
#include "master/files/files_messages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BLOCK = 1 << 18 };
static const size_t longest_row = (size_t)64 << 20;   /* a quote that nobody closes would hold the rest of the file */
static const size_t most_of_a_pipe = (size_t)2 << 30; /* which may never end */

/* ---- blocks ---- */

/* Reads on behind what is held of the file from csv->at on; as much as that at least, so that a long row is not looked at too often. */
static bool read_block(struct csv *csv, struct error *error)
{
    const size_t held = csv->text ? (size_t)(csv->text + csv->size - csv->at) : 0;
    if (held > 0)
        memmove(csv->text, csv->at, held);
    if (held >= csv->capacity / 2) {
        const size_t capacity = csv->capacity ? 2 * csv->capacity : BLOCK;
        char *larger = realloc(csv->text, capacity + 1);
        if (!larger)
            return error_raise(error, ERROR_NO_MEMORY, "reading a CSV file");
        csv->text = larger;
        csv->capacity = capacity;
    }
    const size_t room = csv->capacity - held, n = fread(csv->text + held, 1, room, csv->file);
    csv->at = csv->text;
    csv->size = held + n;
    csv->text[csv->size] = '\0';
    csv->total += n;
    if (ferror(csv->file))
        return error_raise(error, ERROR_CSV_OPEN, csv->path, strerror(errno));
    csv->has_ended = n < room;
    if (memchr(csv->text + held, '\0', n))
        return error_raise(error, ERROR_CSV_BINARY, csv->path);
    if (csv->is_pipe && csv->total > most_of_a_pipe)
        return error_raise(error, ERROR_CSV_TOO_LARGE, csv->path, TEXT("%zu", most_of_a_pipe >> 20));
    return true;
}

/* Behind the row with quotes that begins at `at`; NULL: it does not end before `end`. */
static char *quoted_row_end(char *at, const char *end)
{
    bool begins = true, is_quoted = false;
    for (; at < end; at++) {
        if (is_quoted && *at == '"') {
            if (at + 1 == end)
                return NULL; /* the next one may belong to it */
            is_quoted = at[1] == '"';
            at += is_quoted;
        } else if (is_quoted) {
            continue;
        } else if (*at == '\n') {
            return at + 1;
        } else if (begins && *at == '"') {
            is_quoted = true;
            begins = false;
        } else {
            begins = *at == ',' || (begins && (*at == ' ' || *at == '\t'));
        }
    }
    return NULL;
}

static char *find_row_end(char *at, const char *end)
{
    char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (!line_end || !memchr(at, '"', (size_t)(line_end - at)))
        return line_end ? line_end + 1 : NULL;
    return quoted_row_end(at, end);
}

/* Holds the row at csv->at, all of it: up to csv->row_end. */
static bool hold_row(struct csv *csv, struct error *error)
{
    while (!(csv->row_end = find_row_end(csv->at, csv->text + csv->size))) {
        if (csv->has_ended) {
            csv->row_end = csv->text + csv->size;
            return true;
        }
        if ((size_t)(csv->text + csv->size - csv->at) > longest_row) {
            error_raise(error, ERROR_CSV_ROW, TEXT("%zu", longest_row >> 20));
            csv_say_place(csv, error);
            return false;
        }
        if (!read_block(csv, error))
            return false;
    }
    return true;
}

bool csv_open(struct csv *csv, const char *path, struct error *error)
{
    *csv = (struct csv){.path = path, .next_line = 1};
    struct stat status;
    csv->file = fopen(path, "rb");
    if (!csv->file)
        return error_raise(error, ERROR_CSV_OPEN, path, strerror(errno));
    read_files_note(path);
    const bool is_known = fstat(fileno(csv->file), &status) == 0;
    if (is_known && S_ISDIR(status.st_mode))
        return error_raise(error, ERROR_CSV_OPEN, path, strerror(EISDIR));
    csv->is_pipe = !is_known || !S_ISREG(status.st_mode);
    if (!read_block(csv, error))
        return false;
    if (strncmp(csv->at, "\xef\xbb\xbf", 3) == 0)
        csv->at += 3;
    return true;
}

void csv_close(struct csv *csv)
{
    if (csv->file)
        fclose(csv->file);
    free(csv->text);
    free(csv->fields);
    *csv = (struct csv){0};
}

void csv_say_place(const struct csv *csv, struct error *error)
{
    char place[ERROR_TEXT_SIZE / 2];
    error_prefix(error, error_format(place, sizeof place, "%s:%ld: ", csv->path, csv->line));
}

/* ---- fields ---- */

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

/* Behind the last character of the field without quotes at csv->at, which stays there up to the separator. */
static char *plain_field_end(struct csv *csv)
{
    char *field = csv->at, *comma = memchr(field, ',', (size_t)(csv->row_end - field));
    csv->at = comma ? comma : csv->row_end > field && csv->row_end[-1] == '\n' ? csv->row_end - 1 : csv->row_end;
    char *end = csv->at;
    while (end > field && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    return end;
}

/* Cuts the field at csv->at and everything behind it up to the separator, which is returned: ',', '\n' or '\0'. */
static bool read_field(struct csv *csv, char *separator, struct error *error)
{
    skip_blanks(csv);
    char *field = csv->at, *end = NULL;
    if (*csv->at == '"') {
        field = quoted_field(csv, error);
        if (!field)
            return false;
        skip_blanks(csv);
    } else {
        end = plain_field_end(csv);
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

/* The next row, which may have nothing in it. */
static bool read_row(struct csv *csv, bool *found, struct error *error)
{
    char separator = ',';
    csv->n_fields = 0;
    csv->line = csv->next_line;
    if (!hold_row(csv, error))
        return false;
    *found = *csv->at != '\0';
    while (*found && separator == ',')
        if (!read_field(csv, &separator, error)) {
            csv_say_place(csv, error);
            return false;
        }
    csv->next_line += separator == '\n';
    return true;
}

bool csv_next(struct csv *csv, bool *found, struct error *error)
{
    do {
        if (!read_row(csv, found, error))
            return false;
    } while (*found && csv->n_fields == 1 && !*csv->fields[0]);
    return true;
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
