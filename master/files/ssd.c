#include "master/files/ssd.h"

#include "master/base/markup.h"

#include <stdlib.h>

static void print_connector(FILE *out, const struct ssd_connector *c, int indent)
{
    fprintf(out, "%*s<ssd:Connector", indent, "");
    markup_attribute(out, "name", c->name);
    markup_attribute(out, "kind", fmi_causality_name(c->kind));
    if (c->description && *c->description)
        markup_attribute(out, "description", c->description);
    fprintf(out, "><ssc:%s", fmi_type_name(c->type));
    if (c->unit && c->type == FMI_REAL)
        markup_attribute(out, "unit", c->unit);
    if (c->type == FMI_ENUMERATION)
        markup_attribute(out, "name", c->enumeration ? c->enumeration : "");
    fputs("/></ssd:Connector>\n", out);
}

static void print_connectors(FILE *out, const struct ssd_connector *list, size_t n, int indent)
{
    if (n == 0)
        return;
    fprintf(out, "%*s<ssd:Connectors>\n", indent, "");
    for (size_t i = 0; i < n; i++)
        print_connector(out, &list[i], indent + 2);
    fprintf(out, "%*s</ssd:Connectors>\n", indent, "");
}

static void print_component(FILE *out, const struct ssd_component *c)
{
    fputs("      <ssd:Component", out);
    markup_attribute(out, "name", c->name);
    markup_attribute(out, "source", c->source);
    markup_attribute(out, "type", c->type);
    if (c->description && *c->description)
        markup_attribute(out, "description", c->description);
    fputs(">\n", out);
    print_connectors(out, c->connectors, c->n_connectors, 8);
    fputs("      </ssd:Component>\n", out);
}

static void print_end(FILE *out, const char *element, const char *element_name, const char *connector,
                      const char *connector_name)
{
    if (element)
        markup_attribute(out, element_name, element);
    markup_attribute(out, connector_name, connector);
}

static void print_connections(FILE *out, const struct ssd *s)
{
    if (s->n_connections == 0)
        return;
    fputs("    <ssd:Connections>\n", out);
    for (size_t i = 0; i < s->n_connections; i++) {
        const struct ssd_connection *c = &s->connections[i];
        fputs("      <ssd:Connection", out);
        print_end(out, c->start_element, "startElement", c->start_connector, "startConnector");
        print_end(out, c->end_element, "endElement", c->end_connector, "endConnector");
        fputs("/>\n", out);
    }
    fputs("    </ssd:Connections>\n", out);
}

/* OMSimulator takes only systems that name one of its masters, in the system's first annotation. */
static void print_system_annotations(FILE *out, const struct ssd *s)
{
    fprintf(out,
            "    <ssd:Annotations>\n"
            "      <ssc:Annotation type=\"org.openmodelica\">\n"
            "        <oms:Annotations><oms:SimulationInformation>"
            "<oms:FixedStepMaster description=\"oms-ma\" stepSize=\"%.15g\"/>"
            "</oms:SimulationInformation></oms:Annotations>\n"
            "      </ssc:Annotation>\n",
            s->step_size);
    for (size_t i = 0; i < s->n_power_ports; i++) {
        const struct ssd_power_port *p = &s->power_ports[i];
        fputs("      <ssc:Annotation type=\"org.pasodoble.power\">\n        <paso:PowerPort", out);
        markup_attribute(out, "name", p->name);
        markup_attribute(out, "effort", p->effort);
        markup_attribute(out, "flow", p->flow);
        markup_attribute(out, "work_delivered", p->work_delivered);
        markup_attribute(out, "work_received", p->work_received);
        fputs("/>\n      </ssc:Annotation>\n", out);
    }
    fputs("    </ssd:Annotations>\n", out);
}

