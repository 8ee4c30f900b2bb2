/* Reading a system document: its parts from their files, its connections checked against their variables. */
#include "assembly.h"

#include "assembly_piston.h"
#include "mechanism_file.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    struct assembly *a;
    const struct node *root;
    const char *path;
    const char *const *changes; /* of the command line */
    size_t n_changes;
    struct error *error;
};

static bool wrong(const struct reader *r, const struct notation_error *why)
{
    return error_raise(r->error, ERROR_DOCUMENT, why->text);
}

static bool no_memory(const struct reader *r)
{
    return error_raise(r->error, ERROR_NO_MEMORY, "reading a system");
}

#define FAIL(r, node, ...)                                                                                             \
    do {                                                                                                               \
        struct notation_error why;                                                                                     \
        node_fail(node, &why, __VA_ARGS__);                                                                            \
        return wrong(r, &why);                                                                                         \
    } while (0)

/* ---- names ---- */

/* "COMPONENT.NAME": the component and the rest. */
static bool split(const struct reader *r, const struct node *node, size_t *part, const char **rest)
{
    const char *text = node_text(node), *dot = strchr(text, '.');
    const char *names[64];
    size_t n = 0;
    for (size_t i = 0; i < r->a->n_parts; i++) {
        const char *name = r->a->parts[i].name;
        if (n < 64)
            names[n++] = name;
        if (dot && strlen(name) == (size_t)(dot - text) && memcmp(name, text, strlen(name)) == 0) {
            *part = i;
            *rest = dot + 1;
            return true;
        }
    }
    if (!dot || n == 0)
        FAIL(r, node, "\"%s\" names no component: COMPONENT.NAME expected", text);
    char *first = notation_keep_text(r->a->notation, "%.*s", (int)(dot - text), text);
    const char *nearest = first ? error_nearest(first, names, n) : NULL;
    FAIL(r, node, "there is no component \"%s\"%s%s%s", first ? first : "", nearest ? "; did you mean \"" : "",
         nearest ? nearest : "", nearest ? "\"?" : "");
}

static bool is_output(const struct model_variable *v)
{
    return v->is_output;
}

static bool is_input(const struct model_variable *v)
{
    return v->role == MODEL_INPUT;
}

