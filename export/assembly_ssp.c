/* A system as an .ssp: its FMUs, made of their files, and the SSP 1.0 description of what is connected to what. */
#include "export/assembly_variable.h"
#include "export/exporter.h"
#include "export/export_messages.h"
#include "master/base/arena.h"
#include "master/files/package.h"
#include "master/files/ssd.h"
#include "master/files/wiring.h"

#include <stdlib.h>
#include <string.h>

/* What the description is made of, until it is written. */
struct drawing_up {
    const struct assembly *assembly;
    struct arena arena;
    struct ssd ssd;
    struct fmi_unit *units;
};

static bool is_connector(const struct model_variable *v)
{
    return v->role == MODEL_INPUT || v->is_output;
}

/* A unit of a variable, unless the name means something here already. */
static bool use_unit(struct drawing_up *u, const struct assembly_variable *v)
{
    if (!v->has_unit)
        return true;
    for (size_t i = 0; i < u->ssd.n_units; i++)
        if (strcmp(u->units[i].name, v->unit.name) == 0)
            return true;
    struct fmi_unit *list = arena_grow(&u->arena, u->units, u->ssd.n_units, sizeof *list);
    if (!list)
        return false;
    u->units = list;
    list[u->ssd.n_units++] = v->unit;
    return true;
}

static struct ssd_connector connector(const struct assembly_variable *v, const char *name)
{
    return (struct ssd_connector){.name = name,
                                  .description = v->description,
                                  .kind = v->causality,
                                  .type = v->type,
                                  .unit = v->has_unit ? v->unit.name : NULL};
}

/* In the archive. */
static const char *file_name(const struct assembly_part *part)
{
    return part->fmu ? part->name : part->model.type->name;
}

static const char *source(struct drawing_up *u, const struct assembly_part *part)
{
    return arena_join(&u->arena, "resources/", file_name(part), ".fmu");
}

/* The name of the part's i-th variable, where it can be connected. Enumerations are left to the FMU: what they mean is in its own
 * description. */
static const char *connector_name(const struct assembly_part *part, size_t i)
{
    if (!part->fmu)
        return is_connector(&part->model.type->variables[i]) ? part->model.type->variables[i].name : NULL;
    const struct fmi_variable *v = &fmu_description(part->fmu)->variables[i];
    const bool can = (v->causality == FMI_INPUT || v->causality == FMI_OUTPUT) && v->type != FMI_ENUMERATION;
    return can ? v->name : NULL;
}

static bool draw_part(struct drawing_up *u, const struct assembly_part *part, struct ssd_component *component)
{
    const struct description *d = part->fmu ? fmu_description(part->fmu) : NULL;
    const size_t n_variables = d ? d->n_variables : part->model.type->n_variables;
    struct ssd_connector *list = ARENA_TAKE(&u->arena, n_variables, struct ssd_connector);
    size_t n = 0;
    for (size_t i = 0; list && i < n_variables; i++) {
        const char *name = connector_name(part, i);
        if (!name)
            continue;
        const struct assembly_variable v = assembly_variable(part, name);
        list[n++] = connector(&v, name);
        if (!use_unit(u, &v))
            return false;
    }
    *component = (struct ssd_component){
        part->name, source(u, part), d ? d->description : part->model.type->description, SSD_FMU, list, n};
    return list && component->source;
}

static bool draw_parts(struct drawing_up *u)
{
    const struct assembly *a = u->assembly;
    struct ssd_component *components = ARENA_TAKE(&u->arena, a->n_parts, struct ssd_component);
    for (size_t p = 0; components && p < a->n_parts; p++)
        if (!draw_part(u, &a->parts[p], &components[p]))
            return false;
    u->ssd.components = components;
    u->ssd.n_components = a->n_parts;
    return components != NULL;
}

static struct ssd_connector outer_connector(const struct assembly_part *part, const char *variable, const char *name)
{
    const struct assembly_variable v = assembly_variable(part, variable);
    return connector(&v, name);
}

static bool draw_connections(struct drawing_up *u)
{
    const struct assembly *a = u->assembly;
    struct ssd_connection *list = ARENA_TAKE(&u->arena, a->n_links + a->n_inputs + a->n_outputs, struct ssd_connection);
    struct ssd_connector *connectors = ARENA_TAKE(&u->arena, a->n_inputs + a->n_outputs, struct ssd_connector);
    if (!list || !connectors)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < a->n_links; i++) {
        const struct assembly_link *link = &a->links[i];
        list[n++] =
            (struct ssd_connection){a->parts[link->from_part].name, link->from, a->parts[link->to_part].name, link->to};
    }
    for (size_t i = 0; i < a->n_inputs; i++) {
        const struct assembly_input *input = &a->inputs[i];
        connectors[i] = outer_connector(&a->parts[input->part], input->to, input->name);
        list[n++] = (struct ssd_connection){NULL, input->name, a->parts[input->part].name, input->to};
    }
    for (size_t i = 0; i < a->n_outputs; i++) {
        const struct assembly_output *output = &a->outputs[i];
        connectors[a->n_inputs + i] = outer_connector(&a->parts[output->part], output->from, output->name);
        list[n++] = (struct ssd_connection){a->parts[output->part].name, output->from, NULL, output->name};
    }
    u->ssd.connections = list;
    u->ssd.n_connections = n;
    u->ssd.connectors = connectors;
    u->ssd.n_connectors = a->n_inputs + a->n_outputs;
    return true;
}

