#include "fmu_machine/machine_file.h"

#include "fmu_hydraulics/circuit/circuit_model.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "monolithic/composite.h"

#include <stdlib.h>
#include <string.h>

struct machine_part {
    enum machine_part_kind kind;
    struct mechanism_file *mechanism;
    struct circuit_model *circuit;
};

struct machine_file {
    struct notation *notation; /* owns names, and the lists below */
    struct machine_part *parts;
    size_t n_parts;
    struct composite *composite;
    struct model_type type; /* the coupled one, under the machine's name */
};

void machine_file_close(struct machine_file *f)
{
    if (!f)
        return;
    composite_close(f->composite);
    for (size_t i = 0; i < f->n_parts; i++) {
        mechanism_file_close(f->parts[i].mechanism);
        circuit_model_close(f->parts[i].circuit);
    }
    notation_close(f->notation);
    free(f);
}

static bool no_memory(const struct node *node, struct notation_error *error)
{
    return node_fail(node, error, "out of memory");
}

/* A part's own complaint, with its lines, behind the part's name. */
static bool part_open(struct machine_part *part, const struct node *node, const struct model_type **type,
                      struct notation_error *error)
{
    const char *text = node_text(node_member(node, "document")), *name = node_name(node);
    part->kind = (enum machine_part_kind)node_word(node, "kind");
    if (part->kind == MACHINE_MECHANISM) {
        part->mechanism = mechanism_file_read(text, strlen(text), name, error);
        *type = part->mechanism ? mechanism_file_type(part->mechanism) : NULL;
    } else {
        part->circuit = circuit_model_open(text, strlen(text), name, error);
        *type = part->circuit ? circuit_model_type(part->circuit) : NULL;
    }
    return *type != NULL;
}

static bool parts_open(struct machine_file *f, const struct node *root, struct composite_part *parts,
                       struct notation_error *error)
{
    const struct node *list = node_member(root, "parts");
    for (size_t i = 0; i < node_count(list); i++) {
        parts[i].name = node_name(node_item(list, i));
        f->n_parts = i + 1;
        if (!part_open(&f->parts[i], node_item(list, i), &parts[i].type, error))
            return false;
    }
    return f->n_parts > 0 || node_fail(root, error, "a machine needs parts");
}

static bool couple(struct machine_file *f, const struct node *root, const struct composite_part *parts,
                   struct notation_error *error)
{
    const struct node *links = node_member(root, "connections"), *names = node_member(root, "names");
    const size_t n_links = node_count(links), n_names = node_count(names);
    struct composite_connection *connections = notation_keep(f->notation, (n_links + 1) * sizeof *connections);
    struct composite_name *called = notation_keep(f->notation, (n_names + 1) * sizeof *called);
    struct model_report report = {""};
    if (!connections || !called)
        return no_memory(root, error);
    for (size_t i = 0; i < n_links; i++)
        connections[i] = (struct composite_connection){node_text(node_member(node_item(links, i), "from")),
                                                       node_text(node_member(node_item(links, i), "to"))};
    for (size_t i = 0; i < n_names; i++)
        called[i] =
            (struct composite_name){node_text(node_member(node_item(names, i), "of")), node_name(node_item(names, i))};
    f->composite =
        composite_open(node_text(node_member(root, "name")), parts, f->n_parts, connections, n_links, &report);
    if (!f->composite || !composite_declare(f->composite, called, n_names, &report))
        return node_fail(root, error, "%s", report.text);
    f->type = *composite_type(f->composite);
    f->type.description = node_text(node_member(root, "description"));
    return true;
}

static bool machine_make(struct machine_file *f, struct notation_error *error)
{
    const struct node *root = notation_root(f->notation), *name = node_member(root, "name");
    const size_t n = node_count(node_member(root, "parts"));
    struct composite_part *parts = notation_keep(f->notation, (n + 1) * sizeof *parts);
    f->parts = notation_keep(f->notation, (n + 1) * sizeof *f->parts);
    if (!parts || !f->parts)
        return no_memory(root, error);
    if (!notation_is_identifier(node_text(name)) || strlen(node_text(name)) > 60)
        return node_fail(name, error, "\"%s\" is no name: letters, digits and _, at most 60", node_text(name));
    return parts_open(f, root, parts, error) && couple(f, root, parts, error);
}

struct machine_file *machine_file_read(const char *text, size_t length, const char *file, struct notation_error *error)
{
    struct machine_file *f = calloc(1, sizeof *f);
    if (!f) {
        strcpy(error->text, "out of memory");
        return NULL;
    }
    f->notation = notation_read(text, length, file, &machine_grammar, error);
    if (f->notation && machine_make(f, error))
        return f;
    machine_file_close(f);
    return NULL;
}

const struct model_type *machine_file_type(const struct machine_file *f)
{
    return &f->type;
}

size_t machine_file_n_parts(const struct machine_file *f)
{
    return f->n_parts;
}

const struct mechanism_file *machine_file_mechanism(const struct machine_file *f, size_t part)
{
    return f->parts[part].mechanism;
}

const struct circuit_model *machine_file_circuit(const struct machine_file *f, size_t part)
{
    return f->parts[part].circuit;
}
