/* A wiring as an .ssp, and in words. */
#include "master/files/wiring.h"

#include "master/base/printable.h"
#include "master/files/package.h"
#include "master/files/ssd.h"
#include "master/system/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_connected(const struct wiring *w, size_t fmu, const struct fmi_variable *v)
{
    for (size_t i = 0; i < w->n_wires; i++)
        if ((w->wires[i].from.fmu == fmu && w->wires[i].from.variable == v) ||
            (w->wires[i].to.fmu == fmu && w->wires[i].to.variable == v))
            return true;
    for (size_t i = 0; i < w->n_inputs + w->n_outputs; i++) {
        const struct wire_end end = i < w->n_inputs ? w->inputs[i].end : w->outputs[i - w->n_inputs].end;
        if (end.fmu == fmu && end.variable == v)
            return true;
    }
    return false;
}

/* Inputs and outputs are connectors, and parameters that are connected. */
static bool is_connector(const struct wiring *w, size_t fmu, const struct fmi_variable *v)
{
    return v->causality == FMI_INPUT || v->causality == FMI_OUTPUT || is_connected(w, fmu, v);
}

/* ---- units and enumerations ---- */

struct drawing_up {
    struct wiring *wiring;
    struct ssd ssd;
    struct fmi_unit *units;
    struct fmi_enumeration *enumerations;
};

static bool is_same_unit(const struct fmi_unit *a, const struct fmi_unit *b)
{
    return a->has_base == b->has_base && a->rad == b->rad && unit_relate(a, b) == UNITS_SAME;
}

/* The unit's name, which means the same in the whole file; NULL where another FMU means something else by it: then the FMU's own
 * definition counts, as it does for every variable. */
static const char *use_unit(struct drawing_up *u, const struct fmi_unit *unit)
{
    for (size_t i = 0; i < u->ssd.n_units; i++)
        if (strcmp(u->units[i].name, unit->name) == 0)
            return is_same_unit(&u->units[i], unit) ? unit->name : NULL;
    struct fmi_unit *list = arena_grow(&u->wiring->arena, u->units, u->ssd.n_units, sizeof *list);
    if (!list)
        return NULL;
    u->units = list;
    list[u->ssd.n_units++] = *unit;
    return unit->name;
}

/* "A.gear": enumerations of two FMUs may have the same name. */
static const char *use_enumeration(struct drawing_up *u, size_t fmu, const struct fmi_enumeration *enumeration)
{
    char *name = arena_join(&u->wiring->arena, u->wiring->fmus[fmu].name, ".", enumeration->name);
    for (size_t i = 0; name && i < u->ssd.n_enumerations; i++)
        if (strcmp(u->enumerations[i].name, name) == 0)
            return name;
    struct fmi_enumeration *list =
        name ? arena_grow(&u->wiring->arena, u->enumerations, u->ssd.n_enumerations, sizeof *list) : NULL;
    if (!list)
        return NULL;
    u->enumerations = list;
    list[u->ssd.n_enumerations] = *enumeration;
    list[u->ssd.n_enumerations++].name = name;
    return name;
}

/* ---- the description ---- */

static struct ssd_connector connector(struct drawing_up *u, struct wire_end end, const char *name)
{
    const struct description *d = wiring_description(u->wiring, end.fmu);
    const struct fmi_unit *unit = wiring_unit(u->wiring, end);
    const struct fmi_variable *v = end.variable;
    return (struct ssd_connector){
        .name = name,
        .description = v->description,
        .kind = v->causality,
        .type = v->type,
        .unit = unit ? use_unit(u, unit) : NULL,
        .enumeration =
            v->enumeration == NO_INDEX ? NULL : use_enumeration(u, end.fmu, &d->enumerations[v->enumeration]),
    };
}

