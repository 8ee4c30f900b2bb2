/* The result CSV of a run. */
#include "master/files/recorder.h"

#include "master/files/csv.h"
#include "master/files/result_file.h"
#include "master/files/result_notes.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST_NUMBER = 32 }; /* "-1.2345678901234567e-308," is 25 */

struct recorder {
    const struct system *system;
    struct selection columns;
    enum fmi_type *types;
    struct result_file *file;
    struct result_notes *notes;
    char *command; /* or NULL */
    long every;
    long rows;
    bool has_strings;
    bool safe; /* no text that a spreadsheet takes for a formula */
};

static size_t quoted_size(const char *text)
{
    return 2 * strlen(text) + 4;
}

/* RFC 4180: quotes where there is a comma, a quote, a line break or a blank at an end. */
static char *print_text(const struct recorder *r, char *to, const char *text)
{
    const size_t length = strlen(text);
    const bool is_marked = r->safe && csv_is_formula(text);
    const bool blanks = length && (text[0] == ' ' || text[length - 1] == ' ');
    if (!strpbrk(text, ",\"\r\n") && !blanks) {
        if (is_marked)
            *to++ = '\'';
        memcpy(to, text, length);
        return to + length;
    }
    *to++ = '"';
    if (is_marked)
        *to++ = '\'';
    for (; *text; text++) {
        if (*text == '"')
            *to++ = '"';
        *to++ = *text;
    }
    *to++ = '"';
    return to;
}

static bool write_header(struct recorder *r, struct error *error)
{
    size_t size = 16;
    for (size_t i = 0; i < r->columns.n; i++)
        size += 1 + quoted_size(r->columns.names[i]);
    char *room = result_file_room(r->file, size, error);
    if (!room)
        return false;
    char *at = room + sprintf(room, "time");
    for (size_t i = 0; i < r->columns.n; i++) {
        *at++ = ',';
        at = print_text(r, at, r->columns.names[i]);
    }
    *at++ = '\n';
    result_file_advance(r->file, (size_t)(at - room));
    return true;
}

/* A column's name as the header has it; the caller frees it. */
static char *header_name(const struct recorder *r, const char *name)
{
    char *marked = NULL;
    return asprintf(&marked, "%s%s", r->safe && csv_is_formula(name) ? "'" : "", name) < 0 ? NULL : marked;
}

typedef bool (*notes_consumer)(void *to, const struct result_column *columns, size_t n, const char *command,
                               struct error *error);

static bool tell_notes(const struct recorder *r, notes_consumer tell, void *to, struct error *error)
{
    const size_t n = r->columns.n + 1;
    struct result_column *columns = calloc(n, sizeof *columns);
    char **names = calloc(n, sizeof *names);
    bool ok = columns && names;
    if (ok)
        columns[0] = (struct result_column){"time", "s", "time"};
    for (size_t i = 1; ok && i < n; i++) {
        const struct port port = r->columns.ports[i - 1];
        names[i] = header_name(r, r->columns.names[i - 1]);
        columns[i] = (struct result_column){names[i], system_unit(r->system, port),
                                            system_variable(r->system, port)->description};
        ok = names[i] != NULL;
    }
    ok = ok ? tell(to, columns, n, r->command, error) : error_raise(error, ERROR_NO_MEMORY, "writing results");
    for (size_t i = 0; names && i < n; i++)
        free(names[i]);
    free(names);
    free(columns);
    return ok;
}

static bool put_beside(void *notes, const struct result_column *columns, size_t n, const char *command,
                       struct error *error)
{
    return result_notes_put(notes, columns, n, command, error);
}

static bool put_elsewhere(void *path, const struct result_column *columns, size_t n, const char *command,
                          struct error *error)
{
    return result_notes_write(path, columns, n, command, error);
}

bool recorder_write_notes(struct recorder *r, const char *path, struct error *error)
{
    return tell_notes(r, put_elsewhere, (void *)(uintptr_t)path, error);
}

static bool observe(void *context, const struct run_point *point, struct error *error)
{
    struct recorder *r = context;
    if (r->rows == 0 && !(tell_notes(r, put_beside, r->notes, error) && write_header(r, error)))
        return false;
    size_t size = WIDEST_NUMBER * (r->columns.n + 1) + 2;
    for (size_t i = 0; r->has_strings && i < r->columns.n; i++)
        size += point->strings[i] ? quoted_size(point->strings[i]) : 0;
    char *room = result_file_room(r->file, size, error);
    if (!room)
        return false;

    char *at = room + sprintf(room, "%.17g", point->t);
    for (size_t i = 0; i < r->columns.n; i++) {
        *at++ = ',';
        if (r->types[i] == FMI_REAL)
            at += sprintf(at, "%.17g", point->values[i]);
        else if (r->types[i] == FMI_STRING)
            at = print_text(r, at, point->strings[i] ? point->strings[i] : "");
        else
            at += sprintf(at, "%d", (int)point->values[i]);
    }
    *at++ = '\n';
    result_file_advance(r->file, (size_t)(at - room));
    r->rows++;
    return true;
}

struct recorder *recorder_open(const char *path, const struct system *system, struct selection *columns, long every,
                               const char *command, struct error *error)
{
    struct recorder *r = calloc(1, sizeof *r);
    if (!r) {
        error_raise(error, ERROR_NO_MEMORY, "opening a result file");
        selection_free(columns);
        return NULL;
    }
    r->columns = *columns;
    *columns = (struct selection){0};
    r->every = every;
    r->system = system;
    r->types = malloc((r->columns.n + 1) * sizeof *r->types);
    r->command = command ? strdup(command) : NULL;
    if (!r->types || (command && !r->command)) {
        error_raise(error, ERROR_NO_MEMORY, "opening a result file");
        recorder_close(r);
        return NULL;
    }
    for (size_t i = 0; i < r->columns.n; i++) {
        r->types[i] = system_variable(system, r->columns.ports[i])->type;
        r->has_strings = r->has_strings || r->types[i] == FMI_STRING;
    }
    r->file = result_file_open(path, error);
    r->notes = r->file ? result_notes_open(path, error) : NULL;
    if (!r->notes) {
        recorder_close(r);
        return NULL;
    }
    return r;
}

void recorder_mark_formulas(struct recorder *r)
{
    r->safe = true;
}

struct run_observer recorder_observer(struct recorder *r)
{
    return (struct run_observer){
        .context = r, .ports = r->columns.ports, .n_ports = r->columns.n, .every = r->every, .observe = observe};
}

bool recorder_finish(struct recorder *r, struct error *error)
{
    return result_notes_flush(r->notes, error) && result_file_finish(r->file, error) &&
           result_notes_finish(r->notes, error);
}

void recorder_close(struct recorder *r)
{
    if (!r)
        return;
    result_file_close(r->file);
    result_notes_close(r->notes);
    free(r->command);
    selection_free(&r->columns);
    free(r->types);
    free(r);
}

const char *recorder_path_while_running(const struct recorder *r)
{
    return result_file_partial_path(r->file);
}

const char *recorder_partial_path(const struct recorder *r)
{
    return r->rows > 0 ? result_file_partial_path(r->file) : NULL;
}

void recorder_save_in_handler(void *recorder)
{
    const struct recorder *r = recorder;
    result_file_flush_in_handler(r->file);
    result_notes_flush_in_handler(r->notes);
}
