/* What is connected to what in a system: names checked against the parts' variables. */
#include "export/assembly_impl.h"

#include "export/assembly_variable.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "master/system/unit.h"
#include "master/system/value_type.h"

#include <stdlib.h>
#include <string.h>

/* "COMPONENT.NAME": the component and the rest. */
static bool split(const struct assembly_reader *r, const struct node *node, size_t *part, const char **rest)
{
    const char *text = node_text(node), *dot = strchr(text, '.');
    const char *names[64];
    size_t n = 0;
    for (size_t i = 0; i < r->a->n_parts; i++) {
        const char *name = r->a->parts[i].name;
        if (n < 64)
            names[n++] = name;
        if (dot && strlen(name) == (size_t)(dot - text) && memcmp(name, text, strlen(name)) == 0) {
            *part = i;
            *rest = dot + 1;
            return true;
        }
    }
    if (!dot || n == 0)
        FAIL(r, node, "\"%s\" names no component: COMPONENT.NAME expected", text);
    char *first = notation_keep_text(r->a->notation, "%.*s", (int)(dot - text), text);
    const char *nearest = first ? error_nearest(first, names, n) : NULL;
    FAIL(r, node, "there is no component \"%s\"%s%s%s", first ? first : "", nearest ? "; did you mean \"" : "",
         nearest ? nearest : "", nearest ? "\"?" : "");
}

static bool is_output(const struct model_variable *v)
{
    return v->is_output;
}

static bool is_input(const struct model_variable *v)
{
    return v->role == MODEL_INPUT;
}

/* The part's i-th variable, where it is one of those that are looked for; NULL: not one of them. */
static const char *fitting(const struct assembly_part *part, size_t i, bool (*fits)(const struct model_variable *))
{
    if (!part->fmu)
        return fits(&part->model.type->variables[i]) ? part->model.type->variables[i].name : NULL;
    const struct fmi_variable *v = &fmu_description(part->fmu)->variables[i];
    return v->causality == (fits == is_input ? FMI_INPUT : FMI_OUTPUT) ? v->name : NULL;
}

