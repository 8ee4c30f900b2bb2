/* Systems, as their files describe them. */
#include "library/library_impl.h"
#include "master/system/driven.h"

#include <stdlib.h>
#include <string.h>

struct name_list {
    char **names;
    size_t n;
};

struct paso_system {
    struct system *system; /* descriptions only: a run loads the binaries */
    struct name_list lists[PASO_OUTPUTS + 1];
};

/* Takes the name over. */
static bool add_name(struct name_list *list, char *name, struct error *error)
{
    char **names = realloc(list->names, (list->n + 1) * sizeof *names);
    if (names)
        list->names = names;
    if (!names || !name) {
        free(name);
        return error_raise(error, ERROR_NO_MEMORY, "opening the system");
    }
    list->names[list->n++] = name;
    return true;
}

static bool list_ports(paso_system *s, struct error *error)
{
    const struct system *system = s->system;
    for (size_t c = 0; c < system->n_components; c++) {
        const struct description *d = fmu_description(system->components[c].fmu);
        for (size_t i = 0; i < d->n_variables; i++) {
            const struct port port = {c, i};
            const enum fmi_causality causality = d->variables[i].causality;
            const bool is_input = causality == FMI_INPUT && !system_port_driver(system, port);
            if (!is_input && causality != FMI_OUTPUT)
                continue;
            if (!add_name(&s->lists[is_input ? PASO_INPUTS : PASO_OUTPUTS], system_port_name(system, port), error))
                return false;
        }
    }
    return true;
}

static bool make_lists(paso_system *s, struct error *error)
{
    const struct system *system = s->system;
    for (size_t i = 0; i < system->n_inputs; i++)
        if (!add_name(&s->lists[PASO_INPUTS], strdup(system->inputs[i].name), error))
            return false;
    for (size_t c = 0; c < system->n_components; c++)
        if (!add_name(&s->lists[PASO_COMPONENTS], strdup(system->components[c].name), error))
            return false;
    return list_ports(s, error);
}

static paso_system *open_system(const char *path, struct error *error)
{
    const struct system_options options = {.binaries_needed = false};
    paso_system *s = calloc(1, sizeof *s);
    if (!s) {
        error_raise(error, ERROR_NO_MEMORY, "opening the system");
        return NULL;
    }
    s->system = system_open(path, &options, error);
    if (!s->system || !make_lists(s, error)) {
        paso_system_close(s);
        return NULL;
    }
    return s;
}

paso_system *paso_system_open(const char *path, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence()); /* every run reads the files again, and warns then */
    paso_system *s = NULL;
    if (path)
        s = open_system(path, &entry.error);
    else
        error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_system_open", "the path");
    library_leave(&entry, s != NULL, error);
    return s;
}

void paso_system_close(paso_system *s)
{
    if (!s)
        return;
    struct entry entry;
    library_enter(&entry, library_silence());
    for (size_t k = 0; k <= PASO_OUTPUTS; k++) {
        for (size_t i = 0; i < s->lists[k].n; i++)
            free(s->lists[k].names[i]);
        free(s->lists[k].names);
    }
    system_close(s->system);
    free(s);
    library_leave(&entry, true, NULL);
}

const char *paso_system_name(const paso_system *s)
{
    return s->system->name;
}

const char *library_system_path(const paso_system *s)
{
    return s->system->path;
}

size_t paso_system_names(const paso_system *s, paso_names which, const char *const **names)
{
    const bool known = which <= PASO_OUTPUTS;
    if (names)
        *names = known ? (const char *const *)s->lists[which].names : NULL;
    return known ? s->lists[which].n : 0;
}
