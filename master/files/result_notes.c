/* Units, descriptions and command beside a result. */
#include "master/files/result_notes.h"

#include "master/base/json.h"
#include "master/files/output.h"
#include "master/files/result_file.h"

#include <stdlib.h>
#include <string.h>

struct result_notes {
    struct result_file *file; /* NULL: beside a device there is none */
};

/* A result that a failure left behind has notes that it left behind: s.csv.partial and s.csv.json.partial. */
char *result_notes_path(const char *result)
{
    static const char partial[] = ".partial";
    const size_t length = strlen(result), ending = sizeof partial - 1;
    const bool is_partial = length > ending && strcmp(result + length - ending, partial) == 0;
    char *path;
    if (asprintf(&path, "%.*s.json%s", (int)(is_partial ? length - ending : length), result,
                 is_partial ? partial : "") < 0)
        return NULL;
    return path;
}

struct result_notes *result_notes_open(const char *result, struct error *error)
{
    struct result_notes *n = calloc(1, sizeof *n);
    char *path = result_notes_path(result);
    if (!n || !path) {
        error_raise(error, ERROR_NO_MEMORY, "opening a result file");
        free(path);
        free(n);
        return NULL;
    }
    if (!result_file_is_special(result) && !(n->file = result_file_open(path, error))) {
        free(n);
        n = NULL;
    }
    free(path);
    return n;
}

struct notes_text {
    const struct result_column *columns;
    size_t n;
    const char *command;
};

static bool print_notes(FILE *file, const void *context)
{
    const struct notes_text *t = context;
    struct json j = json_begin(file);
    json_object(&j, NULL);
    json_object(&j, "units");
    for (size_t i = 0; i < t->n; i++)
        json_string(&j, t->columns[i].name, t->columns[i].unit);
    json_end(&j);
    json_object(&j, "descriptions");
    for (size_t i = 0; i < t->n; i++)
        json_string(&j, t->columns[i].name, t->columns[i].description);
    json_end(&j);
    json_string(&j, "command", t->command);
    json_end(&j);
    return json_finish(&j);
}

bool result_notes_write(const char *path, const struct result_column *columns, size_t n_columns, const char *command,
                        struct error *error)
{
    return output_write(path, print_notes, &(struct notes_text){columns, n_columns, command}, error);
}

bool result_notes_put(struct result_notes *n, const struct result_column *columns, size_t n_columns,
                      const char *command, struct error *error)
{
    if (!n->file)
        return true;
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool printed = memory && print_notes(memory, &(struct notes_text){columns, n_columns, command});
    if (memory && fclose(memory) != 0)
        printed = false;
    char *room = NULL;
    if (!printed)
        error_raise(error, ERROR_NO_MEMORY, "writing results");
    else if ((room = result_file_room(n->file, size, error))) {
        memcpy(room, text, size);
        result_file_advance(n->file, size);
    }
    free(text);
    return room != NULL;
}

bool result_notes_flush(struct result_notes *n, struct error *error)
{
    return !n->file || result_file_flush(n->file, error);
}

bool result_notes_finish(struct result_notes *n, struct error *error)
{
    return !n->file || result_file_finish(n->file, error);
}

void result_notes_close(struct result_notes *n)
{
    if (!n)
        return;
    result_file_close(n->file);
    free(n);
}

void result_notes_flush_in_handler(struct result_notes *n)
{
    if (n->file)
        result_file_flush_in_handler(n->file);
}