/* Whether a part has such a variable. */
static bool check_variable(const struct assembly_reader *r, const struct node *node, size_t part, const char *name,
                           bool (*fits)(const struct model_variable *), const char *what)
{
    const struct assembly_part *p = &r->a->parts[part];
    const size_t n_variables = p->fmu ? fmu_description(p->fmu)->n_variables : p->model.type->n_variables;
    const char **names = calloc(n_variables + 1, sizeof *names);
    size_t n = 0;
    bool found = false;
    for (size_t i = 0; names && i < n_variables; i++) {
        const char *known = fitting(p, i, fits);
        if (known)
            names[n++] = known;
        found = found || (known && strcmp(name, known) == 0);
    }
    const char *nearest = !found && names ? error_nearest(name, names, n) : NULL;
    free(names);
    if (!found)
        FAIL(r, node, "%s (%s) has no %s \"%s\"%s%s%s", r->a->parts[part].name, r->a->parts[part].file, what, name,
             nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    return true;
}

bool assembly_read_cylinders(const struct assembly_reader *r)
{
    const struct node *list = node_member(r->root, "cylinders");
    for (size_t i = 0; i < r->a->n_cylinders; i++) {
        const struct node *node = node_item(list, i);
        struct assembly_cylinder *c = &r->a->cylinders[i];
        if (!split(r, node_member(node, "actuator"), &c->mechanism, &c->actuator) ||
            !split(r, node_member(node, "cylinder"), &c->circuit, &c->cylinder))
            return false;
        if (c->mechanism == c->circuit)
            FAIL(r, node, "actuator and cylinder are both in \"%s\": a mechanism and a circuit expected",
                 r->a->parts[c->circuit].name);
    }
    return true;
}

/* A unit that its FMU does not define by base units is judged when the .ssp is opened. */
static bool check_fit(const struct assembly_reader *r, const struct node *node, const struct assembly_link *link)
{
    const struct assembly_part *parts = r->a->parts;
    const char *from_part = parts[link->from_part].name, *to_part = parts[link->to_part].name;
    const struct assembly_variable from = assembly_variable(&parts[link->from_part], link->from),
                                   to = assembly_variable(&parts[link->to_part], link->to);
    if (type_relate(from.type, to.type) == TYPES_DIFFERENT)
        FAIL(r, node, "the types of %s.%s and %s.%s do not fit: %s and %s", from_part, link->from, to_part, link->to,
             fmi_type_name(from.type), fmi_type_name(to.type));
    if (from.has_unit && to.has_unit && unit_relate(&from.unit, &to.unit) == UNITS_DIFFERENT)
        FAIL(r, node, "the units of %s.%s and %s.%s do not fit: \"%s\" and \"%s\" measure different things", from_part,
             link->from, to_part, link->to, from.unit.name, to.unit.name);
    return true;
}

/* Every input has one source. */
static bool link_add(const struct assembly_reader *r, const struct node *node, struct assembly_link link)
{
    struct assembly *a = r->a;
    if (!check_variable(r, node, link.from_part, link.from, is_output, "output") ||
        !check_variable(r, node, link.to_part, link.to, is_input, "input") || !check_fit(r, node, &link))
        return false;
    for (size_t i = 0; i < a->n_links; i++)
        if (a->links[i].to_part == link.to_part && strcmp(a->links[i].to, link.to) == 0)
            FAIL(r, node, "%s.%s is connected already, to %s.%s", a->parts[link.to_part].name, link.to,
                 a->parts[a->links[i].from_part].name, a->links[i].from);
    a->links[a->n_links++] = link;
    return true;
}

/* What the mechanism calls a port of the actuator: its file may have names of its own. */
static const char *actuator_port(const struct assembly_reader *r, const struct assembly_cylinder *c, const char *port)
{
    const struct model_file *model = &r->a->parts[c->mechanism].model;
    const char *name = NULL;
    if (model->kind->grammar == &mechanism_grammar)
        name = mechanism_file_port(model->opened, c->actuator, port);
    return name ? name : KEEP("%s.%s", c->actuator, port);
}

static bool cylinder_link(const struct assembly_reader *r, const struct node *node, const struct assembly_cylinder *c)
{
    static const char *const to_circuit[] = {"length", "rate", "force_static", NULL},
                             *const by_force[] = {"force", NULL}, *const by_pressures[] = {"p1", "p2", NULL};
    const char *const *back = r->a->coupling == ASSEMBLY_PRESSURES ? by_pressures : by_force;
    for (int direction = 0; direction < 2; direction++)
        for (const char *const *port = direction ? back : to_circuit; *port; port++) {
            const char *actuator = actuator_port(r, c, *port), *cylinder = KEEP("%s.%s", c->cylinder, *port);
            if (!actuator || !cylinder)
                return assembly_no_memory(r);
            const struct assembly_link forth = {c->mechanism, c->circuit, actuator, cylinder},
                                       back_again = {c->circuit, c->mechanism, cylinder, actuator};
            if (!link_add(r, node, direction ? back_again : forth))
                return false;
        }
    return true;
}

/* An input of the whole that drives what is connected already, or what another one drives, would be silently one of two. */
static bool check_free(const struct assembly_reader *r, const struct node *node, const struct assembly_input *input)
{
    const struct assembly *a = r->a;
    for (size_t i = 0; i < a->n_links; i++)
        if (a->links[i].to_part == input->part && strcmp(a->links[i].to, input->to) == 0)
            FAIL(r, node, "%s.%s is connected already, to %s.%s", a->parts[input->part].name, input->to,
                 a->parts[a->links[i].from_part].name, a->links[i].from);
    for (const struct assembly_input *other = a->inputs; other < input; other++)
        if (other->part == input->part && strcmp(other->to, input->to) == 0)
            FAIL(r, node, "%s.%s is driven by the input \"%s\" already", a->parts[input->part].name, input->to,
                 other->name);
    return true;
}

/* Results have the time in a column of that name. */
static bool check_name(const struct assembly_reader *r, const struct node *node)
{
    if (strcmp(node_name(node), "time") == 0)
        FAIL(r, node, "\"time\" is the independent variable: another name is needed");
    return true;
}

static bool read_outputs(const struct assembly_reader *r)
{
    struct assembly *a = r->a;
    const struct node *outputs = node_member(r->root, "outputs");
    for (size_t i = 0; i < node_count(outputs); i++) {
        const struct node *node = node_item(outputs, i);
        struct assembly_output *output = &a->outputs[a->n_outputs++];
        output->name = node_name(node);
        if (!check_name(r, node) || !split(r, node_member(node, "from"), &output->part, &output->from) ||
            !check_variable(r, node, output->part, output->from, is_output, "output"))
            return false;
        for (size_t k = 0; k < a->n_inputs; k++)
            if (strcmp(a->inputs[k].name, output->name) == 0)
                FAIL(r, node, "there is already an input \"%s\"", output->name);
    }
    return true;
}

bool assembly_read_links(const struct assembly_reader *r)
{
    const struct node *cylinders = node_member(r->root, "cylinders"),
                      *connections = node_member(r->root, "connections"), *inputs = node_member(r->root, "inputs");
    for (size_t i = 0; i < r->a->n_cylinders; i++)
        if (!cylinder_link(r, node_item(cylinders, i), &r->a->cylinders[i]))
            return false;
    for (size_t i = 0; i < node_count(connections); i++) {
        const struct node *node = node_item(connections, i);
        struct assembly_link link;
        if (!split(r, node_member(node, "from"), &link.from_part, &link.from) ||
            !split(r, node_member(node, "to"), &link.to_part, &link.to) || !link_add(r, node, link))
            return false;
    }
    for (size_t i = 0; i < node_count(inputs); i++) {
        const struct node *node = node_item(inputs, i);
        struct assembly_input *input = &r->a->inputs[r->a->n_inputs++];
        input->name = node_name(node);
        if (!check_name(r, node) || !split(r, node_member(node, "to"), &input->part, &input->to) ||
            !check_variable(r, node, input->part, input->to, is_input, "input") || !check_free(r, node, input))
            return false;
    }
    return read_outputs(r);
}
