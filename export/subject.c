#include "export/subject.h"

#include "export/export_messages.h"
#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "fmu_hydraulics/circuit/circuit_model.h"
#include "master/files/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "reading what is to be shown");
}

static bool make_room(struct subject *s, size_t parts, size_t links, struct error *error)
{
    s->parts = calloc(parts + 1, sizeof *s->parts);
    s->links = calloc(links + 1, sizeof *s->links);
    return (s->parts && s->links) || no_memory(error);
}

/* ---- FMUs and systems of them ---- */

/* Changes of a component's document: what the system sets of its constants, then "NAME.path=value" of the command line. */
struct changes {
    char **items;
    size_t n, room;
};

static void changes_free(struct changes *c)
{
    for (size_t i = 0; i < c->n; i++)
        free(c->items[i]);
    free(c->items);
}

static bool changes_of(struct changes *c, const struct system *system, const struct system_component *component,
                       const char *const *given, size_t n_given, struct error *error)
{
    const size_t n = strlen(component->name);
    *c = (struct changes){.items = calloc(component->starts.n + n_given + 1, sizeof *c->items)};
    if (!c->items)
        return no_memory(error);
    for (size_t i = 0; i < component->starts.n; i++) {
        const struct start_value *start = &component->starts.values[i];
        const char *name = fmu_description(component->fmu)->variables[start->variable].name;
        if (strncmp(name, "constants.", 10) == 0 && !start->text &&
            asprintf(&c->items[c->n], "%s=%.17g", name, start->number) >= 0)
            c->n++;
    }
    for (size_t i = 0; i < n_given; i++) {
        const bool is_named = strncmp(given[i], component->name, n) == 0 && given[i][n] == '.';
        if ((is_named || system->is_single_fmu) &&
            asprintf(&c->items[c->n], "%s", given[i] + (is_named ? n + 1 : 0)) >= 0)
            c->n++;
    }
    return true;
}

static bool open_part(struct subject_part *part, const struct system *system, const struct system_component *component,
                      const char *const *changes, size_t n_changes, struct error *error)
{
    struct changes own;
    part->name = system->is_single_fmu ? "" : component->name;
    bool good = changes_of(&own, system, component, changes, n_changes, error) &&
                model_file_open_inside(&part->model, fmu_folder(component->fmu), component->source,
                                       (const char *const *)own.items, own.n, &part->has_model, error);
    changes_free(&own);
    return good;
}

/* Every change belongs to a component. */
static bool check_changes(const struct system *system, const char *const *changes, size_t n_changes,
                          struct error *error)
{
    for (size_t i = 0; i < n_changes && !system->is_single_fmu; i++) {
        size_t c = 0;
        for (; c < system->n_components; c++) {
            const size_t n = strlen(system->components[c].name);
            if (strncmp(changes[i], system->components[c].name, n) == 0 && changes[i][n] == '.')
                break;
        }
        if (c == system->n_components)
            return error_raise(error, ERROR_SHOW_SET, changes[i], system->path);
    }
    return true;
}

static bool open_system(struct subject *s, const char *path, const char *const *changes, size_t n_changes,
                        struct error *error)
{
    struct system_options options = system_options_default();
    options.binaries_needed = false;
    s->system = system_open(path, &options, error);
    if (!s->system || !check_changes(s->system, changes, n_changes, error) ||
        !make_room(s, s->system->n_components, s->system->n_connections, error))
        return false;
    s->title = s->system->name;
    for (; s->n_parts < s->system->n_components; s->n_parts++)
        if (!open_part(&s->parts[s->n_parts], s->system, &s->system->components[s->n_parts], changes, n_changes, error))
            return false;
    for (size_t i = 0; i < s->system->n_connections; i++) {
        const struct connection *c = &s->system->connections[i];
        const struct description *d = fmu_description(s->system->components[c->from.component].fmu);
        const struct fmi_variable *from = system_variable(s->system, c->from);
        s->links[s->n_links++] = (struct subject_link){c->from.component, c->to.component, from->name,
                                                       system_variable(s->system, c->to)->name,
                                                       from->unit == NO_INDEX ? "" : d->units[from->unit].name};
    }
    if (s->system->is_single_fmu && !s->parts[0].has_model)
        return error_raise(error, ERROR_DOCUMENT_NOT_INSIDE, path, "resources/model.json");
    return true;
}