/* Whether a part has such a variable. */
static bool check_variable(const struct reader *r, const struct node *node, size_t part, const char *name,
                           bool (*fits)(const struct model_variable *), const char *what)
{
    const struct model_type *type = r->a->parts[part].model.type;
    const char **names = calloc(type->n_variables + 1, sizeof *names);
    size_t n = 0;
    bool found = false;
    for (size_t i = 0; names && i < type->n_variables; i++)
        if (fits(&type->variables[i])) {
            names[n++] = type->variables[i].name;
            found = found || strcmp(name, type->variables[i].name) == 0;
        }
    const char *nearest = !found && names ? error_nearest(name, names, n) : NULL;
    free(names);
    if (!found)
        FAIL(r, node, "%s (%s) has no %s \"%s\"%s%s%s", r->a->parts[part].name, r->a->parts[part].file, what, name,
             nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    return true;
}

/* ---- parts ---- */

/* The file, seen from the folder of the system's document. */
static char *beside(const char *path, const char *file)
{
    const char *slash = strrchr(path, '/');
    char *joined = NULL;
    const int folder = file[0] == '/' || !slash ? 0 : (int)(slash + 1 - path);
    return asprintf(&joined, "%.*s%s", folder, path, file) < 0 ? NULL : joined;
}

/* Changes of one part's document, in the order in which they are made. */
struct changes {
    const char **items;
    size_t n, room;
};

static bool change(struct changes *list, const char *text)
{
    if (list->n == list->room) {
        const size_t room = 2 * list->room + 16;
        const char **items = realloc(list->items, room * sizeof *items);
        if (!items)
            return false;
        list->items = items;
        list->room = room;
    }
    list->items[list->n++] = text;
    return text != NULL;
}

#define KEEP(...) notation_keep_text(r->a->notation, __VA_ARGS__)

/* What the cylinders' coupling means for a part. */
static bool couple(const struct reader *r, size_t part, struct changes *list)
{
    const struct assembly *a = r->a;
    const char *word = a->coupling == ASSEMBLY_PRESSURES ? "pressures" : "force";
    for (size_t i = 0; i < a->n_cylinders; i++) {
        const struct assembly_cylinder *c = &a->cylinders[i];
        bool good = true;
        if (c->circuit == part)
            good = change(list, KEEP("coupling=%s", word));
        if (c->mechanism == part)
            good = change(list, KEEP("actuators.%s.coupling=%s", c->actuator, word));
        if (c->mechanism == part && a->coupling == ASSEMBLY_PRESSURES) {
            char *piston = assembly_piston(&a->parts[c->circuit].model, c->cylinder);
            if (!piston)
                FAIL(r, node_item(node_member(r->root, "cylinders"), i), "%s (%s) is no circuit with a cylinder \"%s\"",
                     a->parts[c->circuit].name, a->parts[c->circuit].file, c->cylinder);
            good = good && change(list, KEEP("actuators.%s.piston=%s", c->actuator, piston));
            free(piston);
        }
        if (!good)
            return no_memory(r);
    }
    return true;
}

/* The default experiment, the coupling, the changes of the document and those of the command line. */
static bool collect_changes(const struct reader *r, const struct node *node, size_t part, struct changes *list)
{
    const struct node *texts = node_member(node, "changes"), *experiment = node_member(r->root, "experiment");
    const struct quantity *quantities = notation_quantities(r->a->notation);
    const size_t step = node_quantity(experiment, "step_size"), stop = node_quantity(experiment, "stop_time");
    const char *name = r->a->parts[part].name;
    bool good = change(list, KEEP("experiment.stop_time=%.17g", quantities[stop].value)) &&
                (step == NODE_NONE || change(list, KEEP("experiment.step_size=%.17g", quantities[step].value)));
    if (!good)
        return no_memory(r);
    if (!couple(r, part, list))
        return false;
    for (size_t i = 0; i < node_count(texts) && good; i++)
        good = change(list, node_text(node_item(texts, i)));
    for (size_t i = 0; i < r->n_changes && good; i++)
        if (strncmp(r->changes[i], name, strlen(name)) == 0 && r->changes[i][strlen(name)] == '.')
            good = change(list, r->changes[i] + strlen(name) + 1);
    return good || no_memory(r);
}

static bool part_open(const struct reader *r, const struct node *node, size_t part)
{
    struct assembly_part *p = &r->a->parts[part];
    struct changes list = {0};
    char *path = beside(r->path, p->file);
    if (!path)
        no_memory(r);
    const bool good =
        path && collect_changes(r, node, part, &list) && model_file_open(&p->model, path, list.items, list.n, r->error);
    free(path);
    free(list.items);
    return good;
}

static bool is_circuit(const struct assembly *a, size_t part)
{
    for (size_t i = 0; i < a->n_cylinders; i++)
        if (a->cylinders[i].circuit == part)
            return true;
    return false;
}

/* Circuits first: a mechanism may take over their cylinders. */
static bool parts_open(const struct reader *r)
{
    const struct node *components = node_member(r->root, "components");
    for (int circuits = 1; circuits >= 0; circuits--)
        for (size_t i = 0; i < r->a->n_parts; i++)
            if (is_circuit(r->a, i) == (circuits == 1) && !part_open(r, node_item(components, i), i))
                return false;
    return true;
}

/* ---- cylinders, connections, inputs ---- */

static bool cylinders_read(const struct reader *r)
{
    const struct node *list = node_member(r->root, "cylinders");
    for (size_t i = 0; i < r->a->n_cylinders; i++) {
        const struct node *node = node_item(list, i);
        struct assembly_cylinder *c = &r->a->cylinders[i];
        if (!split(r, node_member(node, "actuator"), &c->mechanism, &c->actuator) ||
            !split(r, node_member(node, "cylinder"), &c->circuit, &c->cylinder))
            return false;
        if (c->mechanism == c->circuit)
            FAIL(r, node, "actuator and cylinder are both in \"%s\": a mechanism and a circuit expected",
                 r->a->parts[c->circuit].name);
    }
    return true;
}

/* Every input has one source. */
static bool link_add(const struct reader *r, const struct node *node, struct assembly_link link)
{
    struct assembly *a = r->a;
    if (!check_variable(r, node, link.from_part, link.from, is_output, "output") ||
        !check_variable(r, node, link.to_part, link.to, is_input, "input"))
        return false;
    for (size_t i = 0; i < a->n_links; i++)
        if (a->links[i].to_part == link.to_part && strcmp(a->links[i].to, link.to) == 0)
            FAIL(r, node, "%s.%s is connected already, to %s.%s", a->parts[link.to_part].name, link.to,
                 a->parts[a->links[i].from_part].name, a->links[i].from);
    a->links[a->n_links++] = link;
    return true;
}

/* What the mechanism calls a port of the actuator: its file may have names of its own. */
static const char *actuator_port(const struct reader *r, const struct assembly_cylinder *c, const char *port)
{
    const struct model_file *model = &r->a->parts[c->mechanism].model;
    const char *name = NULL;
    if (model->kind->grammar == &mechanism_grammar)
        name = mechanism_file_port(model->opened, c->actuator, port);
    return name ? name : KEEP("%s.%s", c->actuator, port);
}

static bool cylinder_link(const struct reader *r, const struct node *node, const struct assembly_cylinder *c)
{
    static const char *const to_circuit[] = {"length", "rate", "force_static", NULL},
                             *const by_force[] = {"force", NULL}, *const by_pressures[] = {"p1", "p2", NULL};
    const char *const *back = r->a->coupling == ASSEMBLY_PRESSURES ? by_pressures : by_force;
    for (int direction = 0; direction < 2; direction++)
        for (const char *const *port = direction ? back : to_circuit; *port; port++) {
            const char *actuator = actuator_port(r, c, *port), *cylinder = KEEP("%s.%s", c->cylinder, *port);
            if (!actuator || !cylinder)
                return no_memory(r);
            const struct assembly_link forth = {c->mechanism, c->circuit, actuator, cylinder},
                                       back_again = {c->circuit, c->mechanism, cylinder, actuator};
            if (!link_add(r, node, direction ? back_again : forth))
                return false;
        }
    return true;
}

static bool links_read(const struct reader *r)
{
    const struct node *cylinders = node_member(r->root, "cylinders"),
                      *connections = node_member(r->root, "connections"), *inputs = node_member(r->root, "inputs");
    for (size_t i = 0; i < r->a->n_cylinders; i++)
        if (!cylinder_link(r, node_item(cylinders, i), &r->a->cylinders[i]))
            return false;
    for (size_t i = 0; i < node_count(connections); i++) {
        const struct node *node = node_item(connections, i);
        struct assembly_link link;
        if (!split(r, node_member(node, "from"), &link.from_part, &link.from) ||
            !split(r, node_member(node, "to"), &link.to_part, &link.to) || !link_add(r, node, link))
            return false;
    }
    for (size_t i = 0; i < node_count(inputs); i++) {
        const struct node *node = node_item(inputs, i);
        struct assembly_input *input = &r->a->inputs[r->a->n_inputs++];
        input->name = node_name(node);
        if (!split(r, node_member(node, "to"), &input->part, &input->to) ||
            !check_variable(r, node, input->part, input->to, is_input, "input"))
            return false;
    }
    return true;
}

/* ---- the whole ---- */

static bool memory_taken(const struct reader *r)
{
    struct assembly *a = r->a;
    const struct node *components = node_member(r->root, "components");
    a->n_parts = node_count(components);
    a->n_cylinders = node_count(node_member(r->root, "cylinders"));
    const size_t n_links = 5 * a->n_cylinders + node_count(node_member(r->root, "connections"));
    a->parts = notation_keep(a->notation, (a->n_parts + 1) * sizeof *a->parts);
    a->cylinders = notation_keep(a->notation, (a->n_cylinders + 1) * sizeof *a->cylinders);
    a->links = notation_keep(a->notation, (n_links + 1) * sizeof *a->links);
    a->inputs = notation_keep(a->notation, (node_count(node_member(r->root, "inputs")) + 1) * sizeof *a->inputs);
    if (!a->parts || !a->cylinders || !a->links || !a->inputs) {
        a->n_parts = 0;
        return no_memory(r);
    }
    for (size_t i = 0; i < a->n_parts; i++) {
        a->parts[i].name = node_name(node_item(components, i));
        a->parts[i].file = node_text(node_member(node_item(components, i), "file"));
    }
    return true;
}

static bool document_read(struct reader *r)
{
    struct assembly *a = r->a;
    r->root = notation_root(a->notation);
    a->name = node_text(node_member(r->root, "name"));
    a->description = node_text(node_member(r->root, "description"));
    a->coupling = (enum assembly_coupling)node_word(r->root, "coupling");
    a->stop_time =
        notation_quantities(a->notation)[node_quantity(node_member(r->root, "experiment"), "stop_time")].value;
    return memory_taken(r) && cylinders_read(r) && parts_open(r) && links_read(r);
}

/* Changes that are none of a part's: those of the system's own document. */
static bool is_own_change(const char *text, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strncmp(text, names[i], strlen(names[i])) == 0 && text[strlen(names[i])] == '.')
            return false;
    return true;
}