static bool draw_components(struct drawing_up *u)
{
    struct wiring *w = u->wiring;
    struct ssd_component *components = arena_get(&w->arena, (w->n_fmus + 1) * sizeof *components);
    if (!components)
        return false;
    for (size_t f = 0; f < w->n_fmus; f++) {
        const struct description *d = wiring_description(w, f);
        struct ssd_connector *list = arena_get(&w->arena, (d->n_variables + 1) * sizeof *list);
        if (!list)
            return false;
        size_t n = 0;
        for (size_t i = 0; i < d->n_variables; i++)
            if (is_connector(w, f, &d->variables[i]))
                list[n++] = connector(u, (struct wire_end){f, &d->variables[i]}, d->variables[i].name);
        components[f] = (struct ssd_component){
            w->fmus[f].name, w->fmus[f].source, d->description, w->fmus[f].package ? SSD_PACKAGE : SSD_FMU, list, n};
    }
    u->ssd.components = components;
    u->ssd.n_components = w->n_fmus;
    return true;
}

static bool draw_outside(struct drawing_up *u)
{
    struct wiring *w = u->wiring;
    const size_t room = w->n_wires + w->n_inputs + w->n_outputs + 1;
    struct ssd_connector *connectors = arena_get(&w->arena, room * sizeof *connectors);
    struct ssd_connection *connections = arena_get(&w->arena, room * sizeof *connections);
    if (!connectors || !connections)
        return false;
    size_t n = 0, n_connectors = 0;
    for (size_t i = 0; i < w->n_wires; i++)
        connections[n++] = (struct ssd_connection){w->fmus[w->wires[i].from.fmu].name, w->wires[i].from.variable->name,
                                                   w->fmus[w->wires[i].to.fmu].name, w->wires[i].to.variable->name};
    for (size_t i = 0; i < w->n_inputs; i++) {
        const struct wire_outside *o = &w->inputs[i];
        bool is_first = true;
        for (size_t k = 0; k < i; k++)
            is_first = is_first && strcmp(w->inputs[k].name, o->name) != 0;
        if (is_first)
            connectors[n_connectors++] = connector(u, o->end, o->name);
        connections[n++] = (struct ssd_connection){NULL, o->name, w->fmus[o->end.fmu].name, o->end.variable->name};
    }
    for (size_t i = 0; i < w->n_outputs; i++) {
        const struct wire_outside *o = &w->outputs[i];
        connectors[n_connectors++] = connector(u, o->end, o->name);
        connections[n++] = (struct ssd_connection){w->fmus[o->end.fmu].name, o->end.variable->name, NULL, o->name};
    }
    u->ssd.connectors = connectors;
    u->ssd.n_connectors = n_connectors;
    u->ssd.connections = connections;
    u->ssd.n_connections = n;
    return true;
}

/* From the earliest start to the latest stop that an FMU asks for; the smallest step, else a 500th. */
static void choose_times(struct drawing_up *u)
{
    struct ssd *s = &u->ssd;
    bool has_start = false, has_stop = false;
    s->stop_time = 1;
    s->step_size = INFINITY;
    for (size_t f = 0; f < u->wiring->n_fmus; f++) {
        const struct fmi_experiment *e = &wiring_description(u->wiring, f)->experiment;
        if (e->has_start_time && (!has_start || e->start_time < s->start_time)) {
            s->start_time = e->start_time;
            has_start = true;
        }
        if (e->has_stop_time && (!has_stop || e->stop_time > s->stop_time)) {
            s->stop_time = e->stop_time;
            has_stop = true;
        }
        if (e->has_step_size && e->step_size > 0 && e->step_size < s->step_size)
            s->step_size = e->step_size;
    }
    if (!(s->stop_time > s->start_time))
        s->stop_time = s->start_time + 1;
    if (isinf(s->step_size))
        s->step_size = (s->stop_time - s->start_time) / 500;
}

/* "drive" of "systems/drive.ssp" */
static char *system_name(struct wiring *w, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return arena_copy(&w->arena, name, strlen(name) > 4 ? strlen(name) - 4 : strlen(name));
}

