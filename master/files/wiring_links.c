/* "A.y=B.u": names are looked up, directions, types and units checked. */
#include "master/files/wiring.h"

#include "master/files/files_messages.h"
#include "master/system/unit.h"
#include "master/system/value_type.h"

#include <stdlib.h>
#include <string.h>

/* A word of the command line that is being read: "--link" and "A.y=B.u". */
struct word {
    struct wiring *wiring;
    const char *option, *text;
    struct error *error;
};

static const char *whole(const struct word *word)
{
    const char *text = arena_join(&word->wiring->arena, word->option, " ", word->text);
    return text ? text : word->text;
}

/* ---- names ---- */

static bool begins_with(const char *text, size_t length, const char *name)
{
    const size_t n = strlen(name);
    return length > n + 1 && memcmp(text, name, n) == 0 && text[n] == '.';
}

/* Names of components may hold dots, too: all that fit are tried. Returns whether a component's name stands at the beginning. */
static bool look_up(const struct wiring *w, const char *text, size_t length, struct wire_end *end)
{
    bool begins = false;
    for (size_t i = 0; i < w->n_fmus; i++) {
        if (!begins_with(text, length, w->fmus[i].name))
            continue;
        const size_t dot = strlen(w->fmus[i].name);
        char *name = strndup(text + dot + 1, length - dot - 1);
        const struct fmi_variable *v = name ? wiring_find(w, i, name) : NULL;
        free(name);
        if (v || !begins)
            *end = (struct wire_end){i, v};
        if (v)
            return true;
        begins = true;
    }
    return begins;
}

static bool no_component(const struct word *word, const char *text, size_t length)
{
    const struct wiring *w = word->wiring;
    const char **known = arena_get(&word->wiring->arena, (w->n_fmus + 1) * sizeof *known);
    const char *dot = memchr(text, '.', length);
    const char *name = arena_copy(&word->wiring->arena, text, dot ? (size_t)(dot - text) : length);
    if (!known || !name)
        return wiring_no_memory(word->error);
    for (size_t i = 0; i < w->n_fmus; i++)
        known[i] = w->fmus[i].name;
    const char *nearest = error_nearest(name, known, w->n_fmus);
    return nearest ? error_raise(word->error, ERROR_CONNECT_COMPONENT_BUT, whole(word), name, nearest)
                   : error_raise(word->error, ERROR_CONNECT_COMPONENT, whole(word), name, w->fmus[0].name);
}

/* A component's whole name, and no variable after it. */
static bool is_component(const struct wiring *w, const char *text, size_t length)
{
    for (size_t i = 0; i < w->n_fmus; i++)
        if (strlen(w->fmus[i].name) == length && memcmp(text, w->fmus[i].name, length) == 0)
            return true;
    return false;
}

/* The nearest name among variables of the causality that is needed, unless one of another causality is nearer. */
static bool no_variable(const struct word *word, size_t fmu, const char *name, enum fmi_causality wanted)
{
    const struct description *d = wiring_description(word->wiring, fmu);
    const char **known = arena_get(&word->wiring->arena, (d->n_variables + 1) * sizeof *known);
    const char *found[2] = {NULL, NULL};
    if (!known)
        return wiring_no_memory(word->error);
    for (int all = 0; all < 2; all++) {
        size_t n = 0;
        for (size_t i = 0; i < d->n_variables; i++)
            if (all || d->variables[i].causality == wanted)
                known[n++] = d->variables[i].name;
        found[all] = error_nearest(name, known, n);
    }
    const char *nearest = found[0] ? error_nearest(name, found, 2) : found[1];
    return nearest ? error_raise(word->error, ERROR_CONNECT_VARIABLE_BUT, whole(word), word->wiring->fmus[fmu].path,
                                 name, nearest)
                   : error_raise(word->error, ERROR_CONNECT_VARIABLE, whole(word), word->wiring->fmus[fmu].path, name);
}

static bool no_variable_named(const struct word *word, const char *text, size_t length)
{
    const char *name = arena_copy(&word->wiring->arena, text, length);
    return name ? error_raise(word->error, ERROR_CONNECT_NO_VARIABLE, whole(word), name, name)
                : wiring_no_memory(word->error);
}