static void print_unit(FILE *out, const struct fmi_unit *unit)
{
    const struct {
        const char *name;
        int power;
    } powers[] = {{"kg", unit->kg}, {"m", unit->m},     {"s", unit->s},   {"A", unit->A},
                  {"K", unit->K},   {"mol", unit->mol}, {"cd", unit->cd}, {"rad", unit->rad}};
    fputs("    <ssc:Unit", out);
    markup_attribute(out, "name", unit->name);
    fputs("><ssc:BaseUnit", out);
    for (size_t k = 0; k < sizeof powers / sizeof *powers; k++)
        if (powers[k].power)
            fprintf(out, " %s=\"%d\"", powers[k].name, powers[k].power);
    if (unit->factor != 1)
        fprintf(out, " factor=\"%.17g\"", unit->factor);
    if (unit->offset != 0)
        fprintf(out, " offset=\"%.17g\"", unit->offset);
    fputs("/></ssc:Unit>\n", out);
}

static void print_units(FILE *out, const struct ssd *s)
{
    bool any = false;
    for (size_t i = 0; i < s->n_units; i++)
        any = any || s->units[i].has_base;
    if (!any)
        return;
    fputs("  <ssd:Units>\n", out);
    for (size_t i = 0; i < s->n_units; i++)
        if (s->units[i].has_base)
            print_unit(out, &s->units[i]);
    fputs("  </ssd:Units>\n", out);
}

static void print_enumerations(FILE *out, const struct ssd *s)
{
    if (s->n_enumerations == 0)
        return;
    fputs("  <ssd:Enumerations>\n", out);
    for (size_t i = 0; i < s->n_enumerations; i++) {
        const struct fmi_enumeration *e = &s->enumerations[i];
        fputs("    <ssc:Enumeration", out);
        markup_attribute(out, "name", e->name);
        fputs(">", out);
        for (size_t k = 0; k < e->n_items; k++) {
            fputs("<ssc:Item", out);
            markup_attribute(out, "name", e->items[k].name);
            fprintf(out, " value=\"%d\"/>", e->items[k].value);
        }
        fputs("</ssc:Enumeration>\n", out);
    }
    fputs("  </ssd:Enumerations>\n", out);
}

/* Without an annotation of its own, the first one, OMSimulator warns of deprecated content; libcosim takes its step size here. */
static void print_experiment(FILE *out, const struct ssd *s)
{
    fprintf(out,
            "  <ssd:DefaultExperiment startTime=\"%.15g\" stopTime=\"%.15g\">\n"
            "    <ssd:Annotations>\n"
            "      <ssc:Annotation type=\"org.openmodelica\">\n"
            "        <oms:Annotations><oms:SimulationInformation/></oms:Annotations>\n"
            "      </ssc:Annotation>\n"
            "      <ssc:Annotation type=\"com.opensimulationplatform\">\n"
            "        <osp:Algorithm><osp:FixedStepAlgorithm baseStepSize=\"%.15g\"/></osp:Algorithm>\n"
            "      </ssc:Annotation>\n"
            "    </ssd:Annotations>\n"
            "  </ssd:DefaultExperiment>\n",
            s->start_time, s->stop_time, s->step_size);
}

void ssd_print(FILE *out, const struct ssd *s)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ssd:SystemStructureDescription version=\"1.0\"", out);
    markup_attribute(out, "name", s->name);
    fputs("\n    xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\"\n"
          "    xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\"\n"
          "    xmlns:oms=\"https://raw.githubusercontent.com/OpenModelica/OMSimulator/master/schema/oms.xsd\"\n"
          "    xmlns:osp=\"http://opensimulationplatform.com/SSP/OSPAnnotations\"\n"
          "    xmlns:paso=\"https://pasodoble.org/ssp\">\n  <ssd:System",
          out);
    markup_attribute(out, "name", s->name);
    if (s->description && *s->description)
        markup_attribute(out, "description", s->description);
    fputs(">\n", out);
    print_connectors(out, s->connectors, s->n_connectors, 4);
    fputs("    <ssd:Elements>\n", out);
    for (size_t i = 0; i < s->n_components; i++)
        print_component(out, &s->components[i]);
    fputs("    </ssd:Elements>\n", out);
    print_connections(out, s);
    print_system_annotations(out, s);
    fputs("  </ssd:System>\n", out);
    print_enumerations(out, s);
    print_units(out, s);
    print_experiment(out, s);
    fputs("</ssd:SystemStructureDescription>\n", out);
}

char *ssd_text(const struct ssd *ssd, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    ssd_print(out, ssd);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
