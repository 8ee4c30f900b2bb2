/* A system as an .ssp: its FMUs, made of their files, and the SSP 1.0 description of what is connected to what. */
#include "export/assembly.h"
#include "export/exporter.h"
#include "export/markup.h"
#include "export/package.h"
#include "fmi/units.h"
#include "export/export_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    markup_escape(out, value);
    fputc('"', out);
}

static bool is_connector(const struct model_variable *v)
{
    return v->role == MODEL_INPUT || v->is_output;
}

static void write_connector(FILE *out, const struct model_variable *v, const char *name, int indent)
{
    fprintf(out, "%*s<ssd:Connector", indent, "");
    attribute(out, "name", name);
    attribute(out, "kind", v->role == MODEL_INPUT ? "input" : "output");
    attribute(out, "description", v->description);
    fputs("><ssc:Real", out);
    if (*v->unit)
        attribute(out, "unit", v->unit);
    fputs("/></ssd:Connector>\n", out);
}

static void write_part(FILE *out, const struct assembly_part *part)
{
    fputs("      <ssd:Component", out);
    attribute(out, "name", part->name);
    fprintf(out, " source=\"resources/%s.fmu\" type=\"application/x-fmu-sharedlibrary\"", part->model.type->name);
    attribute(out, "description", part->model.type->description);
    fputs(">\n        <ssd:Connectors>\n", out);
    const struct model_type *type = part->model.type;
    for (size_t i = 0; i < type->n_variables; i++)
        if (is_connector(&type->variables[i]))
            write_connector(out, &type->variables[i], type->variables[i].name, 10);
    fputs("        </ssd:Connectors>\n      </ssd:Component>\n", out);
}

static void write_inputs(FILE *out, const struct assembly *a)
{
    if (a->n_inputs == 0)
        return;
    fputs("    <ssd:Connectors>\n", out);
    for (size_t i = 0; i < a->n_inputs; i++) {
        const struct model_type *type = a->parts[a->inputs[i].part].model.type;
        const size_t place = model_find(type, a->inputs[i].to, strlen(a->inputs[i].to));
        write_connector(out, &type->variables[place], a->inputs[i].name, 6);
    }
    fputs("    </ssd:Connectors>\n", out);
}

static void write_connections(FILE *out, const struct assembly *a)
{
    if (a->n_links + a->n_inputs == 0)
        return;
    fputs("    <ssd:Connections>\n", out);
    for (size_t i = 0; i < a->n_links; i++) {
        const struct assembly_link *link = &a->links[i];
        fputs("      <ssd:Connection", out);
        attribute(out, "startElement", a->parts[link->from_part].name);
        attribute(out, "startConnector", link->from);
        attribute(out, "endElement", a->parts[link->to_part].name);
        attribute(out, "endConnector", link->to);
        fputs("/>\n", out);
    }
    for (size_t i = 0; i < a->n_inputs; i++) {
        fputs("      <ssd:Connection", out);
        attribute(out, "startConnector", a->inputs[i].name);
        attribute(out, "endElement", a->parts[a->inputs[i].part].name);
        attribute(out, "endConnector", a->inputs[i].to);
        fputs("/>\n", out);
    }
    fputs("    </ssd:Connections>\n", out);
}

/* The name of the output that feeds an input of this part; NULL: none does. */
static const char *fed_by(const struct assembly *a, size_t from, size_t to, const char *input)
{
    for (size_t i = 0; i < a->n_links; i++)
        if (a->links[i].from_part == from && a->links[i].to_part == to && strcmp(a->links[i].to, input) == 0)
            return a->links[i].from;
    return NULL;
}

/* Work that the circuit delivers and work that the mechanism receives can be compared: that of the force or, where the mechanism
 * takes pressures, that of the pressures. One annotation holds one element. */
static void write_power_ports(FILE *out, const struct assembly *a)
{
    const bool by_force = a->coupling == ASSEMBLY_FORCE;
    if (a->n_cylinders == 0)
        return;
    fputs("    <ssd:Annotations>\n", out);
    for (size_t i = 0; i < a->n_cylinders; i++) {
        const struct assembly_cylinder *c = &a->cylinders[i];
        const char *circuit = a->parts[c->circuit].name, *mechanism = a->parts[c->mechanism].name;
        char input[200];
        snprintf(input, sizeof input, "%s.rate", c->cylinder);
        fprintf(out,
                "      <ssc:Annotation type=\"org.pasodoble.power\">\n"
                "        <paso:PowerPort name=\"%s\" effort=\"%s.%s.%s\" flow=\"%s.%s\" "
                "work_delivered=\"%s.%s.work\" work_received=\"%s.%s.%s\"/>\n"
                "      </ssc:Annotation>\n",
                c->cylinder, circuit, c->cylinder, by_force ? "force" : "p1", mechanism,
                fed_by(a, c->mechanism, c->circuit, input), circuit, c->cylinder, mechanism, c->actuator,
                by_force ? "work" : "pressure_work");
    }
    fputs("    </ssd:Annotations>\n", out);
}