static struct notation *own_document(const char *path, const char *const *changes, size_t n_changes,
                                     struct error *error)
{
    struct notation_error why = {""};
    struct notation *notation = NULL;
    size_t length = 0, n_own = 0;
    char *text = model_file_load(path, &length, error);
    if (!text)
        return NULL;
    notation = notation_read(text, length, path, &assembly_grammar, &why); /* for the parts' names */
    const char **own = calloc(n_changes + 1, sizeof *own), *names[64];
    const struct node *components = notation ? node_member(notation_root(notation), "components") : NULL;
    const size_t n = node_count(components) < 64 ? node_count(components) : 64;
    for (size_t i = 0; i < n; i++)
        names[i] = node_name(node_item(components, i));
    for (size_t i = 0; own && i < n_changes; i++)
        if (is_own_change(changes[i], names, n))
            own[n_own++] = changes[i];
    if (notation && n_own > 0) {
        char *changed = notation_change(text, length, path, own, n_own, &length, &why);
        notation_close(notation);
        notation = changed ? notation_read(changed, length, path, &assembly_grammar, &why) : NULL;
        free(changed);
    }
    if (!notation)
        error_raise(error, ERROR_DOCUMENT, why.text);
    free(own);
    free(text);
    return notation;
}

bool assembly_open(struct assembly *a, const char *path, const char *const *changes, size_t n_changes,
                   struct error *error)
{
    *a = (struct assembly){.notation = own_document(path, changes, n_changes, error)};
    if (!a->notation)
        return false;
    struct reader r = {.a = a, .path = path, .changes = changes, .n_changes = n_changes, .error = error};
    if (document_read(&r))
        return true;
    assembly_close(a);
    return false;
}

void assembly_close(struct assembly *a)
{
    for (size_t i = 0; i < a->n_parts; i++)
        model_file_close(&a->parts[i].model);
    notation_close(a->notation);
    *a = (struct assembly){0};
}
