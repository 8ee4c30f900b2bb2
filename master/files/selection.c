/* Which variables are recorded. */
#include "master/files/selection.h"

#include "master/files/patterns.h"
#include "master/files/files_messages.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more; grows at powers of two. */
static bool has_room(struct selection *s)
{
    if ((s->n & (s->n - 1)) != 0)
        return true;
    const size_t room = s->n ? 2 * s->n : 1;
    struct port *ports = realloc(s->ports, room * sizeof *ports);
    if (!ports)
        return false;
    s->ports = ports;
    char **names = realloc(s->names, room * sizeof *names);
    if (!names)
        return false;
    s->names = names;
    return true;
}

static bool add(struct selection *s, struct port port, char *name, struct error *error)
{
    if (!has_room(s)) {
        free(name);
        return error_raise(error, ERROR_NO_MEMORY, "choosing the variables to be recorded");
    }
    s->ports[s->n] = port;
    s->names[s->n++] = name;
    return true;
}

static bool raise_no_match(const struct system *system, const char *pattern, struct error *error)
{
    struct error unknown = {0};
    struct port port;
    const bool is_glob = strpbrk(pattern, "*?") != NULL;
    if (is_glob || system_find_port(system, pattern, &port, &unknown))
        return error_raise(error, ERROR_RECORD_NO_MATCH, pattern);
    *error = unknown;
    error_prefix(error, "--record: ");
    return false;
}

enum choice { CHOOSE_PATTERNS, CHOOSE_OUTPUTS, CHOOSE_REAL_OUTPUTS, CHOOSE_ALL };

static bool chosen(const struct fmi_variable *v, enum choice choice)
{
    switch (choice) {
    case CHOOSE_OUTPUTS:
        return v->causality == FMI_OUTPUT;
    case CHOOSE_REAL_OUTPUTS:
        return v->causality == FMI_OUTPUT && v->type == FMI_REAL;
    case CHOOSE_PATTERNS:
    case CHOOSE_ALL:
        return v->causality != FMI_INDEPENDENT; /* time is the first column */
    }
    return false;
}

static bool choose(struct selection *s, const struct system *system, enum choice choice, struct patterns *patterns,
                   struct error *error)
{
    for (size_t c = 0; c < system->n_components; c++) {
        const struct description *d = fmu_description(system->components[c].fmu);
        for (size_t v = 0; v < d->n_variables; v++) {
            if (!chosen(&d->variables[v], choice))
                continue;
            const struct port port = {c, v};
            char *name = system_port_name(system, port);
            if (!name)
                return error_raise(error, ERROR_NO_MEMORY, "choosing the variables to be recorded");
            if (patterns && !patterns_match(patterns, name))
                free(name);
            else if (!add(s, port, name, error))
                return false;
        }
    }
    return true;
}

bool selection_make(struct selection *s, const struct system *system, const char *patterns, struct error *error)
{
    *s = (struct selection){0};
    if (!patterns) {
        if (!choose(s, system, CHOOSE_OUTPUTS, NULL, error))
            return false;
        return s->n > 0 || choose(s, system, CHOOSE_ALL, NULL, error);
    }
    struct patterns cut;
    if (!patterns_read(&cut, patterns, error))
        return false;
    bool ok = choose(s, system, CHOOSE_PATTERNS, &cut, error);
    if (ok && patterns_unused(&cut))
        ok = raise_no_match(system, patterns_unused(&cut), error);
    patterns_free(&cut);
    return ok;
}

bool selection_make_real_outputs(struct selection *s, const struct system *system, struct error *error)
{
    *s = (struct selection){0};
    return choose(s, system, CHOOSE_REAL_OUTPUTS, NULL, error);
}

void selection_free(struct selection *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->names[i]);
    free(s->names);
    free(s->ports);
    *s = (struct selection){0};
}