/* Whether an earlier connector has this unit already. */
static bool unit_was_written(const struct assembly *a, size_t part, size_t variable)
{
    const char *unit = a->parts[part].model.type->variables[variable].unit;
    for (size_t p = 0; p <= part; p++) {
        const struct model_type *type = a->parts[p].model.type;
        for (size_t i = 0; i < (p == part ? variable : type->n_variables); i++)
            if (is_connector(&type->variables[i]) && strcmp(type->variables[i].unit, unit) == 0)
                return true;
    }
    return false;
}

static void write_units(FILE *out, const struct assembly *a)
{
    fputs("  <ssd:Units>\n", out);
    for (size_t p = 0; p < a->n_parts; p++) {
        const struct model_type *type = a->parts[p].model.type;
        for (size_t i = 0; i < type->n_variables; i++) {
            const struct unit *unit = is_connector(&type->variables[i]) ? unit_find(type->variables[i].unit) : NULL;
            if (!unit || unit_was_written(a, p, i))
                continue;
            fputs("    <ssc:Unit", out);
            attribute(out, "name", unit->name);
            fputs("><ssc:BaseUnit", out);
            const struct {
                const char *name;
                int power;
            } powers[] = {{"kg", unit->kg}, {"m", unit->m}, {"s", unit->s}, {"rad", unit->rad}};
            for (size_t k = 0; k < 4; k++)
                if (powers[k].power)
                    fprintf(out, " %s=\"%d\"", powers[k].name, powers[k].power);
            if (unit->factor != 0)
                fprintf(out, " factor=\"%.17g\"", unit->factor);
            fputs("/></ssc:Unit>\n", out);
        }
    }
    fputs("  </ssd:Units>\n", out);
}

static void write_system(FILE *out, const struct assembly *a)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ssd:SystemStructureDescription version=\"1.0\"", out);
    attribute(out, "name", a->name);
    fputs("\n    xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\"\n"
          "    xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\"\n"
          "    xmlns:paso=\"https://pasodoble.org/ssp\">\n  <ssd:System",
          out);
    attribute(out, "name", a->name);
    attribute(out, "description", a->description);
    fputs(">\n", out);
    write_inputs(out, a);
    fputs("    <ssd:Elements>\n", out);
    for (size_t i = 0; i < a->n_parts; i++)
        write_part(out, &a->parts[i]);
    fputs("    </ssd:Elements>\n", out);
    write_connections(out, a);
    write_power_ports(out, a);
    fputs("  </ssd:System>\n", out);
    write_units(out, a);
    fprintf(out, "  <ssd:DefaultExperiment startTime=\"0\" stopTime=\"%.15g\"/>\n</ssd:SystemStructureDescription>\n",
            a->stop_time);
}

static char *system_text(const struct assembly *a, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    write_system(out, a);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Two parts of the same document share one FMU only if their documents are equal; names tell them apart. */
static bool names_differ(const struct assembly *a, struct error *error)
{
    for (size_t i = 0; i < a->n_parts; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(a->parts[i].model.type->name, a->parts[k].model.type->name) == 0)
                return error_raise(error, ERROR_EXPORT_SAME_NAME, a->name, a->parts[k].name, a->parts[i].name,
                                   a->parts[i].model.type->name);
    return true;
}

bool assembly_write_ssp(const struct assembly *a, const char *path, struct error *error)
{
    if (!names_differ(a, error))
        return false;
    size_t size = 0, n = 0;
    char *text = system_text(a, &size);
    struct package_bytes *fmus = calloc(a->n_parts + 1, sizeof *fmus);
    struct package_entry *entries = calloc(a->n_parts + 1, sizeof *entries);
    char(*names)[160] = calloc(a->n_parts + 1, sizeof *names);
    bool good = text && fmus && entries && names;
    if (!good)
        error_raise(error, ERROR_NO_MEMORY, "writing a system");
    else
        entries[n++] = (struct package_entry){"SystemStructure.ssd", text, size};
    for (size_t i = 0; i < a->n_parts && good; i++) {
        good = exporter_make_fmu(&a->parts[i].model, &fmus[i], error);
        snprintf(names[i], sizeof names[i], "resources/%s.fmu", a->parts[i].model.type->name);
        entries[n++] = (struct package_entry){names[i], fmus[i].bytes, fmus[i].size};
    }
    good = good && package_write(path, entries, n, error);
    for (size_t i = 0; fmus && i < a->n_parts; i++)
        free(fmus[i].bytes);
    free(names);
    free(entries);
    free(fmus);
    free(text);
    return good;
}
