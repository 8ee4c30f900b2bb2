/* The parts of a system: their files, what is changed in them, who carries the cylinders. */
#include "export/assembly_impl.h"

#include "export/assembly_piston.h"
#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "fmu_multibody/mechanism/mechanism_grammar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* The two ends of a cylinder: entries of a map in a part's document. */
struct end {
    const struct grammar *grammar;
    const char *kind, *map, *member;
};
static const struct end actuator_end = {&mechanism_grammar, "mechanism", "actuators", "actuator"},
                        cylinder_end = {&circuit_grammar, "circuit", "cylinders", "cylinder"};

static bool check_end(const struct assembly_reader *r, const struct end *end, const struct node *cylinder,
                      const struct assembly_part *p, const char *name, const struct notation *document,
                      const struct kind *kind)
{
    const struct node *place = node_member(cylinder, end->member);
    if (kind->grammar != end->grammar)
        FAIL(r, place, "%s (%s) is a %s: a %s expected", p->name, p->file, kind->name, end->kind);
    const struct node *entries = node_member(notation_root(document), end->map);
    const char *names[64];
    size_t n = 0;
    for (size_t i = 0; i < node_count(entries); i++) {
        if (strcmp(node_name(node_item(entries, i)), name) == 0)
            return true;
        if (n < sizeof names / sizeof *names)
            names[n++] = node_name(node_item(entries, i));
    }
    const char *nearest = error_nearest(name, names, n);
    FAIL(r, place, "%s (%s) has no %s \"%s\"%s%s%s", p->name, p->file, end->member, name,
         nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

/* The cylinders' ends in a part, before the coupling changes anything there: what is wrong is said of the system's document. */
static bool check_ends(const struct assembly_reader *r, size_t part, const struct notation *document,
                       const struct kind *kind)
{
    const struct node *list = node_member(r->root, "cylinders");
    const struct assembly_part *p = &r->a->parts[part];
    for (size_t i = 0; i < r->a->n_cylinders; i++) {
        const struct assembly_cylinder *c = &r->a->cylinders[i];
        const struct node *node = node_item(list, i);
        if ((c->mechanism == part && !check_end(r, &actuator_end, node, p, c->actuator, document, kind)) ||
            (c->circuit == part && !check_end(r, &cylinder_end, node, p, c->cylinder, document, kind)))
            return false;
    }
    return true;
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
            good = good && piston && change(list, KEEP("actuators.%s.piston=%s", c->actuator, piston));
            free(piston);
        }
        if (!good)
            return assembly_no_memory(r);
    }
    return true;
}

static bool set_experiment(const struct assembly_reader *r, struct changes *list)
{
    const struct node *experiment = node_member(r->root, "experiment");
    const struct quantity *quantities = notation_quantities(r->a->notation);
    const size_t step = node_quantity(experiment, "step_size"), stop = node_quantity(experiment, "stop_time");
    return (change(list, KEEP("experiment.stop_time=%.17g", quantities[stop].value)) &&
            (step == NODE_NONE || change(list, KEEP("experiment.step_size=%.17g", quantities[step].value)))) ||
           assembly_no_memory(r);
}

/* What the system's document and the command line change in a part. */
static bool change_as_asked(const struct assembly_reader *r, const struct node *node, size_t part, struct changes *list)
{
    const struct node *texts = node_member(node, "changes");
    const char *name = r->a->parts[part].name;
    bool good = true;
    for (size_t i = 0; i < node_count(texts) && good; i++)
        good = change(list, node_text(node_item(texts, i)));
    for (size_t i = 0; i < r->n_changes && good; i++)
        if (strncmp(r->changes[i], name, strlen(name)) == 0 && r->changes[i][strlen(name)] == '.')
            good = change(list, r->changes[i] + strlen(name) + 1);
    return good || assembly_no_memory(r);
}

static bool check_part(const struct assembly_reader *r, const struct node *node, size_t part, const char *path)
{
    struct changes list = {0};
    const struct kind *kind = NULL;
    struct notation *document =
        change_as_asked(r, node, part, &list) ? model_file_read(path, list.items, list.n, &kind, r->error) : NULL;
    const bool good = document && check_ends(r, part, document, kind);
    notation_close(document);
    free(list.items);
    return good;
}

static bool check_circle(const struct assembly_reader *r, const struct node *node, const char *path)
{
    struct stat own, other;
    if (stat(r->path, &own) == 0 && stat(path, &other) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino)
        FAIL(r, node, "the system contains itself");
    return true;
}

static bool part_open(const struct assembly_reader *r, const struct node *node, size_t part)
{
    struct assembly_part *p = &r->a->parts[part];
    struct changes list = {0};
    char *path = model_file_beside(r->path, p->file);
    bool good = path ? check_circle(r, node, path) && assembly_read_fmu(r, node, part, path) : assembly_no_memory(r);
    good = good && (p->fmu || (check_part(r, node, part, path) && set_experiment(r, &list) && couple(r, part, &list) &&
                               change_as_asked(r, node, part, &list) &&
                               model_file_open(&p->model, path, list.items, list.n, r->error)));
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
