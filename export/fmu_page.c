#include "export/fmu_page.h"

#include "export/embed.h"
#include "export/model_picture.h"
#include "fmi/document.h"
#include "master/base/markup.h"

#include <string.h>

/* What the pages of all FMUs have in common. */
EMBED(page_style, PAGE_STYLE);
EMBED(page_shell, PAGE_SHELL);

static bool is_input(const struct model_variable *v)
{
    return v->role == MODEL_INPUT;
}

static bool is_output(const struct model_variable *v)
{
    return v->is_output;
}

/* ---- how to couple it ---- */

/* "boom.force" belongs to the port "boom": its length up to the last point, 0 without one. */
static size_t port_length(const char *name)
{
    const char *point = strrchr(name, '.');
    return point ? (size_t)(point - name) : 0;
}

static bool is_of_port(const struct model_variable *v, const char *port, size_t length)
{
    return port_length(v->name) == length && strncmp(v->name, port, length) == 0;
}

static void list_port(FILE *file, const struct model_type *type, const char *port, size_t length,
                      bool (*holds)(const struct model_variable *))
{
    const char *between = "";
    fputs("<td>", file);
    for (size_t i = 0; i < type->n_variables; i++)
        if (holds(&type->variables[i]) && is_of_port(&type->variables[i], port, length)) {
            fprintf(file, "%s<code>", between);
            markup_escape(file, type->variables[i].name);
            fputs("</code>", file);
            between = ", ";
        }
    fputs("</td>", file);
}

/* Ports have inputs and outputs: one row each, where the first input of it stands. */
static bool opens_port(const struct model_type *type, size_t input)
{
    const char *name = type->variables[input].name;
    const size_t length = port_length(name);
    bool gives = false;
    if (length == 0 || !is_input(&type->variables[input]))
        return false;
    for (size_t i = 0; i < type->n_variables; i++) {
        const struct model_variable *v = &type->variables[i];
        if (i < input && is_input(v) && is_of_port(v, name, length))
            return false;
        gives |= is_output(v) && is_of_port(v, name, length);
    }
    return gives;
}

static void put_coupling(FILE *file, const struct model_type *type)
{
    bool any = false;
    for (size_t i = 0; i < type->n_variables; i++)
        if (opens_port(type, i)) {
            const char *name = type->variables[i].name;
            const size_t length = port_length(name);
            if (!any)
                fputs("<p>Each port is one side of a machine element: a cylinder, say, whose force is computed on one "
                      "side and whose length on the other. Connect what a port gives with the inputs of the same "
                      "meaning at the other FMU, and the outputs there with what the port takes.</p>\n<table>\n"
                      "<tr><th>Port</th><th>Gives (outputs)</th><th>Takes (inputs)</th></tr>\n",
                      file);
            any = true;
            char port[128];
            snprintf(port, sizeof port, "%.*s", (int)length, name);
            fputs("<tr><td>", file);
            markup_escape(file, port);
            fputs("</td>", file);
            list_port(file, type, name, length, is_output);
            list_port(file, type, name, length, is_input);
            fputs("</tr>\n", file);
        }
    fputs(
        any ? "</table>\n<p>What is called <code>force_static</code> is wanted at initialization only. Exchange the "
              "values before the first step: the other side may start from an equilibrium that depends on them. For "
              "the first run take a communication step of 1 ms.</p>\n"
            : "<p>It has no ports of machine elements. It runs by itself; connect its inputs, where it has some, with "
              "outputs of the same unit.</p>\n",
        file);
    fputs("<p><code>paso export --system</code> writes the connections of a mechanism with its circuits, "
          "<code>paso connect</code> proposes those of any FMUs.</p>\n",
          file);
}

/* Observers have no ports: a machine's measurements go in, and what drives it. */
static void put_sampling(FILE *file, const struct model_type *type)
{
    fprintf(
        file,
        "<p>Connect the machine's outputs that are measured with the inputs <code>measured.NAME</code>, each called "
        "after its sensor, and what drives the machine with <code>input.NAME</code>, in the units of the table "
        "below. The estimates come out under the names of the machine's states. A sample is taken every %g s, at "
        "the first step from there on. Couple machine and observer in parallel (Jacobi), so that a sample is what "
        "the machine gave at the begin of a step.</p>\n<p><code>paso connect plant=Plant.fmu "
        "observer=Observer.fmu --link plant.OUTPUT=observer.measured.NAME -o loop.ssp</code> makes a system of "
        "both.</p>\n",
        type->experiment.step_size);
}

/* ---- what it is made of ---- */

static bool is_observer(const struct model_file *f)
{
    return strcmp(f->kind->name, "observer") == 0;
}

static bool has_tunable(const struct model_type *type)
{
    for (size_t i = 0; i < type->n_variables; i++)
        if (type->variables[i].is_tunable)
            return true;
    return false;
}

static void put_origin(FILE *file, const struct model_file *f)
{
    fprintf(file,
            "<p>This %s is described by the file <code>resources/model.json</code>, which the FMU reads when it is "
            "instantiated. ",
            f->kind->name);
    if (is_observer(f)) {
        fputs("Its matrices are fixed.</p>\n", file);
        return;
    }
    fputs("Every plain number of the file is a parameter and can be set before initialization; every expression is a "
          "calculated parameter and follows. ",
          file);
    if (has_tunable(f->type))
        fputs("Some may change in a run, too, in Model Exchange in event mode; they have a table of their own. ", file);
    fputs("What the file says in words (types, names, connections) is fixed.</p>\n", file);
}

/* ---- all of it ---- */

bool fmu_page_write(FILE *file, const struct model_file *f, struct model_report *report)
{
    static char tables[] = "<!-- variables -->\n";
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", file);
    markup_escape(file, f->type->name);
    fprintf(file, "</title>\n%s</head><body>\n<h1>", (const char *)page_style);
    markup_escape(file, f->type->name);
    fputs("</h1>\n<p>", file);
    markup_escape(file, f->type->description);
    fputs("</p>\n", file);
    put_origin(file, f);
    if (model_picture_exists(f))
        fputs("<p><a href=\"picture.svg\"><img src=\"picture.svg\" alt=\"what the file describes\"></a></p>\n", file);
    fputs("<h2>How to couple it</h2>\n", file);
    if (is_observer(f))
        put_sampling(file, f->type);
    else
        put_coupling(file, f->type);
    fputs("<h2>Variables</h2>\n", file);
    FILE *page = fmemopen(tables, strlen(tables), "r");
    if (!page)
        return model_fail(report, "out of memory");
    const bool good = document_write(page, "", NULL, file, f->type, report);
    fclose(page);
    fprintf(file, "%s</body></html>\n", (const char *)page_shell);
    return good;
}
