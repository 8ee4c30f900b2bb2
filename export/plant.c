#include "export/plant.h"
#include "export/export_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void plant_close(struct plant *p)
{
    for (size_t i = 0; i < p->n_names; i++)
        free(p->names[i]);
    free(p->names);
    free(p->parts);
    free(p->connections);
    assembly_close(&p->assembly);
    *p = (struct plant){0};
}

static const char *keep(struct plant *p, const char *part, const char *variable)
{
    char *text = NULL;
    if (asprintf(&text, "%s.%s", part, variable) < 0)
        return NULL;
    return p->names[p->n_names++] = text;
}

static bool plant_make(struct plant *p, const char *path, struct error *error)
{
    const struct assembly *a = &p->assembly;
    if (!assembly_has_equations(a, error))
        return false;
    p->parts = calloc(a->n_parts + 1, sizeof *p->parts);
    p->connections = calloc(a->n_links + 1, sizeof *p->connections);
    p->names = calloc(2 * a->n_links + 1, sizeof *p->names);
    if (!p->parts || !p->connections || !p->names)
        return error_raise(error, ERROR_NO_MEMORY, "coupling models");
    size_t n_mechanisms = 0, next = 1;
    for (size_t i = 0; i < a->n_parts; i++) {
        const struct model_file *model = &a->parts[i].model;
        const bool is_mechanism = model->kind->grammar == &mechanism_grammar;
        if (is_mechanism)
            p->system.mechanism = model->opened;
        n_mechanisms += is_mechanism;
        if (n_mechanisms <= 1)
            p->parts[is_mechanism ? 0 : next++] = (struct composite_part){a->parts[i].name, model->type};
    }
    if (n_mechanisms != 1)
        return error_raise(error, ERROR_MONOLITHIC_MECHANISM, path, TEXT("%zu", n_mechanisms));
    for (size_t i = 0; i < a->n_links; i++) {
        const struct assembly_link *link = &a->links[i];
        p->connections[i].from = keep(p, a->parts[link->from_part].name, link->from);
        p->connections[i].to = keep(p, a->parts[link->to_part].name, link->to);
        if (!p->connections[i].from || !p->connections[i].to)
            return error_raise(error, ERROR_NO_MEMORY, "coupling models");
    }
    p->system.name = a->name;
    p->system.parts = p->parts;
    p->system.n_parts = a->n_parts;
    p->system.connections = p->connections;
    p->system.n_connections = a->n_links;
    return true;
}

bool plant_open(struct plant *p, const char *path, const char *const *changes, size_t n_changes, struct error *error)
{
    *p = (struct plant){0};
    if (!assembly_open(&p->assembly, path, changes, n_changes, error))
        return false;
    if (plant_make(p, path, error))
        return true;
    plant_close(p);
    return false;
}