/* ---- documents ---- */

static const char *unit_of(const struct model_type *type, const char *variable)
{
    for (size_t i = 0; i < type->n_variables; i++)
        if (strcmp(type->variables[i].name, variable) == 0)
            return type->variables[i].unit;
    return "";
}

static const char *unit_of_output(const struct assembly_part *part, const char *variable)
{
    if (!part->fmu)
        return unit_of(part->model.type, variable);
    const struct description *d = fmu_description(part->fmu);
    const struct fmi_variable *v = description_find(d, variable);
    return v && v->unit != NO_INDEX ? d->units[v->unit].name : "";
}

static bool open_assembly(struct subject *s, const char *path, const char *const *changes, size_t n_changes,
                          struct error *error)
{
    if (!assembly_open(&s->assembly, path, changes, n_changes, error))
        return false;
    const struct assembly *a = &s->assembly;
    s->has_assembly = true;
    s->title = *a->description ? a->description : a->name;
    if (!make_room(s, a->n_parts, a->n_links, error))
        return false;
    for (; s->n_parts < a->n_parts; s->n_parts++)
        s->parts[s->n_parts] =
            (struct subject_part){a->parts[s->n_parts].name, a->parts[s->n_parts].model, !a->parts[s->n_parts].fmu};
    for (size_t i = 0; i < a->n_links; i++) {
        const struct assembly_link *l = &a->links[i];
        s->links[s->n_links++] = (struct subject_link){l->from_part, l->to_part, l->from, l->to,
                                                       unit_of_output(&a->parts[l->from_part], l->from)};
    }
    return true;
}

static bool open_document(struct subject *s, const char *path, const char *const *changes, size_t n_changes,
                          struct error *error)
{
    struct notation_error wrong = {""};
    char type[32] = "";
    size_t length = 0;
    char *text = model_file_load(path, &length, error);
    if (!text)
        return false;
    const bool is_system = notation_type(text, length, path, type, &wrong) && strcmp(type, "system") == 0;
    free(text);
    if (is_system)
        return open_assembly(s, path, changes, n_changes, error);
    if (!make_room(s, 1, 0, error) || !model_file_open(&s->parts[0].model, path, changes, n_changes, error))
        return false;
    s->parts[0].name = "";
    s->parts[0].has_model = true;
    s->n_parts = 1;
    const struct model_type *model = s->parts[0].model.type;
    s->title = *model->description ? model->description : model->name;
    return true;
}

bool subject_open(struct subject *s, const char *path, const char *const *changes, size_t n_changes,
                  struct error *error)
{
    const bool is_system =
        output_ends_with(path, ".ssp") || output_ends_with(path, ".ssd") || output_ends_with(path, ".fmu");
    *s = (struct subject){.path = path};
    if (is_system ? open_system(s, path, changes, n_changes, error) : open_document(s, path, changes, n_changes, error))
        return true;
    subject_close(s);
    return false;
}

void subject_close(struct subject *s)
{
    if (s->shown)
        for (size_t i = 0; s->cylinders && i < mechanism_file_mechanism(subject_mechanism(s))->n_actuators; i++) {
            free(s->cylinders[i].columns[0]);
            free(s->cylinders[i].columns[1]);
        }
    free(s->cylinders);
    for (size_t i = 0; i < s->n_parts && !s->has_assembly; i++)
        if (s->parts[i].has_model)
            model_file_close(&s->parts[i].model);
    free(s->parts);
    free(s->links);
    system_close(s->system);
    if (s->has_assembly)
        assembly_close(&s->assembly);
    *s = (struct subject){0};
}

/* ---- the mechanism and its cylinders ---- */

static void take_column(char **column, const struct subject_part *part, const char *variable)
{
    if (!*column && asprintf(column, "%s%s%s", part->name, *part->name ? "." : "", variable) < 0)
        *column = NULL;
}

