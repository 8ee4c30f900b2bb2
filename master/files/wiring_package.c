/* A package of a system as a component: its connectors, described as an FMU's variables are. */
#include "master/files/wiring.h"

/* What a connector has of the variable behind it. Where it is converted on its way, its unit is another one, which stays unsaid. */
static void take_unit(struct description *d, struct fmi_variable *v, const struct system *s,
                      const struct system_connector *c)
{
    if (c->n_ports == 0)
        return;
    const struct description *behind = fmu_description(s->components[c->ports[0].component].fmu);
    const struct fmi_variable *port = system_variable(s, c->ports[0]);
    const struct transformation *t = &c->transformations[0];
    v->description = port->description;
    if (v->type == FMI_REAL && port->type == FMI_REAL && port->unit != NO_INDEX && t->factor == 1 && t->offset == 0) {
        v->unit = (int)d->n_units;
        v->relative_quantity = port->relative_quantity;
        d->units[d->n_units++] = behind->units[port->unit];
    }
    if (v->type == FMI_ENUMERATION && port->enumeration != NO_INDEX && !t->map) {
        v->enumeration = (int)d->n_enumerations;
        d->enumerations[d->n_enumerations++] = behind->enumerations[port->enumeration];
    }
}

static void add_connectors(struct description *d, const struct system *s, const struct system_connector *list, size_t n,
                           enum fmi_causality causality)
{
    for (size_t i = 0; i < n; i++) {
        struct fmi_variable *v = &d->variables[d->n_variables++];
        *v = (struct fmi_variable){.name = list[i].name,
                                   .type = list[i].type,
                                   .causality = causality,
                                   .unit = NO_INDEX,
                                   .enumeration = NO_INDEX,
                                   .derivative_of = NO_INDEX};
        take_unit(d, v, s, &list[i]);
    }
}

bool wiring_open_package(struct wiring *w, struct wired_fmu *f, struct error *error)
{
    struct system_options options = system_options_default();
    options.binaries_needed = false;
    options.no_probes = true;
    f->package = system_open(f->path, &options, error);
    if (!f->package)
        return false;
    const struct system *s = f->package;
    const size_t n = s->n_inputs + s->n_outputs + s->n_parameters + 1;
    struct description *d = f->connectors = ARENA_TAKE(&w->arena, 1, struct description);
    if (d) {
        d->variables = ARENA_TAKE(&w->arena, n, struct fmi_variable);
        d->units = ARENA_TAKE(&w->arena, n, struct fmi_unit);
        d->enumerations = ARENA_TAKE(&w->arena, n, struct fmi_enumeration);
    }
    if (!d || !d->variables || !d->units || !d->enumerations) {
        system_close(f->package);
        return wiring_no_memory(error);
    }
    d->experiment = s->experiment;
    add_connectors(d, s, s->inputs, s->n_inputs, FMI_INPUT);
    add_connectors(d, s, s->outputs, s->n_outputs, FMI_OUTPUT);
    add_connectors(d, s, s->parameters, s->n_parameters, FMI_PARAMETER);
    return true;
}
