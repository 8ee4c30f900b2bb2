/* The parts of a system: their files, what is changed in them, who carries the cylinders. */
#include "export/assembly_impl.h"

#include "export/assembly_piston.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* What the cylinders' coupling means for a part. */
static bool couple(const struct assembly_reader *r, size_t part, struct changes *list)
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
            return assembly_no_memory(r);
    }
    return true;
}

/* The default experiment, the coupling, the changes of the document and those of the command line. */
static bool collect_changes(const struct assembly_reader *r, const struct node *node, size_t part, struct changes *list)
{
    const struct node *texts = node_member(node, "changes"), *experiment = node_member(r->root, "experiment");
    const struct quantity *quantities = notation_quantities(r->a->notation);
    const size_t step = node_quantity(experiment, "step_size"), stop = node_quantity(experiment, "stop_time");
    const char *name = r->a->parts[part].name;
    bool good = change(list, KEEP("experiment.stop_time=%.17g", quantities[stop].value)) &&
                (step == NODE_NONE || change(list, KEEP("experiment.step_size=%.17g", quantities[step].value)));
    if (!good)
        return assembly_no_memory(r);
    if (!couple(r, part, list))
        return false;
    for (size_t i = 0; i < node_count(texts) && good; i++)
        good = change(list, node_text(node_item(texts, i)));
    for (size_t i = 0; i < r->n_changes && good; i++)
        if (strncmp(r->changes[i], name, strlen(name)) == 0 && r->changes[i][strlen(name)] == '.')
            good = change(list, r->changes[i] + strlen(name) + 1);
    return good || assembly_no_memory(r);
}

static bool part_open(const struct assembly_reader *r, const struct node *node, size_t part)
{
    struct assembly_part *p = &r->a->parts[part];
    struct changes list = {0};
    char *path = beside(r->path, p->file);
    if (!path)
        assembly_no_memory(r);
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
bool assembly_read_parts(const struct assembly_reader *r)
{
    const struct node *components = node_member(r->root, "components");
    for (int circuits = 1; circuits >= 0; circuits--)
        for (size_t i = 0; i < r->a->n_parts; i++)
            if (is_circuit(r->a, i) == (circuits == 1) && !part_open(r, node_item(components, i), i))
                return false;
    return true;
}
