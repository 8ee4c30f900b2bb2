#include "export/monolithic_inputs.h"

#include "export/export_messages.h"
#include "master/files/input_file.h"
#include "master/system/system_messages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct monolithic_inputs {
    struct input_file *file; /* NULL: none */
    const struct plant *plant;
    struct monolithic *monolithic;
};

/* ---- names ---- */

static bool is_variable(const struct plant *p, size_t part, const char *variable, const char *name)
{
    const char *owner = p->assembly.parts[part].name;
    const size_t n = strlen(owner);
    return strncmp(name, owner, n) == 0 && name[n] == '.' && strcmp(name + n + 1, variable) == 0;
}

/* What drives a part's input: an input of the system, an output of another part, or NULL. */
static const char *driver(const struct plant *p, const char *name)
{
    const struct assembly *a = &p->assembly;
    for (size_t i = 0; i < a->n_inputs; i++)
        if (is_variable(p, a->inputs[i].part, a->inputs[i].to, name))
            return a->inputs[i].name;
    for (size_t i = 0; i < p->system.n_connections; i++)
        if (strcmp(p->system.connections[i].to, name) == 0)
            return p->system.connections[i].from;
    return NULL;
}

static bool no_such_input(const struct monolithic_inputs *s, const char *name, struct error *error)
{
    const struct assembly *a = &s->plant->assembly;
    const struct model_type *type = monolithic_type(s->monolithic);
    const char **known = malloc((a->n_inputs + type->n_variables + 1) * sizeof *known);
    if (!known)
        return error_raise(error, ERROR_NO_MEMORY, "reading an input file");
    size_t n = 0;
    for (size_t i = 0; i < a->n_inputs; i++)
        known[n++] = a->inputs[i].name;
    for (size_t i = 0; i < type->n_variables; i++)
        if (type->variables[i].role == MODEL_INPUT && !driver(s->plant, type->variables[i].name))
            known[n++] = type->variables[i].name;
    const char *nearest = error_nearest(name, known, n);
    if (nearest)
        error_raise(error, ERROR_MONOLITHIC_NO_INPUT_BUT, name, nearest);
    else
        error_raise(error, ERROR_MONOLITHIC_NO_INPUT, name);
    free(known);
    return false;
}

/* The variable of a part that a column is meant for: by the name of the system's input, or by its own. */
static size_t find_variable(const struct monolithic_inputs *s, const char *name)
{
    const struct assembly *a = &s->plant->assembly;
    const struct model_type *type = monolithic_type(s->monolithic);
    for (size_t i = 0; i < a->n_inputs; i++)
        if (strcmp(a->inputs[i].name, name) == 0)
            for (size_t k = 0; k < type->n_variables; k++)
                if (is_variable(s->plant, a->inputs[i].part, a->inputs[i].to, type->variables[k].name))
                    return k;
    return model_find(type, name, strlen(name));
}

static bool find(void *context, const char *name, struct input_column *column, struct error *error)
{
    const struct monolithic_inputs *s = context;
    const struct model_type *type = monolithic_type(s->monolithic);
    const char *by = driver(s->plant, name);
    if (by)
        return error_raise(error, ERROR_SYSTEM_INPUT_DRIVEN, name, by);
    const size_t i = find_variable(s, name);
    if (i >= type->n_variables || type->variables[i].role != MODEL_INPUT)
        return no_such_input(s, name, error);
    *column =
        (struct input_column){.input = i - model_layout(type).first[MODEL_INPUT], .type = FMI_REAL, .continuous = true};
    return true;
}

/* ---- values ---- */

/* Those that have no column are not touched; a file that was read knows them all. */
static void read_values(const struct monolithic_inputs *s, double t, bool from_left, double *values)
{
    const struct run_input *source = s->file ? input_file_source(s->file) : NULL;
    if (source)
        source->values(source->context, t, from_left, values, NULL);
}

/* Times that differ by rounding are the same: the last row that stands for t, or t itself. */
static double last_row_at(const struct monolithic_inputs *s, double t, double rounding)
{
    double at = t;
    for (double row; s->file && (row = input_file_next_row(s->file, at)) <= t + rounding;)
        at = row;
    return at;
}

bool monolithic_inputs_follow(struct monolithic_inputs *s, double t, double end, double *reached,
                              struct model_report *report)
{
    const double rounding = 1e-9 * (end - t);
    for (double stop; t < end; t = stop) {
        *reached = t;
        const double row = s->file ? input_file_next_row(s->file, last_row_at(s, t, rounding)) : (double)INFINITY;
        stop = row < end - rounding ? row : end;
        read_values(s, row <= end + rounding ? row : end, true, monolithic_inputs_ahead(s->monolithic));
        if (!monolithic_step(s->monolithic, t, stop - t, report))
            return false;
        const struct run_input *source = s->file ? input_file_source(s->file) : NULL;
        const double at = last_row_at(s, stop, rounding);
        if (!source || source->next_jump(source->context, t + rounding) > at)
            continue;
        read_values(s, at, false, monolithic_inputs(s->monolithic));
        if (!monolithic_jump(s->monolithic, stop, report))
            return false;
    }
    return true;
}

/* ---- */

struct monolithic_inputs *monolithic_inputs_open(const char *path, const struct plant *plant,
                                                 struct monolithic *monolithic, struct error *error)
{
    struct monolithic_inputs *s = calloc(1, sizeof *s);
    if (!s) {
        error_raise(error, ERROR_NO_MEMORY, "reading an input file");
        return NULL;
    }
    s->plant = plant;
    s->monolithic = monolithic;
    const struct input_names names = {s, find};
    if (path && !(s->file = input_file_open_names(path, &names, error))) {
        free(s);
        return NULL;
    }
    read_values(s, 0, false, monolithic_inputs(monolithic));
    return s;
}

void monolithic_inputs_close(struct monolithic_inputs *s)
{
    if (!s)
        return;
    input_file_close(s->file);
    free(s);
}