bool wiring_write(struct wiring *w, const char *path, struct error *error)
{
    struct drawing_up u = {.wiring = w, .ssd = {.name = system_name(w, path)}};
    struct package_entry *entries = arena_get(&w->arena, (w->n_fmus + 1) * sizeof *entries);
    struct package_bytes *fmus = arena_get(&w->arena, (w->n_fmus + 1) * sizeof *fmus);
    if (!u.ssd.name || !entries || !fmus || !draw_components(&u) || !draw_outside(&u))
        return wiring_no_memory(error);
    choose_times(&u);
    u.ssd.units = u.units;
    u.ssd.enumerations = u.enumerations;
    size_t n = 1;
    char *text = ssd_text(&u.ssd, &entries[0].size);
    bool good = text || wiring_no_memory(error);
    entries[0].name = "SystemStructure.ssd";
    entries[0].bytes = text;
    for (size_t f = 0; good && f < w->n_fmus; f++) {
        if (w->fmus[f].same != f)
            continue;
        good = package_load(&fmus[f], w->fmus[f].path, error);
        entries[n++] = (struct package_entry){w->fmus[f].source, fmus[f].bytes, fmus[f].size};
    }
    good = good && package_write(path, entries, n, error);
    for (size_t f = 0; f < w->n_fmus; f++)
        free(fmus[f].bytes);
    free(text);
    return good;
}

/* ---- in words ---- */

static void report_end(const struct wiring *w, FILE *report, struct wire_end end)
{
    const struct fmi_unit *unit = wiring_unit(w, end);
    fprintf(report, "%s.%s", PRINTABLE(w->fmus[end.fmu].name), PRINTABLE(end.variable->name));
    if (unit)
        fprintf(report, " [%s]", PRINTABLE(unit->name));
}

/* What happens to a value on its way. */
static void report_conversion(const struct wiring *w, FILE *report, const struct wire *wire)
{
    const struct fmi_unit *from = wiring_unit(w, wire->from), *to = wiring_unit(w, wire->to);
    double factor, offset;
    if (wire->from.variable->type != wire->to.variable->type)
        fprintf(report, ", %s to %s", fmi_type_name(wire->from.variable->type), fmi_type_name(wire->to.variable->type));
    if (!from || !to || unit_relate(from, to) != UNITS_CONVERTIBLE)
        return;
    unit_convert(from, to, &factor, &offset);
    fprintf(report, ", times %.9g", factor);
    if (offset != 0)
        fprintf(report, " plus %.9g", offset);
}

void wiring_report(const struct wiring *w, FILE *report)
{
    for (size_t i = 0; i < w->n_wires; i++) {
        fputs("  ", report);
        report_end(w, report, w->wires[i].from);
        fputs(" -> ", report);
        report_end(w, report, w->wires[i].to);
        report_conversion(w, report, &w->wires[i]);
        fputc('\n', report);
    }
    for (size_t i = 0; i < w->n_inputs; i++) {
        fprintf(report, "  %s -> ", PRINTABLE(w->inputs[i].name));
        report_end(w, report, w->inputs[i].end);
        fputc('\n', report);
    }
    for (size_t i = 0; i < w->n_outputs; i++) {
        fputs("  ", report);
        report_end(w, report, w->outputs[i].end);
        fprintf(report, " -> %s\n", PRINTABLE(w->outputs[i].name));
    }
    for (size_t f = 0, n = 0; f < w->n_fmus; f++) {
        const struct description *d = wiring_description(w, f);
        for (size_t i = 0; i < d->n_variables; i++) {
            const struct wire_end end = {f, &d->variables[i]};
            if (end.variable->causality != FMI_INPUT || wiring_drives(w, end))
                continue;
            fputs(n++ ? ", " : "  open: ", report);
            report_end(w, report, end);
        }
        if (n && f + 1 == w->n_fmus)
            fputc('\n', report);
    }
}