/* The circuit's cylinder whose port is called "CYLINDER.port". */
static void take_cylinder(struct subject_cylinder *to, const struct subject_part *part, const char *variable)
{
    const char *end = strrchr(variable, '.');
    if (!part->has_model || part->model.kind->grammar != &circuit_grammar || !end)
        return;
    const struct circuit *circuit = circuit_model_circuit(part->model.opened);
    for (size_t i = 0; i < circuit->n_cylinders; i++) {
        const struct circuit_cylinder *c = &circuit->cylinders[i];
        if (strlen(c->name) != (size_t)(end - variable) || memcmp(c->name, variable, (size_t)(end - variable)) != 0)
            continue;
        char name[256];
        take_column(&to->columns[0], part,
                    error_format(name, sizeof name, "%s.p", circuit_node_name(circuit, c->node_A)));
        take_column(&to->columns[1], part,
                    error_format(name, sizeof name, "%s.p", circuit_node_name(circuit, c->node_B)));
        to->stroke = c->piston.stroke;
        to->retracted_length = c->start_relative ? NAN : c->retracted_length;
        to->start_length = c->start_relative ? c->start_length : NAN;
    }
}

static void find_cylinder(const struct subject *s, size_t actuator)
{
    const struct mechanism_file *file = subject_mechanism(s);
    const char *name = mechanism_file_mechanism(file)->actuators[actuator].name;
    const char *force = mechanism_file_port(file, name, "force"),
               *pressures[2] = {mechanism_file_port(file, name, "p1"), mechanism_file_port(file, name, "p2")};
    struct subject_cylinder *c = &s->cylinders[actuator];
    *c = (struct subject_cylinder){.stroke = NAN, .retracted_length = NAN, .start_length = NAN};
    if (!mechanism_file_piston(file, actuator, &c->stroke, &c->retracted_length, &c->start_length))
        c->stroke = c->retracted_length = c->start_length = NAN;
    for (size_t i = 0; i < s->n_links; i++) {
        const struct subject_link *link = &s->links[i];
        if (&s->parts[link->to_part] != s->shown)
            continue;
        const struct subject_part *from = &s->parts[link->from_part];
        for (int k = 0; k < 2; k++)
            if (strcmp(link->to, pressures[k]) == 0)
                take_column(&c->columns[k], from, link->from);
        if (strcmp(link->to, force) == 0 || strcmp(link->to, pressures[0]) == 0)
            take_cylinder(c, from, link->from);
    }
    for (int k = 0; k < 2; k++) /* nobody is connected: inputs that were recorded */
        take_column(&c->columns[k], s->shown, pressures[k]);
}

static bool is_mechanism(const struct subject_part *part)
{
    return part->has_model && part->model.kind->grammar == &mechanism_grammar;
}

static bool find_named(struct subject *s, const char *component, struct error *error)
{
    const char **names = calloc(s->n_parts + 1, sizeof *names);
    size_t n = 0;
    if (!names)
        return no_memory(error);
    for (size_t i = 0; i < s->n_parts; i++)
        if (is_mechanism(&s->parts[i])) {
            names[n++] = s->parts[i].name;
            if (!component || strcmp(component, s->parts[i].name) == 0)
                s->shown = &s->parts[i];
        }
    bool good = s->shown && (component || n == 1);
    if (!good && n == 0 && !subject_is_system(s) && s->parts[0].has_model)
        error_raise(error, ERROR_SHOW_KIND, s->path, s->parts[0].model.kind->name);
    else if (!good && n == 0)
        error_raise(error, ERROR_SHOW_NO_MECHANISM, s->path);
    else if (!good && component) {
        const char *nearest = error_nearest(component, names, n);
        if (nearest)
            error_raise(error, ERROR_SHOW_COMPONENT, s->path, component, nearest);
        else
            error_raise(error, ERROR_SHOW_NO_COMPONENT, s->path, component,
                        !*names[0] ? "the file is one mechanism, without components"
                                   : TEXT("it has %.60s%s", names[0], n > 1 ? " and others" : ""));
    } else if (!good)
        error_raise(error, ERROR_SHOW_WHICH, s->path, TEXT("%zu", n), names[0], names[1]);
    free(names);
    if (!good)
        s->shown = NULL;
    return good;
}

bool subject_find_mechanism(struct subject *s, const char *component, struct error *error)
{
    if (!find_named(s, component, error))
        return false;
    const size_t n = mechanism_file_mechanism(subject_mechanism(s))->n_actuators;
    s->cylinders = calloc(n + 1, sizeof *s->cylinders);
    if (!s->cylinders)
        return no_memory(error);
    for (size_t i = 0; i < n; i++)
        find_cylinder(s, i);
    return true;
}
