#include "estimate/estimate_notes.h"

#include "master/files/result_file.h"
#include "master/files/result_notes.h"

#include <stdio.h>
#include <stdlib.h>

void estimate_notes_add(struct estimate_notes *notes, const char *before, const char *name, const char *unit,
                        const char *description)
{
    struct result_column *columns = realloc(notes->columns, (notes->n + 1) * sizeof *columns);
    char *text = NULL;
    if (columns)
        notes->columns = columns;
    if (!columns || asprintf(&text, "%s%s", before, name) < 0) {
        notes->has_no_memory = true;
        return;
    }
    columns[notes->n++] = (struct result_column){text, unit, description};
}

static bool write_beside(const struct estimate_notes *notes, const char *result, const char *command,
                         struct error *error)
{
    if (result_file_is_special(result))
        return true;
    char *path = result_notes_path(result);
    const bool good = path && !notes->has_no_memory ? result_notes_write(path, notes->columns, notes->n, command, error)
                                                    : error_raise(error, ERROR_NO_MEMORY, "writing results");
    free(path);
    return good;
}

bool estimate_notes_write(struct estimate_notes *notes, const char *result, const char *command, struct error *error)
{
    const bool good = write_beside(notes, result, command, error);
    for (size_t i = 0; i < notes->n; i++)
        free((char *)notes->columns[i].name);
    free(notes->columns);
    *notes = (struct estimate_notes){0};
    return good;
}

bool estimate_notes_try(const char *result, struct error *error)
{
    if (!result)
        return true;
    if (!result_file_try(result, error))
        return false;
    if (result_file_is_special(result))
        return true;
    char *path = result_notes_path(result);
    const bool good = path ? result_file_try(path, error) : error_raise(error, ERROR_NO_MEMORY, "writing results");
    free(path);
    return good;
}

static void find(const struct system *system, const char *name, const char **unit, const char **description)
{
    struct port port;
    if (!system_find_port(system, name, &port, NULL))
        return;
    *unit = system_unit(system, port);
    *description = system_variable(system, port)->description;
}

void estimate_notes_find_units(struct filter_file *filter, const struct system *system)
{
    for (size_t i = 0; i < filter->n_states; i++)
        find(system, filter->states[i].name, &filter->states[i].unit, &filter->states[i].description);
    for (size_t i = 0; i < filter->n_sensors; i++)
        find(system, filter->sensors[i].output, &filter->sensors[i].unit, &filter->sensors[i].description);
}