/* The name of the output that feeds an input of this part; NULL: none does. */
static const char *fed_by(const struct assembly *a, size_t from, size_t to, const char *input)
{
    for (size_t i = 0; i < a->n_links; i++)
        if (a->links[i].from_part == from && a->links[i].to_part == to && strcmp(a->links[i].to, input) == 0)
            return a->links[i].from;
    return NULL;
}

static char *dotted(struct drawing_up *u, const char *part, const char *name, const char *rest)
{
    char *whole = arena_join(&u->arena, part, ".", name);
    return whole ? arena_join(&u->arena, whole, ".", rest) : NULL;
}

/* The cylinder's name and, where circuits have cylinders of the same name, the circuit's before it. */
static const char *power_port_name(struct drawing_up *u, const struct assembly_cylinder *c)
{
    const struct assembly *a = u->assembly;
    for (size_t i = 0; i < a->n_cylinders; i++)
        if (&a->cylinders[i] != c && strcmp(a->cylinders[i].cylinder, c->cylinder) == 0)
            return arena_join(&u->arena, a->parts[c->circuit].name, ".", c->cylinder);
    return c->cylinder;
}

/* Work that the circuit delivers and work that the mechanism receives can be compared: that of the force or, where the mechanism
 * takes pressures, that of the pressures. */
static bool draw_power_ports(struct drawing_up *u)
{
    const struct assembly *a = u->assembly;
    const bool by_force = a->coupling == ASSEMBLY_FORCE;
    struct ssd_power_port *ports = ARENA_TAKE(&u->arena, a->n_cylinders, struct ssd_power_port);
    for (size_t i = 0; ports && i < a->n_cylinders; i++) {
        const struct assembly_cylinder *c = &a->cylinders[i];
        const char *circuit = a->parts[c->circuit].name, *mechanism = a->parts[c->mechanism].name;
        const char *input = arena_join(&u->arena, c->cylinder, ".", "rate");
        const char *rate = input ? fed_by(a, c->mechanism, c->circuit, input) : NULL;
        if (!rate)
            return false;
        ports[i] = (struct ssd_power_port){
            .name = power_port_name(u, c),
            .effort = dotted(u, circuit, c->cylinder, by_force ? "force" : "p1"),
            .flow = arena_join(&u->arena, mechanism, ".", rate),
            .work_delivered = dotted(u, circuit, c->cylinder, "work"),
            .work_received = dotted(u, mechanism, c->actuator, by_force ? "work" : "pressure_work"),
        };
        if (!ports[i].name || !ports[i].effort || !ports[i].flow || !ports[i].work_delivered || !ports[i].work_received)
            return false;
    }
    u->ssd.power_ports = ports;
    u->ssd.n_power_ports = a->n_cylinders;
    return ports != NULL;
}

/* The step size that the FMUs ask for: the smallest. */
static double step_size(const struct assembly *a)
{
    double smallest = 0;
    for (size_t i = 0; i < a->n_parts; i++) {
        const struct assembly_part *part = &a->parts[i];
        const double step =
            part->fmu ? fmu_description(part->fmu)->experiment.step_size : part->model.type->experiment.step_size;
        if (step > 0 && (smallest == 0 || step < smallest))
            smallest = step;
    }
    return smallest > 0 ? smallest : a->stop_time / 500;
}

static char *system_text(struct drawing_up *u, size_t *size)
{
    const struct assembly *a = u->assembly;
    u->ssd = (struct ssd){
        .name = a->name, .description = a->description, .stop_time = a->stop_time, .step_size = step_size(a)};
    if (!draw_parts(u) || !draw_connections(u) || !draw_power_ports(u))
        return NULL;
    u->ssd.units = u->units;
    return ssd_text(&u->ssd, size);
}

/* Two parts of the same document share one FMU only if their documents are equal; names tell them apart. */
static bool names_differ(const struct assembly *a, struct error *error)
{
    for (size_t i = 0; i < a->n_parts; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(file_name(&a->parts[i]), file_name(&a->parts[k])) == 0)
                return error_raise(error, ERROR_EXPORT_SAME_NAME, a->name, a->parts[k].name, a->parts[i].name,
                                   file_name(&a->parts[i]));
    return true;
}

bool assembly_write_ssp(const struct assembly *a, const char *platform, const char *path, struct error *error)
{
    if (!names_differ(a, error))
        return false;
    struct drawing_up u = {.assembly = a};
    size_t size = 0, n = 0;
    char *text = system_text(&u, &size);
    struct package_bytes *fmus = calloc(a->n_parts + 1, sizeof *fmus);
    struct package_entry *entries = calloc(a->n_parts + 1, sizeof *entries);
    bool good = text && fmus && entries;
    if (!good)
        error_raise(error, ERROR_NO_MEMORY, "writing a system");
    else
        entries[n++] = (struct package_entry){.name = "SystemStructure.ssd", .bytes = text, .size = size};
    for (size_t i = 0; i < a->n_parts && good; i++) {
        if (a->parts[i].fmu && !platform) /* nobody has named another machine */
            wiring_warn_elsewhere(a->parts[i].fmu);
        good = a->parts[i].fmu ? package_load(&fmus[i], a->parts[i].path, error)
                               : exporter_make_fmu(&a->parts[i].model, platform, &fmus[i], error);
        entries[n++] =
            (struct package_entry){.name = u.ssd.components[i].source, .bytes = fmus[i].bytes, .size = fmus[i].size};
    }
    good = good && package_write(path, entries, n, error);
    for (size_t i = 0; fmus && i < a->n_parts; i++)
        free(fmus[i].bytes);
    free(entries);
    free(fmus);
    free(text);
    arena_free(&u.arena);
    return good;
}
