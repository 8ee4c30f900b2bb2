/* Reading a system document: its own members, with changes; the parts and their connections in files of their own. */
#include "export/assembly_impl.h"
#include "export/export_messages.h"

#include <stdlib.h>
#include <string.h>

bool assembly_wrong(const struct assembly_reader *r, const struct notation_error *why)
{
    return error_raise(r->error, ERROR_DOCUMENT, why->text);
}

bool assembly_no_memory(const struct assembly_reader *r)
{
    return error_raise(r->error, ERROR_NO_MEMORY, "reading a system");
}

static bool memory_taken(const struct assembly_reader *r)
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
    a->outputs = notation_keep(a->notation, (node_count(node_member(r->root, "outputs")) + 1) * sizeof *a->outputs);
    if (!a->parts || !a->cylinders || !a->links || !a->inputs || !a->outputs) {
        a->n_parts = 0;
        return assembly_no_memory(r);
    }
    for (size_t i = 0; i < a->n_parts; i++) {
        a->parts[i].name = node_name(node_item(components, i));
        a->parts[i].file = node_text(node_member(node_item(components, i), "file"));
    }
    return true;
}

static bool document_read(struct assembly_reader *r)
{
    struct assembly *a = r->a;
    r->root = notation_root(a->notation);
    a->path = KEEP("%s", r->path);
    a->name = node_text(node_member(r->root, "name"));
    a->description = node_text(node_member(r->root, "description"));
    a->coupling = (enum assembly_coupling)node_word(r->root, "coupling");
    a->stop_time =
        notation_quantities(a->notation)[node_quantity(node_member(r->root, "experiment"), "stop_time")].value;
    return (a->path || assembly_no_memory(r)) && memory_taken(r) && assembly_read_cylinders(r) &&
           assembly_read_parts(r) && assembly_read_links(r);
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
    struct assembly_reader r = {.a = a, .path = path, .changes = changes, .n_changes = n_changes, .error = error};
    if (document_read(&r))
        return true;
    assembly_close(a);
    return false;
}

void assembly_close(struct assembly *a)
{
    for (size_t i = 0; i < a->n_parts; i++) {
        model_file_close(&a->parts[i].model);
        fmu_close(a->parts[i].fmu);
    }
    notation_close(a->notation);
    *a = (struct assembly){0};
}