static bool find_end(const struct word *word, const char *text, size_t length, enum fmi_causality wanted,
                     struct wire_end *end)
{
    *end = (struct wire_end){0};
    const bool begins = look_up(word->wiring, text, length, end);
    if (end->variable)
        return true;
    if (is_component(word->wiring, text, length))
        return no_variable_named(word, text, length);
    if (!begins)
        return no_component(word, text, length);
    const size_t skip = strlen(word->wiring->fmus[end->fmu].name) + 1;
    const char *name = arena_copy(&word->wiring->arena, text + skip, length - skip);
    return name ? no_variable(word, end->fmu, name, wanted) : wiring_no_memory(word->error);
}

/* The sign that divides the word: names may hold one, too, and where the first half is no end the next sign is tried. */
static const char *divide(const struct word *word)
{
    const char *first = strchr(word->text, '=');
    for (const char *at = first; at; at = strchr(at + 1, '=')) {
        struct wire_end end = {0};
        if (look_up(word->wiring, word->text, (size_t)(at - word->text), &end) && end.variable)
            return at;
    }
    return first;
}

/* ---- directions ---- */

static bool gives(const struct fmi_variable *v)
{
    return v->causality == FMI_OUTPUT || v->causality == FMI_CALCULATED_PARAMETER;
}

/* Parameters take what does not change; a constant or a fixed value. */
static bool takes(const struct fmi_variable *v, const struct fmi_variable *from)
{
    return v->causality == FMI_INPUT ||
           (v->causality == FMI_PARAMETER && (!from || from->causality == FMI_CALCULATED_PARAMETER));
}

static bool wrong_way(const struct word *word, struct wire_end end, const char *needed)
{
    const char *name = wiring_end_name(word->wiring, end);
    return error_raise(word->error, ERROR_CONNECT_CAUSALITY, whole(word), name ? name : end.variable->name,
                       fmi_causality_name(end.variable->causality), needed);
}

static bool check_directions(const struct word *word, struct wire_end from, struct wire_end to)
{
    const char *from_name = wiring_end_name(word->wiring, from), *to_name = wiring_end_name(word->wiring, to);
    if (!from_name || !to_name)
        return wiring_no_memory(word->error);
    if (takes(from.variable, to.variable) && gives(to.variable))
        return error_raise(word->error, ERROR_CONNECT_TURNED, whole(word), from_name, to_name, to_name, from_name);
    if (!gives(from.variable))
        return wrong_way(word, from, "an output");
    if (!takes(to.variable, from.variable))
        return wrong_way(word, to, "an input");
    return true;
}

/* ---- values ---- */

static bool check_values(const struct word *word, struct wire_end from, struct wire_end to)
{
    const struct fmi_unit *given = wiring_unit(word->wiring, from), *wanted = wiring_unit(word->wiring, to);
    if (type_relate(from.variable->type, to.variable->type) == TYPES_DIFFERENT)
        return error_raise(word->error, ERROR_CONNECT_TYPES, whole(word), fmi_type_name(from.variable->type),
                           fmi_type_name(to.variable->type));
    if (given && wanted && unit_relate(given, wanted) == UNITS_DIFFERENT)
        return error_raise(word->error, ERROR_CONNECT_UNITS, whole(word), given->name, wanted->name);
    if (given && wanted && unit_relate(given, wanted) == UNITS_UNKNOWN)
        error_warn(WARNING_CONNECT_UNITS, whole(word), given->name, wanted->name);
    return true;
}

static bool is_same(struct wire_end a, struct wire_end b)
{
    return a.fmu == b.fmu && a.variable == b.variable;
}

bool wiring_drives(const struct wiring *w, struct wire_end end)
{
    for (size_t i = 0; i < w->n_wires; i++)
        if (is_same(w->wires[i].to, end))
            return true;
    for (size_t i = 0; i < w->n_inputs; i++)
        if (is_same(w->inputs[i].end, end))
            return true;
    return false;
}

static bool check_free(const struct word *word, struct wire_end to)
{
    const char *name = wiring_end_name(word->wiring, to);
    return !wiring_drives(word->wiring, to) ||
           error_raise(word->error, ERROR_CONNECT_TWICE, whole(word), name ? name : to.variable->name);
}

/* ---- words ---- */

bool wiring_add_links(struct wiring *w, const struct text_list *links, struct error *error)
{
    for (size_t i = 0; i < links->n; i++) {
        const struct word word = {w, "--link", links->items[i], error};
        const char *equals = divide(&word);
        struct wire wire;
        if (!equals || equals == word.text || !equals[1])
            return error_raise(error, ERROR_CONNECT_FORM, whole(&word), "A.OUTPUT=B.INPUT");
        if (!find_end(&word, word.text, (size_t)(equals - word.text), FMI_OUTPUT, &wire.from) ||
            !find_end(&word, equals + 1, strlen(equals + 1), FMI_INPUT, &wire.to) ||
            !check_directions(&word, wire.from, wire.to) || !check_values(&word, wire.from, wire.to) ||
            !check_free(&word, wire.to))
            return false;
        struct wire *list = arena_grow(&w->arena, w->wires, w->n_wires, sizeof *list);
        if (!list)
            return wiring_no_memory(error);
        w->wires = list;
        w->wires[w->n_wires++] = wire;
    }
    return true;
}

/* NAME=A.u: the name ends at the first sign. */
static bool read_outside(const struct word *word, enum fmi_causality wanted, struct wire_outside *outside)
{
    const char *equals = strchr(word->text, '=');
    if (!equals || equals == word->text || !equals[1])
        return error_raise(word->error, ERROR_CONNECT_FORM, whole(word),
                           wanted == FMI_INPUT ? "NAME=A.INPUT" : "NAME=A.OUTPUT");
    outside->name = arena_copy(&word->wiring->arena, word->text, (size_t)(equals - word->text));
    if (!outside->name)
        return wiring_no_memory(word->error);
    if (strcmp(outside->name, "time") == 0)
        return error_raise(word->error, ERROR_CONNECT_TIME, whole(word));
    return find_end(word, equals + 1, strlen(equals + 1), wanted, &outside->end);
}

static const struct wire_outside *find_outside(const struct wire_outside *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

/* A connector has the type and unit of the first variable that it feeds; the others must take that. */
bool wiring_add_inputs(struct wiring *w, const struct text_list *inputs, struct error *error)
{
    for (size_t i = 0; i < inputs->n; i++) {
        const struct word word = {w, "--system-input", inputs->items[i], error};
        struct wire_outside input;
        if (!read_outside(&word, FMI_INPUT, &input))
            return false;
        if (!takes(input.end.variable, NULL))
            return wrong_way(&word, input.end, "an input");
        const struct wire_outside *first = find_outside(w->inputs, w->n_inputs, input.name);
        if ((first && !check_values(&word, first->end, input.end)) || !check_free(&word, input.end))
            return false;
        struct wire_outside *list = arena_grow(&w->arena, w->inputs, w->n_inputs, sizeof *list);
        if (!list)
            return wiring_no_memory(error);
        w->inputs = list;
        w->inputs[w->n_inputs++] = input;
    }
    return true;
}

bool wiring_add_outputs(struct wiring *w, const struct text_list *outputs, struct error *error)
{
    for (size_t i = 0; i < outputs->n; i++) {
        const struct word word = {w, "--system-output", outputs->items[i], error};
        struct wire_outside output;
        if (!read_outside(&word, FMI_OUTPUT, &output))
            return false;
        if (!gives(output.end.variable))
            return wrong_way(&word, output.end, "an output");
        if (find_outside(w->outputs, w->n_outputs, output.name) || find_outside(w->inputs, w->n_inputs, output.name))
            return error_raise(error, ERROR_CONNECT_SAME_CONNECTOR, whole(&word), output.name);
        struct wire_outside *list = arena_grow(&w->arena, w->outputs, w->n_outputs, sizeof *list);
        if (!list)
            return wiring_no_memory(error);
        w->outputs = list;
        w->outputs[w->n_outputs++] = output;
    }
    return true;
}
